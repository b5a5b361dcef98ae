"""What the manners of opponents like in Punto: only cards that lie open count; see `Likes`."""

from tabletier.games.kernel.bits import field, pick, popcount
from tabletier.games.kernel.contract import Likes
from tabletier.games.punto.board import DIRECTIONS, Board, below, lying, runs, targets
from tabletier.games.punto.cards import owner, side_of, sides_in
from tabletier.games.punto.search import threatened
from tabletier.games.punto.state import State

HIGHEST, HIGH = 9, 6
"""The highest card, and the lowest of those that are hard to cover."""
RISK = 5
"""What a line left open is to the careful, in pairs that are hard to cover."""


def likes(before: State, after: State) -> Likes:
    """Lines to come decide, unless the placement ends the round: that all like as much.

    The careful leave no line open to others and build on what is hard to cover; the greedy put
    their cards together, and the blocking part those of others, whether a line can come of it or
    not: to see that is for the search.
    """
    if after.score != before.score:
        return Likes()
    mode, board = before.table.mode, after.board
    side = side_of(mode, before.turn)
    others = [together(board, mode, other) for other in range(sides_in(mode)) if other != side]
    return Likes(
        careful=firmness(board, mode, side) - RISK * open_lines(board, mode, side),
        greedy=together(board, mode, side),
        blocking=-max(others),
    )


def planes(board: Board, mode: int, side: int) -> list[int]:
    """PUNTO-4. Where the cards of each colour of a side lie on top."""
    return [pick(board.tops, colour) for colour in range(4) if owner(mode, colour) == side]


def together(board: Board, mode: int, side: int) -> int:
    """PUNTO-5. How many pairs of cards of a side touch, by colours."""
    return sum(neighbours(plane) for plane in planes(board, mode, side))


def firmness(board: Board, mode: int, side: int) -> int:
    """PUNTO-12. How many pairs of cards of a side touch that are both hard to cover."""
    high = lying(board) & ~below(board, HIGH)
    return sum(neighbours(plane & high) for plane in planes(board, mode, side))


def open_lines(board: Board, mode: int, side: int) -> int:
    """PUNTO-5. On how many places another side completes a line with the right card."""
    return popcount(threatened(board, mode, side) & targets(board, HIGHEST))


def neighbours(plane: int) -> int:
    """How many pairs of cards of a plane touch."""
    return sum(popcount(runs(plane, field(DIRECTIONS, number, 4), 2)) for number in range(4))
