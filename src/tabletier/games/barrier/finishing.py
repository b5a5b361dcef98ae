"""How a match of Barrier is finished: what the strongest opponents know of the last pawns.

Two sides have reason to hurry: one that is far ahead of a side with few pawns left, and one that
will soon lose by the count of quiet moves (BARRIER-28). Either has to go and find the other's
pawns: what counts is how far its crowned pawns are from them by the ways that the tiles leave open,
and how little room is left to the other side. Who hunts is settled for a whole search, by the
position it begins with, so that no line looks better just because it leads into such an ending.
"""

from typing import Any

import numpy as np

from tabletier.games.barrier.board import (
    HALF,
    ROW,
    STRIDE,
    YELLOW,
    Plane,
    Ways,
    amount,
    delta_in,
    pawns_of,
)
from tabletier.games.barrier.rules import strength
from tabletier.games.barrier.rules.moves import beyond, southern
from tabletier.games.barrier.state import State
from tabletier.games.kernel.bits import pick
from tabletier.games.kernel.compiler import compiled

FEW, CLEAR = 4, 2
"""So few pawns are hunted by a side that has so many more."""
ENDING, CALM = 6, 30
"""With so few pawns, a side that is behind looks for a fight after so many quiet moves."""
FAR = 10
"""Whoever is further away than this is nowhere near."""
NEAR = 10
"""What each step nearer to the other side's pawns is worth to a crowned pawn that hunts."""
ROOM = 8
"""What it is worth to a hunter far ahead to leave the other side one step less."""
HASTE = 1
"""What it is worth to it that something has happened one move later."""
NOBODY = 0
HUNTER, WEIGHT, AHEAD = 0, 1, 2
"""Where it stands in the plan of a search: the side that hunts plus 1, or NOBODY; what a step
nearer is worth; 1 if the hunter is far ahead."""
PLAN = 8
"""Numbers in a plan."""

OPEN_SOUTH = sum(ROW << (STRIDE * row) for row in range(3))
OPEN_NORTH = OPEN_SOUTH << STRIDE
ROW_4, ROW_5 = ROW << (3 * STRIDE), ROW << (4 * STRIDE)


def plan_of(root: State) -> Any:
    """Who hunts in a search that begins here, and how eagerly."""
    plan = np.zeros(PLAN, np.int64)
    counts = amount(root.pawns.yellow), amount(root.pawns.colourless)
    powers = strength(root.pawns, YELLOW), strength(root.pawns, 1 - YELLOW)
    fewer = min(counts)
    if fewer <= FEW and max(counts) >= fewer + CLEAR:
        plan[:3] = 1 + counts.index(max(counts)), NEAR, 1
    elif fewer <= ENDING and powers[0] != powers[1] and root.quiet >= CALM:
        plan[:3] = 1 + powers.index(min(powers)), 2 + (root.quiet - CALM) // 3, 0
    return plan


@compiled
def one_step_from(cells: Plane, ways: Ways) -> Plane:
    """The cells from which a crowned pawn steps into a set, or is there already.

    Off the barrier it goes anywhere, on a tile as the arrow shows (BARRIER-14, BARRIER-17).
    """
    low, high = cells
    seen, tiles = southern(cells), 0
    for direction in range(8):
        tiles |= pick(ways, direction) & beyond(seen, delta_in(direction))
    low_beside = low | (low << 1) | (low >> 1)
    high_beside = high | (high << 1) | (high >> 1)
    south = low_beside | (low_beside << STRIDE) | (low_beside >> STRIDE)
    north = high_beside | (high_beside << STRIDE) | (high_beside >> STRIDE)
    return (
        low | (south & OPEN_SOUTH) | (tiles & ROW_4),
        high | (north & OPEN_NORTH) | ((tiles & ROW_5) >> HALF),
    )


@compiled
def nearness(hunters: Plane, prey: Plane, ways: Ways) -> int:
    """How many steps less than FAR the hunters are from the prey, all together."""
    reached, left, steps, found = prey, FAR, 0, 0
    while left > 0 and found < amount(hunters):
        reached = one_step_from(reached, ways)
        found = amount((hunters[0] & reached[0], hunters[1] & reached[1]))
        left -= 1
        steps += found
    return steps + left * found


@compiled
def hunt(state: State, hunter: int, weight: int) -> int:
    """What it is worth to a side how near its crowned pawns have come to the other's pawns."""
    pawns = state.pawns
    mine, theirs = pawns_of(pawns, hunter), pawns_of(pawns, 1 - hunter)
    kings = mine[0] & pawns.crowned[0], mine[1] & pawns.crowned[1]
    return weight * nearness(kings, theirs, state.barrier.ways)
