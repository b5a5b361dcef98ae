"""A blocked round of Punto: counting lines, breaking ties, and the trophy (PUNTO-21 to -24)."""

from tabletier.games.kernel.bits import field, lowest, popcount
from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.tuples import pick, put
from tabletier.games.punto.board import DIRECTIONS, Board, highest, lines, runs, top_value
from tabletier.games.punto.cards import needed_in, owner, sides_in

NOBODY = -1
NO_LINE = 1000
EDITION_ATALIA = 1


@inlined
def points(board: Board, start: int, step: int, length: int) -> int:
    """What the cards of one line add up to."""
    total = 0
    for k in range(length):
        total += top_value(board, start + k * step)
    return total


@compiled
def tally(board: Board, mode: int, side: int) -> tuple[int, int, int]:
    """PUNTO-21. A side's counted lines: how many, their points in all, and the cheapest one's."""
    length = needed_in(mode) - 1
    count, total, cheapest = 0, 0, NO_LINE
    for colour in range(4):
        if owner(mode, colour) == side:
            for number in range(4):
                step = field(DIRECTIONS, number, 4)
                starts = runs(pick(board.tops, colour), step, length)
                count += popcount(starts)
                while starts:
                    cost = points(board, lowest(starts), step, length)
                    total, cheapest = total + cost, min(cheapest, cost)
                    starts &= starts - 1
    return count, total, cheapest


@compiled
def blocked_winner(board: Board, mode: int, edition: int) -> int:
    """PUNTO-21, PUNTO-22. Most lines; then fewest points (2024) or the cheapest line (Atalia)."""
    winner, most, fewest = NOBODY, 0, 0
    for side in range(sides_in(mode)):
        count, total, cheapest = tally(board, mode, side)
        cost = total if edition & EDITION_ATALIA == 0 else cheapest
        if count > most or (count == most and count > 0 and cost < fewest):
            winner, most, fewest = side, count, cost
        elif count == most and count > 0 and cost == fewest:
            winner = NOBODY  # PUNTO-24: still tied, unless a later side does better
    return winner


@compiled
def trophy_of_line(board: Board, mode: int, side: int) -> int:
    """PUNTO-16. The highest card of all the lines that a side completed."""
    for colour in range(4):
        line = lines(pick(board.tops, colour), needed_in(mode))
        if owner(mode, colour) == side and line:
            return 9 * colour + highest(board, line) - 1
    return NOBODY


@compiled
def trophy_after_block(board: Board, mode: int, side: int, trophies: int) -> int:
    """PUNTO-23. The highest card of the side's counted lines; of two colours the fuller one."""
    value, choice, fewest = 0, 0, 0
    laid = trophies_by_colour(trophies)
    for colour in range(4):
        if owner(mode, colour) == side:
            top = highest(board, lines(pick(board.tops, colour), needed_in(mode) - 1))
            if top > value or (top == value and top > 0 and pick(laid, colour) < fewest):
                value, choice, fewest = top, colour, pick(laid, colour)
    return 9 * choice + value - 1


@compiled
def trophies_by_colour(trophies: int) -> tuple[int, int, int, int]:
    """How many of a side's trophies have each colour."""
    laid = (0, 0, 0, 0)
    while trophies:
        colour = ((trophies & 63) - 1) // 9
        laid = put(laid, colour, pick(laid, colour) + 1)
        trophies >>= 6
    return laid
