"""Moving and pushing (EXPION-11 to EXPION-22)."""

from typing import ClassVar

import pytest

import tabletier as tt
from tests.games.expion.tables import (
    before_capture,
    marbles,
    moves_from,
    table,
    taken_by,
    why_not,
)


class TestStraightLines:
    @pytest.mark.rule("EXPION-11")
    def test_no_marble_moves_diagonally(self) -> None:
        match = table(n="d5", e="h3", expion="g7")
        assert moves_from(match, "d5") == {"d4", "d6", "c5", "e5"}
        assert why_not(match, "d5-e4") == "EXPION-11"
        assert why_not(match, "d5-f4") == "EXPION-11"

    @pytest.mark.rule("EXPION-11")
    def test_the_expion_is_not_pushed_diagonally(self) -> None:
        assert why_not(table(n="d6", e="h3"), "d6-e5") == "EXPION-11"


class TestLeavingCamp:
    @pytest.mark.rule("EXPION-12")
    def test_a_marble_leaves_by_one_two_or_three_cells(self) -> None:
        match = tt.new("expion", seed="x")
        assert moves_from(match, "e9") == {"e8", "e7", "e6"}
        assert moves_from(match.play("e9-e8"), "i5") == {"h5", "g5", "f5"}

    @pytest.mark.rule("EXPION-12")
    def test_it_cannot_go_four_cells_nor_pass_the_expion(self) -> None:
        match = tt.new("expion", seed="x")
        assert why_not(match, "e9-e5") == "EXPION-12"
        assert why_not(match, "b9-b5") == "EXPION-12"
        assert why_not(table(n="e9", e="i5", expion="e7"), "e9-e6") == "EXPION-12"

    @pytest.mark.rule("EXPION-12")
    @pytest.mark.parametrize(
        ("blocker", "reach"),
        [("d8", set()), ("d7", {"d8"}), ("d6", {"d8", "d7"}), ("d5", {"d8", "d7", "d6"})],
    )
    def test_every_cell_on_the_way_must_be_empty(self, blocker: str, reach: set[str]) -> None:
        match = table(n="d9", s="h4", e=blocker)
        assert moves_from(match, "d9") == reach
        for target in {"d8", "d7", "d6"} - reach:
            refusal = match.explain(f"d9-{target}")
            assert refusal is not None
            assert refusal.rule == "EXPION-12"
            assert refusal.cells == ("d9", blocker)
            assert f"East’s marble is in the way on {blocker}" in refusal.text.en

    @pytest.mark.rule("EXPION-13")
    def test_marbles_are_not_shifted_inside_a_camp(self) -> None:
        assert why_not(table(n="d9", e="i5"), "d9-e9") == "EXPION-13"

    @pytest.mark.rule("EXPION-13")
    def test_a_marble_never_comes_back_into_its_camp(self) -> None:
        match = table(n="d8", e="i5")
        assert "d9" not in moves_from(match, "d8")
        assert why_not(match, "d8-d9") == "EXPION-13"

    @pytest.mark.rule("EXPION-13")
    def test_a_marble_enters_no_other_camp_either(self) -> None:
        match = table(n="b4 h4 d2", e="i5")
        for move in ("b4-a4", "h4-i4", "d2-d1"):
            assert why_not(match, move) == "EXPION-13"


