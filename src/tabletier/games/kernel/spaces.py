"""What the `space.py` of all games share: the scalars that every observation begins with."""

from typing import Any

from tabletier.games.kernel.compiler import part


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
