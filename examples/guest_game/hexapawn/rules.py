"""Hexapawn: three pawns against three on nine cells. The rules, and nothing else.

    7 8 9   rank 3: Black (seat 1) begins here and goes down     cell = 3 * rank + file, from 0,
    4 5 6                                                          so that a1 is 0 and c3 is 8
    1 2 3   rank 1: White (seat 0) begins here, goes up and starts

They are plain functions over a small tuple of whole numbers. That is all the house needs to compile
them, to search, and to play thousands of matches a second; see docs/adding-a-game.md.
"""

from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import OVER

WHITE, BLACK = 0, 1
SIDE, CELLS = 3, 9
FIRST_RANK, LAST_RANK = 0b000_000_111, 0b111_000_000

MAX_MOVES = 9
REASONS: tuple[str, ...] = ("arrived", "stuck")
ARRIVED, STUCK = 0, 1


class State(NamedTuple):
    """A position: one bit for each pawn."""

    white: int
    black: int
    turn: int
    """The seat that moves, or would move next when the match is over."""


@compiled
def initial() -> State:
    """HEXAPAWN-1. Three pawns each on the nearest rank; White starts."""
    return State(FIRST_RANK, LAST_RANK, WHITE)


@compiled
def has_arrived(state: State) -> bool:
    """HEXAPAWN-4. Whether a pawn stands on the rank where the others began."""
    return (state.white & LAST_RANK) != 0 or (state.black & FIRST_RANK) != 0


@compiled
def list_moves(state: State, moves: Any) -> int:
    """HEXAPAWN-2, 3. One step ahead onto a free cell, or on the slant where it captures.

    A move is 9 * source + target. The house wants them ascending.
    """
    own, other = (state.white, state.black) if state.turn == WHITE else (state.black, state.white)
    ahead = SIDE if state.turn == WHITE else -SIDE
    count = 0
    for source in range(CELLS):
        if not (own >> source) & 1:
            continue
        for aside in range(-1, 2):
            target, file = source + ahead + aside, source % SIDE + aside
            if not (0 <= target < CELLS and 0 <= file < SIDE):
                continue
            enemy = ((other >> target) & 1) != 0
            free = (((own | other) >> target) & 1) == 0
            if (aside == 0 and free) or (aside != 0 and enemy):
                moves[count] = CELLS * source + target
                count += 1
    return count


@compiled
def can_move(state: State) -> bool:
    """Whether the seat to move has any move."""
    own, other = (state.white, state.black) if state.turn == WHITE else (state.black, state.white)
    ahead = own << SIDE if state.turn == WHITE else own >> SIDE
    everywhere, not_a, not_c = (1 << CELLS) - 1, 0b110_110_110, 0b011_011_011
    steps = ahead & ~(own | other) & everywhere
    slants = (((ahead & not_c) << 1) | ((ahead & not_a) >> 1)) & other & everywhere
    return (steps | slants) != 0


@compiled
def to_move(state: State) -> int:
    """The seat that must move, or OVER."""
    return OVER if has_arrived(state) or not can_move(state) else state.turn


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """Every legal move, into a buffer; how many there are."""
    return 0 if has_arrived(state) else list_moves(state, moves)


@compiled
def apply(state: State, move: int) -> State:
    """A pawn moves, and captures what stands where it arrives."""
    source, target = 1 << (move // CELLS), 1 << (move % CELLS)
    if state.turn == WHITE:
        return State((state.white ^ source) | target, state.black & ~target, BLACK)
    return State(state.white & ~target, (state.black ^ source) | target, WHITE)


@compiled
def outcome(state: State) -> tuple[int, int]:
    """HEXAPAWN-4, 5. Whoever moved last has won: a bit for the seat, and the reason."""
    return 2 >> state.turn, (ARRIVED if has_arrived(state) else STUCK)


@compiled
def tickets(state: State) -> int:  # noqa: ARG001 -- every game answers the same verbs
    """Nothing is drawn in this game."""
    return 0


@compiled
def chance(state: State, ticket: int) -> int:  # noqa: ARG001
    """Nothing is drawn in this game."""
    return ticket
