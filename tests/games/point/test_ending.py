"""The end (POINT-21 to POINT-23) and games of three and four (POINT-24, POINT-25);
giving up (POINT-35)."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.point import plain
from tests.games.point.tables import position, spread, table

BWBW = "BWBWBWBWBWBW"
USELESS = ["BB=BBB", "BB=WWW", "WW=BBB", "WW=WWW"]


def spent(rows: list[str | None], rebuilds: int, **parts: Any) -> dict[str, Any]:
    """Seat 0 has four useless cards, and the pile is empty."""
    given = position(rows, [USELESS, *[[]] * (len(rows) - 1)], rebuilds=rebuilds, **parts)
    given["used"] = plain.pile(given)
    return given


def ended(counts: list[tuple[int, int]], **options: Any) -> tt.Match:
    """A match that the cap has ended, with so many black and white pawns in each row."""
    black, white = (6 * len(counts) - sum(count[c] for count in counts) for c in (0, 1))
    rows = [spread(*count) for count in counts]
    given = position(rows, bank=(black, white), rebuilds=3, to_move=None)
    given["used"] = plain.pile(given)
    return table(given, **options)


class TestVictory:
    @pytest.mark.rule("POINT-21")
    def test_the_first_pure_row_wins_at_once(self) -> None:
        match = table(position(["BBWBBB", None], [["BW=BBB"], []], bank=(2, 0)))
        after = match.play("BW>BBB@2")
        assert after.result == tt.Result((0,), "pure")
        assert after.to_move is None
        assert after.legal_moves() == ()
        assert after.position()["hands"] == [
            [card for card in match.position()["hands"][0] if card != "BW=BBB"],
            match.position()["hands"][1],
        ]
        assert [e["type"] for e in after.events()] == ["used", "pure", "over"]

    @pytest.mark.rule("POINT-21")
    def test_two_pawns_are_enough(self) -> None:
        match = table(position(["WBB", None], [["BB=BBW"], []], bank=(5, 3)))
        after = match.play("WBB>BB@1")
        assert after.position()["rows"][0] == "BB"
        assert after.result == tt.Result((0,), "pure")

    @pytest.mark.rule("POINT-21")
    def test_nobody_moves_after_the_end(self) -> None:
        match = table(position(["WBB", None], [["BB=BBW"], []], bank=(5, 3))).play("WBB>BB@1")
        with pytest.raises(tt.GameOver):
            match.play("draw")


class TestEmptyPile:
    @pytest.mark.rule("POINT-22")
    @pytest.mark.parametrize("rebuilds", [0, 1, 2])
    def test_the_used_cards_are_shuffled_into_a_new_pile(self, rebuilds: int) -> None:
        match = table(spent([BWBW, BWBW], rebuilds))
        after = match.play("discard WW=WWW")
        assert after.position()["rebuilds"] == rebuilds + 1
        assert after.position()["used"] == []
        assert len(after.view()["table"]["pile"]) == 64 - 3 - 4
        types = [event["type"] for event in after.events()]
        assert types == ["discarded", "set_aside", "rebuilt", "drawn"]

    @pytest.mark.rule("POINT-22")
    def test_a_face_up_card_not_taken_is_shuffled_in_too(self) -> None:
        """The new pile holds all cards but those in hand; the discarded one may be drawn again."""
        again = set()
        for seed in range(200):
            given = spent([BWBW, BWBW], 0)
            after = tt.setup("point", given, seed=f"again {seed}").play("discard WW=WWW")
            again.add(after.events()[-1]["card"])
        assert "WW=WWW" in again

    @pytest.mark.rule("POINT-22")
    def test_it_is_rebuilt_only_when_a_card_must_be_drawn(self) -> None:
        given = position([BWBW, "BBBWWWBBBWWW"], [USELESS, []])
        given["used"] = plain.pile(given)
        match = table(given).play("discard WW=WWW")
        assert match.position()["rebuilds"] == 0  # seat 1 may take the card
        assert match.play("take WWW>WW@4").position()["rebuilds"] == 1
        drawn = match.play("draw").position()
        assert drawn["rebuilds"] == 1
        assert drawn["used"] == []


class TestCap:
    @pytest.mark.rule("POINT-23")
    def test_at_the_fourth_rebuilding_the_game_stops(self) -> None:
        after = table(spent([BWBW, BWBW], 3)).play("discard WW=WWW")
        assert after.result is not None
        assert after.result.reason == "pile"
        assert after.position()["offer"] is None
        assert [e["type"] for e in after.events()][-2:] == ["pile_spent", "over"]

    @pytest.mark.rule("POINT-23")
    def test_it_does_not_stop_while_a_face_up_card_can_be_taken(self) -> None:
        given = spent([BWBW, "BBBWWWBBBWWW"], 3)
        match = table(given).play("discard WW=WWW")
        assert match.result is None
        assert "draw" in match.legal_moves()
        ended = match.play("draw")
        assert ended.result is not None
        assert ended.result.reason == "pile"

    @pytest.mark.rule("POINT-23")
    @pytest.mark.parametrize(
        ("counts", "winners"),
        [
            ([(6, 3), (5, 9)], (0,)),  # wrong colour 3 against 5
            ([(6, 6), (2, 6)], (1,)),  # 6 against 2
            ([(7, 4), (4, 5)], (0,)),  # 4 each, right colour 7 against 5
            ([(5, 4), (4, 7)], (1,)),  # 4 each, right colour 5 against 7
            ([(6, 4), (4, 6)], ()),  # all equal: a draw
        ],
    )
    def test_fewest_wrong_pawns_win_then_most_right_ones(
        self, counts: list[tuple[int, int]], winners: tuple[int, ...]
    ) -> None:
        assert ended(counts).result == tt.Result(winners, "pile")

    @pytest.mark.rule("POINT-23", "POINT-24")
    @pytest.mark.parametrize(
        ("counts", "winners"),
        [
            ([(6, 2), (5, 2), (6, 5)], (0,)),
            ([(6, 2), (6, 2), (5, 5)], ()),  # first place is shared
            ([(5, 3), (6, 1), (5, 3)], (1,)),  # the second is, which does not matter
        ],
    )
    def test_three_players_all_count_white_pawns(
        self, counts: list[tuple[int, int]], winners: tuple[int, ...]
    ) -> None:
        assert ended(counts).result == tt.Result(winners, "pile")

    @pytest.mark.rule("POINT-23", "POINT-25")
    def test_four_players_are_counted_one_by_one(self) -> None:
        counts = [(5, 4), (6, 7), (5, 5), (4, 7)]
        assert ended(counts).result == tt.Result((3,), "pile")

    @pytest.mark.rule("POINT-23", "POINT-26")
    @pytest.mark.parametrize(
        ("counts", "winners"),
        [
            ([(5, 4), (6, 7), (5, 5), (4, 7)], (0, 2)),  # wrong: 9 against 10
            ([(9, 0), (3, 7), (5, 8), (4, 7)], (1, 3)),  # 8 against 7
            ([(6, 4), (4, 6), (6, 4), (4, 6)], ()),
            ([(7, 4), (4, 6), (6, 4), (4, 6)], (0, 2)),  # 8 each, right colour 13 against 12
        ],
    )
    def test_partners_count_together(
        self, counts: list[tuple[int, int]], winners: tuple[int, ...]
    ) -> None:
        assert ended(counts, teams=True).result == tt.Result(winners, "pile")

    @pytest.mark.rule("POINT-23")
    def test_a_round_in_which_nobody_can_move_does_not_end_the_game(self) -> None:
        hands = [USELESS, ["BB=BBB", "BB=WWW", "WW=BBB"]]
        for seed in range(200):
            match = tt.setup("point", position([BWBW, BWBW], hands), seed=f"blocked {seed}")
            blocked = 0
            while match.legal_moves()[0].startswith("discard"):
                match, blocked = (
                    match.play("discard WW=WWW" if not blocked else match.legal_moves()[0]),
                    blocked + 1,
                )
            if blocked >= 4:  # two whole rounds
                break
        assert blocked >= 4
        assert match.result is None


class TestThreePlayers:
    @pytest.mark.rule("POINT-24")
    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_the_first_all_black_row_wins(self, seat: int) -> None:
        rows: list[str | None] = [None, None, None]
        hands: list[list[str]] = [[], [], []]
        rows[seat], hands[seat] = "BBWBBB", ["BW=BBB"]
        match = table(position(rows, hands, bank=(2, 0), to_move=seat))
        assert match.play("BW>BBB@2").result == tt.Result((seat,), "pure")

    @pytest.mark.rule("POINT-24")
    def test_an_all_white_row_wins_nothing(self) -> None:
        match = table(position(["WWBWW", None, None], [["BW=WWW"], [], []], bank=(0, 3)))
        after = match.play("BW>WWW@3")
        assert after.position()["rows"][0] == "WWWWWW"
        assert after.result is None


class TestFourPlayersAlone:
    @pytest.mark.rule("POINT-25")
    @pytest.mark.parametrize(
        ("seat", "row", "card", "move"),
        [
            (0, "BBWBBB", "BW=BBB", "BW>BBB@2"),
            (1, "WWBWWW", "BW=WWW", "BW>WWW@3"),
            (2, "BBWBBB", "BW=BBB", "BW>BBB@2"),
            (3, "WWBWWW", "BW=WWW", "BW>WWW@3"),
        ],
    )
    def test_each_wins_alone_with_the_own_colour(
        self, seat: int, row: str, card: str, move: str
    ) -> None:
        rows: list[str | None] = [None] * 4
        hands: list[list[str]] = [[], [], [], []]
        rows[seat], hands[seat] = row, [card]
        match = table(position(rows, hands, bank=(2, 2), to_move=seat))
        assert match.play(move).result == tt.Result((seat,), "pure")


class TestGivingUp:
    @pytest.mark.rule("POINT-35")
    @pytest.mark.parametrize(
        ("options", "seat", "winners"),
        [({}, 0, (1,)), ({}, 1, (0,)), ({"players": 4, "teams": True}, 2, (1, 3))],
    )
    def test_the_other_side_wins(
        self, options: dict[str, Any], seat: int, winners: tuple[int, ...]
    ) -> None:
        match = tt.new("point", options).resign(seat)
        assert match.result == tt.Result(winners, "resignation")
        assert match.legal_moves() == ()

    @pytest.mark.rule("POINT-35")
    @pytest.mark.parametrize("players", [3, 4])
    def test_with_three_or_more_sides_the_seat_is_handed_on(self, players: int) -> None:
        with pytest.raises(tt.NotAllowed, match="the seat is handed on"):
            tt.new("point", {"players": players}).resign(0)

    @pytest.mark.rule("POINT-35")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_all_together_may_agree_on_a_draw(self, players: int) -> None:
        match = tt.new("point", {"players": players}).draw_by_agreement()
        assert match.result == tt.Result((), "agreement")
        with pytest.raises(tt.GameOver):
            match.draw_by_agreement()
