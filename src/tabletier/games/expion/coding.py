"""Moves of Ex*pion as numbers.

A move is 64 * way + cell, the cell being that of the marble (in camp: the cell in front of it).

    way 0-3     a step or a push to the north, east, south, west
    way 4-6     leaving the North or South camp by 1, 2, 3 cells
    way 7-9     leaving the East or West camp by 1, 2, 3 cells
    way 10      passing

Other readings of the rule add to that: TURN * (1 + direction) when the Ex*pion is pushed to the
side (EXPION-41), and DECLINE when its help is declined (EXPION-42).
"""

from tabletier.games.expion.board import DELTA, EDGE
from tabletier.games.expion.state import Deed, State
from tabletier.games.kernel.compiler import compiled, part

WAY = 64
LEAVE = (4, 7)
PASS = 10 * WAY
TURN = 16 * WAY
DECLINE = 8 * TURN


@compiled
def way_of(index: int, place: int) -> int:
    """The way of a move from its index in `sources`: camps of the two sides are told apart."""
    return index if index < 4 else index - 4 + LEAVE[place & 1]


@part
def usual_deed(state: State, move: int) -> Deed:
    """EXPION-12, EXPION-14. Which marble a move takes where; the Ex*pion goes straight on."""
    way, cell, place = move // WAY, move % WAY, state.cycle
    bit = 1 << cell
    if way < 4:
        colour = place if state.board.marbles[place] & bit else place ^ 2
        return Deed(colour, way, bit, 0, cell + DELTA[way], way, 0)
    camp = place if EDGE[place] & bit else place ^ 2
    target = cell + (way - LEAVE[place & 1]) * DELTA[camp ^ 2]
    return Deed(camp, camp ^ 2, 0, bit, target, camp ^ 2, 0)


@part
def decoded(state: State, move: int) -> Deed:
    """EXPION-41, EXPION-42. The same of any move: where the Ex*pion goes, and with what help."""
    colour, direction, source, home, target, rest, _ = usual_deed(state, move % TURN)
    turn = (move // TURN) % 8
    return Deed(
        colour, direction, source, home, target, turn - 1 if turn else rest, move // DECLINE
    )
