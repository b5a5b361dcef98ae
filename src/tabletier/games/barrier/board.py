"""Barrier's board and box: cells, tiles, sets of cells, where a pawn may go from each (BARRIER-2).

A cell is 9 * row + column; column 8 does not exist and keeps shifted boards from wrapping round:

    row 7   63 64 65 66 67 68 69 70 | 71      row 8 of the rule sheet, colourless side
    ...
    row 1    9 10 11 12 13 14 15 16 | 17
    row 0    0  1  2  3  4  5  6  7 |  8      row 1, yellow side
             a  b  c  d  e  f  g  h

The sixteen squares of the barrier are also numbered as places: 0-7 for a4 to h4, 8-15 for a5 to h5.

A set of cells (a plane) is two words, rows 1-4 and rows 5-8, bits as drawn above.
A pawn reaches at most two rows further. So the moves of the pawns in rows 1-4 are found in one
word that shows rows 1-6, those of the pawns in rows 5-8 in one that shows rows 3-8: a window.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from tabletier.games.barrier.shapes import Direction
from tabletier.games.kernel.bits import field, nth, pick, popcount
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
WINDOW = sum(ROW << (STRIDE * row) for row in range(6))
TWO_ROWS = (1 << (2 * STRIDE)) - 1
SHIFT = 2 * STRIDE  # the northern window starts two rows above the southern one
ROW_4 = ROW << (3 * STRIDE)
ROW_5_NORTH = ROW << (2 * STRIDE)  # row 5 as the northern window shows it
ROW_8_START = 7 * STRIDE

# BARRIER-13. Forward is north for yellow (N, NE, NW), south for colourless (S, SE, SW).
FORWARD = (0b10000011, 0b00111000)


class Pawns(NamedTuple):
    """Where the pawns stand, and which of them show their flat side (BARRIER-16)."""

    yellow: Plane
    colourless: Plane
    crowned: Plane


class Window(NamedTuple):
    """Six rows as the side to move sees them."""

    ordinary: int
    """Its ordinary pawns off the barrier that may be moved; only those of the inner four rows."""
    crowned: int
    """Its crowned pawns off the barrier, likewise."""
    tiled: int
    """Its pawns that stand on a tile, likewise."""
    theirs: int
    """The other side's pawns."""
    free: int
    """Empty cells."""


class Look(NamedTuple):
    """Both windows, and the directions that are forward for the side to move."""

    south: Window
    north: Window
    forward: int


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


@compiled
def southern(plane: Plane) -> int:
    """A set of cells as far as the southern window shows it: rows 1-6."""
    return plane[0] | ((plane[1] & TWO_ROWS) << HALF)


@compiled
def northern(plane: Plane) -> int:
    """A set of cells as far as the northern window shows it: rows 3-8."""
    return (plane[0] >> SHIFT) | (plane[1] << SHIFT)


@compiled
def window(movable: int, barrier: int, crowned: int, mine: int, theirs: int) -> Window:
    """Sort the movable pawns of one window by what they may do."""
    off = movable & ~barrier
    return Window(
        ordinary=off & ~crowned,
        crowned=off & crowned,
        tiled=movable & barrier,
        theirs=theirs,
        free=WINDOW & ~(mine | theirs),
    )


@compiled
def look(pawns: Pawns, side: int, movable: Plane) -> Look:
    """BARRIER-2, BARRIER-3. The eight rows as a side sees them that may move pawns on `movable`."""
    mine, theirs = pawns_of(pawns, side), pawns_of(pawns, 1 - side)
    return Look(
        south=window(movable[0], ROW_4, pawns.crowned[0], southern(mine), southern(theirs)),
        north=window(
            movable[1] << SHIFT,
            ROW_5_NORTH,
            pawns.crowned[1] << SHIFT,
            northern(mine),
            northern(theirs),
        ),
        forward=pick(FORWARD, side),
    )


@compiled
def movers(view: Window, way: int, forward: int) -> int:
    """BARRIER-13, BARRIER-14, BARRIER-15, BARRIER-17. The pawns that may go in one direction.

    `way` are the tiles whose arrow shows it, `forward` is 1 if it leads forward.
    """
    return (view.tiled & way) | view.crowned | (view.ordinary if forward else 0)


@part
def delta_in(direction: int) -> int:
    """How far the next cell in a direction is."""
    return field(PACKED_DELTAS, direction, 5) - 10


@compiled
def beyond(plane: int, delta: int) -> int:
    """The cells from which going `delta` leads into a set.

    Shifted to the left, bits above the window may appear; the caller intersects with pawns.
    One of the shifts is by nothing: that is quicker than to ask which.
    """
    return (plane >> max(delta, 0)) << max(-delta, 0)


