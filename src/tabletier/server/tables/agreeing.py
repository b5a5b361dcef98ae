"""What is agreed about a table: at first, changed before the start, and for a rematch."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.match.options import fill
from tabletier.server.tables import acts, orders
from tabletier.server.tables.forgetting import GONE
from tabletier.server.tables.refused import Refused, not_seated, refused_by_rules, wrong_time
from tabletier.server.tables.table import Seat, Table

SAME = ("public", "takeback", "talk", "hints", "stand_in", "patience")
"""What an agreement says in the same words as the log."""


def settled(game: Game, options: Any) -> dict[str, Any]:
    """All options of a game, defaults filled in. Raises Refused."""
    try:
        return fill(game, options)
    except GameError as error:
        raise refused_by_rules(error) from error


def clock_of(asked: orders.ClockAsked) -> acts.Clock:
    """A clock as the log has it."""
    return acts.Clock(asked.kind, asked.seconds, asked.increment)


def agreed(table: Table, order: orders.Agreement) -> tuple[dict[str, Any], acts.House]:
    """What an order makes of the options and the rest of the agreement. Raises Refused."""
    wanted = {key: getattr(order, key) for key in SAME if getattr(order, key) is not None}
    if order.clock is not None:
        wanted["clock"] = clock_of(order.clock)
    options = table.options if order.options is None else settled(table.rules, order.options)
    return options, replace(table.house, **wanted)


def changed(table: Table, order: orders.Change) -> acts.Changed:
    """A new agreement, in which nobody who sits loses their seat. Raises Refused."""
    options, house = agreed(table, order)
    count = seat_count(table.rules, options)
    if any(seat.person is not None for seat in table.seats[count:]):
        raise _too_many(count)
    return acts.Changed(options=options, house=house)


def seat_count(game: Game, options: Any) -> int:
    """How many seats a game has."""
    return sum(len(team) for team in game.teams(options))


def rematch(table: Table, order: orders.Rematch, person: str) -> tuple[acts.AnyAct, ...]:
    """The first acts of the table where the players go on. Raises Refused."""
    if not table.seats_of(person):
        raise not_seated()
    if table.status != "over":
        raise wrong_time("La partie n'est pas terminée.", "The match is not over.")
    if table.next is not None:
        raise wrong_time(
            "La revanche attend déjà à une autre table.",
            "The rematch waits at another table already.",
        )
    options, house = agreed(table, order)
    opened = acts.Opened(
        game=table.game, options=options, house=house, host=person, before=table.id
    )
    places = rotated(table.seats, seat_count(table.rules, options))
    return (opened, *_seated(places))


def rotated(seats: list[Seat], count: int) -> list[Seat]:
    """Who sits where in a rematch: everybody one further. Where seats are too few, people stay."""
    places = [Seat() if seat.name == GONE else seat for seat in [seats[-1], *seats[:-1]]]
    people = sum(seat.person is not None for seat in places)
    if people > count:
        raise _too_many(count)
    others = islice((seat for seat in places if seat.person is None), count - people)
    kept = {id(seat) for seat in others}
    return [seat for seat in places if seat.person is not None or id(seat) in kept]


def _seated(places: list[Seat]) -> Iterator[acts.AnyAct]:
    for number, seat in enumerate(places):
        if seat.person is not None:
            yield acts.Sat(seat=number, person=seat.person, name=seat.name)
        elif seat.level is not None:
            yield acts.Invited(seat=number, level=seat.level)


def _too_many(count: int) -> Refused:
    return wrong_time(
        f"Il n'y aurait que {count} places : quelqu'un doit d'abord se lever.",
        f"There would be only {count} seats: somebody has to stand up first.",
    )
