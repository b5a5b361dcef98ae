"""What happens at a table when nobody does anything: flags fall, stand-ins sit down."""

import asyncio
from collections.abc import Callable

from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.deciding import Decision, given_up, playing
from tabletier.server.tables.refused import Refused, wrong_time
from tabletier.server.tables.table import Table

GRACE = 5.0
"""Seconds without a connection before the others are told that someone is away."""


class Timers:
    """One alarm per table: for its clock, and for whoever is away."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._work: set[asyncio.Task[None]] = set()
        hub.after.append(self.heard)

    def heard(self, room: Room, _: Line | None) -> None:
        """Something happened at a table: its alarm is set anew."""
        alarm = self._alarms.pop(room.table.id, None)
        if alarm is not None:
            alarm.cancel()
        due = next_alarm(room.table)
        if due is not None:
            delay = max(0.0, (due - now_ms()) / 1000)
            loop = asyncio.get_running_loop()
            self._alarms[room.table.id] = loop.call_later(delay, self._ring, room)

    def left(self, room: Room, person: str) -> None:
        """A person's last connection to a table was cut; it may be back in a moment."""
        loop = asyncio.get_running_loop()
        loop.call_later(GRACE, self._miss, room, person)

    def came(self, room: Room, person: str) -> None:
        """A person is connected: whoever was away is back."""
        away = [seat for seat in room.table.seats_of(person) if room.table.seats[seat].away_until]
        if away and room.table.status == "playing":
            self._write(room, lambda table, _: _back(table, person))

    def _miss(self, room: Room, person: str) -> None:
        if not any(listener.person == person for listener in room.listeners):
            self._write(room, lambda table, now: _gone(table, person, now))

    def _ring(self, room: Room) -> None:
        self._alarms.pop(room.table.id, None)
        self._write(room, rung)

    def _write(self, room: Room, deciding: Callable[[Table, int], Decision]) -> None:
        async def write() -> None:
            try:
                await self._hub.write(room, deciding)
            except Refused:
                self.heard(room, None)  # something else happened first

        task = asyncio.create_task(write())
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    def close(self) -> None:
        """No alarm rings any more."""
        for alarm in self._alarms.values():
            alarm.cancel()


def next_alarm(table: Table) -> int | None:
    """When something must happen at a table by itself."""
    if table.status != "playing":
        return None
    due = [seat.away_until for seat in table.seats if seat.away_until is not None]
    flag = table.timing.deadline()
    if flag is not None:
        due.append(flag)
    return min(due, default=None)


def rung(table: Table, now: int) -> Decision:
    """What happens when the alarm rings. Raises Refused if it is not time yet."""
    match = playing(table)
    flag = table.timing.deadline()
    if flag is not None and flag <= now and table.timing.running is not None:
        late = table.timing.running
        if len(match.teams) == 2:
            return Decision(given_up(table, match, late, "time"))
        return Decision((acts.StoodIn(seat=late, level=table.house.stand_in),))
    gone = tuple(
        acts.StoodIn(seat=number, level=table.house.stand_in)
        for number, seat in enumerate(table.seats)
        if seat.away_until is not None and seat.away_until <= now
    )
    if not gone:
        raise wrong_time("Il est trop tôt.", "It is too early.")
    return Decision(gone)


def _gone(table: Table, person: str, now: int) -> Decision:
    playing(table)
    until = now + int(1000 * table.house.patience)
    away = tuple(
        acts.Away(seat=seat, until=until)
        for seat in table.seats_of(person)
        if table.seats[seat].away_until is None and table.seats[seat].level is None
    )
    if not away:
        raise wrong_time("Personne ne manque.", "Nobody is missing.")
    return Decision(away)


def _back(table: Table, person: str) -> Decision:
    playing(table)
    back = tuple(
        acts.Back(seat=seat)
        for seat in table.seats_of(person)
        if table.seats[seat].away_until is not None
    )
    if not back:
        raise wrong_time("Tout le monde est là.", "Everybody is here.")
    return Decision(back)
