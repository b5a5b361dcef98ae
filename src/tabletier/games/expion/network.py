"""What a network sees of Ex*pion: every marble, from where the Ex*pion lies and who is to move.

There is a table of rows for each cell of the Ex*pion and each view; a marble adds the row of its
cell. A view is how the board is turned: to North for the mover. For two players it is whose turn it
is and whether a marble has been captured; for three and four, which place of the round it is.

What is trained is less: boards that are mirrored, or turned with the sides exchanged, are the same
to the network. Every row of the tables stands for one of the trained rows (`trained`), so turning
costs nothing when positions are judged. With two players the colours of a side are one to it; with
more, north and south are never exchanged: one is the mover's and the other its partner's.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tabletier.games.expion.board import BASE, SPECIAL
from tabletier.games.expion.state import READINGS_AT, State, readings_of
from tabletier.games.kernel.bits import lowest
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.kernel.network import (
    HEAD,
    NO_ROWS,
    WORDS,
    Sums,
    packed_heads,
    packed_rows,
    read_out,
    with_row,
)
from tabletier.games.kernel.weights import Weights, load_weights

SIDE, CELLS = 7, 49
HOMES = 14
AT_HOME = 4 * CELLS
BIAS = AT_HOME + 2 * HOMES
"""Rows of a table: four colours of 49 cells, two sides of 14 camp cells, and one that is always on:
it knows which cells are special and whether a marble has been captured."""
TABLE = BIAS + 2 * len(SPECIAL)
VIEWS = 4
ALL_ROWS = VIEWS * CELLS * TABLE
"""Rows of all tables for two players, and as many again for more."""
ON_TOP = 1
"""What the network says is added to the hand-made judgement: alone it is weaker."""
PLAYED = (1 << READINGS_AT) - 1
"""The bits of `Agreed.special` that are cells; the others are readings of the rule."""


@part
def dense(bit: int) -> int:
    """A cell's number among 49, row by row."""
    return bit - (bit >> 3)


@part
def view_of(state: State) -> int:
    """How the board is turned."""
    if state.table.players == 2:
        return 2 * state.first_capture + (state.cycle & 1)
    return state.cycle


@part
def table_of(state: State) -> int:
    """The first row of the table for where the Ex*pion lies and who is to move."""
    return TABLE * (CELLS * view_of(state) + dense(state.board.expion % BASE))


@part
def bias_of(state: State) -> int:
    """Which of the last rows of a table is on."""
    special, preset = state.table.special & PLAYED, 0
    for number in range(1, len(SPECIAL)):
        if special == SPECIAL[number]:
            preset = number
    return BIAS + 2 * preset + state.first_capture


@part
def home_of(bit: int, side: int) -> int:
    """A camp cell's number among its side's 14, from the bit of the cell in front of it."""
    if side == 0:
        return (bit & 7) + SIDE * ((bit >> 4) & 1)
    return (bit >> 3) + SIDE * ((bit >> 1) & 1)


@part
def with_cells(sums: Sums, net: Any, cells: int, first: int) -> tuple[Sums, int]:
    """The lanes with a row for each cell of a set, and how many there were."""
    count = 0
    while cells:
        sums = with_row(sums, net, first + dense(lowest(cells)))
        cells &= cells - 1
        count += 1
    return sums, count


@part
def with_homes(sums: Sums, net: Any, cells: int, first: int, side: int) -> tuple[Sums, int]:
    """The same for the camp cells of a side."""
    count = 0
    while cells:
        sums = with_row(sums, net, first + home_of(lowest(cells), side))
        cells &= cells - 1
        count += 1
    return sums, count


