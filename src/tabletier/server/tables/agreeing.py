"""What is agreed about a table: at first, and changed before the start."""

from typing import Any

from msgspec.structs import replace

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.match.options import fill
from tabletier.server.tables import acts, orders
from tabletier.server.tables.errors import Refused, refused_by_rules, wrong_time
from tabletier.server.tables.table import Table

SAME = ("public", "takeback", "takeback_draws", "talk", "hints", "stand_in", "patience", "pace")
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
        raise too_many(count)
    return acts.Changed(options=options, house=house)


def seat_count(game: Game, options: Any) -> int:
    """How many seats a game has."""
    return sum(len(team) for team in game.teams(options))


def counts(table: Table) -> bool:  # noqa: ARG001 - no table does, yet
    """Whether a result is kept for or against anybody: the one place where that is decided."""
    return False


def may_put_back(table: Table) -> bool:
    """Whether a take-back may put back what chance drew."""
    return table.house.takeback_draws and not counts(table)


def too_many(count: int) -> Refused:
    """More people sit at a table than there would be seats."""
    return wrong_time(
        f"Il n'y aurait que {count} places : quelqu'un doit d'abord se lever.",
        f"There would be only {count} seats: somebody has to stand up first.",
    )
