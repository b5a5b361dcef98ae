"""What search wants to know of Connect Four: who wins at once, and what must be stopped."""

from typing import Any

from benchmarks.peers.connect_four.rules import BOARD, STRIDE, State, landings
from tabletier.games.kernel.bits import lowest, nth, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import scale


@compiled
def completing(stones: int, step: int) -> int:
    """The cells that make four of these stones along one direction, whatever stands there now.

    Of four neighbours x . . . the empty one is the first, second, third or fourth.
    """
    pair, gap = stones & (stones >> step), stones & (stones >> (2 * step))
    three = pair & (stones >> (2 * step))
    return (
        (three >> step)
        | ((gap & (stones >> (3 * step))) << step)
        | ((pair & (stones >> (3 * step))) << (2 * step))
        | (three << (3 * step))
    )


@compiled
def threats(stones: int, others: int) -> int:
    """The empty cells on which the side with these stones would win."""
    found = (
        completing(stones, 1)
        | completing(stones, STRIDE - 1)
        | completing(stones, STRIDE)
        | completing(stones, STRIDE + 1)
    )
    return found & BOARD & ~(stones | others)


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out ends when the seat to move wins at once, or cannot stop two wins."""
    open_cells = landings(state)
    mine = threats(state.mine, state.theirs) & open_cells
    theirs = threats(state.theirs, state.mine) & open_cells
    if mine == 0 and theirs & (theirs - 1) == 0:
        return False
    winner = state.turn if mine else 1 - state.turn
    value[winner], value[1 - winner] = 1.0, 0.0
    return True


@compiled
def policy_step(state: State, word: int, moves: Any) -> int:
    """Stop a win if there is one to stop; else anywhere but below a cell where the other wins."""
    cells, theirs = landings(state), threats(state.theirs, state.mine)
    if theirs & cells:
        return lowest(theirs & cells)
    safe = cells & ~(theirs >> 1)
    if safe == 0:
        safe = cells
    return nth(safe, scale(word, popcount(safe)))
