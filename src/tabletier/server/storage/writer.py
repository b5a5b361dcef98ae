"""Lines are written in groups: whoever waits while one group is written is in the next.

A line that is confirmed is on the disk. One that is refused was beaten to its number, its ply or
its key by another server; nothing of it is stored.
"""

import asyncio
import contextlib
import sqlite3
from typing import Any, NamedTuple

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.storage.quick import quick_lines
from tabletier.server.storage.schema import lines
from tabletier.server.tables.acts import Line, written

MOST = 400
"""Lines in a group."""


class Waiting(NamedTuple):
    """A line to be written, and who waits for it."""

    table: str
    line: Line
    done: "asyncio.Future[bool]"


class Writer:
    """Writes lines of all tables through one connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._quick = quick_lines(engine.url)
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        self._insert: Any = (
            insert(lines).on_conflict_do_nothing().returning(lines.c.table_id, lines.c.number)
        )

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then no more."""
        await self._queue.join()
        if self._task is not None:
            self._task.cancel()
        if self._quick is not None:
            await self._quick.close()

    @property
    def waiting(self) -> int:
        """How many lines wait to be written."""
        return self._queue.qsize()

    async def append(self, table: str, line: Line) -> bool:
        """Store a line; False if another one has its place. Raises what the database raises."""
        waiting = Waiting(table, line, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await waiting.done

    async def _write(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < MOST and not self._queue.empty():
                group.append(self._queue.get_nowait())
            group.sort(key=lambda waiting: waiting.table)  # so that servers do not deadlock
            await self._write_group(group)
            for _ in group:
                self._queue.task_done()

    async def _write_group(self, group: list[Waiting]) -> None:
        if self._quick is not None:
            with contextlib.suppress(sqlite3.Error):  # a place is taken, or worse: look closely
                await self._quick.write([row_of(waiting.table, waiting.line) for waiting in group])
                for waiting in group:
                    if not waiting.done.done():
                        waiting.done.set_result(True)
                return
        await self._write_with_care(group)

    async def _write_with_care(self, group: list[Waiting]) -> None:
        """Store the lines whose places are free."""
        try:
            async with self._engine.begin() as connection:
                stored = await self._store(connection, group)
        except Exception as error:  # noqa: BLE001 - whoever waits is told, and decides
            await self._failed(group, error)
        else:
            for waiting in group:
                if not waiting.done.done():
                    waiting.done.set_result((waiting.table, waiting.line.number) in stored)

    async def _failed(self, group: list[Waiting], error: Exception) -> None:
        """One line that cannot be stored must not take the others with it."""
        alive = isinstance(error, DBAPIError) and not error.connection_invalidated
        if len(group) > 1 and alive and not isinstance(error, OperationalError):
            for waiting in group:
                await self._write_with_care([waiting])
            return
        for waiting in group:
            if not waiting.done.done():
                waiting.done.set_exception(error)

    async def _store(
        self, connection: AsyncConnection, group: list[Waiting]
    ) -> set[tuple[str, int]]:
        rows = [row_of(waiting.table, waiting.line) for waiting in group]
        result = await connection.execute(self._insert, rows)
        return {(table, number) for table, number in result}


def row_of(table: str, line: Line) -> dict[str, Any]:
    """A line as the database holds it."""
    return {
        "table_id": table,
        "number": line.number,
        "at": line.at,
        "ply": line.ply,
        "person": line.person,
        "key": line.key or None,
        "acts": written(line.acts),
    }
