"""A match of Ex*pion as a value, the turn as the player to move sees it, moves as numbers."""

from typing import NamedTuple

from tabletier.games.expion.board import AREA, BASE, DELTA, EDGE, OWNERS
from tabletier.games.kernel.compiler import compiled, part

GOING_ON = -1
BY_COLOUR, ANY_WAY, BY_CHOICE = 1, 2, 4
"""EXPION-40, EXPION-41, EXPION-42. The other readings of the rule, one bit each."""
READINGS_AT = 56


class Agreed(NamedTuple):
    """What was agreed before the match."""

    players: int
    special: int
    """EXPION-3. The special cells; and from bit READINGS_AT on, which other readings hold.

    A field of its own for these would make every move a twentieth slower.
    """


class Board(NamedTuple):
    """Where everything stands."""

    marbles: tuple[int, int, int, int]
    """Per colour: its marbles in the area."""
    homes: tuple[int, int]
    """Per side: its marbles still in camp, each on the bit of the cell in front of it."""
    expion: int
    """The cell of the Ex*pion; BASE or more once it is in a camp."""


class State(NamedTuple):
    """Everything on the table; nothing is hidden."""

    table: Agreed
    board: Board
    cycle: int
    """EXPION-8. Whose place in the round it is: 0 North, 1 East, 2 South, 3 West."""
    first_capture: int
    """EXPION-16. 1 once a marble has been captured."""
    quiet: int
    """EXPION-38. Turns since the last capture or departure."""
    ending: int
    """GOING_ON, or how the match ended: an index into `rules.REASONS`."""


class Turn(NamedTuple):
    """What the player at one place of the round has, and what stands in the way."""

    colour: int
    """The colour of this place."""
    own: int
    """Its marbles in the area."""
    twin: int
    """The marbles of the opposite colour, where the same player owns it."""
    friends: int
    """The side's marbles in the area: own colour and partner's."""
    enemies: int
    camp: int
    """EXPION-9. The player's marbles still in camp."""
    homes: int
    """The side's marbles still in camp."""
    expion: int
    """The Ex*pion as a plane, empty once it is in a camp."""
    empty: int
    """Free cells of the area."""


class Deed(NamedTuple):
    """A move taken apart."""

    colour: int
    direction: int
    source: int
    """The bit of a marble that steps; 0 when it leaves camp."""
    home: int
    """The bit in front of a marble that leaves camp; 0 when it steps."""
    target: int
    """The cell it goes to."""
    rest: int
    """EXPION-41. The direction in which the Ex*pion goes if it is pushed."""
    declined: int
    """EXPION-42. 1 when the Ex*pion's help is declined."""


@part
def readings_of(table: Agreed) -> int:
    """EXPION-40 to EXPION-42. The other readings that hold, 0 when all is as usual."""
    return table.special >> READINGS_AT


@part
def owner(players: int, place: int) -> int:
    """EXPION-6. The seat that owns the marbles of a place in the round."""
    return OWNERS[4 * players - 8 + place]


@part
def owns_both(players: int, place: int) -> bool:
    """EXPION-6. Whether one player owns this colour and the opposite one."""
    return owner(players, place) == owner(players, place ^ 2)


@compiled
def turn_of(players: int, board: Board, place: int) -> Turn:
    """EXPION-5, EXPION-9. The turn of the player at this place of the round."""
    side, both = place & 1, owns_both(players, place)
    own, other = board.marbles[place], board.marbles[place ^ 2]
    enemies = board.marbles[side ^ 1] | board.marbles[side ^ 3]
    homes = board.homes[side]
    camp = homes if both else homes & EDGE[place]
    expion = 1 << board.expion if board.expion < BASE else 0
    empty = AREA & ~(own | other | enemies | expion)
    twin = other if both else 0
    return Turn(
        colour=place,
        own=own,
        twin=twin,
        friends=own | other,
        enemies=enemies,
        camp=camp,
        homes=homes,
        expion=expion,
        empty=empty,
    )


@part
def marbles_of(players: int, board: Board, place: int) -> int:
    """EXPION-33. The marbles of the player at this place; 0 exactly when there are none."""
    camp = board.homes[place & 1]
    if owns_both(players, place):
        return board.marbles[place] | board.marbles[place ^ 2] | camp
    return board.marbles[place] | (camp & EDGE[place])


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
        return Deed(
            colour=colour,
            direction=way,
            source=bit,
            home=0,
            target=cell + DELTA[way],
            rest=way,
            declined=0,
        )
    camp = place if EDGE[place] & bit else place ^ 2
    target = cell + (way - LEAVE[place & 1]) * DELTA[camp ^ 2]
    return Deed(
        colour=camp,
        direction=camp ^ 2,
        source=0,
        home=bit,
        target=target,
        rest=camp ^ 2,
        declined=0,
    )


@part
def decoded(state: State, move: int) -> Deed:
    """EXPION-41, EXPION-42. The same of any move: where the Ex*pion goes, and with what help."""
    colour, direction, source, home, target, rest, _ = usual_deed(state, move % TURN)
    turn = (move // TURN) % 8
    return Deed(
        colour=colour,
        direction=direction,
        source=source,
        home=home,
        target=target,
        rest=turn - 1 if turn else rest,
        declined=move // DECLINE,
    )
