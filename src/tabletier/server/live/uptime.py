"""When the house was open: while it is closed, nobody's clock runs and nobody is waited for.

A machine that slept, and one whose clock was put forward, were closed for as long as they skipped:
nobody loses a match by it. When a clock is put back, what was counted by then is not counted twice.
"""

import asyncio
import logging
import secrets
import time

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import closings, servers
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.decision import Decision, playing
from tabletier.server.tables.due import closings_of
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
BEAT = 5.0
"""Seconds between two signs of life in the database."""
GAP_MS = int(4000 * BEAT)
"""Several servers: when none has given a sign of life for so long, the house was closed."""
JUMP_MS = int(2000 * BEAT)
"""By how much the time of day may run ahead of a stop watch before we say that it jumped."""
FORGET_MS = 30 * 86_400_000


def steady_ms() -> int:
    """The time on a stop watch that nobody sets, and that stands while the machine sleeps."""
    return int(time.monotonic() * 1000)


class Uptime:
    """Writes down that this server runs, and finds out when none did."""

    def __init__(self, engine: AsyncEngine, hub: Hub) -> None:
        self._engine, self._hub = engine, hub
        self._server = secrets.token_hex(8)
        self._closings: list[tuple[int, int]] = []
        self._beating: asyncio.Task[None] | None = None
        self._looked = (now_ms(), steady_ms())
        """When it was last looked whether the time jumped."""
        self._looking = asyncio.Lock()
        hub.before.append(self.resume)

    async def open(self) -> None:
        """The house opens, unless it is open already."""
        now = now_ms()
        async with self._engine.begin() as connection:
            last = (await connection.execute(select(func.max(servers.c.seen)))).scalar()
            await connection.execute(delete(servers).where(servers.c.seen < now - FORGET_MS))
            await connection.execute(insert(servers).values(id=self._server, seen=now))
            alone = not self._hub.neighbours.shared
            if last is not None and last < now and (alone or now - last > GAP_MS):
                await connection.execute(insert(closings).values(until=now, since=last))
            found = await connection.execute(select(closings.c.since, closings.c.until))
            self._closings = [(row.since, row.until) for row in found]
        self._looked = (now, steady_ms())
        self._beating = asyncio.create_task(self._beat(), name="diary")

    async def close(self) -> None:
        """The last sign of life."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            await self._sign()

    async def resume(self, room: Room) -> None:
        """A table is opened again: give back the time in which the house was closed."""
        await self.look()
        if is_to_resume(room.table, self._closings):
            try:
                await self._hub.write(room, lambda table, _: resumed(table, self._closings))
            except Refused as refusal:
                log.info("a table needed no resuming: %s", refusal.code)

    async def look(self) -> bool:
        """See whether the time of day jumped ahead, so that the house was closed; whether it did.

        Somebody else's server may have been open meanwhile: then it was not.
        """
        async with self._looking:
            (wall, steady), now = self._looked, now_ms()
            self._looked = (now, steady_ms())
            ahead = (now - wall) - (self._looked[1] - steady)
            if ahead <= JUMP_MS or await self._was_open(now):
                return False
            log.warning("the time jumped ahead by %s s; no clock ran meanwhile", ahead // 1000)
            self._closings.append((wall, now))
            await self._note(wall, now)
            return True

    async def _was_open(self, now: int) -> bool:
        """Whether another server has just given a sign of life."""
        if not self._hub.neighbours.shared:
            return False
        others = select(func.max(servers.c.seen)).where(servers.c.id != self._server)
        try:
            async with self._engine.connect() as connection:
                seen = (await connection.execute(others)).scalar()
        except (SQLAlchemyError, OSError):
            return False
        return seen is not None and abs(now - seen) <= GAP_MS

    async def _note(self, since: int, until: int) -> None:
        """Write down when the house was closed, for tables that are opened later."""
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(closings).values(until=until, since=since))
        except IntegrityError:
            log.info("another server has written the same down")
        except (SQLAlchemyError, OSError) as error:
            log.warning("a closing could not be written down: %s", type(error).__name__)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            if await self.look():
                for room in list(self._hub.rooms.values()):
                    await self.resume(room)
            await self._sign()

    async def sign(self) -> None:
        """Write down that this server runs. Raises what the database raises."""
        async with self._engine.begin() as connection:
            mine = update(servers).where(servers.c.id == self._server)
            await connection.execute(mine.values(seen=now_ms()))

    async def _sign(self) -> None:
        try:
            await self.sign()
        except (SQLAlchemyError, OSError) as error:
            log.warning("no sign of life could be given: %s", type(error).__name__)


def is_to_resume(table: Table, closings: list[tuple[int, int]]) -> bool:
    """Whether the house was closed since the last line of a table where something ticks."""
    if table.by_days:
        return bool(closings_of(table, closings))
    return closed_since(table, closings) is not None


def closed_since(table: Table, closings: list[tuple[int, int]]) -> int | None:
    """When the house closed first after the last line of a table where something ticks."""
    if not table.ticks:
        return None
    return min((since for since, until in closings if until > table.touched), default=None)


def resumed(table: Table, closings: list[tuple[int, int]]) -> Decision:
    """The act that gives the time back. Raises Refused where that was done already."""
    playing(table)
    spans = closings_of(table, closings) if table.by_days else ()
    closed = spans[0].since if spans else closed_since(table, closings)
    if closed is None or (table.by_days and not spans):
        raise wrong_time("La maison était ouverte.", "The house was open.")
    return Decision((acts.Resumed(closed=closed, spans=spans),))
