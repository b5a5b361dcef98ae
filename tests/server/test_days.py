"""Days to think: a bank, quiet hours, leave; who runs out of time, and who does not."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tabletier.server.live.uptime import is_to_resume, resumed
from tabletier.server.tables import acts
from tabletier.server.tables.agreement import opening
from tabletier.server.tables.due import awaited, wakes_at
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.hours import DAY_MS, HOUR_MS, Quiet, Span
from tabletier.server.tables.orders import ClockAsked
from tabletier.server.tables.presence import expected, next_alarm
from tabletier.server.tables.seats import Clock
from tests.server.pure import START, Desk

DAY = 86_400
NIGHT = {"since": 22 * 60, "until": 8 * 60, "zone": "UTC"}


def by_days(game: str = "expion", options: dict[str, Any] | None = None, **clock: Any) -> Desk:
    """A table where everybody has three days a move and a bank of seven, and the match begins."""
    agreed: dict[str, Any] = {"kind": "days", "seconds": 3 * DAY, "bank": 7 * DAY} | clock
    return Desk(game, options, clock=Clock(**agreed)).seat_all()


def clock(desk: Desk) -> dict[str, Any]:
    """The clock as everybody is shown it."""
    found: dict[str, Any] = desk.shown(None)["position"]["clock"]
    return found


class TestBank:
    def test_a_move_has_its_days_and_then_the_bank(self) -> None:
        desk = by_days()
        assert clock(desk)["left"] == [10 * DAY_MS, 10 * DAY_MS]
        assert clock(desk)["bank"] == [7 * DAY_MS, 7 * DAY_MS]
        desk.move(after=2 * DAY_MS)  # within the days of the move
        assert desk.table.timing.left == [10 * DAY_MS, 10 * DAY_MS]
        desk.move(after=5 * DAY_MS)
        assert desk.table.timing.left == [10 * DAY_MS, 8 * DAY_MS]
        assert clock(desk)["bank"] == [7 * DAY_MS, 5 * DAY_MS]

    def test_the_bank_is_shown_as_it_is_used(self) -> None:
        desk = by_days()
        desk.now += 4 * DAY_MS
        assert clock(desk)["left"][0] == 6 * DAY_MS
        assert clock(desk)["bank"][0] == 6 * DAY_MS
        assert clock(desk)["due"] == START + 10 * DAY_MS

    def test_at_the_end_of_it_the_match_is_lost(self) -> None:
        desk = by_days()
        desk.now += 10 * DAY_MS - 1
        with pytest.raises(Refused):
            desk.ring()
        desk.now += 1
        with pytest.raises(Refused, match="time is up"):
            desk.move(after=0)
        (ended,) = desk.ring().acts
        assert ended == acts.Ended(winners=[1], reason="time", by=0, seed="seed")
        assert desk.again().result == desk.table.result

    def test_or_a_stand_in_plays_where_that_is_agreed(self) -> None:
        desk = by_days(end="stand_in")
        desk.now += 10 * DAY_MS
        assert desk.ring().acts == (acts.StoodIn(seat=0, level=2),)
        desk.stand_in_moves()
        assert desk.table.timing.left[0] == 3 * DAY_MS  # the bank is gone
        desk.order("ann", "return")
        assert desk.table.seats[0].level is None

    def test_and_always_where_there_are_three_sides(self) -> None:
        desk = by_days("punto", {"players": 3})
        desk.now += 10 * DAY_MS
        assert isinstance(desk.ring().acts[0], acts.StoodIn)

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.integers(0, 6 * DAY_MS), min_size=1, max_size=8), st.booleans())
    def test_the_log_tells_the_same_clocks(self, times: list[int], quiet: bool) -> None:
        desk = by_days(hours=14)
        if quiet:
            desk.order("ann", "hours", quiet=NIGHT)
        for spent in times:
            try:
                desk.move(after=spent)
            except Refused:
                desk.ring()
                break
        assert desk.again() == desk.table
        banks = [left - 3 * DAY_MS for left in desk.table.timing.left]
        if desk.table.status == "playing":
            assert all(0 <= bank <= 7 * DAY_MS for bank in banks)


class TestPresence:
    def test_nobody_is_away_where_people_have_days(self) -> None:
        desk = by_days()
        assert expected(desk.table, "ann") == []
        assert next_alarm(desk.table) == START + 10 * DAY_MS
        assert desk.table.sleeps

    def test_a_quick_table_stays_open_while_its_clock_runs(self) -> None:
        assert not Desk(clock=Clock("move", 30)).seat_all().table.sleeps

    def test_whose_turn_it_is_and_until_when(self) -> None:
        desk = by_days()
        assert (awaited(desk.table), wakes_at(desk.table)) == ("ann", START + 10 * DAY_MS)
        desk.move()
        assert (awaited(desk.table), wakes_at(desk.table)) == ("ben", desk.now + 10 * DAY_MS)
        desk.order("ben", "resign")
        assert (awaited(desk.table), wakes_at(desk.table)) == (None, None)
        quick = Desk(clock=Clock("move", 30)).seat_all()
        assert (awaited(quick.table), wakes_at(quick.table)) == (None, None)


class TestRematch:
    def test_quiet_hours_are_kept_where_days_are_agreed_again(self) -> None:
        desk = by_days(hours=14)
        desk.order("ann", "hours", quiet=NIGHT)
        desk.order("ben", "resign")
        desk.order("ann", "rematch")
        desk.order("ben", "rematch")
        _, found = opening(desk.table)
        kept = [act for act in found if isinstance(act, acts.KeptHours)]
        assert kept == [
            acts.KeptHours(seat=1, quiet=Quiet(22 * 60, 8 * 60, "UTC"), person="ann")
        ]  # one further

    @pytest.mark.parametrize("clock", [{"kind": "none"}, {"kind": "days", "seconds": DAY}])
    def test_but_not_where_all_hours_count(self, clock: dict[str, Any]) -> None:
        desk = by_days(hours=14)
        desk.order("ann", "hours", quiet=NIGHT)
        desk.order("ben", "resign")
        desk.order("ann", "rematch", clock=clock)
        _, found = opening(desk.table)
        assert not [act for act in found if isinstance(act, acts.KeptHours)]


class TestHours:
    def test_a_clock_stands_while_it_is_quiet_from_the_next_turn_on(self) -> None:
        desk = by_days(hours=14, seconds=DAY, bank=0)
        desk.order("ann", "hours", quiet=NIGHT)
        assert clock(desk)["due"] == START + DAY_MS  # this turn has begun without
        desk.move()
        desk.move()
        # From soon after midnight: ten hours of every night do not count.
        assert clock(desk)["due"] == 8 * HOUR_MS + DAY_MS + 10 * HOUR_MS
        assert clock(desk)["stands_until"] == 8 * HOUR_MS
        desk.now = 8 * HOUR_MS + DAY_MS + 10 * HOUR_MS - 1
        with pytest.raises(Refused):
            desk.ring()
        desk.now += 1
        assert isinstance(desk.ring().acts[0], acts.Ended)
        assert desk.again() == desk.table

    def test_only_the_hours_that_counted_are_spent(self) -> None:
        desk = by_days(hours=14)
        desk.order("ben", "hours", quiet=NIGHT)
        desk.move()
        desk.now = 9 * HOUR_MS
        (moved,) = desk.move(after=0).acts
        assert isinstance(moved, acts.Moved)
        assert moved.spent == HOUR_MS

    def test_others_are_not_told_where_somebody_lives(self) -> None:
        desk = by_days(hours=14)
        desk.order("ann", "hours", quiet={**NIGHT, "zone": "Europe/Paris"})
        for person in ("ben", None):
            assert "Paris" not in str(desk.told(person))
            assert "Paris" not in str(desk.shown(person))
        assert desk.shown("ann")["table"]["days"]["quiet"]["zone"] == "Europe/Paris"

    @pytest.mark.parametrize(
        ("quiet", "said"),
        [
            ({**NIGHT, "until": 9 * 60}, "at most 10:00 a day"),
            ({**NIGHT, "until": 22 * 60}, "more than nothing"),
            ({**NIGHT, "zone": "Mars/Base"}, "No such time zone"),
        ],
    )
    def test_no_more_than_is_agreed(self, quiet: dict[str, Any], said: str) -> None:
        desk = by_days(hours=14)
        with pytest.raises(Refused, match=said) as refused:
            desk.order("ann", "hours", quiet=quiet)
        assert refused.value.status == 422

    def test_not_where_all_hours_count_nor_at_a_quick_table_nor_by_others(self) -> None:
        with pytest.raises(Refused, match="all hours count"):
            by_days().order("ann", "hours", quiet=NIGHT)
        with pytest.raises(Refused, match="by days"):
            Desk().seat_all().order("ann", "hours", quiet=NIGHT)
        with pytest.raises(Refused, match="sits at this table"):
            by_days(hours=14).order("eve", "hours", quiet=NIGHT)

    def test_hours_that_are_agreed_no_more_do_not_count(self) -> None:
        agreed: dict[str, Any] = {"kind": "days", "seconds": DAY, "hours": 14}
        desk = Desk(clock=Clock(**agreed))
        desk.order("ann", "sit")
        desk.order("ann", "hours", quiet=NIGHT)
        desk.order("ann", "change", clock={**agreed, "hours": 24})
        desk.order("ben", "sit")
        desk.order("ann", "start")
        assert clock(desk)["due"] == START + DAY_MS

    def test_they_are_forgotten_with_the_person(self) -> None:
        from tabletier.server.tables.reading import erased, renamed

        act = acts.KeptHours(seat=0, quiet=Quiet(0, 60, "Europe/Paris"), person="ann")
        assert erased((act,), "ann") == (acts.KeptHours(seat=0, quiet=None, person="ann"),)
        assert renamed((act,), "ann", "anna")[0].person == "anna"


class TestLeave:
    def test_a_clock_stands_during_leave(self) -> None:
        desk = by_days(leave=14)
        desk.now += DAY_MS
        desk.order("ann", "holiday", until=desk.now + 5 * DAY_MS)
        assert clock(desk)["due"] == START + 15 * DAY_MS
        assert clock(desk)["stands_until"] == START + 6 * DAY_MS
        for person in ("ann", "ben"):  # who has the table open sees it at once
            assert desk.told(person)["position"]["clock"] == clock(desk)
        desk.now += 10 * DAY_MS
        desk.move(after=0)
        assert desk.table.timing.left[0] == 7 * DAY_MS  # 11 days, 5 of leave, 3 of the move
        assert desk.again() == desk.table

    def test_it_holds_for_turns_to_come(self) -> None:
        desk = by_days(leave=14)
        desk.order("ben", "holiday", since=START + DAY_MS, until=START + 3 * DAY_MS)
        desk.move()
        assert clock(desk)["due"] == desk.now + 12 * DAY_MS

    def test_running_out_ends_it(self) -> None:
        desk = by_days(leave=2)
        desk.order("ann", "holiday")
        assert desk.table.seats[0].leave == (Span(START, START + 2 * DAY_MS),)
        assert desk.shown("ann")["table"]["days"]["leave_left"] == 0
        with pytest.raises(Refused, match="0 d of leave left"):
            desk.order("ann", "holiday")
        desk.now += 12 * DAY_MS
        assert isinstance(desk.ring().acts[0], acts.Ended)

    def test_who_is_back_early_has_the_rest_again(self) -> None:
        desk = by_days(leave=14)
        desk.order("ann", "holiday", until=START + 10 * DAY_MS)
        desk.now += DAY_MS
        desk.order("ann", "holiday_over")
        assert desk.shown("ann")["table"]["days"]["leave_left"] == 13 * DAY_MS
        assert clock(desk)["due"] == START + 11 * DAY_MS
        with pytest.raises(Refused, match="not on leave"):
            desk.order("ann", "holiday_over")
        assert desk.again() == desk.table

    def test_leave_is_never_taken_afterwards(self) -> None:
        desk = by_days(leave=14)
        desk.now += 5 * DAY_MS
        desk.order("ann", "holiday", since=START, until=desk.now + DAY_MS)
        assert desk.table.seats[0].leave == (Span(desk.now, desk.now + DAY_MS),)

    @pytest.mark.parametrize("until", [START, START + 15 * DAY_MS, 0])
    def test_no_more_than_is_agreed(self, until: int) -> None:
        with pytest.raises(Refused, match="You have 14 d of leave left"):
            by_days(leave=14).order("ann", "holiday", until=until)

    def test_everybody_is_told(self) -> None:
        desk = by_days(leave=14)
        desk.order("ann", "holiday", until=START + 5 * DAY_MS)
        assert desk.told("ben")["acts"] == [
            {"act": "took_leave", "seat": 0, "spans": [[START, START + 5 * DAY_MS]]}
        ]
        assert desk.shown(None)["table"]["days"]["leave"] == [[[START, START + 5 * DAY_MS]], []]


class TestClosings:
    def test_only_the_time_in_which_the_house_was_closed_is_given_back(self) -> None:
        """Although nobody opened the table between two closings, clocks ran there."""
        desk = by_days()
        closed = [(START + DAY_MS, START + 2 * DAY_MS), (START + 4 * DAY_MS, START + 5 * DAY_MS)]
        desk.now += 9 * DAY_MS
        assert is_to_resume(desk.table, closed)
        desk.write(resumed(desk.table, closed))
        assert clock(desk)["due"] == START + 12 * DAY_MS
        assert not is_to_resume(desk.table, closed)  # once
        with pytest.raises(Refused):
            resumed(desk.table, closed)
        closed.append((desk.now, desk.now + HOUR_MS))
        desk.now += HOUR_MS
        desk.write(resumed(desk.table, closed))
        assert clock(desk)["due"] == START + 12 * DAY_MS + HOUR_MS
        assert desk.again() == desk.table

    def test_a_night_in_which_it_was_closed_is_not_given_back_twice(self) -> None:
        desk = by_days(hours=14, seconds=DAY, bank=0)
        desk.order("ann", "hours", quiet=NIGHT)
        desk.move()
        desk.move()
        before = clock(desk)["due"]
        closed = [(desk.now, 7 * HOUR_MS)]  # all of it quiet
        desk.now = 9 * HOUR_MS
        desk.write(resumed(desk.table, closed))
        assert clock(desk)["due"] == before

    def test_closings_before_the_turn_are_nobodys(self) -> None:
        desk = by_days()
        assert not is_to_resume(desk.table, [(0, START - 1)])

    def test_many_short_ones_are_written_as_one(self) -> None:
        desk = by_days()
        closed = [(START + n * 10_000, START + n * 10_000 + 9000) for n in range(1000)]
        desk.now += DAY_MS
        (act,) = desk.write(resumed(desk.table, closed)).acts
        assert isinstance(act, acts.Resumed)
        assert act.spans == (Span(START, START + 9_999_000),)

    def test_a_clock_that_is_put_back_takes_no_time_away(self) -> None:
        desk = by_days()
        desk.now += 9 * DAY_MS
        desk.order("ben", "say", text="?")
        desk.now = START - 5 * DAY_MS
        assert clock(desk)["left"][0] == 10 * DAY_MS
        with pytest.raises(Refused):
            desk.ring()
        desk.move(after=0)
        assert desk.table.timing.left == [10 * DAY_MS, 10 * DAY_MS]
        assert desk.again() == desk.table


class TestAsking:
    @pytest.mark.parametrize(
        "asked",
        [
            {"kind": "days", "seconds": 60},
            {"kind": "days", "seconds": DAY, "increment": 5},
            {"kind": "days", "seconds": DAY, "hours": 7},
            {"kind": "days", "seconds": DAY, "leave": 61},
            {"kind": "days", "seconds": DAY, "bank": -1},
            {"kind": "days", "seconds": DAY, "end": "tears"},
            {"kind": "move", "seconds": 30, "bank": DAY},
            {"kind": "none", "leave": 3},
        ],
    )
    def test_a_clock_that_makes_no_sense_is_refused(self, asked: dict[str, Any]) -> None:
        with pytest.raises(ValidationError):
            ClockAsked(**asked)

    def test_a_log_of_old_is_read_with_the_clock_it_had(self) -> None:
        text = (
            '[{"act":"opened","game":"expion","options":{},"host":"ann",'
            '"house":{"clock":{"kind":"move","seconds":30.0,"increment":0.0}}}]'
        )
        (opened,) = acts.read(text)
        assert isinstance(opened, acts.Opened)
        assert opened.house.clock == Clock("move", 30)