@compiled
def able(view: Window, way: int, forward: int, delta: int, jump: int) -> int:
    """BARRIER-12, BARRIER-18, BARRIER-19. The pawns that may step, or jump, in one direction.

    The next cell must be empty or, for a jump, an enemy's and the one after it empty. What lies
    under the jumped pawn and on the landing cell does not matter (BARRIER-23), nor whether the
    pawns are crowned (BARRIER-20).
    """
    onto = beyond(view.free, delta)
    over = beyond(view.theirs, delta) & beyond(view.free, 2 * delta)
    return movers(view, way, forward) & (over if jump else onto)


@compiled
def sources(seen: Look, ways: Ways, direction: int, jump: int) -> Plane:
    """Every cell with a pawn that may step (0) or jump (1) in a direction."""
    way, delta, forward = (
        pick(ways, direction),
        delta_in(direction),
        (seen.forward >> direction) & 1,
    )
    return (
        able(seen.south, way, forward, delta, jump),
        able(seen.north, way >> SHIFT, forward, delta, jump) >> SHIFT,
    )


@compiled
def tally(seen: Look, ways: Ways, jump: int) -> int:
    """How many pawns may step (0) or jump (1) in each direction, one byte each.

    Written out: with a direction that is known, a shift is one instruction.
    """
    return (
        amount(sources(seen, ways, N, jump))
        | (amount(sources(seen, ways, NE, jump)) << 8)
        | (amount(sources(seen, ways, E, jump)) << 16)
        | (amount(sources(seen, ways, SE, jump)) << 24)
        | (amount(sources(seen, ways, S, jump)) << 32)
        | (amount(sources(seen, ways, SW, jump)) << 40)
        | (amount(sources(seen, ways, W, jump)) << 48)
        | (amount(sources(seen, ways, NW, jump)) << 56)
    )


@compiled
def can(seen: Look, ways: Ways, jump: int) -> bool:
    """Whether any pawn may step (0) or jump (1)."""
    for direction in range(8):
        low, high = sources(seen, ways, direction, jump)
        if low | high:
            return True
    return False


@compiled
def pawn_on(pawns: Pawns, side: int, cell: int) -> Plane:
    """The set of just one cell, empty when the side has no pawn there."""
    return spot(cell) if has(pawns_of(pawns, side), cell) else NOTHING


@compiled
def headings(pawns: Pawns, ways: Ways, side: int, cell: int) -> int:
    """The directions, one bit each, in which the pawn on a cell may go if nothing is in its way."""
    seen, found = look(pawns, side, pawn_on(pawns, side, cell)), 0
    for direction in range(8):
        way, forward = pick(ways, direction), (seen.forward >> direction) & 1
        pawn = movers(seen.south, way, forward) | movers(seen.north, way >> SHIFT, forward)
        found |= (1 << direction) if pawn else 0
    return found


@compiled
def exits(pawns: Pawns, ways: Ways, side: int, cell: int, jump: int) -> int:
    """The directions, one bit each, in which the pawn on a cell may step (0) or jump (1)."""
    seen, found = look(pawns, side, pawn_on(pawns, side, cell)), 0
    for direction in range(8):
        low, high = sources(seen, ways, direction, jump)
        found |= (1 << direction) if low | high else 0
    return found


@part
def on_last_row(cell: int, side: int) -> bool:
    """BARRIER-3, BARRIER-16. Whether a cell lies in the last row of the enemy camp."""
    return cell >= ROW_8_START if side == YELLOW else cell < STRIDE


@compiled
def moved(pawns: Pawns, side: int, source: int, delta: int, jump: int) -> Pawns:
    """BARRIER-12, BARRIER-16, BARRIER-24. A pawn goes; a jumped one leaves at once; crowning."""
    target = source + delta + jump * delta
    (from_low, from_high), (to_low, to_high) = spot(source), spot(target)
    taken = spot(source + delta) if jump else NOTHING
    mine, theirs, crowned = pawns_of(pawns, side), pawns_of(pawns, 1 - side), pawns.crowned
    crowns = has(crowned, source) or on_last_row(target, side)
    mine = (mine[0] & ~from_low) | to_low, (mine[1] & ~from_high) | to_high
    theirs = theirs[0] & ~taken[0], theirs[1] & ~taken[1]
    crowned = (
        (crowned[0] & ~from_low & ~taken[0]) | (to_low if crowns else 0),
        (crowned[1] & ~from_high & ~taken[1]) | (to_high if crowns else 0),
    )
    if side == YELLOW:
        return Pawns(yellow=mine, colourless=theirs, crowned=crowned)
    return Pawns(yellow=theirs, colourless=mine, crowned=crowned)
