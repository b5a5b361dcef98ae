"""The rule sheet, What a line is and Winning a round."""

import pytest

import tabletier as tt
from tests.games.punto.boards import caused, table, winning

ROW = "r1 r2 r3 .", "r9@3,0"
COLUMN = ".\nr3\nr2\n*r1", "r9@0,3"
RISING = ". . . .\n. . r3 .\n. r2 . .\n*r1 . . .", "r9@3,3"
FALLING = "*r1 . . .\n. r2 . .\n. . r3 .\n. . . .", "r9@3,-3"


def goes_on(match: tt.Match) -> bool:
    """Whether nobody has won the round."""
    return match.result is None and not caused(match, "new_round")


class TestALine:
    """Unbroken, of one colour, in a row, a column or a diagonal."""

    @pytest.mark.rule("PUNTO-5", "PUNTO-14")
    @pytest.mark.parametrize(("drawing", "move"), [ROW, COLUMN, RISING, FALLING])
    @pytest.mark.parametrize("mode", ["M3", "M4", "T6", "T8"])
    def test_four_in_each_direction(self, mode: str, drawing: str, move: str) -> None:
        match = table(mode, drawing, {0: "r9"}).play(move)
        assert match.position()["rounds_won"][0] == 1

    @pytest.mark.rule("PUNTO-5")
    @pytest.mark.parametrize("gap", [1, 2])
    def test_the_last_card_may_be_in_the_middle(self, gap: int) -> None:
        cards = ["r1", "r2", "r3", "r4"]
        cards[gap] = "b1"
        match = table("M4", " ".join(cards), {0: "r9"}).play(f"r9@{gap},0")
        assert match.position()["rounds_won"] == [1, 0, 0, 0]

    @pytest.mark.rule("PUNTO-5")
    def test_a_row_with_a_gap_is_no_line(self) -> None:
        match = table("M4", "r1 r2 .  r3 .\nb1 b2 y1 g1 .", {0: "r9"})
        assert goes_on(match.play("r9@4,1"))

    @pytest.mark.rule("PUNTO-5")
    def test_another_colour_breaks_a_line(self) -> None:
        match = table("M4", "r1 r2 g1 r3 .", {0: "r9"})
        assert goes_on(match.play("r9@4,0"))

    @pytest.mark.rule("PUNTO-5")
    def test_a_bend_is_no_line(self) -> None:
        match = table("M4", "*r1 r2 .\n.  .  r3", {0: "r9"})
        assert goes_on(match.play("r9@3,-1"))

    @pytest.mark.rule("PUNTO-5")
    @pytest.mark.parametrize("mode", ["M2", "T4"])
    def test_two_colours_of_a_side_never_combine(self, mode: str) -> None:
        match = table(mode, "r1 r2 r3 g1 .", {0: "r9"}).play("r9@4,0")
        assert goes_on(match)

    @pytest.mark.rule("PUNTO-5")
    @pytest.mark.parametrize("mode", ["M2", "T4"])
    @pytest.mark.parametrize("colour", ["r", "g"])
    def test_either_colour_of_a_side_makes_a_line(self, mode: str, colour: str) -> None:
        row = " ".join(f"{colour}{value}" for value in (1, 2, 3, 4))
        match = table(mode, row, {0: f"{colour}9"}).play(f"{colour}9@4,0")
        assert match.position()["rounds_won"] == [1, 0]

    @pytest.mark.rule("PUNTO-5", "PUNTO-12")
    def test_a_covered_card_no_longer_counts(self) -> None:
        match = table("M4", "r1 r2/g3 r3 .", {0: "r9"})
        assert goes_on(match.play("r9@3,0"))

    @pytest.mark.rule("PUNTO-5", "PUNTO-12")
    def test_covering_an_opponents_card_may_complete_a_line(self) -> None:
        """The leaflet's own example: a 5 on the red 4 wins."""
        match = table("M4", "r1 r2 g4 r3", {0: "r5"}).play("r5@2,0")
        assert winning(match) == (0, "r5")

    @pytest.mark.rule("PUNTO-5")
    def test_cards_at_the_ends_of_two_rows_do_not_join(self) -> None:
        match = table("M4", "r3 b1 y1 g1 b2 y2\nb3 y3 g2 b4 r1 r2", {0: "r9"})
        assert goes_on(match.play("r9@0,2"))