class TestSteps:
    @pytest.mark.rule("EXPION-14")
    @pytest.mark.parametrize(
        ("turn", "forward", "left", "right", "back"),
        [
            ("n", "d3", "c4", "e4", "d5"),
            ("e", "c4", "d3", "d5", "e4"),
            ("s", "d5", "c4", "e4", "d3"),
            ("w", "e4", "d5", "d3", "c4"),
        ],
    )
    def test_before_the_first_capture_a_marble_steps_forward_or_sideways(
        self, turn: str, forward: str, left: str, right: str, back: str
    ) -> None:
        match = before_capture(players=4, turn=turn, expion="g7", **{turn: "d4"})
        assert moves_from(match, "d4") == {forward, left, right}
        assert why_not(match, f"d4-{back}") == "EXPION-15"

    @pytest.mark.rule("EXPION-14")
    def test_a_step_is_one_cell(self) -> None:
        match = table(n="d5", e="h3")
        assert why_not(match, "d5-d3") == "EXPION-14"
        assert why_not(match, "d5-b5") == "EXPION-14"

    @pytest.mark.rule("EXPION-14")
    def test_a_step_goes_to_an_empty_cell(self) -> None:
        match = table(n="d5 d4", e="c5 i5")
        assert why_not(match, "d5-d4") == "EXPION-14"
        refusal = match.explain("d5-c5")
        assert refusal is not None
        assert refusal.rule == "EXPION-14"
        assert refusal.cells == ("c5",)

    @pytest.mark.rule("EXPION-15")
    def test_before_the_first_capture_a_marble_does_not_go_back(self) -> None:
        match = before_capture(n="c5")
        assert "c6" not in moves_from(match, "c5")
        assert why_not(match, "c5-c6") == "EXPION-15"

    @pytest.mark.rule("EXPION-15", "EXPION-16")
    def test_a_retreat_that_captures_is_legal_and_frees_retreats_for_everybody(self) -> None:
        match = before_capture(n="c5 e6 f5", e="d6 g4", w="b4")
        assert "c6" in moves_from(match, "c5")
        after = match.play("c5-c6")
        assert after.position()["first_capture"] is True
        assert "d6" not in marbles(after)
        assert "h4" in moves_from(after, "g4")
        assert "f6" in moves_from(after.play("g4-h4"), "f5")

    @pytest.mark.rule("EXPION-15", "EXPION-29")
    def test_a_retreat_with_the_help_of_the_expion_is_legal(self) -> None:
        match = before_capture(n="c5 e7", e="d6", expion="e6")
        assert taken_by(match, "c5-c6") == {"d6"}

    @pytest.mark.rule("EXPION-16")
    @pytest.mark.parametrize(("turn", "back"), [("n", "d5"), ("e", "e4"), ("s", "d3"), ("w", "c4")])
    def test_after_the_first_capture_all_marbles_may_go_back(self, turn: str, back: str) -> None:
        cells = {"n": "b9", "e": "i2", "s": "h1", "w": "a7", turn: "d4"}
        assert back in moves_from(table(players=4, turn=turn, expion="g7", marbles=cells), "d4")


