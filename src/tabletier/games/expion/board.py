"""Ex*pion's board as bits, what is next to what, and the box data that it is made of.

A plane is one bit per cell of the 7 x 7 area, eight to a row: the eighth column is a guard that
keeps shifted planes from wrapping round an edge. A marble that is still in its camp is kept on
the bit of the cell in front of it, in a plane of its own (`homes`).

              b  c  d  e  f  g  h
    rank 8    0  1  2  3  4  5  6  .     North's lanes end here
    rank 7    8  9 10 11 12 13 14  .
    ...
    rank 5   24 25 26 27 28 29 30  .     27 is the centre, e5
    ...
    rank 2   48 49 50 51 52 53 54  .     South's lanes end here

Camps, colours and directions share their numbers: 0 North, 1 East, 2 South, 3 West. So colour c
goes back in direction c, forward in direction c ^ 2, and belongs to side c & 1.

The board is a reconstruction (EXPION-2), so it stands in `box.json`, where a collector may correct
it; what a JSON schema cannot say about such a correction is checked here.
"""

from pathlib import Path

from tabletier.games.expion.shapes import Camp
from tabletier.games.kernel.box import Box, bad_box, load_box
from tabletier.games.kernel.compiler import compiled

STRIDE = 8
CAMPS: tuple[Camp, ...] = ("n", "e", "s", "w")
PRESETS = ("corners", "inner", "edge_mid", "second")


def bit_of(name: str) -> int:
    """The bit of an area cell b2-h8: eight to a rank, b8 is bit 0 and h2 bit 54."""
    return 1 << (STRIDE * (ord("8") - ord(name[1])) + ord(name[0]) - ord("b"))


def plane_of(names: list[str]) -> int:
    """A set of area cells as bits."""
    return sum(map(bit_of, names))


def drawn(board: list[str], letters: str) -> list[str]:
    """The cells of a drawn board that show one of these letters."""
    return [
        f"{'abcdefghi'[column]}{9 - row}"
        for row, line in enumerate(board)
        for column, letter in enumerate(line)
        if letter in letters
    ]


def check(box: Box) -> None:
    """EXPION-3. Special cells are cells of the area, the centre is none; colours differ."""
    area, centre = drawn(box.data["board"], "o"), drawn(box.data["board"], "x")[0]
    for preset, cells in box.data["special"].items():
        for cell in cells:
            if cell not in area:
                fr = "est le centre" if cell == centre else "n’existe pas"
                en = "is the centre" if cell == centre else "does not exist"
                raise bad_box(
                    box.path,
                    f"la case spéciale {cell} de « {preset} » {fr}",
                    f'the special cell {cell} of "{preset}" {en}',
                )
    colours = list(box.data["colours"].values())
    for colour in colours:
        if colours.count(colour) > 1:
            raise bad_box(
                box.path,
                f"la couleur « {colour} » est donnée deux fois",
                f'the colour "{colour}" is given twice',
            )


BOX = load_box(Path(__file__).parent)
check(BOX)

AREA = plane_of(drawn(BOX.data["board"], "ox"))
CENTRE = bit_of(drawn(BOX.data["board"], "x")[0]).bit_length() - 1
SPECIAL: tuple[int, ...] = tuple(plane_of(BOX.data["special"][preset]) for preset in PRESETS)
COLOURS: dict[str, str] = dict(BOX.data["colours"])  # EXPION-4
OWNERS: tuple[int, ...] = tuple(
    seat for players in ("2", "3", "4") for seat in BOX.data["owners"][players]
)


NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
DELTA = (-STRIDE, 1, STRIDE, -1)
ROW = 0b1111111
COLUMN = sum(1 << (STRIDE * row) for row in range(7))
EDGE = (ROW, COLUMN << 6, ROW << (STRIDE * 6), COLUMN)
"""The cells in front of each camp: the ends of its seven lanes."""

BASE = 64
"""A camp cell is BASE * (1 + camp) + the number of the area cell in front of it."""


@compiled
def shift(plane: int, direction: int) -> int:
    """A plane moved by one cell in a direction; mask the result, it may leave the area."""
    if direction == NORTH:
        return plane >> STRIDE
    if direction == EAST:
        return plane << 1
    if direction == SOUTH:
        return plane << STRIDE
    return plane >> 1


@compiled
def around(plane: int) -> int:
    """EXPION-2, EXPION-11. The cells of the area beside these, never diagonally."""
    beside = (plane << STRIDE) | (plane >> STRIDE) | (plane << 1) | (plane >> 1)
    return beside & AREA


@compiled
def camp_of(homes: int, side: int, direction: int) -> int:
    """A side's marbles in the camp that lies in a direction, on the cells in front of them."""
    return homes & EDGE[direction] if (side ^ direction) & 1 == 0 else 0
