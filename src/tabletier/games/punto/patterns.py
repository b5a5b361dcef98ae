"""What a round of Punto promises two sides: straight windows of five cells, weighed as learned.

Five in a row is what two sides need (PUNTO-3). For each colour of a side a window is *alive* while
every cell of it shows the colour, is empty, or shows a card that some card of the colour left in
the pile beats. It counts by how many cards of the colour it has, and by what is still to be
covered: cheap cards (up to 4) and dear ones. Besides: how likely the next card of the side finishes
a line, in how many places, and how many high cards are left. `python -m benchmarks.punto_patterns`
learned the weights; see docs/studies/punto-patterns.md.
"""

from typing import Any

import numpy as np

from tabletier.games.kernel.bits import field, pick, popcount
from tabletier.games.kernel.compiler import compiled, part
from tabletier.games.punto.board import (
    CELLS,
    DIRECTIONS,
    STRIDE,
    Board,
    below,
    lying,
    square,
)
from tabletier.games.punto.cards import (
    KINDS,
    ONE_COLOUR,
    amount,
    side_of,
)
from tabletier.games.punto.state import State

LENGTH = 5


def starts_of(step: int) -> int:
    """Cells where a window can start in one direction without wrapping round an edge."""
    across, up = {1: (1, 0), 8: (1, 1), 7: (0, 1), 6: (-1, 1)}[step]
    found = 0
    for cell in range(CELLS):
        row, column = divmod(cell, STRIDE)
        last_row, last_column = row + up * (LENGTH - 1), column + across * (LENGTH - 1)
        if last_row < STRIDE and 0 <= last_column < STRIDE:
            found |= 1 << cell
    return found


STARTS = tuple(starts_of(field(DIRECTIONS, number, 4)) for number in range(4))

# Features 0-17: windows by own cards (2, 3, 4), cheap covers (none, some), dear ones (0, 1, more).
SINGLE, CHANCE_NOW, CHANCE_SOON, DOUBLE, HIGH, TEMPO = 18, 19, 20, 21, 22, 23
FEATURES = 24
CHEAP, LOW = 4, 6
WEIGHTS = np.array(
    (
        *(0.051, 0.028, 0.009, 0.046, 0.030, 0.044),
        *(0.153, 0.118, 0.076, 0.143, 0.097, 0.0),
        *(0.125, 0.207, 0.0, 0.214, 0.0, 0.0),
        *(0.004, 2.829, 1.063, 0.014, 0.180, 0.074),
    )
)
"""How much each feature adds to a side's chances of the round, in logits."""


@part
def remaining(pile: int, colour: int) -> int:
    """The cards of the side's first (0) or second (1) colour in a pile, both copies: two fields."""
    return (pile >> (9 * colour)) & (ONE_COLOUR | (ONE_COLOUR << KINDS))


@part
def highest_kind(cards: int) -> int:
    """The highest value among some cards of one colour, 0 without any."""
    values, value = (cards | (cards >> KINDS)) & ONE_COLOUR, 0
    while values:
        values >>= 1
        value += 1
    return value


@part
def higher(cards: int, value: int) -> int:
    """How many of some cards of one colour are higher than a value."""
    kept = ONE_COLOUR & ~((1 << value) - 1)
    return popcount(cards & (kept | (kept << KINDS)))


@compiled
def windows(own: int, alive: int, cheap: int, dear: int, weights: Any) -> float:
    """What all windows of one colour are worth; cards are counted bit by bit, for all at once."""
    total = 0.0
    for number in range(4):
        step, good = field(DIRECTIONS, number, 4), pick(STARTS, number)
        ones = twos = fours = cheaper = dearer = dearest = 0
        for k in range(LENGTH):
            plane, covered = own >> (k * step), dear >> (k * step)
            good &= alive >> (k * step)
            carry = ones & plane
            ones ^= plane
            fours |= twos & carry
            twos ^= carry
            cheaper |= cheap >> (k * step)
            dearest |= dearer & covered
            dearer |= covered
        total += weights[SINGLE] * popcount(good & ones & ~twos & ~fours)
        for count in range(2, LENGTH):
            odd, high = ones if count == 3 else ~ones, fours if count == 4 else twos
            these = good & odd & high
            if these:
                first = weights[6 * (count - 2) : 6 * (count - 1)]
                total += covers(these & ~cheaper, dearer, dearest, first)
                total += covers(these & cheaper, dearer, dearest, first[3:])
    return total


@part
def covers(these: int, dearer: int, dearest: int, weights: Any) -> float:
    """What windows are worth that need no dear cover, one, or more."""
    none, more = popcount(these & ~dearer), popcount(these & dearest)
    return float(
        weights[0] * none + weights[1] * (popcount(these) - none - more) + weights[2] * more
    )


@compiled
def closing(plane: int) -> int:
    """Cells that would make a line, all other cells of a window being the colour's own."""
    cells = 0
    for number in range(4):
        step = field(DIRECTIONS, number, 4)
        for missing in range(LENGTH):
            found = pick(STARTS, number)
            for k in range(LENGTH):
                found &= plane >> (k * step) if k != missing else ~(plane >> (k * step))
            cells |= found << (missing * step)
    return cells


@part
def lowest_top(board: Board, cells: int, room: int) -> int:
    """The least value that must be beaten to lie on one of the cells; 0 if one is empty."""
    if cells & room:
        return 0
    value = 1
    while value < 9 and cells & below(board, value + 1) == 0:
        value += 1
    return value


@compiled
def strength(state: State, side: int, weights: Any) -> float:
    """How well a side stands in the round; what counts is how much better than the other."""
    board, pile = state.board, pick(state.cards.piles, side)
    cards, finishing, total = lying(board), 0, 0.0
    room = square(cards) & ~cards
    for colour in range(2):
        own, held = pick(board.tops, 2 * side + colour), remaining(pile, colour)
        foreign = cards & ~own & below(board, highest_kind(held))
        cheap = foreign & below(board, CHEAP + 1)
        total += windows(own, room | own | foreign, cheap, foreign & ~cheap, weights)
        total += weights[HIGH] * higher(held, LOW)
        cells = closing(own) & (room | foreign) if popcount(own) >= LENGTH - 1 else 0
        if cells:
            finishing += higher(held, lowest_top(board, cells, room))
            total += weights[DOUBLE] if cells & (cells - 1) else 0.0
    chance = finishing / max(1, amount(pile))
    if side_of(state.table.mode, state.turn) == side:
        return float(total + weights[TEMPO] + weights[CHANCE_NOW] * chance)
    return float(total + weights[CHANCE_SOON] * chance)
