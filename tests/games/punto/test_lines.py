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


@pytest.mark.rule("PUNTO-5")
class TestALine:
    """Unbroken, of one colour, in a row, a column or a diagonal."""

    @pytest.mark.rule("PUNTO-14")
    @pytest.mark.parametrize(("drawing", "move"), [ROW, COLUMN, RISING, FALLING])
    @pytest.mark.parametrize("mode", ["M3", "M4", "T6", "T8"])
    def test_four_in_each_direction(self, mode: str, drawing: str, move: str) -> None:
        match = table(mode, drawing, {0: "r9"}).play(move)
        assert match.position()["rounds_won"][0] == 1

    @pytest.mark.parametrize(
        ("mode", "drawing", "move"),
        [
            ("M4", "r1 b1 r3 r4", "r9@1,0"),
            ("M4", "r1 r2 b1 r4", "r9@2,0"),
            ("M4", "r1 r2 g4 r3", "r5@2,0"),  # the leaflet's own example
            ("M2", "r1 r2 r3 r4", "r9@4,0"),
            ("T4", "g1 g2 g3 g4", "g9@4,0"),
        ],
    )
    def test_the_last_card_may_come_between_cover_or_be_of_either_colour(
        self, mode: str, drawing: str, move: str
    ) -> None:
        match = table(mode, drawing, {0: move[:2]}).play(move)
        assert match.position()["rounds_won"][0] == 1

    @pytest.mark.rule("PUNTO-12", "PUNTO-15")
    @pytest.mark.parametrize(
        ("mode", "drawing", "move"),
        [
            ("M4", "r1 r2 .  r3 .\nb1 b2 y1 g1 .", "r9@4,1"),
            ("M4", "r1 r2 g1 r3 .", "r9@4,0"),
            ("M3", "r1 r2 y1 r3 .", "r9@4,0"),
            ("M2", "r1 r2 r3 g1 .", "r9@4,0"),
            ("T4", "r1 r2 g3 r4 .", "r5@4,0"),
            ("M4", "*r1 r2 .\n.  .  r3", "r9@3,-1"),
            ("M4", "r1 r2/g3 r3 .", "r9@3,0"),
        ],
        ids=[
            "a gap",
            "another colour between",
            "a neutral card between",
            "two colours of a side never combine",
            "nor do they in teams",
            "a bend",
            "a covered card no longer counts",
        ],
    )
    def test_what_is_no_line(self, mode: str, drawing: str, move: str) -> None:
        assert goes_on(table(mode, drawing, {0: move[:2]}).play(move))

    @pytest.mark.parametrize(
        "drawing",
        [
            "b1 g1 y1 b2 r1 r2\nr3 g2 y2 b3 g3 .",
            "r3 g2 y2 b3 g3 .\nb1 g1 y1 b2 r1 r2",
            "b1 g1 y1 b2 g2 r1\nr2 g3 y2 b3 y3 .\nb4 r3 y4 g4 y5 .",
        ],
        ids=["the next row", "the row before", "diagonals"],
    )
    def test_lines_do_not_wrap_round_an_edge(self, drawing: str) -> None:
        """Red cards that would be neighbours only in a flat list of six by six cells."""
        match = table("M4", drawing, {0: "r9"})
        assert all(goes_on(match.play(move)) for move in match.legal_moves())


@pytest.mark.rule("PUNTO-14")
class TestALineWins:
    """At once; longer lines and several lines too."""

    def test_the_round_is_over_before_anybody_turns_over_a_card(self) -> None:
        match = table("M4", ROW[0], {0: "r9"}, rounds_to_win=1).play(ROW[1])
        assert [event["type"] for event in match.events()] == [
            *("placed", "line", "round_won", "over"),
        ]
        assert match.position()["hands"] == [[], [], [], []]
        assert match.position()["board"]["3,0"] == ["r9"]

    def test_the_line_is_shown_with_its_cells(self) -> None:
        match = table("M4", RISING[0], {0: "r9"}).play(RISING[1])
        assert caused(match, "line") == [
            {"type": "line", "side": 0, "colour": "r", "cells": ["0,0", "1,1", "2,2", "3,3"]}
        ]

    @pytest.mark.parametrize(
        ("mode", "drawing", "move", "cells"),
        [
            ("M2", "r1 r2 r3 b1 r4 r5", "r6@3,0", 6),
            ("M4", "r1 r2 b1 r4 r5", "r6@2,0", 5),
            ("M4", "r3 . . .\nr2 . . .\nr1 . . .\n*b1 r4 r5 r6", "r7@0,0", 7),
        ],
        ids=["six between two", "five among four", "two lines at once are one round"],
    )
    def test_longer_lines_and_several_at_once(
        self, mode: str, drawing: str, move: str, cells: int
    ) -> None:
        match = table(mode, drawing, {0: move[:2]}).play(move)
        assert match.position()["rounds_won"][0] == 1
        assert len(caused(match, "line")[0]["cells"]) == cells

    @pytest.mark.rule("PUNTO-19")
    @pytest.mark.parametrize("edition", ["2024", "atalia"])
    @pytest.mark.parametrize("seat", [0, 1, 2, 3])
    def test_whoever_is_to_move_can_win_and_the_left_hand_neighbour_starts(
        self, edition: str, seat: int
    ) -> None:
        colour = "rgby"[seat]
        row = " ".join(f"{colour}{value}" for value in (1, 2, 3))
        start = table("M4", row, {seat: f"{colour}9"}, seat, edition=edition)
        match = start.play(f"{colour}9@3,0")
        assert winning(match) == (seat, f"{colour}9")
        assert match.to_move == (seat + 1) % 4

    def test_a_position_with_a_complete_line_cannot_go_on(self) -> None:
        with pytest.raises(tt.BadPosition, match="a line is complete already"):
            table("M4", "r1 r2 r3 r4", {0: "r9"})


@pytest.mark.rule("PUNTO-15")
class TestNeutralCards:
    """They win nothing, stop nothing, and are not counted."""

    @pytest.mark.parametrize("mode", ["M3", "T6"])
    @pytest.mark.parametrize("length", [4, 5, 6])
    def test_a_neutral_line_wins_nothing_and_play_goes_on(self, mode: str, length: int) -> None:
        row = " ".join(f"y{value}" for value in range(1, length))
        match = table(mode, row, {0: "y9"}).play(f"y9@{length - 1},0")
        assert goes_on(match)
        assert match.to_move == 1
        assert len(match.position()["board"]) == length

    @pytest.mark.rule("PUNTO-21")
    def test_neutral_lines_are_not_counted_when_blocked(self) -> None:
        rest = "y4 y4 y5 y5 y6 y6 y7 y7 y8 y8 y9 y9"
        drawing = "y1 y2 y3\ng1-9 y1 g1-9\ny2 y3 b1"
        match = table("M3", drawing, {0: "r1"}, neutral=(rest, "", "")).play("r1@3,0")
        assert caused(match, "void") == [{"type": "void"}]
