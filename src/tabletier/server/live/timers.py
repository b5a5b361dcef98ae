"""What happens at a table when nobody does anything: flags fall, stand-ins sit down.

Pauses end while people look at what has just ended, and the table of a rematch is opened. Where
people have days to think, a table is opened when something is due there (`waking`).
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from tabletier.server.db.store import new_table
from tabletier.server.live.cluster import Unreachable
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.agreement import is_due, opening
from tabletier.server.tables.decide import Actor, Decision, flag_has_fallen
from tabletier.server.tables.decision import is_pause_over, lacks_host, passed_on, with_pause
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.orders import Looked
from tabletier.server.tables.presence import (
    awaits,
    expected,
    found,
    gone,
    is_away,
    is_out,
    next_alarm,
    returned,
    rung,
)
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
GRACE = 5.0
"""Seconds without a connection before the others are told that someone is away."""
AGAIN = 1.0
"""Seconds until somebody's return that could not be stored is tried again."""
ROUND = 10.0
"""Seconds between two rounds through the house; who is missed in two of them is away."""
HOSTLESS = 120.0
"""Seconds that people wait for the start without their host before somebody else is."""
IDLE = 600.0
"""Seconds after which a table that nobody looks at is put away."""


class Timers:
    """One alarm per table: for its clock, and for whoever is away.

    Every server with the table open sets the alarm. What rings is decided on the table as it is,
    so that whoever comes second finds nothing to do.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._missed: set[tuple[str, str]] = set()
        self._hostless: dict[str, float] = {}
        """Since when the host of a table is missing, for those who wait there for the start."""
        hub.after.append(self.heard)

    def open(self) -> None:
        """Begin to go round."""
        self._spawn(self._go_round())

    def heard(self, room: Room, _: LogLine | None) -> None:
        """Something happened at a table: its alarm is set anew."""
        self._set(room, next_alarm(room.table))

    def _set(self, room: Room, due: int | None) -> None:
        alarm = self._alarms.pop(room.table.id, None)
        if alarm is not None:
            alarm.cancel()
        if due is not None:
            delay = max(0.0, (due - now_ms()) / 1000)
            loop = asyncio.get_running_loop()
            self._alarms[room.table.id] = loop.call_later(delay, self._ring, room)

    def left(self, room: Room, person: str) -> None:
        """A connection of a person was cut; it may be back in a moment."""
        if person not in room.persons:
            self._spawn(self._left(room, person))

    def came(self, room: Room, person: str) -> None:
        """A person is connected: whoever was away is back, and nobody plays for them any more."""
        if is_out(room.table, person):
            room.coming.add(person)
        self._spawn(self._came(room, person))

    def looked(self, room: Room, person: str) -> None:
        """A page of a person came into sight, or is hidden: the other servers are told."""
        self._spawn(self._tell_looking(room, person))

    async def _tell_looking(self, room: Room, person: str) -> None:
        tell = self._hub.neighbours.came if person in room.lookers else self._hub.neighbours.left
        await tell(LOOKING + room.table.id, person)

    async def _left(self, room: Room, person: str) -> None:
        await self._hub.neighbours.left(room.table.id, person)
        await self._hub.neighbours.left(LOOKING + room.table.id, person)
        await asyncio.sleep(GRACE)
        present = await self._present(room)
        if present is None or person in present or not expected(room.table, person):
            return
        await self._write(room, lambda table, now: gone(table, [person], present, now))

    async def _came(self, room: Room, person: str) -> None:
        try:
            told = await self._return(room, person)
            await self._hub.neighbours.came(room.table.id, person)
            if person in room.lookers:
                await self._tell_looking(room, person)
            while not told and person in room.persons:
                await asyncio.sleep(AGAIN)
                told = await self._return(room, person)
        finally:
            room.coming.discard(person)

    async def _return(self, room: Room, person: str) -> bool:
        """Tell everybody that a person is back; False if that could not be stored."""
        if not is_out(room.table, person) and not awaits(room.table, person):
            return True
        return await self._write(room, lambda table, now: returned(table, person, now))

    async def _present(self, room: Room) -> set[str] | None:
        """Who is connected to a table at any server; None if that cannot be known."""
        try:
            return room.persons | await self._hub.neighbours.here(room.table.id)
        except Unreachable:
            return None

    async def _go_round(self) -> None:
        """See who is missing, whose server may have gone without a word; put away idle tables."""
        while True:
            await asyncio.sleep(ROUND)
            before, self._missed = self._missed, set()
            for room in list(self._hub.rooms.values()):
                if room.table.status == "playing":
                    await self._look_at(room, before)
                elif room.table.status == "open":
                    await self._look_for_host(room)
            self._hub.sweep(IDLE)
            for table_id in self._hostless.keys() - self._hub.rooms.keys():
                del self._hostless[table_id]
            for table_id in self._alarms.keys() - self._hub.rooms.keys():
                self._alarms.pop(table_id).cancel()  # it is opened again when something is due

    async def _look_at(self, room: Room, before: set[tuple[str, str]]) -> None:
        seated = {seat.person for seat in room.table.seats if seat.person is not None}
        if seated <= room.persons and not any(is_away(room.table, person) for person in seated):
            return
        present = await self._present(room)
        if present is None:
            return
        came = [
            person
            for person in seated & present
            if is_away(room.table, person) or awaits(room.table, person)
        ]
        if came:
            await self._write(room, lambda table, now: found(table, came, now))
        self._missed |= {(room.table.id, person) for person in seated - present}
        missing = [p for p in seated - present if (room.table.id, p) in before]
        if missing and any(expected(room.table, person) for person in missing):
            await self._write(room, lambda table, now: gone(table, missing, present, now))

    async def _look_for_host(self, room: Room) -> None:
        """Where people wait for a host who has gone, somebody else is host after a while."""
        table, now = room.table, time.monotonic()
        absent = table.host not in room.persons and bool(room.persons)
        present = await self._present(room) if absent else None
        if present is None or not lacks_host(table, present):
            self._hostless.pop(table.id, None)
        elif now - self._hostless.setdefault(table.id, now) >= HOSTLESS:
            del self._hostless[table.id]
            await self._write(room, lambda table, _: passed_on(table, present))

    def _ring(self, room: Room) -> None:
        self._alarms.pop(room.table.id, None)
        self._spawn(self._rung(room))

    async def _rung(self, room: Room) -> None:
        present = await self._present(room)
        if flag_has_fallen(room.table, now_ms()):
            await self._hub.get_ready(room)  # no flag falls while the house was closed
        due = flag_has_fallen(room.table, now_ms()) or is_pause_over(room.table, now_ms())
        if present is None and not due:
            self._set(room, now_ms() + int(1000 * GRACE))  # they may be connected elsewhere
            return
        here = present or set()
        await self._write(room, lambda table, now: rung(table, here, now))

    async def _write(self, room: Room, deciding: Callable[[Table, int], Decision]) -> bool:
        """Write a line, unless something else happened first; False if it could not be stored."""
        try:
            await self._hub.write(room, deciding)
        except Refused as refusal:
            if refusal.status >= 500:
                self._set(room, now_ms() + int(1000 * GRACE))
                return False
            self.heard(room, None)
        return True

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("an alarm went wrong", exc_info=error)

    def close(self) -> None:
        """No alarm rings any more."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._work:
            task.cancel()


