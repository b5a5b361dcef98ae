"""Breakthrough: pawns go ahead, take on the slant, and the first one across wins."""

from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.errors import BadNotation, BadPosition, IllegalMove
from tabletier.match.match import Match
from tests.peers.boards import KEYS

HOME = ["bbbbbbbb"] * 2 + ["........"] * 4 + ["wwwwwwww"] * 2

assert "breakthrough" in KEYS  # importing KEYS registers the guests


def standing(pawns: str, to_move: Any) -> dict[str, Any]:
    """A position from names such as `bd4 we3`."""
    rows = [["."] * 8 for _ in range(8)]
    for pawn in pawns.split():
        rows[8 - int(pawn[2])]["abcdefgh".index(pawn[1])] = pawn[0]
    return {"rows": ["".join(row) for row in rows], "to_move": to_move}


def table(pawns: str, to_move: int) -> Match:
    return tt.setup("breakthrough", standing(pawns, to_move))


class TestMoves:
    def test_both_begin_with_two_rows_and_black_moves_first(self) -> None:
        match = tt.new("breakthrough")
        assert match.position() == {"rows": HOME, "to_move": 0}
        assert len(match.legal_moves()) == 22

    def test_black_goes_down_and_white_goes_up(self) -> None:
        assert table("bd4 wh1", 0).legal_moves() == ("d4-c3", "d4-d3", "d4-e3")
        assert table("ba8 wd4", 1).legal_moves() == ("d4-c5", "d4-d5", "d4-e5")

    def test_a_pawn_takes_on_the_slant_only(self) -> None:
        assert table("bd4 wc3 wd3 we3", 0).legal_moves() == ("d4xc3", "d4xe3")
        assert table("wd4 bc5 bd5 be5", 1).legal_moves() == ("d4xc5", "d4xe5")

    def test_a_pawn_of_ones_own_is_in_the_way(self) -> None:
        moves = table("bd4 bc3 bd3 be3 wh1", 0).legal_moves()
        assert not [move for move in moves if move.startswith("d4")]

    def test_the_board_has_edges(self) -> None:
        assert table("ba4 wh1", 0).legal_moves() == ("a4-a3", "a4-b3")
        assert table("bh4 wa1", 0).legal_moves() == ("h4-g3", "h4-h3")
        assert table("ba8 wh4", 1).legal_moves() == ("h4-g5", "h4-h5")
        assert table("bh8 wa4", 1).legal_moves() == ("a4-a5", "a4-b5")

    def test_what_is_taken_is_gone(self) -> None:
        match = table("bd4 bh8 wc3 wa1", 0).play("d4xc3")
        assert match.position() == standing("bc3 bh8 wa1", 1)


class TestRefusals:
    @pytest.mark.parametrize(
        ("move", "fault"),
        [
            ("d4xd3", "nothing to take on d3"),
            ("d4-c3", "a pawn on c3"),
            ("d4-d5", "one row ahead"),
            ("d4-f3", "one row ahead"),
            ("a4-a3", "no pawn on a4"),
            ("d4-e3", "e3 is occupied"),
        ],
    )
    def test_a_refusal_says_why(self, move: str, fault: str) -> None:
        with pytest.raises(IllegalMove, match=fault):
            table("bd4 be3 wc3 wh1", 0).play(move)

    @pytest.mark.parametrize("text", ["", "d4", "d4d3", "d4-d9", "i4-i3", "d4-d3 "])
    def test_anything_but_two_cells_is_no_move(self, text: str) -> None:
        with pytest.raises(BadNotation, match="write a7-a6 to step"):
            tt.new("breakthrough").play(text)


class TestTheEnd:
    @pytest.mark.parametrize("move", ["a2-a1", "a2-b1"])
    def test_a_black_pawn_on_row_1_wins(self, move: str) -> None:
        match = table("ba2 wd4", 0).play(move)
        assert match.result == ((0,), "goal")
        assert match.legal_moves() == ()
        assert match.position() == standing(f"b{move[3:]} wd4", 1)

    @pytest.mark.parametrize("move", ["h7-h8", "h7xg8"])
    def test_a_white_pawn_on_row_8_wins(self, move: str) -> None:
        match = table("bg8 ba5 wh7", 1).play(move)
        assert match.result == ((1,), "goal")
        left = "ba5" if "x" in move else "bg8 ba5"
        assert match.position() == standing(f"{left} w{move[3:]}", 0)

    def test_taking_the_last_pawn_wins(self) -> None:
        assert table("bd4 wc3", 0).play("d4xc3").result == ((0,), "last_pawn")

    def test_the_last_pawn_of_a_side_may_itself_reach_the_goal(self) -> None:
        assert table("ba2 wh4", 0).play("a2-a1").result == ((0,), "goal")


class TestPositions:
    @pytest.mark.parametrize(
        ("given", "fault"),
        [
            (standing("ba1 wd4", 0), "over before"),
            (standing("ba1 bb1 wd4", 1), "over before"),
            (standing("wd4", 1), "over before"),
            (standing("ba4", True), "to_move is"),
            ({"rows": ["bbbbbbbb"] * 3 + HOME[3:], "to_move": 0}, "more than sixteen"),
            ({"rows": [*HOME[:7], "wwwwwww?"], "to_move": 0}, "the signs are"),
            ({"rows": HOME[:7], "to_move": 0}, "eight rows of eight"),
            ({"rows": HOME}, "rows and to_move"),
            ([], "rows and to_move"),
        ],
    )
    def test_what_cannot_stand_on_the_table_is_refused(self, given: Any, fault: str) -> None:
        with pytest.raises(BadPosition, match=fault):
            tt.setup("breakthrough", given)

    def test_a_finished_game_may_be_set_up(self) -> None:
        assert table("ba1 wd4", 1).result == ((0,), "goal")
        assert table("bd4", 1).result == ((0,), "last_pawn")
