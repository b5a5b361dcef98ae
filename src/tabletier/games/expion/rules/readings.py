"""Other readings of Ex*pion's rule (EXPION-40 to EXPION-42).

Who captures together, where the Ex*pion is pushed to, and whether its help may be declined.

Moves are listed by kinds, each as seven planes of sources like those of `moves.py`: kind 0 is
everything straight on, kinds 1 to 4 are the pushes that leave the Ex*pion to the north, east,
south or west of its cell, and kinds 5 to 9 are the same with the Ex*pion's help declined.
"""

from typing import Any

from tabletier.games.expion.board import AREA, BASE, EAST, EDGE, NORTH, SOUTH, WEST, shift
from tabletier.games.expion.rules.moves import (
    Sources,
    captured,
    chameleon,
    departures,
    movers,
    room,
    striking,
)
from tabletier.games.expion.state import (
    ANY_WAY,
    BY_CHOICE,
    BY_COLOUR,
    DECLINE,
    PASS,
    TURN,
    WAY,
    Agreed,
    Board,
    Deed,
    State,
    Turn,
    owns_both,
    readings_of,
    turn_of,
    way_of,
)
from tabletier.games.kernel.bits import lowest, nth, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import scale

KINDS = 10
STRAIGHT = 0


@compiled
def together(table: Agreed, turn: Turn, colour: int) -> tuple[int, int]:
    """EXPION-23, EXPION-40. With whom a colour captures: marbles in the area, and in camp."""
    if readings_of(table) & BY_COLOUR and owns_both(table.players, turn.colour):
        marbles = turn.own if colour == turn.colour else turn.twin
        return marbles, turn.homes & EDGE[colour]
    return turn.friends, turn.homes


@compiled
def parted(table: Agreed, placed: Board, place: int, deed: Deed, before: int) -> tuple[int, int]:
    """EXPION-40, EXPION-42. What a move captures by marbles alone, and what with the Ex*pion.

    The Ex*pion lay on `before`. Nothing is captured once it is in a base (EXPION-34).
    """
    if placed.expion >= BASE:
        return 0, 0
    turn, side, mover = turn_of(table.players, placed, place), place & 1, 1 << deed.target
    marbles, homes = together(table, turn, deed.colour)
    alone, helped = captured(mover, turn.enemies, marbles, homes, side), 0
    if chameleon(turn.expion, turn.own | turn.twin, turn.camp):
        helped = captured(mover, turn.enemies, turn.expion, 0, side)
        if placed.expion != before:
            helped |= captured(turn.expion, turn.enemies, turn.friends, turn.homes, side)
    return alone, helped


@compiled
def helped_cells(turn: Turn) -> int:
    """EXPION-28. The cells from which a marble that moves there captures with the Ex*pion."""
    if chameleon(turn.expion, turn.own | turn.twin, turn.camp):
        return striking(turn.enemies, turn.expion, 0, turn.colour & 1)
    return 0


@compiled
def retreats_to(table: Agreed, turn: Turn, helped: int, declined: int, back: int) -> int:
    """EXPION-15, EXPION-42. The cells to which a colour may go back, as it captures there."""
    marbles, homes = together(table, turn, back)
    alone = striking(turn.enemies, marbles, homes, turn.colour & 1)
    return alone & helped if declined else alone | helped


@compiled
def other_steps(state: State, turn: Turn, helped: int, declined: int, direction: int) -> int:
    """EXPION-14, EXPION-15. Marbles that may step in a direction onto a free cell."""
    onto = turn.empty & helped if declined else turn.empty
    able = movers(turn, state.first_capture, direction) & shift(onto, direction ^ 2)
    if state.first_capture == 0 and (direction ^ turn.colour) & 1 == 0:
        marbles = turn.own if direction == turn.colour else turn.twin
        cells = retreats_to(state.table, turn, helped, declined, direction)
        able |= marbles & shift(cells & turn.empty, direction ^ 2)
    return able


@compiled
def may_push(
    state: State, turn: Turn, colour: int, retreat: bool, rest: int, declined: int
) -> bool:
    """EXPION-17, EXPION-20, EXPION-41. Whether a marble beside the Ex*pion may push it there."""
    if not room(turn, state.table.special, state.board.homes[(turn.colour & 1) ^ 1], rest):
        return False
    if not (retreat or declined):
        return True
    if turn.expion & EDGE[rest]:  # into a base, where nothing is captured
        return False
    marbles, homes = together(state.table, turn, colour)
    side, beyond = turn.colour & 1, shift(turn.expion, rest)
    alone = captured(turn.expion, turn.enemies, marbles, homes, side)
    helped = captured(beyond, turn.enemies, turn.friends, turn.homes, side)
    if declined:
        return helped != 0 and (alone != 0 or not retreat)
    return alone | helped != 0


