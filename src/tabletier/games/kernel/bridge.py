"""How a match crosses from Python into compiled rules. A generic source.

Every crossing costs some microseconds for packing and unpacking a state, so what a match needs of
one step is asked for in one call; what needs one rule only calls that rule. All integers are signed
and below 2**63; nothing is converted.
"""

from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, MOVE

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        apply,
        chance,
        legal_moves,
        tickets,
        to_move,
        unfinished,
    )


@compiled
def advance(state: Any, step: int, ticket: int) -> tuple[int, Any, int, int]:
    """One step, or what a ticket (if it is not MOVE) draws.

    Gives the step, the state after it, who is to move then, and the tickets if it is chance.
    """
    if ticket != MOVE:
        step = chance(state, ticket)
    after = apply(state, step)
    seat = to_move(after)
    return step, after, seat, tickets(after) if seat == CHANCE else 0


@compiled
def waiting(state: Any) -> tuple[int, int]:
    """Who is to move, and how many tickets there are if it is chance."""
    seat = to_move(state)
    return seat, tickets(state) if seat == CHANCE else 0


@compiled
def is_listed(state: Any, step: int, moves: Any) -> bool:
    """Whether a step is legal."""
    found = False
    for index in range(legal_moves(state, moves)):
        found = found or moves[index] == step
    return found


@compiled
def branches(state: Any, moves: Any, marks: Any) -> int:
    """Fills a buffer with the legal steps, and marks those after which the move goes on."""
    count = legal_moves(state, moves)
    for index in range(count):
        marks[index] = unfinished(apply(state, moves[index]))
    return count
