"""Barrier in numbers: its steps as actions, and what a seat sees as planes and scalars.

Actions, in this order (each text once):

    0 …       pawns' steps `c3-d4`, 420, then jumps `c3xe5`, 336; in both by direction (N, NE, E,
              SE, S, SW, W, NW) and then by the cell they start from (a1, b1 … h8). A chain is taken
              jump by jump, each written as a jump of its own
    then 128  layings `3@a4`, by tile and then by place (a4 … h4, a5 … h5); not if chance lays
    then 1    `stop`, which ends a chain that could go on; not where taking is mandatory
    then 1    `pass`; only where a player without a move passes

Planes are 8 x 8: row 0 is row 1 of the board, column 0 is file a, whoever looks.
"""

from typing import Any

import numpy as np

from tabletier.games.barrier.board import (
    CELLS,
    DELTAS,
    DIRECTIONS,
    HALF,
    OPENING,
    OWN_PLACES,
    PLACES,
    STRIDE,
    TILES,
    cell_name,
    pawns_of,
    place_cell,
)
from tabletier.games.barrier.rules import (
    DIRECTION,
    JUMP,
    LAYING,
    PASS,
    STOP,
    may_stop,
    only_jumps,
    sight,
    to_move,
)
from tabletier.games.barrier.rules.moves import sources
from tabletier.games.barrier.state import (
    AT_RANDOM,
    CHAIN,
    LAY,
    MANDATORY,
    MOVE,
    QUIET_LIMIT,
    STUCK,
    State,
)
from tabletier.games.kernel.bits import lowest, pick
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import Extent, Options
from tabletier.games.kernel.spaces import mark_seats, seat_scalars

SIDE = 8
HIGH = 1


def all_steps() -> list[int]:
    """Every step and jump that stays on the board, in the order of their actions."""
    return [
        DIRECTION * direction + JUMP * jump + cell
        for jump in (0, 1)
        for direction, delta in enumerate(DELTAS)
        for cell in CELLS
        if cell + delta in CELLS and cell + (1 + jump) * delta in CELLS
    ]


STEPS = np.array(all_steps(), np.int16)  # a GPU has little room for constants
GOINGS = len(STEPS)
ACTIONS = np.full(LAYING, -1, np.int16)
"""The action of every step of a pawn; -1 for those that would leave the board."""
ACTIONS[STEPS] = np.arange(GOINGS)
LAYINGS = TILES * PLACES


def texts(options: Options) -> tuple[str, ...]:
    """The text of every action."""
    found = [_going(step) for step in STEPS.tolist()]
    if options["layout"] != "random":
        cells = [cell_name(place_cell(place)) for place in range(PLACES)]
        found += [f"{tile + 1}@{cell}" for tile in range(TILES) for cell in cells]
    if options["capture"] != "mandatory":
        found.append("stop")
    if options["no_move"] == "pass":
        found.append("pass")
    return tuple(found)


def _going(step: int) -> str:
    source, jump, delta = step % JUMP, step // JUMP % 2, DELTAS[step // DIRECTION]
    return f"{cell_name(source)}{'-x'[jump]}{cell_name(source + (1 + jump) * delta)}"


@part
def first_after_layings(state: State) -> int:
    """The first action after the layings: STOP or, where that is none, PASS."""
    return GOINGS if state.table.layout & AT_RANDOM else GOINGS + LAYINGS


@compiled
def action_of(state: State, step: int) -> int:
    """The action of a step out of `legal_moves`."""
    if step < LAYING:
        return int(ACTIONS[step])
    if step < STOP:
        return GOINGS + step - LAYING
    after = first_after_layings(state)
    return after + 1 if step == PASS and state.table.capture != MANDATORY else after


@compiled
def step_of(state: State, action: int) -> int:
    """The step of a legal action."""
    if action < GOINGS:
        return int(STEPS[action])
    after = first_after_layings(state)
    if action < after:
        return LAYING + action - GOINGS
    return STOP if action == after and state.table.capture != MANDATORY else PASS


@compiled
def mark(state: State, mask: Any, value: int) -> None:
    """Write `value` into the mask at every legal action."""
    if state.phase == MOVE or state.phase == CHAIN:
        mark_goings(state, mask, value)
    elif state.phase == LAY:
        places = pick(OWN_PLACES, state.turn) & state.barrier.bare
        hand = pick(state.barrier.hands, state.turn)
        while hand:
            mark_bits(mask, GOINGS + PLACES * lowest(hand), places, value)
            hand &= hand - 1
    elif state.phase == STUCK:
        mask[action_of(state, PASS)] = value


