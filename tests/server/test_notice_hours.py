"""Nobody is called at night who does not want to be; what is gathered goes out at its hour."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tabletier.server.notices.hours import Hours, is_zone, read_hours, ready_at

PARIS = "Europe/Paris"


def at(text: str, zone: str = PARIS) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def said(ms: int, zone: str = PARIS) -> str:
    return datetime.fromtimestamp(ms / 1000, ZoneInfo(zone)).isoformat(timespec="minutes")[:16]


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-05-01T21:59", "2026-05-01T21:59"),
        ("2026-05-01T22:00", "2026-05-02T08:00"),
        ("2026-05-02T03:30", "2026-05-02T08:00"),
        ("2026-05-02T08:00", "2026-05-02T08:00"),
        ("2026-10-25T01:30", "2026-10-25T08:00"),  # an hour that comes twice
        ("2026-03-28T23:30", "2026-03-29T08:00"),  # an hour that does not come
    ],
)
def test_quiet_hours_end_in_the_morning(now: str, then: str) -> None:
    hours = Hours(PARIS, quiet=(22, 8))
    assert said(ready_at(hours, "your_turn", at(now), at(now))) == then


def test_a_digest_goes_out_at_the_next_of_its_hours_and_not_at_night() -> None:
    hours = Hours(PARIS, digest=(8, 18))
    made = at("2026-05-01T10:00")
    assert said(ready_at(hours, "ended", made, made)) == "2026-05-01T18:00"
    later = at("2026-05-01T18:03")
    assert ready_at(hours, "ended", made, later) == later
    assert ready_at(hours, "time_short", made, made) == made, "that cannot wait"
    assert ready_at(hours, "test", made, made) == made
    asleep = hours._replace(quiet=(17, 9))
    assert said(ready_at(asleep, "ended", made, later)) == "2026-05-02T09:00"


def test_what_was_made_in_the_future_does_not_wait_for_it() -> None:
    now, made = at("2026-05-01T10:00"), at("2031-05-01T10:00")
    assert ready_at(Hours(PARIS), "ended", made, now) == now
    assert said(ready_at(Hours(PARIS, digest=(8,)), "ended", made, now)) == "2026-05-02T08:00"


def test_hours_are_kept_and_zones_known() -> None:
    hours = Hours("Asia/Tokyo", (22, 8), (8, 18))
    assert read_hours(hours.written()) == hours
    assert read_hours("{}") == Hours()
    assert is_zone(PARIS)
    assert not is_zone("Moon/Crater")
    assert not is_zone("../../etc/passwd")