LOOKING = "look:"
"""Before the id of a table, among the neighbours' presences: those there whose page is open."""


class Pauses:
    """Knows who looks on, and holds moves back until they have looked."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ending: dict[str, asyncio.Event] = {}
        hub.pausing = self.paused
        hub.after.append(self.heard)

    def heard(self, room: Room, _: LogLine | None) -> None:
        """Something happened at a table: perhaps a pause is over."""
        if room.table.pause is None and self._ending:
            ending = self._ending.pop(room.table.id, None)
            if ending is not None:
                ending.set()

    async def paused(self, room: Room, decision: Decision, now: int) -> Decision:
        """A move that ends something, with the pause for those who look on at any server."""
        lookers = room.lookers
        with contextlib.suppress(Unreachable):
            lookers |= await self._hub.neighbours.here(LOOKING + room.table.id)
        return with_pause(room.table, decision, lookers, now)

    async def over(self, room: Room, actor: Actor) -> None:
        """Wait until a pause is over; whoever would move has looked."""
        pause = room.table.pause
        if pause is not None and not pause.seats.isdisjoint(room.table.seats_of(actor.person)):
            with contextlib.suppress(Refused):
                await self._hub.order(room, Looked(do="looked", key=""), actor)
        while (pause := room.table.pause) is not None and pause.until > now_ms():
            ending = self._ending.setdefault(room.table.id, asyncio.Event())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), (pause.until - now_ms()) / 1000)


class Rematches:
    """Opens the other table: after an order, or when a house was killed just before it could."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        hub.before.append(self.open_when_due)

    async def open_when_due(self, room: Room) -> None:
        """Open the other table if it is time, in one go with the line that tells of it."""
        if is_due(room.table):
            with contextlib.suppress(Refused):  # somebody else opened it, or takes part no more
                await self._hub.write(room, opened)


def opened(table: Table, now: int) -> Decision:
    """The line that tells where the rematch is, and the table that is opened with it."""
    if not is_due(table):
        raise wrong_time("La revanche a changé.", "The rematch has changed.")
    host, first = opening(table)
    line = LogLine(1, now, first, host)
    there = new_table(line)
    return Decision((acts.Rematched(table=there.id),), opens=(there, line))
