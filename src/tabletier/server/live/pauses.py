"""Waiting while people look at what has just ended (`tables.pausing`), and opening a rematch."""

import asyncio
import contextlib

from tabletier.server.db.store import new_table
from tabletier.server.live.cluster import Unreachable
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.decide import Actor, Decision
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.orders import Looked
from tabletier.server.tables.pausing import with_pause
from tabletier.server.tables.rematching import is_due, opening
from tabletier.server.tables.table import Table

LOOKING = "look:"
"""Before the id of a table, among the neighbours' presences: those there whose page is open."""


class Pauses:
    """Knows who looks on, and holds moves back until they have looked."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ending: dict[str, asyncio.Event] = {}
        hub.pausing = self.paused
        hub.after.append(self.heard)

    def heard(self, room: Room, _: Line | None) -> None:
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
    line = Line(1, now, first, host)
    there = new_table(line)
    return Decision((acts.Rematched(table=there.id),), opens=(there, line))
