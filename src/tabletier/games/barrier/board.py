"""Barrier's board and box: cells, tiles, sets of cells (BARRIER-2).

A cell is 9 * row + column; column 8 does not exist and keeps shifted boards from wrapping round:

    row 7   63 64 65 66 67 68 69 70 | 71      row 8 of the rule sheet, colourless side
    ...
    row 1    9 10 11 12 13 14 15 16 | 17
    row 0    0  1  2  3  4  5  6  7 |  8      row 1, yellow side
             a  b  c  d  e  f  g  h

The sixteen squares of the barrier are also numbered as places: 0-7 for a4 to h4, 8-15 for a5 to h5.

A set of cells (a plane) is two words, rows 1-4 and rows 5-8, bits as drawn above.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from tabletier.games.barrier.shapes import Direction
from tabletier.games.kernel.bits import field, nth, popcount
from tabletier.games.kernel.box import Box, bad_box, load_box
from tabletier.games.kernel.compiler import compiled, part

YELLOW, COLOURLESS = 0, 1
STRIDE = 9
HALF = 4 * STRIDE
CELLS = tuple(STRIDE * row + column for row in range(8) for column in range(8))

DIRECTIONS: tuple[Direction, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DELTAS = (9, 10, 1, -8, -9, -10, -1, 8)
N, NE, E, SE, S, SW, W, NW = range(8)

PLACES = 16
TILES = 8


def cell_of(name: str) -> int:
    """The number of a cell named as on the rule sheet (BARRIER-2)."""
    return STRIDE * (int(name[1]) - 1) + ord(name[0]) - ord("a")


def cell_name(cell: int) -> str:
    """The name of a cell, `a1` to `h8` (BARRIER-2)."""
    return f"{'abcdefgh'[cell % STRIDE]}{cell // STRIDE + 1}"


def on_barrier(cell: int) -> bool:
    """BARRIER-5. Whether a cell lies in row 4 or 5."""
    return HALF - STRIDE <= cell < HALF + STRIDE


def place_of(cell: int) -> int:
    """The place of a cell of the barrier."""
    return cell % STRIDE + (TILES if cell >= HALF else 0)


@part
def place_cell(place: int) -> int:
    """The cell of a place of the barrier."""
    return HALF + place - TILES if place >= TILES else HALF - STRIDE + place


def plane_of(cells: list[int]) -> tuple[int, int]:
    """A set of cells as two words: one bit per cell of rows 1-4, one per cell of rows 5-8."""
    bits = sum(1 << cell for cell in cells)
    return bits & ((1 << HALF) - 1), bits >> HALF


MARKS = ("dots", "dashes")
"""Yellow's tiles, and those of Colourless."""
TILE_SETS = ("right_angle", "acute", "obtuse", "mixed")
MIXED = ("N E", "E S", "S W", "W N", "N S", "E W", "NE SW", "NW SE")
"""BARRIER-35. The house's own mixed set. It came after the others and does not stand in
`box.json`, whose hash is in the records of older matches; a collector's copy may have its own."""


def check_barrier(box: Box) -> None:
    """BARRIER-6. What the schema cannot say: sixteen squares, and no two neighbours alike."""
    dots = {place_of(cell_of(name)) for name in box.data["barrier"]["dots"]}
    dashes = {place_of(cell_of(name)) for name in box.data["barrier"]["dashes"]}
    twice = sorted(cell_name(place_cell(place)) for place in dots & dashes)
    if twice:
        raise bad_box(
            box.path,
            f"{twice[0]} porte à la fois un point et un tiret",
            f"{twice[0]} carries both a dot and a dash",
        )
    for one, other in neighbours():
        if (one in dots) == (other in dots):
            cells = cell_name(place_cell(one)), cell_name(place_cell(other))
            raise bad_box(
                box.path,
                f"{cells[0]} et {cells[1]} se touchent par un côté et portent la même marque",
                f"{cells[0]} and {cells[1]} share a side and carry the same mark",
            )


