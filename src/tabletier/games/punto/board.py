"""Punto's cloth: the floating 6 x 6 square as bitboards, covering, and lines.

A plane is 49 bits, cell = 7 * row + column. The lying cards are kept against the lower left:
their leftmost column is always column 1 and their lowest row is row 1, so column 0 and row 0 are
free for a card that goes to the left or below (everything is then shifted back to 1), and serve
as the guard that keeps shifted lines from wrapping round an edge.

    row 6   42 43 44 45 46 47 48
    ...
    row 1    7  8  9 10 11 12 13      8 is the place of a round's first card
    row 0    0  1  2  3  4  5  6
"""

from typing import NamedTuple

from tabletier.games.kernel.bits import field, pick
from tabletier.games.kernel.compiler import compiled, part

STRIDE = 7
CELLS = 49
PLANE = (1 << CELLS) - 1
FIRST = 8
COLUMN_0 = sum(1 << (STRIDE * row) for row in range(STRIDE))
COLUMN_6 = COLUMN_0 << 6
ROW_0 = 0b1111111
ROW_6 = ROW_0 << 42
DIRECTIONS = 0x8761  # right, left and up, up, right and up: one hexadecimal digit each


class Board(NamedTuple):
    """The cards one sees from above; what lies under them the rules never ask."""

    tops: tuple[int, int, int, int]
    """One plane per colour: cells whose top card has it."""
    values: tuple[int, int, int, int]
    """The value of every top card in binary, one plane per bit, the ones first."""
    origin: int
    """The cell of the round's first card."""


@part
def empty_board() -> Board:
    """PUNTO-7. The cloth before the first card of a round."""
    return Board(tops=(0, 0, 0, 0), values=(0, 0, 0, 0), origin=FIRST)


@part
def lying(board: Board) -> int:
    """Every cell with a card on it."""
    return board.tops[0] | board.tops[1] | board.tops[2] | board.tops[3]


@part
def square(cards: int) -> int:
    """PUNTO-13. Cells that keep all cards within six columns and six rows."""
    inside = PLANE
    if cards & COLUMN_6:
        inside &= ~COLUMN_0
    if cards & ROW_6:
        inside &= ~ROW_0
    return inside


@part
def touching(cards: int) -> int:
    """PUNTO-10. Empty cells that touch a card by a side or a corner."""
    wide = cards | (cards << 1) | (cards >> 1)
    return (wide | (wide << STRIDE) | (wide >> STRIDE)) & PLANE & ~cards


@compiled
def below(board: Board, value: int) -> int:
    """PUNTO-12. Cells whose top card is strictly lower than `value`; empty cells count as 0.

    Compares all cells at once, bit by bit from the highest: a cell is lower if it has 0 where
    `value` has 1 and was equal so far.
    """
    v0, v1, v2, v3 = board.values
    w0, w1, w2, w3 = value & 1, (value >> 1) & 1, (value >> 2) & 1, (value >> 3) & 1
    lower = ~v3 if w3 else 0
    equal = v3 if w3 else ~v3
    lower |= equal & ~v2 if w2 else 0
    equal &= v2 if w2 else ~v2
    lower |= equal & ~v1 if w1 else 0
    equal &= v1 if w1 else ~v1
    lower |= equal & ~v0 if w0 else 0
    return lower & PLANE


@compiled
def targets(board: Board, value: int) -> int:
    """PUNTO-9. Cells a card may go to: beside the others (10, 13) or on a lower one (12)."""
    cards = lying(board)
    if cards == 0:  # PUNTO-11
        return 1 << FIRST
    return (touching(cards) & square(cards)) | (cards & below(board, value))


@part
def float_by(cell: int) -> int:
    """How far all cards are shifted so that a card on `cell` lies in row and column 1 or more."""
    return (1 if cell % STRIDE == 0 else 0) + (STRIDE if cell < STRIDE else 0)


@compiled
def lay(board: Board, card: int, cell: int) -> Board:
    """PUNTO-9. The board with a card on a cell out of `targets`."""
    colour, value, by = card // 9, card % 9 + 1, float_by(cell)
    bit = 1 << (cell + by)
    (t0, t1, t2, t3), (v0, v1, v2, v3) = board.tops, board.values
    return Board(
        tops=(
            ((t0 << by) & ~bit) | (bit if colour == 0 else 0),
            ((t1 << by) & ~bit) | (bit if colour == 1 else 0),
            ((t2 << by) & ~bit) | (bit if colour == 2 else 0),
            ((t3 << by) & ~bit) | (bit if colour == 3 else 0),
        ),
        values=(
            ((v0 << by) & ~bit) | (bit if value & 1 else 0),
            ((v1 << by) & ~bit) | (bit if value & 2 else 0),
            ((v2 << by) & ~bit) | (bit if value & 4 else 0),
            ((v3 << by) & ~bit) | (bit if value & 8 else 0),
        ),
        origin=board.origin + by,
    )


@compiled
def runs(plane: int, step: int, length: int) -> int:
    """Cells where an unbroken run of at least `length` cells starts in one direction."""
    starts = plane
    for k in range(1, length):
        starts &= plane >> (k * step)
    return starts


@compiled
def spread(starts: int, step: int, length: int) -> int:
    """Every cell of the runs that start on these cells."""
    cells = starts
    for k in range(1, length):
        cells |= starts << (k * step)
    return cells


@compiled
def lines(plane: int, length: int) -> int:
    """PUNTO-5. Every cell of a line: at least `length` in a row, a column or a diagonal."""
    cells = 0
    for number in range(4):
        step = field(DIRECTIONS, number, 4)
        starts = runs(plane, step, length)
        if starts:
            cells |= spread(starts, step, length)
    return cells


@part
def top_value(board: Board, cell: int) -> int:
    """The value of the top card of a cell, 0 when it is empty."""
    value = 0
    for k in range(4):
        value |= ((pick(board.values, k) >> cell) & 1) << k
    return value


@compiled
def highest(board: Board, cells: int) -> int:
    """The highest value that shows on these cells, 0 without any."""
    value = 0
    for k in (3, 2, 1, 0):
        if cells & pick(board.values, k):
            cells &= pick(board.values, k)
            value |= 1 << k
    return value
