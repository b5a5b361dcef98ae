"""Ex*pion in numbers: its moves as actions, and what a seat sees as planes and scalars.

Actions, in this order (each text once):

    0 … 167     steps within the area, `e6-e5`, by direction (N, E, S, W) and then by the cell they
                start from (rank 8 first, b to h); a straight push is a step onto the Ex*pion
    168 … 251   departures from camp by one cell `e9-e8`, then by two, then by three; each by camp
                (N, E, S, W) and then by lane (west to east, or north to south)
    then 392    pushes aside `e6-e5>d5`, two for each of the first 196: the Ex*pion goes north or
                east, south or west of its cell; only with `push=any`
    then all of the above once more with a `~`, the Ex*pion's help declined; with `chameleon=choose`
    at last     `pass`

Planes are 9 x 9: row 0 is rank 1, column 0 is file a, whoever looks; the corners belong to nothing.
"""

from typing import Any

import numpy as np

from tabletier.games.expion.board import AREA, BASE, CAMPS, DELTA, EDGE, OWNERS, STRIDE
from tabletier.games.expion.notation import write
from tabletier.games.expion.options import start
from tabletier.games.expion.rules import QUIET_LIMIT, to_move
from tabletier.games.expion.rules.moves import sources
from tabletier.games.expion.rules.readings import KINDS, kind_code, other_sources
from tabletier.games.expion.state import (
    ANY_WAY,
    BY_CHOICE,
    DECLINE,
    GOING_ON,
    LEAVE,
    PASS,
    TURN,
    WAY,
    State,
    readings_of,
    way_of,
)
from tabletier.games.kernel.bits import field, lowest, pick
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.contract import Extent, Options
from tabletier.games.kernel.spaces import mark_seats, seat_scalars

SIDE = 9
HIGH = 1
LANES = 7


def all_moves() -> list[int]:
    """Every plain move but the pass, in the order of their actions."""
    cells = [cell for cell in range(BASE) if (AREA >> cell) & 1]
    inner = [
        WAY * way + cell
        for way in range(4)
        for cell in cells
        if not (EDGE[way] >> cell) & 1 and (AREA >> (cell + DELTA[way])) & 1
    ]
    leaving = [
        WAY * (LEAVE[camp & 1] + length) + cell
        for length in range(3)
        for camp in range(4)
        for cell in cells
        if (EDGE[camp] >> cell) & 1
    ]
    return inner + leaving


# A corner of the area lies in front of two camps, one of each side, whose ways have other numbers.
MOVES = np.array(all_moves(), np.int16)  # a GPU has little room for constants
PLAIN = len(MOVES)
ACTIONS = np.full(PASS, -1, np.int16)
"""The action of every plain move; -1 where there is none."""
ACTIONS[MOVES] = np.arange(PLAIN)
PUSHERS = PLAIN - 2 * 4 * LANES
"""The actions that move a marble by one cell, and so may push the Ex*pion aside."""


def texts(options: Options) -> tuple[str, ...]:
    """The text of every action."""
    state = start(options)
    steps = [step_of(state, action) for action in range(actions_in(state) - 1)]
    return (*(write(state, (step,)) for step in steps), write(state, (PASS,)))


@part
def actions_before(state: State) -> int:
    """How many actions there are before those that decline the Ex*pion's help, or the pass."""
    return PLAIN + 2 * PUSHERS if readings_of(state.table) & ANY_WAY else PLAIN


@part
def actions_in(state: State) -> int:
    """How many actions there are; the last one is the pass."""
    before = actions_before(state)
    return 2 * before + 1 if readings_of(state.table) & BY_CHOICE else before + 1


