"""What a search written in Python asks of a game, each in one call. A generic source."""

from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.compiler import compiled

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import chance, tickets


@compiled
def outcomes(state: Any, drawn: Any, weights: Any) -> int:
    """Fills in all that chance may draw here and how many tickets draw it; says how many."""
    count = 0
    for ticket in range(tickets(state)):
        step, place = chance(state, ticket), 0
        while place < count and drawn[place] != step:
            place += 1
        if place == count:
            drawn[count], weights[count] = step, 0
            count += 1
        weights[place] += 1
    return count