@compiled
def judged(state: State, net: Any) -> int:
    """What the network makes of a position: the lead of the side to move, hundredths of a marble.

    Stands with `inputs` below: the same rows in the same order.
    """
    board, first = state.board, table_of(state)
    sums = with_row(NO_ROWS, net, first + bias_of(state))
    sums, north = with_cells(sums, net, board.marbles[0], first)
    sums, east = with_cells(sums, net, board.marbles[1], first + CELLS)
    sums, south = with_cells(sums, net, board.marbles[2], first + 2 * CELLS)
    sums, west = with_cells(sums, net, board.marbles[3], first + 3 * CELLS)
    sums, own = with_homes(sums, net, board.homes[0], first + AT_HOME, 0)
    sums, other = with_homes(sums, net, board.homes[1], first + AT_HOME + HOMES, 1)
    count = 1 + north + east + south + west + own + other
    return read_out(sums, count, net, ALL_ROWS * WORDS + HEAD * (first // TABLE))


@compiled
def inputs(state: State, rows: Any) -> int:
    """Fills `rows` with the active rows; those for three and four players follow those for two."""
    board, first = state.board, table_of(state)
    more = ALL_ROWS if state.table.players > 2 else 0
    rows[0] = more + first + bias_of(state)
    count = 1
    for colour in range(4):
        cells = board.marbles[colour]
        while cells:
            rows[count] = more + first + CELLS * colour + dense(lowest(cells))
            cells &= cells - 1
            count += 1
    for side in range(2):
        cells = board.homes[side]
        while cells:
            rows[count] = more + first + AT_HOME + HOMES * side + home_of(lowest(cells), side)
            cells &= cells - 1
            count += 1
    return count


@compiled
def head(state: State) -> int:
    """The number of the table, and so of the head; those for more players follow those for two."""
    more = VIEWS * CELLS if state.table.players > 2 else 0
    return more + table_of(state) // TABLE


@compiled
def mover(state: State) -> int:
    """The side to move: 0 or 1."""
    return state.cycle & 1


# What is trained. A cell is (row, column) seen from the centre: -3 … 3, and 4 either way in a camp.

TWO, MANY = 0, 1
"""Modes: two players, to whom the two colours of a side are one; and more."""
BUCKETS = (16, 28)
"""Per mode: the Ex*pion's cells, up to mirroring."""
PLANES = (2 * CELLS, 4 * CELLS)
TRAINED = tuple(planes + 2 * HOMES + 2 * len(SPECIAL) for planes in PLANES)
"""Rows of a table in each mode."""
STARTS = (0, BUCKETS[TWO] * TRAINED[TWO])
HEADS = sum(BUCKETS)
MADE_OF = (STARTS[MANY] + BUCKETS[MANY] * TRAINED[MANY], HEADS)

Cell = tuple[int, int]


def turned(cell: Cell, quarters: int) -> Cell:
    """A cell when the board is turned so that the camp `quarters` clockwise comes to the north."""
    row, column = cell
    for _ in range(quarters):
        row, column = -column, row
    return row, column


def seen(mode: int, place: int, expion: Cell, colour: int, cell: Cell) -> tuple[Cell, int, Cell]:
    """The Ex*pion, a colour and its cell as the mover sees them, mirrored to one part."""
    (row, column), (r, c) = turned(expion, place), turned(cell, place)
    colour = (colour - place) & 3
    if row > 0 and mode != MANY:
        row, r, colour = -row, -r, colour if colour & 1 else colour ^ 2
    if column > 0:
        column, c, colour = -column, -c, colour ^ 2 if colour & 1 else colour
    return (row, column), colour, (r, c)


def bucket(mode: int, expion: Cell) -> int:
    """The number of the Ex*pion's cell among those that are not mirrored."""
    return (expion[0] + 3) * 4 + expion[1] + 3


def _colour_row(mode: int, colour: int, cell: Cell) -> int:
    plane = colour if mode == MANY else colour & 1
    return CELLS * plane + SIDE * (cell[0] + 3) + cell[1] + 3


def _home_row(mode: int, cell: Cell) -> int:
    """A camp cell after turning: the mover's camps are in the north and south."""
    row, column = cell
    if abs(row) > 3:
        return PLANES[mode] + (column + 3) + SIDE * (row > 0)
    return PLANES[mode] + HOMES + (row + 3) + SIDE * (column > 0)


def _all_tables() -> list[tuple[int, int, Cell]]:
    """Mode, place and the Ex*pion's cell of each table: those for two players, then for more."""
    places = [(TWO, side) for _ in range(2) for side in (0, 1)]
    places += [(MANY, place) for place in range(4)]
    centred = [(k // SIDE - 3, k % SIDE - 3) for k in range(CELLS)]
    return [(mode, place, cell) for mode, place in places for cell in centred]


def _camp_cell(number: int) -> tuple[int, Cell]:
    """The camp (0 North …) and cell of a home row of `home_of`: side 0's 14, then side 1's."""
    side, lane, far = number // HOMES, number % SIDE - 3, number % HOMES >= SIDE
    if side == 0:
        return (2, (4, lane)) if far else (0, (-4, lane))
    return (1, (lane, 4)) if far else (3, (lane, -4))


@cache
def trained() -> tuple[Any, Any]:
    """For every row and every head of the tables, the trained one that it stands for."""
    rows, heads = [], []
    for mode, place, expion in _all_tables():
        found = []
        for number in range(AT_HOME):
            cell = (number % CELLS // SIDE - 3, number % CELLS % SIDE - 3)
            _, colour, there = seen(mode, place, expion, number // CELLS, cell)
            found.append(_colour_row(mode, colour, there))
        for number in range(2 * HOMES):
            camp, cell = _camp_cell(number)
            found.append(_home_row(mode, seen(mode, place, expion, camp, cell)[2]))
        found += [PLANES[mode] + 2 * HOMES + number for number in range(2 * len(SPECIAL))]
        here = bucket(mode, seen(mode, place, expion, 0, (0, 0))[0])
        rows.append(STARTS[mode] + TRAINED[mode] * here + np.array(found))
        heads.append(sum(BUCKETS[:mode]) + here)
    return np.concatenate(rows), np.array(heads)


@cache
def factors() -> Any:
    """Per trained row: whose marble is where, of which colour, and where it is from the Ex*pion."""
    found = np.zeros((MADE_OF[0], 3), np.int64)
    for mode, place, expion in _all_tables():
        for colour in range(4):
            for number in range(CELLS):
                cell = (number // SIDE - 3, number % SIDE - 3)
                here, kind, there = seen(mode, place, expion, colour, cell)
                row = _row_at(mode, here, _colour_row(mode, kind, there))
                own = _colour_row(TWO, kind, there)
                coloured = 1 + _colour_row(MANY, kind, there) if mode == MANY else 0
                found[row] = own, coloured, _away(here, there, kind & 1)
        for number in range(2 * HOMES):
            camp, cell = _camp_cell(number)
            here, kind, there = seen(mode, place, expion, camp, cell)
            row = _row_at(mode, here, _home_row(mode, there))
            coloured = 1 + _home_row(MANY, there) if mode == MANY else 0
            found[row] = _home_row(TWO, there), coloured, _away(here, there, 2 + (kind & 1))
        here = seen(mode, place, expion, 0, (0, 0))[0]
        for number in range(2 * len(SPECIAL)):
            row = _row_at(mode, here, PLANES[mode] + 2 * HOMES + number)
            coloured = 1 + BIAS + number if mode == MANY else 0
            found[row] = PLANES[TWO] + 2 * HOMES + number, coloured, _away(here, (0, 0), 4)
    return found


def _row_at(mode: int, expion: Cell, row: int) -> int:
    return STARTS[mode] + TRAINED[mode] * bucket(mode, expion) + row


def _away(here: Cell, there: Cell, kind: int) -> int:
    """A number for a kind of marble so far from the Ex*pion."""
    return (kind * 16 + there[0] - here[0] + 8) * 16 + there[1] - here[1] + 8


def fits(root: State) -> bool:
    """Under other readings of the rule (EXPION-40 to EXPION-42) the hand-made judgement is kept."""
    return readings_of(root.table) == 0


def net_of(root: State) -> Any:
    """The network for a match, as one array; None for more than two players. Raises BadWeights.

    With three and four players it was measured to be weaker than the hand-made judgement.
    """
    return None if root.table.players > 2 else _net_for(many=False)


@cache
def _net_for(many: bool) -> Any:
    return _laid_out(load_weights(Path(__file__).parent, MADE_OF), many)


def packed(weights: Weights, root: State) -> Any:
    """The same from other weights."""
    return _laid_out(weights, root.table.players > 2)


def _laid_out(weights: Weights, many: bool) -> Any:
    """Trained rows and heads as tables."""
    rows, heads = trained()
    half, tables = ALL_ROWS * many, VIEWS * CELLS * many
    rows, heads = rows[half : half + ALL_ROWS], heads[tables : tables + VIEWS * CELLS]
    return np.concatenate(
        (packed_rows(weights.rows)[rows].ravel(), packed_heads(weights.heads)[heads].ravel())
    )
