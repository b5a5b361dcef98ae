"""What the manners of opponents like in Barrier; see `Likes` in the contract."""

import numpy as np

from tabletier.games.barrier.board import HALF, STRIDE, Pawns, amount, pawns_of
from tabletier.games.barrier.rules import MAX_MOVES, legal_moves
from tabletier.games.barrier.search import ahead, gates, noisy_moves
from tabletier.games.barrier.state import State
from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.contract import Likes

PAWN, CROWN = 10, 5
"""What taking a pawn and having one crowned are to the greedy, in rows gone forward."""
JUMP = 10
"""What a jump left to the others is to the careful, in pairs of pawns that stand together."""
BESIDE = (1, STRIDE - 1, STRIDE, STRIDE + 1)
"""From a cell to four of its neighbours; to the others from theirs."""


def likes(before: State, after: State) -> Likes:
    """What there is to jump over, to take and to move decides.

    The careful leave few jumps and keep their pawns together; the greedy take, are crowned and
    advance where nobody waits for them; the blocking leave few moves and few ways off the barrier.
    """
    moves, side = np.empty(MAX_MOVES, np.int64), before.turn
    taken = amount(pawns_of(before.pawns, 1 - side)) - amount(pawns_of(after.pawns, 1 - side))
    crowned = crowns(after.pawns, side) - crowns(before.pawns, side)
    gone = rows(after.pawns, side) - rows(before.pawns, side)
    jumps = noisy_moves(after, moves)
    return Likes(
        careful=together(after.pawns, side) - JUMP * jumps,
        greedy=PAWN * taken + CROWN * crowned + gone - jumps,
        blocking=-legal_moves(after, moves) - ways_off(after, 1 - side),
    )


def together(pawns: Pawns, side: int) -> int:
    """How many pairs of pawns of a side stand on neighbouring cells."""
    south, north = pawns_of(pawns, side)
    cells = south | (north << HALF)
    return sum((cells & (cells >> beside)).bit_count() for beside in BESIDE)


def ways_off(state: State, side: int) -> int:
    """BARRIER-14. From how many tiles a side can leave the barrier forward."""
    near, far = gates(state.barrier.ways, side)
    return popcount(near) + popcount(far)


def crowns(pawns: Pawns, side: int) -> int:
    """BARRIER-16. How many crowned pawns a side has."""
    mine, crowned = pawns_of(pawns, side), pawns.crowned
    return amount((mine[0] & crowned[0], mine[1] & crowned[1]))


def rows(pawns: Pawns, side: int) -> int:
    """How many rows all pawns of a side have gone forward."""
    mine = pawns_of(pawns, side)
    return sum(rank * ahead(mine, side, rank) for rank in range(8))
