"""When somebody wants to be called: not at night, or only gathered at some hours of the day.

Pure: the time is handed in. Nothing is counted from an earlier decision, so that a clock which
jumps does no lasting harm.
"""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

URGENT = frozenset({"time_short"})
"""Kinds that are not gathered."""
AT_ONCE = frozenset({"test", "confirm"})
"""Kinds that somebody waits for."""


class Hours(NamedTuple):
    """The hours of a channel, in its owner's time zone."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    """From which hour to which nobody is called; over midnight, too."""
    digest: tuple[int, ...] = ()
    """The hours at which everything is told together; none: each by itself."""

    def written(self) -> str:
        """The hours as the database holds them."""
        return json.dumps({"zone": self.zone, "quiet": self.quiet, "digest": self.digest})


def read_hours(text: str) -> Hours:
    """The hours of a channel, as the database holds them."""
    found = json.loads(text)
    quiet = found.get("quiet")
    return Hours(
        zone=found.get("zone", "UTC"),
        quiet=None if quiet is None else (quiet[0], quiet[1]),
        digest=tuple(found.get("digest", ())),
    )


def is_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def ready_at(hours: Hours, kind: str, made: int, now: int) -> int:
    """When something that was made then may be told; now or earlier: now. In milliseconds."""
    if kind in AT_ONCE:
        return now
    gathered = hours.digest and kind not in URGENT
    first = _next(hours, hours.digest, min(made, now)) if gathered else made
    if first > now:
        return first if gathered else now
    if hours.quiet is not None and _is_quiet(hours, now):
        return _next(hours, (hours.quiet[1],), now)
    return now


def _local(hours: Hours, at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, _zone(hours.zone))


def _zone(name: str) -> ZoneInfo | timezone:
    return ZoneInfo(name) if is_zone(name) else UTC


def _is_quiet(hours: Hours, at: int) -> bool:
    assert hours.quiet is not None
    since, until = hours.quiet
    hour = _local(hours, at).hour
    return since <= hour < until if since < until else hour >= since or hour < until


def _next(hours: Hours, wanted: tuple[int, ...], after: int) -> int:
    """The first of some hours of the day after a time."""
    day = _local(hours, after).replace(minute=0, second=0, microsecond=0)
    times = [
        int((day + timedelta(days=days)).replace(hour=hour).timestamp() * 1000)
        for days in range(3)
        for hour in wanted
    ]
    return min(time for time in times if time > after)
