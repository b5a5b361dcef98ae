"""Who is host of a table before the start, and who is when the host has gone."""

from collections.abc import Set

from tabletier.server.tables import acts
from tabletier.server.tables.decision import Actor, Decision
from tabletier.server.tables.errors import not_seated, wrong_time
from tabletier.server.tables.table import Table


def heir(table: Table, present: Set[str] | None = None) -> acts.Hosted:
    """Whoever is host next: of those present (None: of all) the one who has sat the longest."""
    found = [
        (seat.since, number)
        for number, seat in enumerate(table.seats)
        if seat.person not in (None, table.host) and (present is None or seat.person in present)
    ]
    if not found:
        return acts.Hosted(person="")
    number = min(found)[1]
    return acts.Hosted(person=table.seats[number].person or "", seat=number)


def left(table: Table, actor: Actor) -> Decision:
    """Somebody leaves for good before the start: their seats are free, others are host."""
    mine = table.seats_of(actor.person)
    stood: list[acts.AnyAct] = [acts.Stood(seat=seat) for seat in mine]
    if actor.person == table.host:
        return Decision((*stood, heir(table)))
    if not mine:
        raise not_seated()
    return Decision(tuple(stood))


def sits_down(table: Table, person: str, seat: int) -> tuple[acts.Hosted, ...]:
    """At a table without a host, whoever sits down is."""
    return () if table.host else (acts.Hosted(person=person, seat=seat),)


def lacks_host(table: Table, present: Set[str]) -> bool:
    """Whether people wait for the start, and the host is not there."""
    waits = table.status == "open" and table.host not in present
    return waits and bool(heir(table, present).person)


def passed_on(table: Table, present: Set[str]) -> Decision:
    """Somebody who is there becomes host. Raises Refused where the host is, or nobody."""
    if not lacks_host(table, present):
        raise wrong_time("La table a son hôte.", "The table has its host.")
    return Decision((heir(table, present),))
