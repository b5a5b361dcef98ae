"""Who takes which side: every entrant plays every side of a deck equally often.

A *deck* is one seed, that is, all the luck of a game. A *round* is every line-up played with the
same deck, so that nobody owes a good result to good cards or to a good side.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

Lineup = tuple[int, ...]
"""The entrant at each side."""


def lineups(sides: int, entrants: int, deck: int) -> tuple[Lineup, ...]:
    """The line-ups of one round, each once.

    As many entrants as sides: they go round the table. Fewer: they alternate, and where that is
    uneven every one has the larger part in turn. More: every choice of entrants goes round the
    table. With each deck the neighbours at the table change.
    """
    return _round(sides, entrants, deck % neighbourhoods(min(sides, entrants)))


@lru_cache(maxsize=64)
def _round(sides: int, entrants: int, number: int) -> tuple[Lineup, ...]:
    found: dict[Lineup, None] = {}
    for group in combinations(range(entrants), min(sides, entrants)):
        found |= dict.fromkeys(_turns(_circle(group, number), sides))
    return tuple(found)


def round_size(sides: int, entrants: int) -> int:
    """How many games a round has."""
    return len(lineups(sides, entrants, 0))


def neighbourhoods(count: int) -> int:
    """In how many ways so many entrants can sit around a table; turning it changes nothing."""
    return 1 if count < 3 else (count - 1) * neighbourhoods(count - 1)


def _circle(group: Sequence[int], number: int) -> tuple[int, ...]:
    """One of the ways to sit around a table, by its number; the first entrant keeps its place."""
    seated, waiting = [group[0]], list(group[1:])
    while waiting:
        number, chosen = divmod(number, len(waiting))
        seated.append(waiting.pop(chosen))
    return tuple(seated)


def _turns(circle: Sequence[int], sides: int) -> list[Lineup]:
    """The circle laid along the sides, turned by every number of sides and of entrants."""
    count = len(circle)
    return [
        tuple(circle[((side + shift) % sides + turn) % count] for side in range(sides))
        for turn in range(count)
        for shift in range(sides)
    ]
