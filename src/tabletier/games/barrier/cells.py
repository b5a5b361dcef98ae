"""The cells of Barrier's board, its directions, and the squares of the barrier (BARRIER-2).

A cell is 9 * row + column; column 8 does not exist and keeps shifted boards from wrapping round:

    row 7   63 64 65 66 67 68 69 70 | 71      row 8 of the rule sheet, colourless side
    ...
    row 1    9 10 11 12 13 14 15 16 | 17
    row 0    0  1  2  3  4  5  6  7 |  8      row 1, yellow side
             a  b  c  d  e  f  g  h

The sixteen squares of the barrier are also numbered as places: 0-7 for a4 to h4, 8-15 for a5 to h5.
"""

from tabletier.games.kernel.compiler import part

YELLOW, COLOURLESS = 0, 1
STRIDE = 9
HALF = 4 * STRIDE
CELLS = tuple(STRIDE * row + column for row in range(8) for column in range(8))

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DELTAS = (9, 10, 1, -8, -9, -10, -1, 8)

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
