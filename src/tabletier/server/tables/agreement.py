"""What is agreed about a table: at first, changed before the start, and for another match.

A rematch is proposed, agreed to by each for themselves, then opened. Nobody is seated who has not
agreed: their seats are left open. Opponents of the house come along.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.match.options import fill
from tabletier.search.levels import level_of
from tabletier.server.tables import acts, orders
from tabletier.server.tables.beginning import playable
from tabletier.server.tables.counting import check_rated
from tabletier.server.tables.decision import Actor, Decision, seated
from tabletier.server.tables.errors import Refused, refused_by_rules, wrong_time
from tabletier.server.tables.proposals import speaker, unanswered
from tabletier.server.tables.reading import GONE
from tabletier.server.tables.seats import Clock, allowed
from tabletier.server.tables.table import Seat, Table

SAME = tuple(name for name in acts.Terms.__struct_fields__ if name != "clock")
"""What an agreement says in the same words as the log."""


def settled(game: Game, options: Any) -> dict[str, Any]:
    """All options of a game, defaults filled in. Raises Refused."""
    try:
        return fill(game, options)
    except GameError as error:
        raise refused_by_rules(error) from error


def clock_of(asked: orders.ClockAsked) -> Clock:
    """A clock as the log has it."""
    return Clock(**asked.model_dump())


def agreed(table: Table, order: orders.Agreement) -> tuple[dict[str, Any], acts.Terms]:
    """What an order makes of the options and the rest of the agreement. Raises Refused."""
    wanted = {key: getattr(order, key) for key in SAME if getattr(order, key) is not None}
    if order.clock is not None:
        wanted["clock"] = clock_of(order.clock)
    options = table.options if order.options is None else settled(table.rules, order.options)
    house = replace(table.house, **wanted)
    return options, fair(table.rules, options, house, table.position is not None)


def fair(game: Game, options: Any, house: acts.Terms, position: bool = False) -> acts.Terms:
    """What is agreed, as it holds: whoever is rated plays unaided, and takes nothing back.

    Raises Refused where such a table cannot be rated (`position`, whether it begins in one), or
    the stand-in is of a level that the game does not have.
    """
    check_level(game, house.stand_in)
    if not house.rated:
        return house
    check_rated(game, options, position)
    return replace(house, hints=False, takeback="never")


def check_level(game: Game, number: int) -> None:
    """Raises Refused where a game has no such level."""
    try:
        level_of(game, number)
    except GameError as error:
        raise refused_by_rules(error) from error


def changed(table: Table, order: orders.Change) -> acts.Changed:
    """A new agreement, in which nobody who sits loses their seat. Raises Refused."""
    options, house = agreed(table, order)
    if table.position is not None and options != table.options:
        playable(table.rules, table.position, options)  # or it is refused
    count = seat_count(table.rules, options)
    if any(seat.person is not None for seat in table.seats[count:]):
        raise too_many(count)
    return acts.Changed(options=options, house=house)


def seat_count(game: Game, options: Any) -> int:
    """How many seats a game has."""
    return sum(len(team) for team in game.teams(options))


def too_many(count: int) -> Refused:
    """More people sit at a table than there would be seats."""
    return wrong_time(
        f"Il n'y aurait que {count} places : quelqu'un doit d'abord se lever.",
        f"There would be only {count} seats: somebody has to stand up first.",
    )


def propose(table: Table, order: orders.Rematch, actor: Actor) -> Decision:
    """Somebody wants to play again, or agrees to what another proposed. Raises Refused."""
    mine = seated(table, actor)
    if table.status != "over":
        raise wrong_time("La partie n'est pas terminée.", "The match is not over.")
    if table.next is not None:
        raise wrong_time(
            "La revanche attend déjà à une autre table.",
            "The rematch waits at another table already.",
        )
    seat, same = speaker(table, mine), _is_plain(order)
    if table.question == "rematch" and table.asked_by not in mine:
        if not same:
            raise wrong_time(
                "Une autre revanche est déjà proposée.", "Another rematch is proposed already."
            )
        return Decision((acts.Answered(seat=seat, question="rematch", yes=True),))
    if table.question == "rematch" and same and table.proposed is not None:
        options, house = table.proposed
    else:
        options, house = agreed(table, order)
    rotated(table.seats, seat_count(table.rules, options), _everybody(table))  # or too many
    asked = acts.Asked(
        seat=seat,
        question="rematch",
        stands=True,
        options=options,
        house=house,
        wait=order.wait,
    )
    return Decision((asked,))


def is_due(table: Table) -> bool:
    """Whether the table of a rematch is to be opened now."""
    if table.question != "rematch" or table.next is not None:
        return False
    return not table.waits or not unanswered(table)


def opening(table: Table) -> tuple[str, tuple[acts.AnyAct, ...]]:
    """Who opens the table where the players go on, and its first acts."""
    assert table.proposed is not None
    assert table.asked_by is not None
    options, house = table.proposed
    host = table.seats[table.asked_by].person or ""
    persons = {table.seats[seat].person for seat in table.agreed}
    opened = acts.Opened(
        game=table.game,
        options=options,
        house=house,
        host=host,
        before=table.id,
        **_same_beginning(table, options),
    )
    places = rotated(table.seats, seat_count(table.rules, options), persons)
    return host, (opened, *_seated(places, house.clock))


def _same_beginning(table: Table, options: dict[str, Any]) -> dict[str, Any]:
    """Where a rematch begins: as the match did, unless something else was agreed.

    What was drawn anew the first time is known by now.
    """
    if table.begins is None or options != table.options:
        return {}
    return {"position": table.position, "begins": replace(table.begins, redrawn=False)}


def rotated(seats: list[Seat], count: int, persons: set[str | None]) -> list[Seat]:
    """Who sits where in a rematch: everybody one further. Where seats are too few, people stay."""
    comes = {None, *persons}
    further = [seats[-1], *seats[:-1]]
    places = [Seat() if s.name == GONE or s.person not in comes else s for s in further]
    people = sum(seat.person is not None for seat in places)
    if people > count:
        raise too_many(count)
    others = islice((seat for seat in places if seat.person is None), count - people)
    kept = {id(seat) for seat in others}
    return [seat for seat in places if seat.person is not None or id(seat) in kept]


def _seated(places: list[Seat], clock: Clock) -> Iterator[acts.AnyAct]:
    """Everybody sits down, with the quiet hours that they had, where days are agreed again."""
    for number, seat in enumerate(places):
        if seat.person is not None:
            yield acts.Sat(seat=number, person=seat.person, name=seat.name)
            quiet = allowed(clock, seat.quiet) if clock.kind == "days" else None
            if quiet is not None:
                yield acts.KeptHours(seat=number, quiet=quiet, person=seat.person)
        elif seat.level is not None:
            yield acts.Invited(seat=number, level=seat.level, name=seat.opponent)


def _everybody(table: Table) -> set[str | None]:
    return {seat.person for seat in table.seats}


def _is_plain(order: orders.Rematch) -> bool:
    """Whether nothing is to be different."""
    given: dict[str, Any] = order.model_dump(exclude={"do", "key", "wait"}, exclude_none=True)
    return not given