class TestALineWins:
    """At once; longer lines and several lines too."""

    @pytest.mark.rule("PUNTO-14")
    def test_the_round_is_over_before_anybody_turns_over_a_card(self) -> None:
        match = table("M4", ROW[0], {0: "r9"}, rounds_to_win=1).play(ROW[1])
        assert [event["type"] for event in match.events()] == [
            *("placed", "line", "round_won", "over"),
        ]
        assert match.position()["hands"] == [[], [], [], []]
        assert match.position()["board"]["3,0"] == ["r9"]

    @pytest.mark.rule("PUNTO-14")
    def test_the_line_is_shown_with_its_cells(self) -> None:
        match = table("M4", RISING[0], {0: "r9"}).play(RISING[1])
        (line,) = caused(match, "line")
        assert line == {
            "type": "line",
            "side": 0,
            "colour": "r",
            "cells": ["0,0", "1,1", "2,2", "3,3"],
        }

    @pytest.mark.rule("PUNTO-14")
    def test_a_line_of_six_wins_between_two(self) -> None:
        match = table("M2", "r1 r2 r3 b1 r4 r5", {0: "r6"}).play("r6@3,0")
        assert match.position()["rounds_won"] == [1, 0]
        assert len(caused(match, "line")[0]["cells"]) == 6

    @pytest.mark.rule("PUNTO-14")
    def test_a_line_of_five_wins_among_four(self) -> None:
        match = table("M4", "r1 r2 b1 r4 r5", {0: "r6"}).play("r6@2,0")
        assert match.position()["rounds_won"] == [1, 0, 0, 0]

    @pytest.mark.rule("PUNTO-14")
    def test_several_lines_at_once_are_one_round_won(self) -> None:
        drawing = """
            r3 .  .  .
            r2 .  .  .
            r1 .  .  .
            *b1 r4 r5 r6
        """
        match = table("M4", drawing, {0: "r7"}).play("r7@0,0")
        assert match.position()["rounds_won"] == [1, 0, 0, 0]
        assert len(caused(match, "line")[0]["cells"]) == 7

    @pytest.mark.rule("PUNTO-14")
    @pytest.mark.parametrize("seat", [0, 1, 2, 3])
    def test_whoever_is_to_move_can_win(self, seat: int) -> None:
        colour = "rgby"[seat]
        row = " ".join(f"{colour}{value}" for value in (1, 2, 3))
        match = table("M4", row, {seat: f"{colour}9"}, to_move=seat).play(f"{colour}9@3,0")
        assert [event["side"] for event in caused(match, "round_won")] == [seat]

    @pytest.mark.rule("PUNTO-14")
    def test_a_position_with_a_complete_line_cannot_go_on(self) -> None:
        with pytest.raises(tt.BadPosition, match="a line is complete already"):
            table("M4", "r1 r2 r3 r4", {0: "r9"})


class TestNeutralCards:
    """They win nothing, stop nothing, and are not counted."""

    @pytest.mark.rule("PUNTO-15")
    @pytest.mark.parametrize("mode", ["M3", "T6"])
    @pytest.mark.parametrize("length", [4, 5, 6])
    def test_a_neutral_line_wins_nothing_and_play_goes_on(self, mode: str, length: int) -> None:
        row = " ".join(f"y{value}" for value in range(1, length))
        match = table(mode, row, {0: "y9"}).play(f"y9@{length - 1},0")
        assert goes_on(match)
        assert match.to_move == 1

    @pytest.mark.rule("PUNTO-15")
    def test_neutral_cards_do_not_help_a_line(self) -> None:
        match = table("M3", "r1 r2 y1 r3 .", {0: "r9"})
        assert goes_on(match.play("r9@4,0"))

    @pytest.mark.rule("PUNTO-15", "PUNTO-21")
    def test_neutral_lines_are_not_counted_when_blocked(self) -> None:
        rest = "y4 y4 y5 y5 y6 y6 y7 y7 y8 y8 y9 y9"
        drawing = "y1 y2 y3\ng1-9 y1 g1-9\ny2 y3 b1"
        match = table("M3", drawing, {0: "r1"}, neutral=(rest, "", "")).play("r1@3,0")
        assert caused(match, "void") == [{"type": "void"}]
