"""What the players of Ex*pion could do if it were their turn, asked of the rules themselves.

A threat is a move that would be legal if the players in between left the board alone.
"""

from tabletier.games.expion import rules
from tabletier.games.expion.rules import IN_BASE
from tabletier.games.expion.state import GOING_ON, PASS, State, decoded, marbles_of
from tabletier.games.kernel.steps import listed


def next_rival(state: State, place: int) -> int:
    """EXPION-8, EXPION-33. The other side's next place that still has marbles."""
    first = (place + 1) & 3
    return first if marbles_of(state.table.players, state.board, first) else first ^ 2


def turn_at(state: State, place: int) -> State:
    """The same board with the turn at another place of the round."""
    return state._replace(cycle=place, ending=GOING_ON)


def entries(state: State, place: int) -> list[int]:
    """EXPION-34. The moves of a place that push the Ex*pion into an enemy base."""
    here = turn_at(state, place)
    pushes = [step for step in moves_of(here) if decoded(here, step).target == here.board.expion]
    return [step for step in pushes if rules.apply(here, step).ending == IN_BASE]


def unstoppable(state: State, seat: int) -> bool:
    """Whether after every reply this seat, whose turn comes right after it, can enter a base."""
    replies = [rules.apply(state, step) for step in listed(rules, state)]
    return all(
        reply.ending == GOING_ON
        and rules.to_move(reply) == seat
        and bool(entries(reply, reply.cycle))
        for reply in replies
    )


def prey(state: State, place: int) -> int:
    """EXPION-23. The marbles that a place could capture in one move, as a plane."""
    here, taken = turn_at(state, place), 0
    theirs = area_marbles(state, (place & 1) ^ 1)
    for step in moves_of(here):
        taken |= theirs & ~area_marbles(rules.apply(here, step), (place & 1) ^ 1)
    return taken


def moves_of(state: State) -> list[int]:
    """EXPION-22. The moves of the place in turn, without passing."""
    return [step for step in listed(rules, state) if step != PASS]


def area_marbles(state: State, side: int) -> int:
    """A side's marbles in the area."""
    return state.board.marbles[side] | state.board.marbles[side + 2]


def cells_in(plane: int) -> list[int]:
    """The cells of a plane as numbers."""
    return [cell for cell in range(plane.bit_length()) if (plane >> cell) & 1]


def pushes_to(state: State, camp: int) -> int:
    """How many pushes the Ex*pion is away from the cells in front of a camp."""
    row, column = divmod(state.board.expion, 8)
    return (row, 6 - column, 6 - row, column)[camp]


def gap(cell: int, plane: int) -> int:
    """EXPION-11. How many steps the nearest cell of a plane is away if nothing is in the way."""
    return min(abs(cell // 8 - c // 8) + abs(cell % 8 - c % 8) for c in cells_in(plane))
