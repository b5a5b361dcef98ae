"""Which part of a time counts: somebody's quiet hours, days of leave and closings do not.

Times are milliseconds since 1970. Quiet hours are those of a wall clock in the zone where somebody
lives, so that they stay where they are when that clock is put back or forward.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from heapq import merge
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Struct

MINUTES = 1440
"""Of a day."""
MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
LONGEST_ZONE = 64
OFFSET = re.compile(r"([+-])(\d\d):(\d\d)")
NOWHERE = {"localtime", "posixrules", "Factory"}
"""Names that mean another zone on each machine, or none."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Span(NamedTuple):
    """From a time to a later one."""

    since: int
    until: int


class Quiet(Struct, frozen=True):
    """The hours of every day in which somebody's clock stands."""

    since: int
    """Minutes after midnight, by the clock on the wall."""
    until: int
    """The same; earlier than `since`: on the next day."""
    zone: str
    """Where that wall is: a name such as Europe/Paris, or how far it is ahead, such as +02:00."""

    @property
    def minutes(self) -> int:
        """How long it is quiet every day."""
        return (self.until - self.since) % MINUTES


@lru_cache(maxsize=256)
def zone_of(name: str) -> tzinfo:
    """A time zone. Raises ValueError if nobody here knows it."""
    offset = OFFSET.fullmatch(name)
    if offset is not None:
        ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(ahead if offset[1] == "+" else -ahead)
    try:
        if name in NOWHERE:
            raise KeyError(name)
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError) as error:  # also paths, folders, names of nothing
        raise ValueError(f"no such time zone: {name!r}") from error


def known_zone(name: str) -> tzinfo:
    """A time zone; that of Greenwich where the one of an older log is not known here."""
    try:
        return zone_of(name)
    except ValueError:
        return UTC


def quiet_spans(quiet: Quiet | None, since: int) -> Iterator[Span]:
    """The quiet hours that end after a time, one after the other without end."""
    if quiet is None or not quiet.minutes:
        return
    zone = known_zone(quiet.zone)
    day = (EPOCH + timedelta(milliseconds=since)).astimezone(zone).date() - timedelta(days=1)
    later = timedelta(days=quiet.until < quiet.since)
    while True:
        begins = _at(day, quiet.since, zone)
        ends = _at(day + later, quiet.until, zone)
        if ends > max(begins, since):
            yield Span(begins, ends)
        day += timedelta(days=1)


def _at(day: date, minutes: int, zone: tzinfo) -> int:
    """When a clock on the wall shows so many minutes after midnight of a day."""
    hour, minute = divmod(minutes, 60)
    shown = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
    return int((shown - EPOCH) / timedelta(milliseconds=1))


def standing(since: int, quiet: Quiet | None, rests: Iterable[Span]) -> Iterator[Span]:
    """When a clock stands after a time, in order, nothing twice."""
    at = since
    for span in merge(sorted(rests), quiet_spans(quiet, since)):
        if span.until > at:
            yield Span(max(at, span.since), span.until)
            at = span.until


def counted(since: int, until: int, quiet: Quiet | None, rests: Sequence[Span]) -> int:
    """How much of the time between two times counts."""
    found = max(0, until - since)
    for span in standing(since, quiet, rests):
        if span.since >= until:
            break
        found -= min(span.until, until) - span.since
    return found


def reached(since: int, amount: int, quiet: Quiet | None, rests: Sequence[Span]) -> int:
    """When so much time has counted."""
    at, left = since, amount
    for span in standing(since, quiet, rests):
        if span.since - at >= left:
            break
        left -= span.since - at
        at = span.until
    return at + left


def stands_until(now: int, quiet: Quiet | None, rests: Sequence[Span]) -> int | None:
    """Until when a clock stands that does so now; None: it runs."""
    until = None
    for span in standing(now, quiet, rests):
        if span.since > (now if until is None else until):
            break
        until = span.until
    return until


def united(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same times as few spans, in order."""
    found: list[Span] = []
    for span in sorted(spans):
        if span.until <= span.since:
            continue
        if found and span.since <= found[-1].until:
            found[-1] = Span(found[-1].since, max(found[-1].until, span.until))
        else:
            found.append(span)
    return tuple(found)
