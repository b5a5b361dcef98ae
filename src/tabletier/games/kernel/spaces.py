"""What the `space.py` of all games share: how far matches go, how every observation begins."""

from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import part


class Extent(NamedTuple):
    """What no match under some options goes beyond: proven from the rules, not measured."""

    actions: int
    """Actions of players in a match, each link of a chain counted."""
    draws: int
    """Draws of chance in a match."""
    outcomes: int
    """Ways that a single draw may go."""


def seat_scalars(seats: int) -> tuple[str, ...]:
    """The first scalars of every game: who is to move, seen from the seat, and which seat it is."""
    others = (f"seat +{away} is to move" for away in range(1, seats))
    return ("I am to move", *others, *(f"I am seat {seat}" for seat in range(seats)))


@part
def away(seats: int, seat: int, other: int) -> int:
    """How many seats after `seat` another one sits, counted in the order of play."""
    return other - seat if other >= seat else other - seat + seats


@part
def mark_seats(scalars: Any, seats: int, seat: int, mover: int) -> None:
    """Write the first scalars; nobody is to move when chance draws or all is over."""
    if mover >= 0:
        scalars[away(seats, seat, mover)] = 1
    scalars[seats + seat] = 1