def neighbours() -> list[tuple[int, int]]:
    """Every two places of the barrier that share a side."""
    beside = [(place, place + 1) for place in range(PLACES - 1) if place != TILES - 1]
    return beside + [(place, place + TILES) for place in range(TILES)]


def arrows_of(box: Box) -> tuple[int, ...]:
    """BARRIER-32, BARRIER-33. Per set, side and tile: one bit for each direction of the arrow."""
    return tuple(
        sum(1 << DIRECTIONS.index(name) for name in arrow)
        for tile_set in TILE_SETS
        for mark in MARKS
        for arrow in eight_tiles(box, tile_set, mark)
    )


def eight_tiles(box: Box, tile_set: str, mark: str) -> list[list[str]]:
    """BARRIER-5. The arrows of the eight tiles with a mark: the same for both, or two lists."""
    mixed = [arrow.split() for arrow in MIXED]
    given = box.data["tiles"].get(tile_set, mixed)
    tiles: list[list[str]] = given[mark] if isinstance(given, dict) else given
    return tiles


BOX = load_box(Path(__file__).parent)
check_barrier(BOX)

# BARRIER-4. The opening squares, per side.
OPENING = (
    plane_of([cell_of(name) for name in BOX.data["opening"]["yellow"]]),
    plane_of([cell_of(name) for name in BOX.data["opening"]["colourless"]]),
)
# BARRIER-6. The barrier squares of each side, one bit per place: yellow the dots.
OWN_PLACES = tuple(
    sum(1 << place_of(cell_of(name)) for name in BOX.data["barrier"][mark]) for mark in MARKS
)
# BARRIER-32, BARRIER-33. The directions of tile t (0-7) of set s of a side: see `with_tile`.
ARROWS = arrows_of(BOX)


# The same for compiled code: `DELTAS` in one word, 5 bits each, 10 added.
PACKED_DELTAS = sum((delta + 10) << (5 * way) for way, delta in enumerate(DELTAS))
ARROW_TABLE = np.array(ARROWS, np.int64)

Plane = tuple[int, int]
Ways = tuple[int, int, int, int, int, int, int, int]

ROW = 0b11111111
NOTHING = (0, 0)


class Pawns(NamedTuple):
    """Where the pawns stand, and which of them show their flat side (BARRIER-16)."""

    yellow: Plane
    colourless: Plane
    crowned: Plane


@part
def opening_pawns() -> Pawns:
    """BARRIER-4. Twelve ordinary pawns a side on their opening squares."""
    return Pawns(yellow=OPENING[YELLOW], colourless=OPENING[COLOURLESS], crowned=NOTHING)


@compiled
def spot(cell: int) -> Plane:
    """The set of just one cell."""
    if cell < HALF:
        return 1 << cell, 0
    return 0, 1 << (cell - HALF)


@part
def has(plane: Plane, cell: int) -> bool:
    """Whether a cell is in a set."""
    half = plane[0] >> cell if cell < HALF else plane[1] >> (cell - HALF)
    return half & 1 == 1


@compiled
def amount(plane: Plane) -> int:
    """How many cells are in a set."""
    return popcount(plane[0]) + popcount(plane[1])


@compiled
def nth_cell(plane: Plane, n: int) -> int:
    """The n-th cell of a set, counting from 0; there must be that many."""
    south = popcount(plane[0])
    beyond_south = n >= south
    half = plane[1] if beyond_south else plane[0]
    return nth(half, n - south if beyond_south else n) + (HALF if beyond_south else 0)


@part
def pawns_of(pawns: Pawns, side: int) -> Plane:
    """Every cell where a side has a pawn."""
    return pawns.yellow if side == YELLOW else pawns.colourless


@part
def delta_in(direction: int) -> int:
    """How far the next cell in a direction is."""
    return field(PACKED_DELTAS, direction, 5) - 10