class TestPushing:
    @pytest.mark.rule("EXPION-17")
    def test_a_marble_pushes_the_expion_straight_on_and_takes_its_place(self) -> None:
        match = before_capture(e="f5", turn="e")
        after = match.play("f5-e5")
        assert after.position()["expion"] == "d5"
        assert marbles(after)["e5"] == "e"
        assert after.to_move == 0

    @pytest.mark.rule("EXPION-17")
    def test_a_sideways_push_is_legal_before_any_capture(self) -> None:
        after = before_capture(w="e4", turn="w").play("e4-e5")
        assert after.position()["expion"] == "e6"

    @pytest.mark.rule("EXPION-17")
    @pytest.mark.parametrize("colour", ["n", "e"])
    def test_the_cell_it_is_pushed_to_must_be_free(self, colour: str) -> None:
        cells = {"n": "e6 b9", "e": "i2"}
        cells[colour] += " e4"
        refusal = table(marbles=cells).explain("e6-e5")
        assert refusal is not None
        assert refusal.rule == "EXPION-17"
        assert refusal.cells == ("e5", "e4")

    @pytest.mark.rule("EXPION-17")
    def test_the_expion_does_not_move_by_itself(self) -> None:
        assert why_not(table(n="e6", e="i2"), "e5-e4") == "EXPION-17"

    @pytest.mark.rule("EXPION-18")
    def test_a_marble_in_camp_pushes_as_it_leaves(self) -> None:
        match = before_capture(expion="e8")
        assert moves_from(match, "e9") == {"e8"}
        after = match.play("e9-e8")
        assert after.position()["expion"] == "e7"
        assert "e9" not in marbles(after)

    @pytest.mark.rule("EXPION-18")
    def test_it_does_not_push_after_a_run(self) -> None:
        assert why_not(table(n="e9", e="i2", expion="e7"), "e9-e7") == "EXPION-18"
        assert why_not(table(n="e9", e="i2", expion="e6"), "e9-e6") == "EXPION-18"

    @pytest.mark.rule("EXPION-18")
    def test_a_push_from_camp_needs_a_free_cell_too(self) -> None:
        assert why_not(table(n="e9", e="e7", expion="e8"), "e9-e8") == "EXPION-17"
        inner = table(special="inner", n="d9", e="i2", expion="d7", s="d8")
        assert why_not(inner, "d8-d7") == "EXPION-19"

    @pytest.mark.rule("EXPION-19")
    def test_the_expion_is_not_pushed_onto_a_special_cell(self) -> None:
        match = table(n="d8", e="i2", expion="c8")
        assert why_not(match, "d8-c8") == "EXPION-19"
        elsewhere = table(n="d8", e="i2", expion="c8", special="inner")
        assert elsewhere.play("d8-c8").position()["expion"] == "b8"

    @pytest.mark.rule("EXPION-20")
    def test_a_backward_push_before_the_first_capture_is_a_retreat(self) -> None:
        match = before_capture(n="e4")
        assert why_not(match, "e4-e5") == "EXPION-20"
        assert "e5" in moves_from(table(n="e4", e="i2"), "e4")

    @pytest.mark.rule("EXPION-20", "EXPION-28")
    @pytest.mark.parametrize("friend", ["c6", "e8"])
    def test_a_backward_push_that_captures_is_legal(self, friend: str) -> None:
        """The Ex*pion goes to e6 and flanks d6 with c6, or e7 with e8."""
        enemy = {"c6": "d6", "e8": "e7"}[friend]
        match = before_capture(n=f"e4 {friend}", e=enemy)
        assert taken_by(match, "e4-e5") == {enemy}

    @pytest.mark.rule("EXPION-20")
    def test_a_backward_push_may_capture_by_the_marble_itself(self) -> None:
        assert taken_by(before_capture(n="e4 c5", e="d5"), "e4-e5") == {"d5"}

    @pytest.mark.rule("EXPION-21")
    def test_the_expion_does_not_enter_ones_own_base_or_a_partners(self) -> None:
        match = table(n="b5", s="e7", e="i2", expion="e8")
        assert why_not(match, "e7-e8") == "EXPION-21"
        four = table(players=4, turn="s", n="b5", s="e7", e="i2", expion="e8")
        assert why_not(four, "e7-e8") == "EXPION-21"

    @pytest.mark.rule("EXPION-21")
    def test_the_expion_does_not_enter_a_base_cell_that_holds_its_marble(self) -> None:
        match = table(turn="e", n="e9", w="e7", expion="e8")
        refusal = match.explain("e7-e8")
        assert refusal is not None
        assert refusal.rule == "EXPION-21"
        assert refusal.cells == ("e9",)
        assert table(turn="e", n="d9", w="e7", expion="e8").play("e7-e8").result is not None


class TestPassing:
    SHUT_IN: ClassVar = {"n": "b9", "e": "b8 h3", "w": "c8 b7"}  # North's only marble

    @pytest.mark.rule("EXPION-22")
    def test_whoever_has_no_move_passes_and_only_then(self) -> None:
        match = table(marbles=self.SHUT_IN)
        assert match.legal_moves() == ("pass",)
        assert why_not(match, "b9-b8") == "EXPION-12"
        after = match.play("pass")
        assert marbles(after) == marbles(match)
        assert after.to_move == 1
        assert after.position()["quiet"] == 1

    @pytest.mark.rule("EXPION-22")
    def test_nobody_passes_who_can_move(self) -> None:
        match = tt.new("expion", seed="x")
        assert "pass" not in match.legal_moves()
        assert why_not(match, "pass") == "EXPION-22"
        with pytest.raises(tt.IllegalMove, match="from b1 to b2, for example"):
            match.play("pass")