@compiled
def action_of(state: State, step: int) -> int:
    """The action of a move out of `legal_moves`."""
    if step == PASS:
        return actions_in(state) - 1
    action, turn = int(ACTIONS[step % TURN]), (step // TURN) % 8
    if turn:
        action = PLAIN + 2 * action + ((turn - 1) >> 1)
    return action + actions_before(state) if step >= DECLINE else action


@compiled
def step_of(state: State, action: int) -> int:
    """The move of a legal action."""
    before = actions_before(state)
    if action == actions_in(state) - 1:
        return PASS
    declined = DECLINE if action >= before else 0
    action = action - before if declined else action
    if action < PLAIN:
        return declined + int(MOVES[action])
    move, aside = int(MOVES[(action - PLAIN) >> 1]), (action - PLAIN) & 1
    return declined + TURN * (1 + 2 * aside + across(move)) + move


@part
def across(move: int) -> int:
    """1 if a move goes north or south, so that a push aside goes east or west; else 0."""
    way = move // WAY
    along = way & 1 if way < 4 else (0 if way < LEAVE[1] else 1)
    return 1 - along


@compiled
def mark(state: State, mask: Any, value: int) -> None:
    """Write `value` into the mask at every legal action."""
    if state.ending != GOING_ON:
        return
    found = 0
    for kind in range(KINDS if readings_of(state.table) else 1):
        ways, code = sources_of(state, kind), kind_code(kind)
        for index in range(7):
            cells, base = ways[index], code + WAY * way_of(index, state.cycle)
            found |= cells
            while cells:
                mask[action_of(state, base + lowest(cells))] = value
                cells &= cells - 1
    if found == 0:
        mask[actions_in(state) - 1] = value


@part
def sources_of(state: State, kind: int) -> Any:
    """The sources of all moves of a kind, see `rules/readings.py`; usually there is but one."""
    if readings_of(state.table):
        return other_sources(state, state.cycle, kind)
    return sources(state, state.cycle)


@part
def reversible(state: State) -> int:
    """EXPION-37. How many moves back a position can have occurred before."""
    return state.quiet


def extent(options: Options) -> Extent:
    """EXPION-38. A match ends when so many quiet turns follow each other.

    What is not quiet takes a marble or brings one out of its camp, and each marble leaves once and
    is taken once; of the last side one marble is left.
    """
    marbles = 4 * LANES
    lively = (marbles - 1) + marbles
    return Extent(actions=lively + (lively + 1) * QUIET_LIMIT, draws=0, outcomes=0)


def planes(options: Options) -> tuple[str, ...]:
    """What each plane shows."""
    return (
        "marbles of my camp, or of the first of my two camps",
        "marbles of the next camp clockwise",
        "marbles of the camp opposite (mine, or my partner's)",
        "marbles of the third camp clockwise",
        "the Ex*pion",
        "cells closed to the Ex*pion",
    )


def grid(options: Options) -> tuple[int, int]:
    """Height and width of a plane."""
    return SIDE, SIDE


def scalars(options: Options) -> tuple[str, ...]:
    """What each scalar says."""
    places = (f"it is the turn of the camp of plane {plane}" for plane in range(len(CAMPS)))
    return (
        *seat_scalars(options["players"]),
        *places,
        "a marble has been captured: all may retreat",
        f"turns since the last capture or departure, / {QUIET_LIMIT}",
    )


BEYOND = (SIDE, 1, -SIDE, -1)
"""How far beyond the cell in front of it each camp's cell stands in a plane."""
FIRST_CAMPS = sum(
    OWNERS[4 * (players - 2) : 4 * (players - 1)].index(seat) << (2 * (4 * (players - 2) + seat))
    for players in (2, 3, 4)
    for seat in range(players)
)
"""Per number of players and seat, 2 bits each: its first camp."""


@part
def at(cell: int) -> int:
    """Where a cell of the area, given by its bit, stands in a plane of 9 x 9."""
    return SIDE * (7 - cell // STRIDE) + cell % STRIDE + 1


@compiled
def observe(state: State, seat: int, planes: Any, scalars: Any) -> None:
    """What a seat sees, into planes and scalars that hold nothing but 0."""
    players, board = state.table.players, state.board
    first = field(FIRST_CAMPS, 4 * (players - 2) + seat, 2)
    for plane in range(4):
        camp = (first + plane) & 3
        base = SIDE * SIDE * plane
        show(planes, base, pick(board.marbles, camp))
        show(planes, base + pick(BEYOND, camp), pick(board.homes, camp & 1) & EDGE[camp])
    expion = at(board.expion % BASE)
    if board.expion >= BASE:
        expion += pick(BEYOND, board.expion // BASE - 1)
    planes[4 * SIDE * SIDE + expion] = 1
    show(planes, 5 * SIDE * SIDE, state.table.special & AREA)
    mark_seats(scalars, players, seat, to_move(state))
    if state.ending == GOING_ON:
        scalars[2 * players + ((state.cycle - first) & 3)] = 1
    scalars[2 * players + 4] = state.first_capture
    scalars[2 * players + 5] = state.quiet * (1 / QUIET_LIMIT)


@part
def show(planes: Any, base: int, cells: int) -> None:
    """Write 1 into a plane at every cell of a set."""
    while cells:
        planes[base + at(lowest(cells))] = 1
        cells &= cells - 1
