"""What is in Barrier's box: opening squares, owners of the barrier squares, arrows of the tiles.

Everything here is read from `box.json`, because no source shows the arrows: a collector who owns
the box may correct the file (`kernel/box.py`). A cell is 9 * row + column; column 8 does not
exist and keeps shifted boards from wrapping round an edge:

    row 7   63 64 65 66 67 68 69 70 | 71      row 8 of the rule sheet, colourless side
    ...
    row 1    9 10 11 12 13 14 15 16 | 17
    row 0    0  1  2  3  4  5  6  7 |  8      row 1, yellow side
             a  b  c  d  e  f  g  h
"""

from pathlib import Path

from tabletier.games.kernel.box import Box, bad_box, load_box

YELLOW, COLOURLESS = 0, 1
STRIDE = 9
HALF = 4 * STRIDE

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DELTAS = (9, 10, 1, -8, -9, -10, -1, 8)
TILE_SETS = ("right_angle", "acute", "obtuse")
TILES = 8
BARRIER_ROWS = (3, 4)
PLACES = 16


def cell_of(name: str) -> int:
    """The number of a cell named as on the rule sheet (BARRIER-2)."""
    return STRIDE * (int(name[1]) - 1) + ord(name[0]) - ord("a")


def cell_name(cell: int) -> str:
    """The name of a cell, `a1` to `h8` (BARRIER-2)."""
    return f"{'abcdefgh'[cell % STRIDE]}{cell // STRIDE + 1}"


def plane_of(names: list[str]) -> tuple[int, int]:
    """A set of cells as two words: one bit per cell of rows 1-4, one per cell of rows 5-8."""
    cells = sum(1 << cell_of(name) for name in names)
    return cells & ((1 << HALF) - 1), cells >> HALF


def place_of(cell: int) -> int:
    """The number of a barrier square: 0-7 for a4 to h4, 8-15 for a5 to h5."""
    return cell % STRIDE + (TILES if cell >= HALF else 0)


def place_cell(place: int) -> int:
    """The cell of a barrier square."""
    return STRIDE * BARRIER_ROWS[place >> 3] + (place & 7)


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
    for place in range(PLACES):
        for other in (place + 1, place + TILES):
            beside = other < PLACES and (other != place + 1 or place & 7 != 7)
            if beside and (place in dots) == (other in dots):
                cells = cell_name(place_cell(place)), cell_name(place_cell(other))
                raise bad_box(
                    box.path,
                    f"{cells[0]} et {cells[1]} se touchent par un côté et portent la même marque",
                    f"{cells[0]} and {cells[1]} share a side and carry the same mark",
                )


def arrows_of(box: Box) -> tuple[int, ...]:
    """BARRIER-32, BARRIER-33. Per set and tile: one bit for each direction of the arrow."""
    return tuple(
        sum(1 << DIRECTIONS.index(name) for name in arrow)
        for tile_set in TILE_SETS
        for arrow in box.data["tiles"][tile_set]
    )


BOX = load_box(Path(__file__).parent)
check_barrier(BOX)

# BARRIER-4. The opening squares, per side.
OPENING = (plane_of(BOX.data["opening"]["yellow"]), plane_of(BOX.data["opening"]["colourless"]))
# BARRIER-6. The barrier squares of each side, one bit per place.
OWN_PLACES = tuple(
    sum(1 << place_of(cell_of(name)) for name in BOX.data["barrier"][mark])
    for mark in ("dots", "dashes")
)
# BARRIER-32, BARRIER-33. The directions of tile t (0-7) of set s: ARROWS[8 * s + t].
ARROWS = arrows_of(BOX)
