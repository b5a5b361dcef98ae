"""Who gives an order and what comes of it; what every order may have to ask first.

Who is host before the start, and when the host has gone; whether people still look at what has
just ended; whether the log may become any longer.

A game says after which of its events people want to look. The pause is written with the move that
caused it, names the seats of those whose page is open, and is over when all of them have looked,
or at its time. Until then nobody moves and no clock runs. Where nobody looks on, there is none.
"""

from collections.abc import Set
from typing import NamedTuple

from tabletier.games.kernel.text import Language, Text
from tabletier.match.match import Match
from tabletier.server.tables import acts, orders
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.errors import Refused, not_seated, wrong_time
from tabletier.server.tables.table import Table


class Actor(NamedTuple):
    """Who gives an order."""

    person: str
    name: str
    address: str = ""
    """Where the order comes from, as far as limits are concerned."""
    language: Language = "fr"
    """In which they are spoken to."""


class Decision(NamedTuple):
    """What an order adds to the log; the match after it, where that is known already."""

    acts: tuple[acts.AnyAct, ...]
    match: Match | None = None
    opens: tuple[Table, LogLine] | None = None
    """Another table, and its first line, stored with these acts or not at all."""


def playing(table: Table) -> Match:
    """The match of a table where one is going on. Raises Refused."""
    if table.match is None:
        raise wrong_time("La partie n'a pas commencé.", "The match has not begun.")
    if table.result is not None:
        raise wrong_time("La partie est terminée.", "The match is over.")
    return table.match


def seated(table: Table, actor: Actor) -> list[int]:
    """The seats of whoever gives an order. Raises Refused if there are none."""
    mine = table.seats_of(actor.person)
    if not mine:
        raise not_seated()
    return mine


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


LOOK_MS = 5000
"""How long people are given to look."""


def wants_pause(decision: Decision) -> bool:
    """Whether a move ended something that people would look at, and the match goes on."""
    match = decision.match
    moved = any(isinstance(act, acts.Moved) for act in decision.acts)
    return moved and match is not None and match.result is None and match.pauses


def with_pause(table: Table, decision: Decision, lookers: Set[str], now: int) -> Decision:
    """A move with the pause after it, where anybody at the table looks on."""
    seats = [
        number
        for number, seat in enumerate(table.seats)
        if seat.person in lookers and seat.level is None
    ]
    if not seats:
        return decision
    paused = acts.Paused(seats=seats, until=now + LOOK_MS)
    return Decision((*decision.acts, paused), decision.match)


def looked(table: Table, order: orders.Looked, actor: Actor, now: int) -> Decision:
    """Somebody has looked; the last one ends the pause. Raises Refused."""
    playing(table)
    mine = seated(table, actor)
    if table.pause is None or table.pause.seats.isdisjoint(mine):
        raise wrong_time("Personne ne vous attend.", "Nobody waits for you.")
    done = acts.HasLooked(seat=mine[0])
    return Decision((done,) if table.pause.seats.difference(mine) else (done, acts.WentOn()))


def is_pause_over(table: Table, now: int) -> bool:
    """Whether people have had the time to look."""
    return table.pause is not None and table.pause.until <= now


def check_pause(table: Table, now: int) -> None:
    """Raises Refused while people look at what has just ended."""
    if table.pause is not None and not is_pause_over(table, now):
        raise Refused(
            "table/paused",
            Text("On regarde encore ce qui vient de finir.", "People still look at what ended."),
            retry=(table.pause.until - now) / 1000,
        )


MOST_LINES = 3000
"""Lines after which a table is there for playing only: nobody talks, comes or goes."""
MOST_PLAYED = 4000
"""Lines after which nobody plays on either; a match can still be given up or run out of time."""
MOST_TAKEBACKS = 500
"""How often moves may be taken back at a table."""
PLAYING = {acts.Started, acts.Moved, acts.Asked, acts.Answered, acts.TookBack}
CLOSING = {
    acts.Ended,
    acts.StoodIn,
    acts.Back,
    acts.Hosted,
    acts.Resumed,
    acts.Forgotten,
    acts.Became,
    acts.Rematched,
}
"""What must be written, however long the log is."""


def check_length(table: Table, found: tuple[acts.AnyAct, ...]) -> None:
    """See that a log may have one more line with these acts. Raises Refused."""
    if table.takebacks >= MOST_TAKEBACKS and any(map(_goes_back, found)):
        raise _enough_taken_back()
    if table.number < MOST_LINES:
        return
    kinds = set(map(type, found))
    if kinds & CLOSING:
        return
    if table.number >= MOST_PLAYED or not kinds & PLAYING:
        raise _too_long(table.number)


def _goes_back(act: acts.AnyAct) -> bool:
    """Whether an act takes moves back, or asks to."""
    asked = isinstance(act, acts.Asked) and act.question == "takeback"
    return asked or isinstance(act, acts.TookBack)


def _enough_taken_back() -> Refused:
    return Refused(
        "table/takebacks",
        Text(
            f"À cette table on a déjà repris {MOST_TAKEBACKS} fois : cela suffit.",
            f"Moves were taken back {MOST_TAKEBACKS} times at this table: that is enough.",
        ),
    )


def _too_long(number: int) -> Refused:
    if number < MOST_PLAYED:
        return Refused(
            "table/long",
            Text(
                f"Le journal de cette table a {number} lignes : on peut encore y jouer, "
                "et pour le reste ouvrir une autre table.",
                f"The log of this table has {number} lines: one may still play here, "
                "and open another table for the rest.",
            ),
        )
    return Refused(
        "table/long",
        Text(
            f"Le journal de cette table a {number} lignes, c'est le maximum : "
            "abandonnez, ou ouvrez une autre table.",
            f"The log of this table has {number} lines, and that is the most: "
            "resign, or open another table.",
        ),
    )
