"""The rule sheet, Other readings of the rule: pairs that capture, pushes aside, help declined."""

from typing import Any

import pytest

import tabletier as tt
from tests.games.expion.tables import before_capture, marbles, moves_from, table, taken_by, why_not

ANY: dict[str, Any] = {"push": "any"}
CHOOSE: dict[str, Any] = {"chameleon": "choose"}


@pytest.mark.rule("EXPION-40")
class TestWhoCapturesTogether:
    """EXPION-40 Two marbles of one side, or only of one colour or of two partners."""

    def test_usually_the_two_colours_of_a_player_capture_together(self) -> None:
        match = table(n="d6", s="g6", e="e6 i2", expion="b3")
        assert taken_by(match, "g6-f6") == {"e6"}

    def test_by_colour_they_do_not(self) -> None:
        match = table(n="d6", s="g6", e="e6 i2", expion="b3", pairs="colour")
        assert taken_by(match, "g6-f6") == set()

    def test_by_colour_two_marbles_of_one_colour_do(self) -> None:
        match = table(n="d6 g6", e="e6 i2", expion="b3", pairs="colour")
        assert taken_by(match, "g6-f6") == {"e6"}

    def test_by_colour_a_marble_in_camp_captures_with_its_own_colour_only(self) -> None:
        for letter, taken in (("n", {"e8"}), ("s", set())):
            cells = {"n": "e9", "e": "e8 i2", letter: "e9 d7" if letter == "n" else "d7"}
            match = table(marbles=cells, expion="b3", pairs="colour")
            assert taken_by(match, "d7-e7") == taken

    def test_with_three_players_east_and_west_still_capture_together(self) -> None:
        match = table(3, "e", e="g6", w="d6", n="e6 b9", expion="b3", pairs="colour")
        assert taken_by(match, "g6-f6") == {"e6"}

    def test_with_three_players_the_two_colours_of_the_player_alone_do_not(self) -> None:
        match = table(3, n="d6", s="g6", e="e6 i2", w="a2", expion="b3", pairs="colour")
        assert taken_by(match, "g6-f6") == set()

    def test_with_four_players_it_makes_no_difference(self) -> None:
        match = table(4, "s", n="d6", s="g6", e="e6 i2", w="a2", expion="b3", pairs="colour")
        assert taken_by(match, "g6-f6") == {"e6"}

    def test_captures_with_the_expion_are_as_before(self) -> None:
        match = table(n="e8", s="g6", e="f7 i2", expion="e7", pairs="colour")
        assert taken_by(match, "g6-g7") == {"f7"}

    def test_a_retreat_needs_a_capture_by_this_reading(self) -> None:
        cells: dict[str, Any] = {"n": "d4", "s": "f5", "e": "e5"}
        assert why_not(before_capture(expion="b3", **cells), "d4-d5") is None
        match = before_capture(expion="b3", pairs="colour", **cells)
        assert why_not(match, "d4-d5") == "EXPION-15"


