"""Connect Four: stones fall, four in a row win."""

from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.errors import BadNotation, BadPosition, IllegalMove
from tabletier.match.match import Match
from tests.peers.boards import KEYS

EMPTY = "......."
DRAWN = "ddacfefgeccddffcceddbbcbffaeaeeggggabagabb"

assert "connect_four" in KEYS  # importing KEYS registers the guests


def after(moves: str) -> Match:
    match = tt.new("connect_four", seed="test")
    for move in moves:
        match = match.play(move)
    return match


def position(*bottom: str, to_move: Any) -> dict[str, Any]:
    """A position from its lowest rows, the lowest last."""
    return {"rows": [EMPTY] * (6 - len(bottom)) + list(bottom), "to_move": to_move}


class TestMoves:
    def test_a_stone_lands_on_the_stones_below_it(self) -> None:
        assert after("dd").position() == position("...o...", "...x...", to_move=0)

    def test_a_column_takes_six(self) -> None:
        match = after("dddddd")
        assert match.legal_moves() == ("a", "b", "c", "e", "f", "g")
        with pytest.raises(IllegalMove, match="Column d is full"):
            match.play("d")

    @pytest.mark.parametrize("text", ["", "h", "A", "d1", "4", "dd", "é"])
    def test_anything_but_a_column_is_no_move(self, text: str) -> None:
        with pytest.raises(BadNotation, match="letter of a column"):
            after("").play(text)


class TestTheEnd:
    @pytest.mark.parametrize("moves", ["aabbccd", "abababa", "abbccdcddgd", "gffeededdad"])
    def test_four_in_a_row_win_level_upright_or_slanting(self, moves: str) -> None:
        assert after(moves[:-1]).result is None
        assert after(moves).result == ((0,), "line")

    def test_the_second_player_wins_as_well(self) -> None:
        assert after("gagbgcf").result is None
        assert after("gagbgcfd").result == ((1,), "line")

    def test_three_and_one_above_the_next_column_are_no_line(self) -> None:
        """a4, a5, a6 and b1 follow each other only in a numbering without a gap."""
        assert after("bacacaafafa").result is None

    def test_a_full_board_without_a_line_is_a_draw(self) -> None:
        assert after(DRAWN[:-1]).result is None
        assert after(DRAWN).result == ((), "full")
        assert after(DRAWN).legal_moves() == ()


class TestPositions:
    @pytest.mark.parametrize(
        ("given", "fault"),
        [
            (position("x......", EMPTY, to_move=1), "hangs in the air"),
            (position("x......", to_move=0), "do not fit whose turn"),
            (position("xx.....", to_move=1), "do not fit whose turn"),
            (position("oooo...", "xxxx...", to_move=0), "won before the last move"),
            (position("x.....?", to_move=1), "the signs are"),
            (position("x.....", to_move=1), "six rows of seven"),
            (position("x......", to_move=2), "to_move is"),
            (position("x......", to_move=True), "to_move is"),
            ({"rows": [EMPTY] * 5, "to_move": 0}, "six rows of seven"),
            ({"rows": [1] * 6, "to_move": 0}, "six rows of seven"),
            ({"rows": EMPTY, "to_move": 0}, "six rows of seven"),
            ({"rows": [EMPTY] * 6}, "rows and to_move"),
            (None, "rows and to_move"),
        ],
    )
    def test_what_cannot_stand_on_the_table_is_refused(self, given: Any, fault: str) -> None:
        with pytest.raises(BadPosition, match=fault):
            tt.setup("connect_four", given)

    def test_a_finished_game_may_be_set_up(self) -> None:
        won = position("ooo....", "xxxx...", to_move=1)
        assert tt.setup("connect_four", won).result == ((0,), "line")
