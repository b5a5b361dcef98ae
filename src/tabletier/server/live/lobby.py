"""The lobby as it changes: whoever listens is told of open tables as they appear, change and go.

What is told is the difference between two looks at the database, so that nothing is lost whichever
server wrote it. It is looked at only while somebody listens: at once after what this server wrote,
and every second where there may be others.
"""

import asyncio
import logging
from typing import Any, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from tabletier.server.background import end
from tabletier.server.db.lobby import Filed, Filters, is_filed, listed
from tabletier.server.live.broadcast import Listener, encode
from tabletier.server.live.hub import Hub, Room
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine

log = logging.getLogger(__name__)
MOST = 500
"""Open tables that are followed, the latest; an older one comes in when one of them goes."""
SHARED, ALONE = 1.0, 15.0
"""Seconds until we look again without having heard of anything: other servers may have written."""
GATHERED = 0.1
"""Seconds between two looks at least: what happens meanwhile is told together."""


class Wanted(NamedTuple):
    """Which of the open tables somebody wants to hear of; None: all of them."""

    game: str | None = None
    players: int | None = None
    clock: str | None = None
    free: int = 1
    """At least so many free seats."""
    rated: bool | None = None

    def fits(self, shown: dict[str, Any] | None) -> bool:
        """Whether a table, as lists show it, is one of them."""
        return (
            shown is not None
            and shown["free"] >= self.free
            and self.game in {None, shown["game"]}
            and self.players in {None, shown["seats"]}
            and self.clock in {None, shown["clock"]["kind"]}
            and self.rated in {None, shown["rated"]}
        )


class Lobby:
    """Open public tables, and who listens to what becomes of them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._listeners: dict[Listener, Wanted] = {}
        self._filed: dict[str, Filed] = {}
        self._shown: dict[str, dict[str, Any]] = {}
        """The same tables, as lists show them."""
        self._news = asyncio.Event()
        self._looking = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        hub.after.append(self.heard)

    def heard(self, _: Room, line: LogLine | None) -> None:
        """Something happened at a table of this server, or it is a new one."""
        if line is None or is_filed(line.acts) or _opens(line):
            self._news.set()

    async def look(self) -> None:
        """Be up to date before somebody joins. Raises what the database raises."""
        if self._watching is None or self._news.is_set():
            await self._look()

    def join(self, listener: Listener, wanted: Wanted) -> None:
        """Tell somebody of all tables that they want to hear of, and from now on of changes."""
        known = [shown for shown in self._shown.values() if wanted.fits(shown)]
        listener.tell(encode({"type": "hello", "tables": known}))
        self._listeners[listener] = wanted
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch(), name="lobby")

    def leave(self, listener: Listener) -> None:
        """Somebody listens no more; with the last of them we stop looking."""
        self._listeners.pop(listener, None)
        if not self._listeners and self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def close(self) -> None:
        """Nothing changes any more."""
        if self._watching is not None:
            await end(self._watching)

    async def _watch(self) -> None:
        while True:
            try:
                async with asyncio.timeout(SHARED if self._hub.neighbours.shared else ALONE):
                    await self._news.wait()
            except TimeoutError:
                pass
            try:
                await self._look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the lobby cannot be read: %s", type(error).__name__)
                await asyncio.sleep(SHARED)
            await asyncio.sleep(GATHERED)

    async def _look(self) -> None:
        async with self._looking:
            self._news.clear()  # what comes while we read is looked at again
            try:
                found = await self._hub.store.lobby(Filters(status="open"), MOST)
            except BaseException:
                self._news.set()
                raise
            self._compare({entry.id: entry for entry in found})

    def _compare(self, found: dict[str, Filed]) -> None:
        """Tell everyone what is not as it was."""
        before, self._filed = self._filed, found
        for table_id in before.keys() - found.keys():
            self._tell(self._shown.pop(table_id), None)
        for table_id, entry in reversed(found.items()):  # the latest last, as it happened
            if before.get(table_id) != entry:
                was, self._shown[table_id] = self._shown.get(table_id), listed(entry)
                self._tell(was, self._shown[table_id])

    def _tell(self, was: dict[str, Any] | None, shown: dict[str, Any] | None) -> None:
        told = encode({"type": "table", "table": shown})
        gone = encode({"type": "gone", "id": (was or shown or {})["id"]})
        for listener, wanted in self._listeners.items():
            if wanted.fits(shown):
                listener.tell(told)
            elif wanted.fits(was):
                listener.tell(gone)


def _opens(line: LogLine) -> bool:
    """Whether another table was opened with a line."""
    return any(isinstance(act, acts.Rematched) for act in line.acts)
