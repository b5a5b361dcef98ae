"""Tables where people have days to think are put away meanwhile, and opened when something is due.

What is due stands in the database with the line that caused it, so that flags fall although nobody
looks at the table, at whatever server. Each server looks by itself: what rings is decided on the
table as it is, and whoever comes second finds nothing to do. Answers that were planned are played
in the same way.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from tabletier.games.kernel.registry import guests, house_keys
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.due import answered, is_answered
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.hours import HOUR_MS
from tabletier.server.tables.notices import Notice

log = logging.getLogger(__name__)
ROUND = 20.0
"""Seconds between two looks at what is due."""
MOST = 500
"""Tables that are opened in a round."""
SHORT_MS = 12 * HOUR_MS
"""Who has no more than so much left by days is called once."""
LATER = 3600.0
"""Seconds until a table that could not be opened is tried again."""
AGAIN = 5.0
"""Seconds until an answer that could not be stored is tried again."""


class Waking:
    """Opens tables where something is due; their alarms do the rest."""

    def __init__(self, hub: Hub, boxes: Boxes) -> None:
        self._hub, self._boxes = hub, boxes
        self._broken: dict[str, float] = {}
        """Tables that could not be opened, and when they are tried again."""
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look."""
        self._watching = asyncio.create_task(self._watch(), name="waking")

    async def close(self) -> None:
        """Nothing is opened any more."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
                await self.warn()
            except (SQLAlchemyError, OSError) as error:
                log.warning("what is due cannot be read: %s", type(error).__name__)
            await asyncio.sleep(ROUND)

    async def look(self) -> None:
        """Open the tables where something is due before the next look."""
        now = time.monotonic()
        self._broken = {table: again for table, again in self._broken.items() if again > now}
        games = (*house_keys(), *guests())
        for table_id, game in await self._hub.store.due(
            now_ms() + int(1000 * ROUND), games, MOST + len(self._broken)
        ):
            if table_id not in self._broken:
                await self._wake(table_id, game)

    async def warn(self) -> None:
        """Have people called whose time runs short; the outbox takes the same thing once."""
        outbox = self._hub.store.outbox
        if not outbox.is_used:
            return
        now = now_ms()
        found = await self._hub.store.short_of_time(now, now + SHORT_MS, MOST)
        told = tuple(
            Notice(
                person, ("time_short",), table, line, {"game": game, "go": table, "left": due - now}
            )
            for table, game, person, line, due in found
        )
        wanted = list(outbox.for_whom(told, set()))
        if wanted:
            await outbox.add(wanted, now)

    async def _wake(self, table_id: str, game: str) -> None:
        if table_id in self._hub.rooms:  # its alarm is set
            return
        try:
            await self._boxes.wait_for(game)
            await self._hub.room(table_id)
        except (SQLAlchemyError, OSError):
            raise
        except Exception:
            log.exception("a table could not be opened although something is due")
            self._broken[table_id] = time.monotonic() + LATER


class PlannedAnswers:
    """Plays what somebody planned as soon as it fits."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._work: set[asyncio.Task[None]] = set()
        hub.after.append(self.heard)

    def heard(self, room: Room, _: LogLine | None) -> None:
        """Something happened at a table: perhaps an answer to it was planned."""
        if room.table.plans and is_answered(room.table):
            self._spawn(self._answer(room))

    async def _answer(self, room: Room) -> None:
        with contextlib.suppress(Refused):  # another server was faster, or it is not so any more
            await self._write(room)

    async def _write(self, room: Room) -> None:
        while is_answered(room.table):
            try:
                await self._hub.write(room, answered)
            except Refused as refusal:
                if refusal.status < 500:
                    raise
                await asyncio.sleep(AGAIN)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a planned answer went wrong", exc_info=error)

    def close(self) -> None:
        """Nothing is answered any more."""
        for task in self._work:
            task.cancel()
