"""What the manners of opponents like in Ex*pion; see `Likes` in the contract."""

import numpy as np

from tabletier.games.expion.rules import MAX_MOVES
from tabletier.games.expion.search import noisy_moves, terms
from tabletier.games.expion.state import Board, State
from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.contract import Likes

MARBLE, PUSH = 20, 5
"""What a capture and a push of the Ex*pion are to the greedy, in cells where they may capture."""
LOST = 10
"""What a capture left to the others is to the careful, in pairs of marbles side by side."""
STRIKES, LANES, PAIRS = 2, slice(5, 9), 10
"""Where `terms` says on how many cells a side may soon capture, how near it is to pushing the
Ex*pion home in each way, and how many pairs it has."""


def likes(before: State, after: State) -> Likes:
    """What can be captured, pushed and moved decides.

    The careful leave few captures and keep their marbles together; the greedy capture and push,
    and bring their marbles where they strike; the blocking shut the Ex*pion's ways to their base.
    """
    moves, side = np.empty(MAX_MOVES, np.int64), before.cycle & 1
    taken = marbles(before.board, side ^ 1) - marbles(after.board, side ^ 1)
    pushed = after.board.expion != before.board.expion
    theirs, counts = after.cycle & 1 != side, terms(after, side)
    return Likes(
        careful=counts[PAIRS] - (LOST * noisy_moves(after, moves) if theirs else 0),
        greedy=MARBLE * taken + PUSH * pushed + counts[STRIKES],
        blocking=-sum(terms(after, side ^ 1)[LANES]),
    )


def marbles(board: Board, side: int) -> int:
    """How many marbles a side has, in the area and in camp."""
    return popcount(board.marbles[side] | board.marbles[side ^ 2]) + popcount(board.homes[side])
