"""Which lines of Punto could still be made, and where: as far as anyone can count (PUNTO-30).

Who holds which card is hidden, but everybody knows which cards of its colours a side has not shown
yet. So a side *could* lay on a place what the highest of these allows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tabletier.games.kernel.bits import field
from tabletier.games.punto.board import (
    CELLS,
    STRIDE,
    Board,
    float_by,
    lay,
    lying,
    targets,
    top_value,
)
from tabletier.games.punto.cards import (
    KINDS,
    card_of,
    left_of,
    needed_in,
    owner,
    seats_in,
    side_of,
    sides_in,
)
from tabletier.games.punto.notation import Place, place_of, write_place
from tabletier.games.punto.state import CARD_BITS, SIZE_BITS, State

STEPS = ((1, 0), (-1, 1), (0, 1), (1, 1))
SQUARE = 6


class Scene(NamedTuple):
    """A placement and what is needed to judge it."""

    before: State
    card: int
    cell: int
    """Where the card goes, as numbered before the move."""
    board: Board
    """The cloth after the move, before a round's end clears it."""
    laid: int
    """The cell of the card as numbered after the move."""
    mode: int
    side: int
    colour: int
    value: int
    at: str
    covered: int | None
    """The card that the move covers, None on an empty place."""


def scene_of(before: State, step: int) -> Scene:
    """A placement as its mover sees it."""
    (card, cell), mode, board = divmod(step, CELLS), before.table.mode, before.board
    under = [9 * colour for colour in range(4) if (board.tops[colour] >> cell) & 1]
    return Scene(
        before=before,
        card=card,
        cell=cell,
        board=lay(board, card, cell),
        laid=cell + float_by(cell),
        mode=mode,
        side=side_of(mode, before.turn),
        colour=card // 9,
        value=card % 9 + 1,
        at=write_place(place_of(board.origin, cell)),
        covered=under[0] + top_value(board, cell) - 1 if under else None,
    )


class Prospect(NamedTuple):
    """A place where one card more completes a line."""

    colour: int
    place: Place
    cards: int
    """How many cards of the line lie already."""


def tops_left(state: State, side: int, played: int | None = None) -> dict[int, int]:
    """PUNTO-30. Per colour of a side: the highest value it has not shown, 0 without any.

    `played` is a card that has left the mover's hand since.
    """
    mode = state.table.mode
    pile = state.cards.piles[side]
    cards = [card_of(mode, side, bit % KINDS) for bit in range(2 * KINDS) if (pile >> bit) & 1]
    for seat in range(side, seats_in(mode), sides_in(mode)):
        held = (field(word, seat, CARD_BITS) for word in (state.cards.hand, state.cards.spare))
        cards += [card - 1 for card in held if card]
    if played is not None:
        cards.remove(played)
    return {
        colour: max((card % 9 + 1 for card in cards if card // 9 == colour), default=0)
        for colour in range(4)
        if owner(mode, colour) == side
    }


def holds_cards(state: State, seat: int) -> bool:
    """PUNTO-20. Whether a seat has a card to turn over or in hand."""
    return bool(
        field(state.cards.sizes, seat, SIZE_BITS) or field(state.cards.hand, seat, CARD_BITS)
    )


def rivals(state: State) -> list[int]:
    """The other sides in the order in which they play before the mover plays again."""
    mode, found = state.table.mode, []
    seat = left_of(mode, state.turn)
    while seat != state.turn:
        side = side_of(mode, seat)
        if side != side_of(mode, state.turn) and side not in found and holds_cards(state, seat):
            found.append(side)
        seat = left_of(mode, seat)
    return found


def prospects(board: Board, mode: int, tops: dict[int, int]) -> list[Prospect]:
    """PUNTO-14. Where a side that has these cards left could complete a line with one of them."""
    found = []
    for colour, top in tops.items():
        open_cells = targets(board, top) if top else 0
        for cell in range(CELLS):
            if (open_cells >> cell) & 1 and not (board.tops[colour] >> cell) & 1:
                length = run_through(board.tops[colour], cell)
                if length >= needed_in(mode):
                    found.append(
                        Prospect(
                            colour=colour, place=place_of(board.origin, cell), cards=length - 1
                        )
                    )
    return found


def run_through(plane: int, cell: int) -> int:
    """PUNTO-5. The longest line through a cell if it had the colour of this plane."""
    return max(
        1 + sum(_beyond(plane, cell, sign * x, sign * y) for sign in (1, -1)) for x, y in STEPS
    )


def _beyond(plane: int, cell: int, x: int, y: int) -> int:
    """How many cells of a plane follow a cell without a break in one direction."""
    row, column = divmod(cell, STRIDE)
    count = 0
    while 0 <= row + y < STRIDE and 0 <= column + x < STRIDE:
        row, column = row + y, column + x
        if not (plane >> (STRIDE * row + column)) & 1:
            break
        count += 1
    return count


def gathered(board: Board, mode: int, colour: int, cell: int, top: int) -> int:
    """How many cards of a colour lie in the fullest line through a cell that can still be made."""
    return max(
        (
            sum((board.tops[colour] >> c) & 1 for c in window)
            for window in _windows(cell, needed_in(mode))
            if _possible(board, colour, window, top)
        ),
        default=0,
    )


def _windows(cell: int, length: int) -> Iterator[list[int]]:
    """Every line of this length through a cell that does not leave the seven by seven cells."""
    row, column = divmod(cell, STRIDE)
    for x, y in STEPS:
        for back in range(length):
            places = [(column + (k - back) * x, row + (k - back) * y) for k in range(length)]
            if all(0 <= c < STRIDE and 0 <= r < STRIDE for c, r in places):
                yield [STRIDE * r + c for c, r in places]


def _possible(board: Board, colour: int, window: list[int], top: int) -> bool:
    """PUNTO-12, PUNTO-13. Every other card of the line can be covered, and all fits the square."""
    cards = [cell for cell in range(CELLS) if (lying(board) >> cell) & 1] + window
    for numbers in ([cell // STRIDE for cell in cards], [cell % STRIDE for cell in cards]):
        if max(numbers) - min(numbers) >= SQUARE:
            return False
    return all((board.tops[colour] >> c) & 1 or top_value(board, c) < top for c in window)


def spans(board: Board) -> tuple[int, int]:
    """PUNTO-13. How many columns and rows the cards use."""
    cards = [cell for cell in range(CELLS) if (lying(board) >> cell) & 1]
    if not cards:
        return 0, 0
    columns, rows = [cell % STRIDE for cell in cards], [cell // STRIDE for cell in cards]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
