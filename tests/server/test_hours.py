"""What counts of a time: quiet hours, leave and closings do not, and nothing is counted twice."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletier.server.tables.hours import (
    DAY_MS,
    HOUR_MS,
    MINUTES,
    Quiet,
    Span,
    counted,
    reached,
    stands_until,
    united,
    zone_of,
)

ZONES = ("Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "+02:00", "UTC")
YEAR = 365 * DAY_MS
TIMES = st.integers(50 * YEAR, 60 * YEAR)
QUIET = st.builds(
    lambda since, length, zone: Quiet(since, (since + length) % MINUTES, zone),
    st.integers(0, MINUTES - 1),
    st.integers(1, 16 * 60),
    st.sampled_from(ZONES),
)
RESTS = st.lists(
    st.builds(lambda s, d: Span(s, s + d), TIMES, st.integers(0, 20 * DAY_MS)), max_size=4
)


def at(zone: str, *when: int) -> int:
    """A time by the clock on a wall."""
    return int(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[misc,arg-type]


@given(TIMES, st.integers(0, 20 * DAY_MS), st.none() | QUIET, RESTS)
def test_when_so_much_has_counted_that_much_has(
    since: int, amount: int, quiet: Quiet | None, rests: list[Span]
) -> None:
    due = reached(since, amount, quiet, rests)
    assert counted(since, due, quiet, rests) == amount
    if amount:
        assert counted(since, due - 1, quiet, rests) == amount - 1


@given(TIMES, st.integers(0, 9 * DAY_MS), st.integers(0, 9 * DAY_MS), st.none() | QUIET, RESTS)
def test_time_adds_up(
    since: int, first: int, second: int, quiet: Quiet | None, rests: list[Span]
) -> None:
    middle, until = since + first, since + first + second
    parts = counted(since, middle, quiet, rests) + counted(middle, until, quiet, rests)
    assert counted(since, until, quiet, rests) == parts
    assert 0 <= parts <= until - since


@given(TIMES, QUIET)
def test_of_every_week_at_least_the_hours_count_that_are_not_quiet(
    since: int, quiet: Quiet
) -> None:
    found = counted(since, since + 7 * DAY_MS, quiet, [])
    awake = 7 * (DAY_MS - quiet.minutes * 60_000)
    assert awake - HOUR_MS <= found <= awake + HOUR_MS  # a clock on the wall may be changed


@given(TIMES, QUIET, RESTS)
def test_a_clock_that_stands_counts_nothing_until_it_runs(
    now: int, quiet: Quiet, rests: list[Span]
) -> None:
    until = stands_until(now, quiet, rests)
    if until is None:
        assert counted(now, now + 1, quiet, rests) == 1
    else:
        assert counted(now, until, quiet, rests) == 0
        assert counted(until, until + 1, quiet, rests) == 1


@given(RESTS)
def test_united_spans_are_the_same_times(spans: list[Span]) -> None:
    found = united(spans)
    assert all(one.until < other.since for one, other in pairwise(found))
    assert counted(0, 99 * YEAR, None, spans) == counted(0, 99 * YEAR, None, found)


def test_quiet_hours_follow_the_clock_on_the_wall() -> None:
    night = Quiet(22 * 60, 8 * 60, "Europe/Paris")
    evening = at("Europe/Paris", 2026, 3, 28, 20, 0)
    morning = at("Europe/Paris", 2026, 3, 29, 9, 0)  # the clocks went forward that night
    assert (morning - evening) == 12 * HOUR_MS
    assert counted(evening, morning, night, []) == 3 * HOUR_MS
    assert reached(evening, 3 * HOUR_MS, night, []) == morning
    assert stands_until(at("Europe/Paris", 2026, 3, 29, 1, 30), night, []) == at(
        "Europe/Paris", 2026, 3, 29, 8, 0
    )


def test_a_zone_is_a_name_or_an_offset() -> None:
    assert zone_of("Europe/Paris").utcoffset(datetime(2026, 7, 1, tzinfo=UTC)) is not None
    assert str(zone_of("-03:30")) == "UTC-03:30"


@pytest.mark.parametrize(
    "name", ["", "Europe", "Mars/Base", "../etc/passwd", "/etc/passwd", "localtime", "+99:00", "é"]
)
def test_other_zones_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"time zone|timedelta"):
        zone_of(name)
