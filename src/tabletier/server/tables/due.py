"""Whose turn it is where people have days, and when the house must look although nobody does.

It must also where a rated match waits for its last person: who does not come back has left it.
"""

from collections.abc import Sequence

from tabletier.server.tables import acts
from tabletier.server.tables.decide import moved
from tabletier.server.tables.decision import Decision, playing
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.hours import MINUTE_MS, Span, united
from tabletier.server.tables.presence import ABANDONED_MS, next_alarm
from tabletier.server.tables.table import Table


def awaited(table: Table) -> str | None:
    """The person whose move others wait for, where people have days to think."""
    seat = table.to_move
    if not table.by_days or table.status != "playing" or seat is None or is_answered(table):
        return None
    return None if table.seats[seat].level is not None else table.seats[seat].person


def wakes_at(table: Table) -> int | None:
    """When somebody must look at a table although nobody does."""
    if table.status != "playing":
        return None
    if not table.by_days:
        return _leaves_at(table)
    if table.level_to_move is not None or is_answered(table):
        return table.touched + MINUTE_MS  # by then it was done, unless a server was killed
    return next_alarm(table)


def _leaves_at(table: Table) -> int | None:
    """When it must be seen whether the last person has left a rated match, and then to its end."""
    left = any(seat.person is not None for seat in table.seats)
    if table.house.rated and left and all(seat.level is not None for seat in table.seats):
        return table.touched + MINUTE_MS
    if table.lone_seat is None:
        return None
    return table.seats[table.lone_seat].away_until or table.touched + ABANDONED_MS


def is_answered(table: Table) -> bool:
    """Whether the seat to move has said in advance what it plays, and nothing else is asked."""
    seat = table.to_move
    if seat is None or seat not in table.plans or table.pause is not None:
        return False
    asks_itself = table.question is None or table.asked_by == seat
    return asks_itself and table.seats[seat].level is None


def answered(table: Table, now: int) -> Decision:
    """The move that was planned; a plan that the rules refuse is put away. Raises Refused."""
    match, seat = playing(table), table.to_move
    if seat is None or not is_answered(table):
        raise wrong_time("Aucune réponse n'était prévue.", "No answer was planned.")
    try:
        return moved(table, match, seat, table.plans[seat][0][0], now)
    except Refused:
        return Decision((acts.Planned(seat=seat, lines=()),))


CLOSE = MINUTE_MS
"""Closings with less time between them count as one."""


def closings_of(table: Table, closings: Sequence[tuple[int, int]]) -> tuple[Span, ...]:
    """When the house was closed while a clock of days ran, as far as it was not given back."""
    timing = table.timing
    if not timing.runs:
        return ()
    known = timing.closed
    found = [Span(max(since, timing.since), until) for since, until in closings]
    new = [span for span in united(found) if not any(_holds(one, span) for one in known)]
    return tuple(gathered(new))


def _holds(one: Span, other: Span) -> bool:
    return one.since <= other.since and other.until <= one.until


def gathered(spans: Sequence[Span]) -> list[Span]:
    """Spans in order, those close to each other as one: a house that falls again and again."""
    found: list[Span] = []
    for span in spans:
        if found and span.since - found[-1].until < CLOSE:
            found[-1] = Span(found[-1].since, span.until)
        else:
            found.append(span)
    return found
