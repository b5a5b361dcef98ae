"""A turn (POINT-10 to POINT-20), with the worked examples of the original text."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.point import plain
from tests.games.point.tables import position, rule_of, table, with_card

# A row in which BB=BBB, BB=BBW, WB=BBB and the like find nothing: it alternates.
STUCK_HAND = ["BB=BBB", "BB=WWW", "WW=BBB", "WW=WWW"]
STUCK_ROW = "BWBWBWBWBWBW"


def stuck(**parts: Any) -> tt.Match:
    """Seat 0 can use no card."""
    return table(position([STUCK_ROW, "BBBWWWBBBWWW"], [STUCK_HAND, []], **parts))


class TestDrawing:
    @pytest.mark.rule("POINT-10")
    def test_a_turn_begins_with_a_fourth_card(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        after = match.play("BWW>WB@2")
        assert after.to_move == 1
        assert after.position()["phase"] == "use"
        assert [len(hand) for hand in after.position()["hands"]] == [3, 4]
        assert [event["type"] for event in after.events()] == ["used", "drawn"]

    @pytest.mark.rule("POINT-10")
    def test_the_card_comes_from_the_pile(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        after = match.play("BWW>WB@2")
        drawn = after.events()[-1]["card"]
        assert drawn in plain.pile(match.position())

    @pytest.mark.rule("POINT-10")
    def test_nobody_draws_twice(self) -> None:
        assert rule_of(stuck(), "draw") == "POINT-10"


class TestUsingACard:
    @pytest.mark.rule("POINT-11", "POINT-15", "POINT-16")
    def test_first_example_of_the_text(self) -> None:
        """Bank empty: giving BWW and taking WB leaves one white pawn there (not a black one)."""
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        after = match.play("BWW>WB@2").position()
        assert after["bank"] == {"B": 0, "W": 1}
        assert after["rows"][0] == "BWBBBWWWWBB"
        assert after["used"] == ["BW=WWB"]

    @pytest.mark.rule("POINT-11", "POINT-14", "POINT-15")
    def test_second_example_of_the_text(self) -> None:
        """The row grows to 16 pawns (the text prints 17)."""
        given = position(
            ["BBWWWWBBBWWBWWW", None], [["WB=BWW"], []], bank=(1, 1), colours=["W", "B"]
        )
        after = table(given).play("WB>BWW@6").position()
        assert after["bank"] == {"B": 1, "W": 0}
        assert after["rows"][0] == "BBWWWBWWBBWWBWWW"
        assert len(after["rows"][0]) == 16

    @pytest.mark.rule("POINT-12", "POINT-13")
    def test_second_example_the_other_reading(self) -> None:
        given = position(
            ["BBWWWWBBBWWBWWW", None], [["WB=BWW"], []], bank=(1, 1), colours=["W", "B"]
        )
        match = table(given)
        assert with_card(match, "WB=BWW") == {
            *("WB>BWW@6", "WB>BWW@11"),
            *("WWB>BW@5", "WWB>BW@10"),
        }
        for place in (5, 10):
            after = match.play(f"WWB>BW@{place}").position()
            assert after["rows"][0].count("W") == 9 - 1

    @pytest.mark.rule("POINT-12")
    def test_swapping_the_sides_without_turning_the_card_is_no_reading(self) -> None:
        match = table(position(["BWWBWWBWWBBB", None], [["WB=BWW"], []]))
        assert with_card(match, "WB=BWW") == {"WWB>BW@2", "WWB>BW@5", "WWB>BW@8"}
        refusal = match.explain("BWW>WB@1")
        assert refusal is not None
        assert refusal.rule == "POINT-12"
        assert (
            "white-black for black-white-white or white-white-black for black-white"
            in refusal.text.en
        )

    @pytest.mark.rule("POINT-13")
    def test_the_pawns_must_stand_side_by_side_and_in_order(self) -> None:
        match = table(position(["BWBWBBWWWWBB", None], [["WW=BBW"], []], bank=(0, 0)))
        assert with_card(match, "WW=BBW") == set()  # WBB>WW needs WBB: it is at 4, but B pays no W
        assert rule_of(match, "WBB>WW@4") == "POINT-15"
        rich = table(position(["BWBWBBWWWWBB", None], [["WW=BBW"], []], bank=(0, 1)))
        assert with_card(rich, "WW=BBW") == {"WBB>WW@4", "WBB>WW@10"}
        refusal = rich.explain("WBB>WW@2")
        assert refusal is not None
        assert refusal.rule == "POINT-13"
        assert refusal.cells == ("2", "3", "4")
        assert "they stand from place 4 or 10" in refusal.text.en

    @pytest.mark.rule("POINT-13")
    def test_a_row_is_not_read_from_right_to_left(self) -> None:
        match = table(position(["WWWBBBWWWBBB", None], [["BW=BBB"], []], bank=(3, 0)))
        # WB stands at 3 and 9: read from the other side of the table that would be BW.
        assert with_card(match, "BW=BBB") == {"BW>BBB@6"}

    @pytest.mark.rule("POINT-13")
    def test_the_player_picks_the_place(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        assert with_card(match, "BW=WWB") == {"BWW>WB@2", "BWW>WB@6"}
        rows = {match.play(m).position()["rows"][0] for m in with_card(match, "BW=WWB")}
        assert rows == {"BWBBBWWWWBB", "BBWWBWBWWBB"}

    @pytest.mark.rule("POINT-13")
    def test_a_place_beyond_the_row_is_refused(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []]))
        for place in (12, 13, 48, 99):
            assert rule_of(match, f"BWW>WB@{place}") == "POINT-13"

    @pytest.mark.rule("POINT-14")
    def test_the_pawns_taken_go_into_the_gap_in_order(self) -> None:
        match = table(position(["WWBWWWBBBBBB", None], [["BW=WWB"], []], bank=(0, 1)))
        assert match.play("BW>WWB@3").position()["rows"][0] == "WWWWBWWBBBBBB"

    @pytest.mark.rule("POINT-15")
    def test_the_pawns_just_given_may_be_among_those_taken(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BB=BBW"], []]))
        assert with_card(match, "BB=BBW") == {"WBB>BB@4", "WBB>BB@10"}

    @pytest.mark.rule("POINT-15")
    def test_bank_empty_the_growing_use_of_bb_bbw_is_illegal(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BB=BBW"], []]))
        refusal = match.explain("BB>BBW@1")
        assert refusal is not None
        assert refusal.rule == "POINT-15"
        assert "it is short of one white pawn" in refusal.text.en
        assert "il lui manque un pion blanc" in refusal.text.fr

    @pytest.mark.rule("POINT-15")
    @pytest.mark.parametrize(("white", "legal"), [(0, False), (1, False), (2, True), (3, True)])
    def test_the_bank_must_hold_enough(self, white: int, legal: bool) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BB=WWB"], []], bank=(0, white)))
        assert ("BB>WWB@1" in match.legal_moves()) == legal

    @pytest.mark.rule("POINT-11")
    def test_only_a_card_in_hand_can_be_used(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BB=BBW"], ["BW=WWB"]]))
        refusal = match.explain("BWW>WB@2")
        assert refusal is not None
        assert refusal.rule == "POINT-11"
        assert "noir-blanc = blanc-blanc-noir" in refusal.text.fr

    @pytest.mark.rule("POINT-34")
    def test_a_formula_that_no_card_has_is_refused(self) -> None:
        assert rule_of(stuck(), "B>W@1") == "POINT-34"

    @pytest.mark.rule("POINT-16")
    def test_the_used_card_goes_to_the_used_pile_and_three_are_left(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], [["BW=WWB"], []], used=["WW=WWW"]))
        after = match.play("BWW>WB@2").position()
        assert after["used"] == ["BW=WWB", "WW=WWW"]
        assert len(after["hands"][0]) == 3
        assert after["to_move"] == 1


class TestTheDuty:
    @pytest.mark.rule("POINT-17")
    def test_a_card_that_can_be_used_must_be_even_when_it_hurts(self) -> None:
        hand = ["BB=WWB", "BB=WWW", "WB=BBB", "WW=BBB"]
        match = table(position(["WBWBBBWBWBWW", None], [hand, []], bank=(0, 1)))
        assert match.legal_moves() == ("BBB>BW@4",)  # seat 0 collects black, and gives two away
        refusal = match.explain("discard WW=BBB")
        assert refusal is not None
        assert refusal.rule == "POINT-17"
        assert "black-black-black for black-white, place 4" in refusal.text.en

    @pytest.mark.rule("POINT-17")
    def test_card_reading_and_place_are_free(self) -> None:
        hand = ["BB=BBW", "BW=WWB", "WB=BWW", "WW=WWW"]
        match = table(position(["BBWWBBWWWWBB", None], [hand, []], bank=(1, 1)))
        expected = {
            use for card in hand for use in plain.uses("BBWWBBWWWWBB", {"B": 1, "W": 1}, card)
        }
        assert set(match.legal_moves()) == expected
        assert len({use.split("@")[0] for use in expected}) > 3

    @pytest.mark.rule("POINT-17")
    def test_two_equal_cards_are_one_choice(self) -> None:
        hand = ["BW=WWB", "BW=WWB", "WW=WWW", "WW=WWW"]
        match = table(position(["BBWWBBWWWWBB", None], [hand, []]))
        assert with_card(match, "BW=WWB") == {"BWW>WB@2", "BWW>WB@6"}
        assert match.play("BWW>WB@2").position()["hands"][0] == ["BW=WWB", "WW=WWW", "WW=WWW"]

    @pytest.mark.rule("POINT-18")
    def test_without_any_use_one_card_of_the_players_choice_is_left_face_up(self) -> None:
        match = stuck()
        assert match.legal_moves() == tuple(f"discard {card}" for card in STUCK_HAND)
        assert rule_of(match, "discard WB=WBW") == "POINT-18"

    @pytest.mark.rule("POINT-18", "POINT-17")
    def test_the_face_up_card_does_not_count_for_the_duty(self) -> None:
        """Seat 1 draws rather than take a usable card; with four useless cards it may discard."""
        hands = [[], ["BB=BBB", "BB=WWW", "WW=BBB"]]
        given = position(
            ["BBBWWWBBBWWW", STUCK_ROW], hands, to_move=1, phase="start", offer="WB=BWB"
        )
        discards: list[str] = []
        for seed in range(40):
            match = tt.setup("point", given, seed=f"duty {seed}")
            assert any(move.startswith("take BWB>BW@") for move in match.legal_moves())
            after = match.play("draw")
            uses = [move for move in after.legal_moves() if ">" in move]
            drawn = after.events()[-1]["card"]
            assert bool(uses) == bool(plain.uses(STUCK_ROW, {"B": 0, "W": 0}, drawn))
            discards += [] if uses else after.legal_moves()
        assert "discard WW=BBB" in discards


class TestTheCardLeftFaceUp:
    def offered(self, offer: str, row: str = "BBBWWWBBBWWW", **parts: Any) -> tt.Match:
        """Seat 0 has just left a card face up for seat 1."""
        given = position(
            [STUCK_ROW, row], [STUCK_HAND[:3], []], to_move=1, phase="start", offer=offer, **parts
        )
        return table(given)

    @pytest.mark.rule("POINT-19")
    def test_the_next_player_may_take_it_instead_of_drawing(self) -> None:
        match = stuck().play("discard WW=WWW")
        assert match.position()["offer"] == "WW=WWW"
        assert match.position()["phase"] == "start"
        assert match.legal_moves() == ("draw", "take WWW>WW@10", "take WWW>WW@4")

    @pytest.mark.rule("POINT-19")
    def test_it_must_be_used_at_once_and_the_hand_stays_at_three(self) -> None:
        match = stuck().play("discard WW=WWW")
        after = match.play("take WWW>WW@4").position()
        assert after["rows"][1] == "BBBWWBBBWWW"
        assert after["hands"][1] == match.position()["hands"][1]
        assert after["used"] == ["WW=WWW"]
        assert after["offer"] is None
        assert after["to_move"] == 0

    @pytest.mark.rule("POINT-19")
    def test_taking_is_a_free_choice(self) -> None:
        after = stuck().play("discard WW=WWW").play("draw").position()
        assert after["phase"] == "use"
        assert len(after["hands"][1]) == 4

    @pytest.mark.rule("POINT-19", "POINT-20")
    def test_a_card_of_no_use_is_not_offered_and_the_next_player_draws(self) -> None:
        match = table(position([STUCK_ROW, "BBWWBBWWBBWW"], [STUCK_HAND, []]))
        after = match.play("discard WW=WWW")
        assert after.position()["phase"] == "use"
        assert after.position()["offer"] is None
        assert after.position()["used"] == ["WW=WWW"]
        assert [e["type"] for e in after.events()] == ["discarded", "set_aside", "drawn"]

    @pytest.mark.rule("POINT-19")
    def test_only_the_next_player_may_take_it(self) -> None:
        rows = [STUCK_ROW, "BBWWBBWWBBWW", "BBBWWWBBBWWW"]
        match = table(position(rows, [STUCK_HAND, [], []]))
        after = match.play("discard WW=WWW")
        assert after.to_move == 1  # who has no use for it; seat 2 would
        assert after.position()["offer"] is None

    @pytest.mark.rule("POINT-19")
    def test_it_is_taken_with_take_and_nothing_else_is(self) -> None:
        match = self.offered("WW=WWW")
        assert rule_of(match, "WWW>WW@4") == "POINT-19"
        assert rule_of(match, "take BBB>BB@1") == "POINT-19"
        assert rule_of(match, "take WWW>WW@3") == "POINT-13"
        assert rule_of(match, "take WW>WWW@4") == "POINT-15"
        assert rule_of(match, "take W>WW@4") == "POINT-34"
        assert rule_of(match, "BBB>BB@1") == "POINT-10"
        assert rule_of(match, "discard BB=BBB") == "POINT-10"

    @pytest.mark.rule("POINT-19")
    def test_after_drawing_it_is_too_late(self) -> None:
        match = self.offered("WW=WWW").play("draw")
        assert rule_of(match, "take WWW>WW@4") == "POINT-19"

    @pytest.mark.rule("POINT-20")
    def test_drawing_sends_it_to_the_used_pile(self) -> None:
        after = self.offered("WW=WWW", used=["BB=BBW"]).play("draw")
        assert after.position()["offer"] is None
        assert after.position()["used"] == ["BB=BBW", "WW=WWW"]
        assert [e["type"] for e in after.events()] == ["set_aside", "drawn"]

    @pytest.mark.rule("POINT-19", "POINT-21")
    def test_a_card_taken_can_win(self) -> None:
        given = position(
            [None, "WWBW"],
            [["BB=BBB"], []],
            bank=(0, 3),
            to_move=1,
            phase="start",
            offer="BW=WWW",
        )
        match = table(given)
        assert match.play("take BW>WWW@3").result == tt.Result((1,), "pure")