@compiled
def mark_goings(state: State, mask: Any, value: int) -> None:
    """Write `value` at every step and jump of a pawn, and at the end of a chain."""
    seen, ways = sight(state), state.barrier.ways
    first = 1 if only_jumps(state, seen) else 0
    for direction in range(8):
        for jump in range(first, 2):
            low, high = sources(seen, ways, direction, jump)
            base = DIRECTION * direction + JUMP * jump
            while low:
                mask[ACTIONS[base + lowest(low)]] = value
                low &= low - 1
            while high:
                mask[ACTIONS[base + HALF + lowest(high)]] = value
                high &= high - 1
    if may_stop(state):
        mask[action_of(state, STOP)] = value


@part
def mark_bits(mask: Any, base: int, bits: int, value: int) -> None:
    """Write `value` at base + n for every bit n."""
    while bits:
        mask[base + lowest(bits)] = value
        bits &= bits - 1


@part
def reversible(state: State) -> int:
    """BARRIER-29. How many moves back a position can have occurred before."""
    return state.quiet


def extent(options: Options) -> Extent:
    """BARRIER-28. A match ends when so many quiet moves follow each other.

    What is not quiet takes a pawn or crowns one, and a pawn is taken once and crowned once; of the
    last side one pawn is left. A chain that somebody ends has taken a pawn.
    """
    pawns = sum(half.bit_count() for plane in OPENING for half in plane)
    lively, stops = (pawns - 1) + pawns, 0 if options["capture"] == "mandatory" else pawns - 1
    by_lot = options["layout"] == "random"
    toss = options["first_player"] == "random"
    return Extent(
        actions=(0 if by_lot else PLACES) + lively + (lively + 1) * QUIET_LIMIT + stops,
        draws=(PLACES if by_lot else 0) + toss,
        outcomes=TILES if by_lot else 2 * toss,
    )


def planes(options: Options) -> tuple[str, ...]:
    """What each plane shows."""
    return (
        "my ordinary pawns",
        "my crowned pawns",
        "the other side's ordinary pawns",
        "the other side's crowned pawns",
        "the pawn that has jumped and may jump again",
        "my squares of the barrier without a tile",
        "the other side's squares of the barrier without a tile",
        *(f"tiles whose arrow shows {name}" for name in DIRECTIONS),
    )


def grid(options: Options) -> tuple[int, int]:
    """Height and width of a plane."""
    return SIDE, SIDE


def scalars(options: Options) -> tuple[str, ...]:
    """What each scalar says."""
    hands = [f"{whose} tile {tile + 1}" for whose in ("my", "their") for tile in range(TILES)]
    return (
        *seat_scalars(2),
        "tiles are being laid",
        "a chain of jumps goes on",
        "I can only pass, or the other side can",
        f"moves since the last capture or crowning, / {QUIET_LIMIT}",
        *(f"{name} is still to be laid" for name in hands),
    )


@compiled
def observe(state: State, seat: int, planes: Any, scalars: Any) -> None:
    """What a seat sees, into planes and scalars that hold nothing but 0."""
    other, crowned = 1 - seat, state.pawns.crowned
    for side in range(2):
        low, high = pawns_of(state.pawns, seat if side == 0 else other)
        base = 2 * side * SIDE * SIDE
        show(planes, base, low & ~crowned[0], high & ~crowned[1])
        show(planes, base + SIDE * SIDE, low & crowned[0], high & crowned[1])
        bare = state.barrier.bare & pick(OWN_PLACES, seat if side == 0 else other)
        mark_bits(planes, (5 + side) * SIDE * SIDE + 3 * SIDE, bare, 1)
        hand = pick(state.barrier.hands, seat if side == 0 else other)
        mark_bits(scalars, 8 + TILES * side, hand, 1)
    if state.phase == CHAIN:
        planes[4 * SIDE * SIDE + state.chain - state.chain // STRIDE] = 1
    for direction in range(8):
        way = pick(state.barrier.ways, direction)
        show(planes, (7 + direction) * SIDE * SIDE, way & ((1 << HALF) - 1), way >> HALF)
    mark_seats(scalars, 2, seat, to_move(state))
    scalars[4] = 1 if state.phase == LAY else 0
    scalars[5] = 1 if state.phase == CHAIN else 0
    scalars[6] = 1 if state.phase == STUCK else 0
    scalars[7] = state.quiet * (1 / QUIET_LIMIT)


@part
def show(planes: Any, base: int, low: int, high: int) -> None:
    """Write 1 into a plane at every cell of a set, given as two words (see `board.py`)."""
    while low:
        cell = lowest(low)
        planes[base + cell - cell // STRIDE] = 1
        low &= low - 1
    while high:
        cell = lowest(high) + HALF
        planes[base + cell - cell // STRIDE] = 1
        high &= high - 1
