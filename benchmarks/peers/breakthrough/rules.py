"""Breakthrough (Dan Troyka) on eight by eight cells. The rules, and nothing else.

Cell = 8 * row + column, so a1 is 0 and h8 is 63. Black (seat 0) comes from rows 7 and 8, goes down
and begins; White goes up from rows 1 and 2. A pawn on its goal row ends the match, so while it
goes on White's pawns stand on rows 1 to 7 and Black's on rows 2 to 8: 56 cells each. Each side's
pawns are kept in a frame of their own, 56 bits:

    White's bit = cell        Black's bit = cell - 8

What lies straight ahead of a pawn with bit b is then bit b of the *other* side's frame, for both
sides, and the two ahead of it on the slant are b - 1 (towards a) and b + 1 (towards h).
"""

from typing import Any, NamedTuple

from tabletier.games.kernel.bits import lowest, nth, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.random import scale

BLACK, WHITE = 0, 1
SIDE = 8
CELLS = SIDE * SIDE
FRAME = (1 << (CELLS - SIDE)) - 1
FILE_A = FRAME // 255
NOT_A, NOT_H = FRAME - FILE_A, FRAME - 128 * FILE_A

# A move is 64 * way + the pawn's bit.
TOWARDS_A, STRAIGHT, TOWARDS_H = 0, 1, 2

MAX_MOVES = 3 * 2 * SIDE
REASONS: tuple[str, ...] = ("goal", "last_pawn")
GOAL, LAST_PAWN = 0, 1
NOWHERE = -1


class State(NamedTuple):
    """A position: one bit per pawn, each side in its own frame."""

    mine: int
    """The pawns of the seat to move (of the seat that would move next, when it is over)."""
    theirs: int
    """The other pawns, without the one on its goal row."""
    turn: int
    goal: int
    """The column in which a pawn has reached its goal row, else NOWHERE."""


@compiled
def initial() -> State:
    """Two full rows each, Black begins."""
    return State(FRAME & ~(FRAME >> 16), 0xFFFF, BLACK, NOWHERE)


@compiled
def to_move(state: State) -> int:
    """The seat that must move a pawn, or OVER."""
    if state.goal != NOWHERE or state.mine == 0:
        return OVER
    return state.turn


@compiled
def blocked(state: State) -> int:
    """For every bit: whether a pawn of the mover's own stands straight ahead of it."""
    if state.turn == WHITE:
        return state.mine >> SIDE
    return (state.mine << SIDE) & FRAME


@compiled
def movable(state: State) -> tuple[int, int, int]:
    """The pawns that may go towards a, straight on, and towards h.

    Straight on the cell must be empty; on the slant it may also hold an enemy, which is taken.
    """
    mine, own = state.mine, blocked(state)
    return (
        mine & NOT_A & ~(own << 1),
        mine & ~(own | state.theirs),
        mine & NOT_H & ~(own >> 1),
    )


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """Every step of every pawn; there always is one, for the foremost pawn is never hemmed in."""
    count = 0
    if to_move(state) == OVER:
        return count
    left, straight, right = movable(state)
    count = fill(moves, count, left, CELLS * TOWARDS_A)
    count = fill(moves, count, straight, CELLS * STRAIGHT)
    return fill(moves, count, right, CELLS * TOWARDS_H)


@compiled
def fill(moves: Any, count: int, bits: int, base: int) -> int:
    """Write base + n for every bit n; the new number of moves."""
    while bits:
        moves[count] = base + lowest(bits)
        count += 1
        bits &= bits - 1
    return count


@compiled
def random_move(state: State, word: int) -> int:
    """The legal move that 32 random bits stand for, without listing the others."""
    left, straight, right = movable(state)
    lefts, straights = popcount(left), popcount(straight)
    pick = scale(word, lefts + straights + popcount(right))
    if pick < lefts:
        return CELLS * TOWARDS_A + nth(left, pick)
    pick -= lefts
    if pick < straights:
        return CELLS * STRAIGHT + nth(straight, pick)
    return CELLS * TOWARDS_H + nth(right, pick - straights)


@compiled
def apply(state: State, move: int) -> State:
    """A pawn steps ahead, and takes what it meets on the slant."""
    source = move & (CELLS - 1)
    target = source + (move >> 6) - STRAIGHT  # in the other side's frame
    theirs = state.theirs & ~(1 << target)
    mine, goal = state.mine ^ (1 << source), NOWHERE
    if state.turn == WHITE:
        if target >= CELLS - 2 * SIDE:
            goal = target & (SIDE - 1)
        else:
            mine |= 1 << (target + SIDE)
    elif target < SIDE:
        goal = target
    else:
        mine |= 1 << (target - SIDE)
    return State(theirs, mine, 1 - state.turn, goal)


@compiled
def outcome(state: State) -> tuple[int, int]:
    """The winning seat's bit and the reason: whoever moved last wins, nothing is ever drawn."""
    return 2 >> state.turn, (GOAL if state.goal != NOWHERE else LAST_PAWN)


@compiled
def tickets(state: State) -> int:
    """Nothing is drawn in this game."""
    return 0


@compiled
def chance(state: State, ticket: int) -> int:
    """Nothing is drawn in this game."""
    return ticket
