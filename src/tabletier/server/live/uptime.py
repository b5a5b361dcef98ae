"""When the house was open: while it is closed, nobody's clock runs and nobody is waited for."""

import asyncio
import logging
import secrets

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import closings, servers
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.decide import Decision, playing
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.table import Table

log = logging.getLogger(__name__)
BEAT = 5.0
"""Seconds between two signs of life in the database."""
GAP_MS = int(4000 * BEAT)
"""Several servers: when none has given a sign of life for so long, the house was closed."""
FORGET_MS = 30 * 86_400_000


class Uptime:
    """Writes down that this server runs, and finds out when none did."""

    def __init__(self, engine: AsyncEngine, hub: Hub) -> None:
        self._engine, self._hub = engine, hub
        self._server = secrets.token_hex(8)
        self._closings: list[tuple[int, int]] = []
        self._beating: asyncio.Task[None] | None = None
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
        self._beating = asyncio.create_task(self._beat(), name="diary")

    async def close(self) -> None:
        """The last sign of life."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            await self._sign()

    async def resume(self, room: Room) -> None:
        """A table is opened again: give back the time in which the house was closed."""
        closed = closed_since(room.table, self._closings)
        if closed is not None:
            try:
                await self._hub.write(room, lambda table, _: resumed(table, self._closings))
            except Refused as refusal:
                log.info("a table needed no resuming: %s", refusal.code)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
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


def closed_since(table: Table, closings: list[tuple[int, int]]) -> int | None:
    """When the house closed first after the last line of a table where something ticks."""
    if not table.ticks:
        return None
    return min((since for since, until in closings if until > table.touched), default=None)


def resumed(table: Table, closings: list[tuple[int, int]]) -> Decision:
    """The act that gives the time back. Raises Refused where that was done already."""
    playing(table)
    closed = closed_since(table, closings)
    if closed is None:
        raise wrong_time("La maison était ouverte.", "The house was open.")
    return Decision((acts.Resumed(closed=closed),))
