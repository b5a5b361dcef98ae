"""Teams (POINT-26 to POINT-33)."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.point import plain
from tests.games.point.tables import TEAMS, position, rule_of, table, with_card

STUCK_ROW = "BWBWBWBWBWBW"
USELESS = ["BB=BBB", "BB=WWW", "WW=BBB", "WW=WWW"]


def four(rows: list[str | None], hands: list[list[str]] | None = None, **parts: Any) -> tt.Match:
    """A match of teams: seats 0 and 2 collect black, 1 and 3 white."""
    return table(position(rows, hands, **parts), teams=True)


class TestPartners:
    @pytest.mark.rule("POINT-26")
    def test_partners_sit_opposite_and_collect_the_same_colour(self) -> None:
        match = tt.new("point", {**TEAMS, "rows": "random"}, seed="partners")
        assert match.teams == ((0, 2), (1, 3))
        colours = match.position()["colours"]
        assert colours[0] == colours[2] != colours[1] == colours[3]

    @pytest.mark.rule("POINT-26")
    def test_the_teams_take_turns(self) -> None:
        match = tt.new("point", {**TEAMS, "rows": "random"}, seed="turns")
        seats = []
        for _turn in range(6):
            seats.append(match.to_move)
            moves = match.legal_moves()
            use = next(m for m in moves if not m.startswith("regroup"))
            match = match.play(use)
            if match.position()["phase"] == "start":
                match = match.play("draw")
        first = seats[0] or 0
        assert seats == [(first + turn) % 4 for turn in range(6)]


class TestVictoryOfATeam:
    @pytest.mark.rule("POINT-27")
    def test_eight_and_four_pawns_of_one_colour_win(self) -> None:
        match = four(
            ["BBBBBBBB", None, "BWB", None],
            [[], [], ["BW=BBB"], []],
            stopped=[True, False, False, False],
            bank=(4, 4),
            to_move=2,
        )
        after = match.play("BW>BBB@1")
        assert after.position()["rows"][2] == "BBBB"
        assert after.result == tt.Result((0, 2), "pure")

    @pytest.mark.rule("POINT-27", "POINT-32")
    def test_eight_and_three_do_not_and_the_second_player_goes_on(self) -> None:
        match = four(
            ["BBBBBBBB", None, "BBWB", None],
            [[], [], ["BB=BBW"], []],
            stopped=[True, False, False, False],
            bank=(4, 4),
            to_move=2,
        )
        assert with_card(match, "BB=BBW") >= {"BB>BBW@1"}
        shrunk = four(
            ["BBBBBBBB", None, "WBBB", None],
            [[], [], ["BB=BBW"], []],
            stopped=[True, False, False, False],
            bank=(4, 4),
            to_move=2,
        ).play("WBB>BB@1")
        assert shrunk.position()["rows"][2] == "BBB"
        assert shrunk.result is None
        assert shrunk.to_move == 3
        assert shrunk.position()["phase"] == "use"

    @pytest.mark.rule("POINT-27")
    def test_nobody_needs_to_have_stopped(self) -> None:
        match = four(
            ["BBBBBBBB", None, "BWB", None], [[], [], ["BW=BBB"], []], bank=(4, 4), to_move=2
        )
        assert match.play("BW>BBB@1").result == tt.Result((0, 2), "pure")

    @pytest.mark.rule("POINT-27")
    def test_one_pure_row_of_twelve_is_not_enough(self) -> None:
        row = "BBBBBBBBBBW"
        match = four([row, None, "BW", None], [["BW=BBB"], [], [], []], bank=(4, 4))
        after = match.play("BW>BBB@10")
        assert after.position()["rows"][0] == "B" * 12
        assert after.result is None
        assert after.position()["phase"] == "pure"


class TestRegrouping:
    HANDS = (
        ["BB=BBB", "BB=BBW", "BB=BWB", "BB=BWW"],
        ["WW=BBB"],
        ["BB=WBB", "BB=WBW", "BB=WWB"],
        ["WW=BBW"],
    )

    def match(self, **parts: Any) -> tt.Match:
        return four([STUCK_ROW] * 4, [list(hand) for hand in self.HANDS], **parts)

    def regroups(self, match: tt.Match) -> list[str]:
        return [move for move in match.legal_moves() if move.startswith("regroup")]

    @pytest.mark.rule("POINT-28")
    def test_any_four_of_the_seven_cards_may_be_kept(self) -> None:
        assert len(self.regroups(self.match())) == 35 - 1

    @pytest.mark.rule("POINT-28")
    def test_equal_cards_make_no_difference(self) -> None:
        hands = [["BB=BBB", "BB=BBB", "BB=BBW", "BB=BBW"], [], ["BB=BWB", "BB=BWB", "BB=BWW"], []]
        match = four([STUCK_ROW] * 4, hands)
        expected = plain.regroups(match.position(), TEAMS, 0)
        assert set(self.regroups(match)) == expected
        assert len(expected) < 34

    @pytest.mark.rule("POINT-28")
    def test_hand_sizes_stay_and_the_turn_goes_on(self) -> None:
        match = self.match()
        after = match.play("regroup BB=BBB,BB=BBW,BB=WBW,BB=WWB").position()
        assert after["hands"][0] == ["BB=BBB", "BB=BBW", "BB=WBW", "BB=WWB"]
        assert after["hands"][2] == ["BB=BWB", "BB=BWW", "BB=WBB"]
        assert after["regrouped"] is True
        assert after["to_move"] == 0
        assert after["phase"] == "use"

    @pytest.mark.rule("POINT-28")
    def test_once_a_turn(self) -> None:
        after = self.match().play("regroup BB=BBB,BB=BBW,BB=WBW,BB=WWB")
        assert self.regroups(after) == []
        assert rule_of(after, "regroup BB=BBB,BB=BBW,BB=BWB,BB=BWW") == "POINT-28"

    @pytest.mark.rule("POINT-28")
    def test_and_again_in_the_next_turn(self) -> None:
        match = self.match().play("regroup BB=BBB,BB=BBW,BB=WBW,BB=WWB")
        use = match.legal_moves()[0]
        after = match.play(use)
        assert after.position()["regrouped"] is False
        if after.position()["phase"] == "start":
            after = after.play("draw")
        assert self.regroups(after)

    @pytest.mark.rule("POINT-28")
    def test_only_after_drawing(self) -> None:
        given = position(
            [STUCK_ROW, "BBBWWWBBBWWW", None, None], offer="WW=WWW", to_move=1, phase="start"
        )
        match = table(given, teams=True)
        hands = match.position()["hands"]
        assert rule_of(match, "regroup " + ",".join(sorted(hands[1] + hands[3])[:4])) == "POINT-28"

    @pytest.mark.rule("POINT-28")
    @pytest.mark.parametrize(
        "cards",
        [
            "BB=BBB,BB=BBW,BB=BWB,BB=BWW",  # the hand as it is
            "BB=BBB,BB=BBW,BB=BWB",  # three cards
            "BB=BBB,BB=BBW,BB=BWB,WW=BBB",  # an opponent's card
            "BB=BBB,BB=BBB,BB=BWB,BB=BWW",  # one card twice
        ],
    )
    def test_other_hands_are_refused(self, cards: str) -> None:
        assert rule_of(self.match(), f"regroup {cards}") == "POINT-28"

    @pytest.mark.rule("POINT-28")
    def test_only_in_teams(self) -> None:
        match = table(position([STUCK_ROW] * 4, [list(hand) for hand in self.HANDS]))
        assert self.regroups(match) == []
        assert rule_of(match, "regroup BB=BBB,BB=BBW,BB=WBW,BB=WWB") == "POINT-28"

    @pytest.mark.rule("POINT-29")
    def test_the_duty_looks_at_the_own_hand_only(self) -> None:
        useful = ["BW=BWB", "WB=WBW", "BW=WBW"]  # of use to seat 0, but in the partner's hand
        match = four([STUCK_ROW] * 4, [USELESS, [], useful, []])
        assert plain.uses(STUCK_ROW, {"B": 0, "W": 0}, "BW=BWB")
        discards = {move for move in match.legal_moves() if move.startswith("discard")}
        assert discards == {f"discard {card}" for card in USELESS}

    @pytest.mark.rule("POINT-29", "POINT-17")
    def test_at_the_moment_of_use(self) -> None:
        useful = ["BW=BWB", "WB=WBW", "BW=WBW"]
        match = four([STUCK_ROW] * 4, [USELESS, [], useful, []])
        after = match.play("regroup BB=BBB,BB=WWW,BW=BWB,WW=BBB")
        assert all(">" in move for move in after.legal_moves())
        hands = [["BB=WWW", "BW=BWB", "WW=BBB", "WW=WWW"], [], ["BB=BBB", "BB=BBB", "WW=BBB"], []]
        away = four([STUCK_ROW] * 4, hands).play("regroup BB=BBB,BB=BBB,WW=BBB,WW=WWW")
        assert set(away.legal_moves()) == {"discard BB=BBB", "discard WW=BBB", "discard WW=WWW"}


class TestStopping:
    def pure_soon(self, **parts: Any) -> tt.Match:
        """Seat 0 gets a pure row of eight with BW>BBB@7."""
        return four(
            ["BBBBBBBW"[0:6] + "BW", None, "BWBW", None],
            [["BW=BBB", "WW=WWW"], [], [], []],
            bank=(2, 2),
            **parts,
        )

    def pure_start(self, offer: str | None = None, **parts: Any) -> tt.Match:
        """Seat 0, with a pure row of eight, begins its turn."""
        given = position(
            ["BBBBBBBB", None, "BWBW", None], bank=(2, 2), phase="start", offer=offer, **parts
        )
        return table(given, teams=True)

    @pytest.mark.rule("POINT-30")
    def test_right_after_an_exchange_that_leaves_the_row_pure(self) -> None:
        match = self.pure_soon().play("BW>BBB@7")
        assert match.to_move == 0
        assert match.position()["phase"] == "pure"
        assert match.legal_moves() == ("go on", "stop")

    @pytest.mark.rule("POINT-30")
    def test_or_at_the_start_of_the_turn_before_drawing(self) -> None:
        match = self.pure_start()
        assert match.legal_moves() == ("draw", "stop")
        drawn = match.play("draw")
        assert rule_of(drawn, "stop") == "POINT-30"

    @pytest.mark.rule("POINT-30")
    def test_with_a_pure_row_only(self) -> None:
        match = four(["BBBBBBBW", None, "BWBW", None])
        assert rule_of(match, "stop") == "POINT-30"
        assert rule_of(match, "go on") == "POINT-30"

    @pytest.mark.rule("POINT-30")
    def test_before_anything_else(self) -> None:
        match = self.pure_soon().play("BW>BBB@7")
        assert rule_of(match, "draw") == "POINT-30"
        assert rule_of(match, "BB>BBB@1") == "POINT-30"

    @pytest.mark.rule("POINT-30")
    def test_it_is_final_and_turns_are_skipped(self) -> None:
        match = self.pure_start().play("stop")
        assert match.position()["stopped"] == [True, False, False, False]
        seats = []
        for _turn in range(7):
            seats.append(match.to_move)
            moves = [m for m in match.legal_moves() if not m.startswith(("regroup", "take"))]
            match = match.play(moves[0])
            while match.position()["phase"] in ("start", "pure"):
                match = match.play("draw" if match.position()["phase"] == "start" else "go on")
        assert seats == [1, 2, 3, 1, 2, 3, 1]

    @pytest.mark.rule("POINT-30", "POINT-19")
    def test_the_partner_may_take_a_card_past_an_opponent_who_has_stopped(self) -> None:
        rows = [STUCK_ROW, "WWWW", "BBBWWWBBBWWW", None]
        match = four(rows, [USELESS, [], [], []], stopped=[False, True, False, False])
        after = match.play("discard WW=WWW")
        assert after.to_move == 2
        assert "take WWW>WW@4" in after.legal_moves()

    @pytest.mark.rule("POINT-30", "POINT-20")
    def test_stopping_sends_a_face_up_card_to_the_used_pile(self) -> None:
        match = self.pure_start(offer="BB=BBB")
        assert "take BBB>BB@1" in match.legal_moves()
        after = match.play("stop").position()
        assert after["offer"] is None
        assert "BB=BBB" in after["used"]

    @pytest.mark.rule("POINT-20", "POINT-30")
    def test_a_useless_face_up_card_is_gone_when_one_may_stop(self) -> None:
        rows = [None, None, "BWBW", STUCK_ROW]
        rows[0] = "BBBB"
        match = four(rows, [[], [], [], USELESS], to_move=3, bank=(2, 2))
        after = match.play("discard WW=WWW")
        assert after.to_move == 0
        assert after.position()["phase"] == "start"
        assert after.position()["offer"] is None
        assert after.legal_moves() == ("draw", "stop")

    @pytest.mark.rule("POINT-30")
    def test_only_in_teams(self) -> None:
        match = table(position(["BBBBBBBW", None], bank=(1, 1)))
        assert rule_of(match, "stop") == "POINT-30"
        assert rule_of(match, "go on") == "POINT-30"

    @pytest.mark.rule("POINT-31")
    @pytest.mark.parametrize("late", [False, True])
    def test_the_partner_gets_the_cards(self, late: bool) -> None:
        match = self.pure_soon().play("BW>BBB@7") if late else self.pure_start()
        hands = match.position()["hands"]
        after = match.play("stop").position()
        assert after["hands"][0] == []
        assert after["hands"][2] == sorted(hands[0] + hands[2])
        assert len(after["hands"][2]) == 6

    @pytest.mark.rule("POINT-31")
    def test_and_has_seven_after_drawing(self) -> None:
        match = self.pure_start().play("stop")
        use = next(m for m in match.legal_moves() if not m.startswith("regroup"))
        match = match.play(use)
        if match.position()["phase"] == "start":
            match = match.play("draw")
        assert match.to_move == 2
        assert len(match.position()["hands"][2]) == 7
        assert not any(move.startswith("regroup") for move in match.legal_moves())
        cards = ",".join(match.position()["hands"][2][:4])
        assert rule_of(match, f"regroup {cards}") == "POINT-28"
        after = match.play(match.legal_moves()[0])
        assert len(after.position()["hands"][2]) == 6

    @pytest.mark.rule("POINT-32")
    def test_the_second_partner_cannot_stop(self) -> None:
        given = position(
            ["BBBBBB", None, "BBBB", None],
            bank=(2, 2),
            stopped=[True, False, False, False],
            to_move=2,
        )
        match = table(given, teams=True)
        assert rule_of(match, "stop") == "POINT-32"

    @pytest.mark.rule("POINT-32")
    def test_nor_is_the_question_put_after_an_exchange(self) -> None:
        match = four(
            ["BBBBBB", None, "BWB", None],
            [[], [], ["BW=BBB"], []],
            stopped=[True, False, False, False],
            bank=(4, 4),
            to_move=2,
        )
        after = match.play("BW>BBB@1")
        assert after.position()["rows"][2] == "BBBB"
        assert after.to_move == 3

    @pytest.mark.rule("POINT-33")
    def test_whoever_goes_on_must_play_even_if_it_spoils_the_row(self) -> None:
        hand = ["BB=BBB", "BB=WWW", "WW=BBB"]
        given = position(
            ["BBBBBBBB", None, "BWBW", None], [hand, [], [], []], bank=(0, 3), phase="start"
        )
        drawn = table(given, teams=True).play("draw")
        uses = [move for move in drawn.legal_moves() if ">" in move]
        assert {"BB>WWW@1", "BBB>WW@1"} <= set(uses)
        assert not any(move.startswith("discard") for move in drawn.legal_moves())

    @pytest.mark.rule("POINT-33")
    def test_going_on_ends_the_turn_as_any_other(self) -> None:
        after = self.pure_soon().play("BW>BBB@7").play("go on")
        assert after.to_move == 1
        assert after.position()["stopped"] == [False] * 4