@compiled
def pusher(state: State, turn: Turn, rest: int, declined: int, direction: int) -> int:
    """EXPION-17, EXPION-41. The marble of the area that may push by a step in a direction."""
    marble = (turn.own | turn.twin) & shift(turn.expion, direction ^ 2)
    if rest == STRAIGHT:
        goes = direction
    else:
        goes = rest - 1
        if goes == direction or goes == direction ^ 2:
            return 0
    if marble == 0:
        return 0
    colour = turn.colour if turn.own & marble else turn.colour ^ 2
    retreat = state.first_capture == 0 and direction == colour
    return marble if may_push(state, turn, colour, retreat, goes, declined) else 0


@compiled
def keeper(state: State, turn: Turn, rest: int, declined: int) -> int:
    """EXPION-18, EXPION-41. The camp marble that may push the Ex*pion as it leaves."""
    marble = turn.camp & turn.expion
    if marble == 0:
        return 0
    camp = turn.colour if marble & EDGE[turn.colour] else turn.colour ^ 2
    goes = camp ^ 2 if rest == STRAIGHT else rest - 1
    if goes == camp or (rest != STRAIGHT and goes == camp ^ 2):
        return 0
    return marble if may_push(state, turn, camp, False, goes, declined) else 0


@compiled
def arriving(turn: Turn, cells: int) -> tuple[int, int, int]:
    """EXPION-12. The camp marbles that may leave by one, two and three cells onto these."""
    one, two, three = departures(turn)
    second, third = 0, 0
    for camp in (turn.colour, turn.colour ^ 2):
        back = shift(cells, camp) & AREA
        second |= two & EDGE[camp] & back
        third |= three & EDGE[camp] & shift(back, camp)
    return one & cells, second, third


@compiled
def other_way(
    state: State, turn: Turn, helped: int, rest: int, declined: int, direction: int
) -> int:
    """EXPION-14, EXPION-41. Marbles that may step or push in a direction, of one kind."""
    able = pusher(state, turn, rest, declined, direction)
    if rest == STRAIGHT:
        able |= other_steps(state, turn, helped, declined, direction)
    return able


@compiled
def other_sources(state: State, place: int, kind: int) -> Sources:
    """EXPION-40 to EXPION-42. What the player at a place of the round may do, of one kind."""
    rest, declined = kind % (KINDS // 2), kind // (KINDS // 2)
    turn = turn_of(state.table.players, state.board, place)
    agreed = readings_of(state.table)
    if (rest != STRAIGHT and agreed & ANY_WAY == 0) or (declined and agreed & BY_CHOICE == 0):
        return 0, 0, 0, 0, 0, 0, 0
    helped = helped_cells(turn)
    one, two, three = 0, 0, 0
    if rest == STRAIGHT:
        one, two, three = arriving(turn, helped if declined else AREA)
    return (
        other_way(state, turn, helped, rest, declined, NORTH),
        other_way(state, turn, helped, rest, declined, EAST),
        other_way(state, turn, helped, rest, declined, SOUTH),
        other_way(state, turn, helped, rest, declined, WEST),
        one | keeper(state, turn, rest, declined),
        two,
        three,
    )


@compiled
def kind_code(kind: int) -> int:
    """EXPION-41, EXPION-42. What a kind of move adds to its number."""
    return DECLINE * (kind // (KINDS // 2)) + TURN * (kind % (KINDS // 2))


@compiled
def other_moves(state: State, moves: Any) -> int:
    """EXPION-40 to EXPION-42. The same under other readings: kind by kind, still ascending."""
    count = 0
    for kind in range(KINDS if readings_of(state.table) & BY_CHOICE else KINDS // 2):
        ways = other_sources(state, state.cycle, kind)
        for index in range(7):
            cells, way = ways[index], way_of(index, state.cycle) + kind_code(kind) // WAY
            while cells:
                moves[count] = WAY * way + lowest(cells)
                count += 1
                cells &= cells - 1
    return count


@compiled
def other_random_move(state: State, word: int) -> int:
    """The same under other readings of the rule: counted first, then found."""
    pick = 0
    for kind in range(KINDS):
        ways = other_sources(state, state.cycle, kind)
        for index in range(7):
            pick += popcount(ways[index])
    if pick == 0:
        return PASS
    pick = scale(word, pick)
    for kind in range(KINDS):
        ways = other_sources(state, state.cycle, kind)
        for index in range(7):
            size = popcount(ways[index])
            if pick < size:
                code = WAY * way_of(index, state.cycle) + nth(ways[index], pick)
                return kind_code(kind) + code
            pick -= size
    return PASS


@compiled
def other_stuck(state: State) -> bool:
    """EXPION-36, EXPION-41. The same under other readings of the rule."""
    for kind in range(KINDS // 2):
        for place in range(4):
            ways = other_sources(state, place, kind)
            for index in range(7):
                if ways[index]:
                    return False
    return True