@pytest.mark.rule("EXPION-41")
class TestPushingAside:
    """EXPION-41 The Ex*pion goes to any free cell beside its own but where the marble came from."""

    def test_it_goes_straight_on_or_to_either_side(self) -> None:
        match = table(n="e6", e="i2", expion="e5", **ANY)
        assert moves_from(match, "e6") >= {"e5", "e5>d5", "e5>f5"}
        assert match.play("e6-e5>d5").position()["expion"] == "d5"
        assert match.play("e6-e5").position()["expion"] == "e4"

    def test_the_straight_push_is_not_written_with_a_sign(self) -> None:
        match = table(n="e6", e="i2", expion="e5", **ANY)
        with pytest.raises(tt.BadNotation, match="without '>'"):
            match.play("e6-e5>e4")

    def test_usually_it_goes_straight_on_only(self) -> None:
        match = table(n="e6", e="i2", expion="e5")
        assert why_not(match, "e6-e5>d5") == "EXPION-17"

    @pytest.mark.parametrize(
        ("move", "rule"),
        [
            ("e6-e5>e6", "EXPION-41"),
            ("e6-e5>d4", "EXPION-41"),
            ("e6-e5>c5", "EXPION-41"),
            ("e6-d6>d5", "EXPION-41"),
            ("e6-e5>f5", "EXPION-17"),
        ],
    )
    def test_not_back_nor_diagonally_nor_onto_a_marble(self, move: str, rule: str) -> None:
        match = table(n="e6", e="f5 i2", expion="e5", **ANY)
        assert why_not(match, move) == rule

    def test_not_onto_a_special_cell(self) -> None:
        match = table(n="e5", e="i2", expion="d5", special="inner", **ANY)
        assert why_not(match, "e5-d5>d6") == "EXPION-19"

    def test_into_a_free_cell_of_an_enemy_base_and_wins(self) -> None:
        match = table(n="b9", s="h5 c1", e="i2", expion="h4", **ANY)
        after = match.play("h5-h4>i4")
        assert after.result == ((0,), "base")
        closed = table(n="b9", s="h5 c1", e="i4", expion="h4", **ANY)
        assert why_not(closed, "h5-h4>i4") == "EXPION-21"

    def test_never_into_a_base_of_the_own_side(self) -> None:
        match = table(n="d8 b9", e="i2", expion="e8", **ANY)
        assert why_not(match, "d8-e8>e9") == "EXPION-21"

    def test_a_marble_in_camp_may_push_aside_as_it_leaves(self) -> None:
        match = table(n="e9", e="i2", expion="e8", **ANY)
        assert moves_from(match, "e9") == {"e8", "e8>d8", "e8>f8"}

    def test_captures_are_judged_where_it_comes_to_rest(self) -> None:
        match = table(n="e6 b5", e="c5 i2", expion="e5", **ANY)
        assert taken_by(match, "e6-e5>d5") == {"c5"}
        assert taken_by(match, "e6-e5") == set()

    def test_the_step_of_the_marble_decides_whether_it_is_a_retreat(self) -> None:
        match = before_capture(n="e4", expion="e5", **ANY)
        assert why_not(match, "e4-e5>d5") == "EXPION-20"
        match = before_capture(n="e4 b5", e="c5", expion="e5", **ANY)
        assert why_not(match, "e4-e5>d5") is None

    def test_no_retreat_brings_it_into_a_base_before_the_first_capture(self) -> None:
        match = before_capture("i5", n="h4", e="b5", expion="h5", **ANY)
        assert why_not(match, "h4-h5>i5") == "EXPION-20"

    def test_the_push_is_told_with_its_cells(self) -> None:
        after = table(n="e6", e="i2", expion="e5", **ANY).play("e6-e5>d5")
        pushed = next(event for event in after.events() if event["type"] == "pushed")
        assert (pushed["from"], pushed["to"]) == ("e5", "d5")


@pytest.mark.rule("EXPION-42")
class TestDecliningItsHelp:
    """EXPION-42 A move that captures only with the Ex*pion may also be made without its help."""

    def helped(self, **more: Any) -> tt.Match:
        """North may capture f7 with the Ex*pion on e7."""
        return table(n="e8", s="g6", e="f7 i2", expion="e7", **more)

    def test_it_may_be_declined(self) -> None:
        match = self.helped(**CHOOSE)
        assert moves_from(match, "g6") >= {"g7", "g7~"}
        assert taken_by(match, "g6-g7") == {"f7"}
        after = match.play("g6-g7~")
        assert "f7" in marbles(after)
        assert {"type": "declined", "spared": ["f7"]} in after.events()

    def test_usually_it_may_not(self) -> None:
        assert why_not(self.helped(), "g6-g7~") == "EXPION-32"

    def test_where_nothing_depends_on_it_there_is_nothing_to_decline(self) -> None:
        assert why_not(self.helped(**CHOOSE), "g6-f6~") == "EXPION-42"

    def test_all_other_captures_are_made(self) -> None:
        match = table(n="e8 g9", s="h7", e="f7 g8 i2", expion="e7", **CHOOSE)
        assert taken_by(match, "h7-g7") == {"f7", "g8"}
        assert taken_by(match, "h7-g7~") == {"g8"}

    def test_a_push_may_be_made_without_its_help(self) -> None:
        match = table(n="e6 e2", e="e3 i2", expion="e5", **CHOOSE)
        assert taken_by(match, "e6-e5") == {"e3"}
        assert taken_by(match, "e6-e5~") == set()

    def test_together_with_a_push_aside(self) -> None:
        match = table(n="e6 b5", e="c5 i2", expion="e5", **ANY, **CHOOSE)
        assert taken_by(match, "e6-e5>d5") == {"c5"}
        assert taken_by(match, "e6-e5>d5~") == set()

    def test_a_retreat_before_the_first_capture_must_still_capture(self) -> None:
        match = before_capture(n="c4 f5", e="d5", expion="e5", **CHOOSE)
        assert why_not(match, "c4-c5") is None
        assert why_not(match, "c4-c5~") == "EXPION-42"

    def test_such_a_retreat_is_legal_when_it_captures_otherwise(self) -> None:
        match = before_capture(n="c4 f5 c7", e="d5 c6", expion="e5", **CHOOSE)
        assert taken_by(match, "c4-c5") == {"d5", "c6"}
        assert taken_by(match, "c4-c5~") == {"c6"}
