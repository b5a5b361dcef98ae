"""Ex*pion's board as bits, and what is next to what.

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
"""

from tabletier.games.expion.box import AREA, STRIDE
from tabletier.games.kernel.compiler import compiled

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
