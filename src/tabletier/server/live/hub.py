"""The tables in use. An order is decided, stored, and only then told to everyone.

Any number of servers may run a hub over the same database: a line whose place is taken means that
another server was faster; its lines are read and the order is decided again.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tabletier.server.live.audience import Listener, tell
from tabletier.server.storage.store import Store
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.deciding import Actor, Decision, decide
from tabletier.server.tables.refused import Refused, wrong_time
from tabletier.server.tables.table import Table

TRIES = 5
FILED_FOR = (
    acts.Changed,
    acts.Sat,
    acts.Stood,
    acts.Invited,
    acts.Started,
    acts.Ended,
)
"""Acts after which the lobby's entry changes."""


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return int(time.time() * 1000)


class Done(NamedTuple):
    """An order that was carried out: the number of its line, and whether that was earlier."""

    number: int
    again: bool


class Room:
    """A table in use, and who looks at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.last: Line | None = None
        self.used = time.monotonic()


class Hub:
    """All rooms of this server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self.after: list[Callable[[Room, Line], None]] = []
        """Called after every line that this server wrote or read: opponents, clocks, other
        servers."""

    async def game_of(self, table_id: str) -> str | None:
        """The game of a table, None if there is no such table."""
        if table_id in self.rooms:
            return self.rooms[table_id].table.game
        filed = await self.store.filed(table_id)
        return None if filed is None else filed.game

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, None if there is no such table."""
        room = self.rooms.get(table_id)
        if room is not None:
            room.used = time.monotonic()
            return room
        opening = self._opening.get(table_id)
        if opening is None:
            opening = asyncio.ensure_future(self._open(table_id))
            self._opening[table_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _open(self, table_id: str) -> Room | None:
        table = await self.store.load(table_id)
        if table is None:
            return None
        self.rooms[table_id] = Room(table)
        return self.rooms[table_id]

    async def order(self, room: Room, order: Any, actor: Actor) -> Done:
        """Carry out an order; where it is in the log. Raises Refused."""
        return await self.write(
            room, lambda table, now: decide(table, order, actor, now), actor.person, order.key
        )

    async def write(
        self,
        room: Room,
        deciding: Callable[[Table, int], Decision],
        person: str = "",
        key: str = "",
    ) -> Done:
        """Add a line: decided on the table as it is, stored, then told. Raises Refused."""
        async with room.lock:
            for _ in range(TRIES):
                table = room.table
                if key and (person, key) in table.done:
                    return Done(table.done[person, key], again=True)
                now = now_ms()
                decision = deciding(table, now)
                line = Line(table.number + 1, now, decision.acts, person, key)
                if await self.store.writer.append(table.id, line):
                    await self._take_in(room, line, decision)
                    return Done(line.number, again=False)
                await self._catch_up(room)
        raise wrong_time(
            "La table est trop occupée ; réessayez.", "The table is too busy; try again."
        )

    async def catch_up(self, room: Room) -> None:
        """Read what other servers wrote."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        for line in await self.store.lines_after(room.table.id, room.table.number):
            await self._take_in(room, line, None)

    async def _take_in(self, room: Room, line: Line, decision: Decision | None) -> None:
        room.table.absorb(line, None if decision is None else decision.match)
        room.last = line
        tell(room.table, line, room.listeners, now_ms())
        if decision is not None and any(isinstance(act, FILED_FOR) for act in line.acts):
            await self.store.file(room.table)
        for heard in self.after:
            heard(room, line)

    def sweep(self, idle: float) -> None:
        """Put away the tables that nobody looks at or plays on."""
        since = time.monotonic() - idle
        for table_id, room in list(self.rooms.items()):
            if not room.listeners and room.used < since and not room.lock.locked():
                del self.rooms[table_id]


__all__ = ["Hub", "Refused", "Room", "now_ms"]
