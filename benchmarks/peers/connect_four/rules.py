"""Connect Four: seven columns of six cells, four in a row win. The rules, and nothing else.

A column takes seven bits, the highest of which stays empty, so that no line runs from the top of
one column into the foot of the next. Cell = 7 * column + height:

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from typing import Any, NamedTuple

from tabletier.games.kernel.bits import lowest, nth, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.random import scale

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1
FOOT = sum(1 << (STRIDE * column) for column in range(COLUMNS))
COLUMN = (1 << ROWS) - 1
BOARD = FOOT * COLUMN

MAX_MOVES = COLUMNS
REASONS: tuple[str, ...] = ("line", "full")
LINE, FULL = 0, 1
GOING_ON, ENDED = 0, 1  # from ENDED on the match is over, and ending - ENDED is the reason


class State(NamedTuple):
    """A position: one bit per stone."""

    mine: int
    """The stones of the seat to move (of the seat that would move next, when it is over)."""
    theirs: int
    turn: int
    ending: int


@compiled
def initial() -> State:
    """An empty board, seat 0 begins."""
    return State(0, 0, 0, GOING_ON)


@compiled
def to_move(state: State) -> int:
    """The seat that must drop a stone, or OVER."""
    return OVER if state.ending else state.turn


@compiled
def landings(state: State) -> int:
    """The lowest empty cell of every column that has one; none when the match is over."""
    if state.ending:
        return 0
    return ((state.mine | state.theirs) + FOOT) & BOARD


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """A move is the cell on which the stone lands."""
    bits, count = landings(state), 0
    while bits:
        moves[count] = lowest(bits)
        count += 1
        bits &= bits - 1
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal move that 32 random bits stand for, without listing the others."""
    bits = ((state.mine | state.theirs) + FOOT) & BOARD
    count = popcount(bits)
    pick = scale(word, count)
    if count == COLUMNS:  # mostly: then the number of the column is all it takes
        return lowest(bits & (COLUMN << (STRIDE * pick)))
    return nth(bits, pick)


@compiled
def apply(state: State, move: int) -> State:
    """The stone lands; four in a row win, a full board without them is a draw."""
    stones = state.mine | (1 << move)
    ending = GOING_ON
    if has_line(stones):
        ending = ENDED + LINE
    elif stones | state.theirs == BOARD:
        ending = ENDED + FULL
    return State(state.theirs, stones, 1 - state.turn, ending)


@compiled
def has_line(stones: int) -> bool:
    """Whether four stones stand in a row: upright, level, or on either diagonal."""
    upright = stones & (stones >> 1)
    falling = stones & (stones >> (STRIDE - 1))
    level = stones & (stones >> STRIDE)
    rising = stones & (stones >> (STRIDE + 1))
    return (
        (upright & (upright >> 2))
        | (falling & (falling >> (2 * STRIDE - 2)))
        | (level & (level >> (2 * STRIDE)))
        | (rising & (rising >> (2 * STRIDE + 2)))
    ) != 0


@compiled
def outcome(state: State) -> tuple[int, int]:
    """The winning seat's bit (0: a draw) and the reason; whoever moved last made the line."""
    reason = state.ending - ENDED
    return (2 >> state.turn if reason == LINE else 0), reason


@compiled
def tickets(state: State) -> int:
    """Nothing is drawn in this game."""
    return 0


@compiled
def chance(state: State, ticket: int) -> int:
    """Nothing is drawn in this game."""
    return ticket
