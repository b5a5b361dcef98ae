"""Lines are written in groups: whoever waits while one group is written is in the next.

A line that is confirmed is on the disk. One that is refused was beaten to its number, its ply or
its key by another server; nothing of it is stored.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db.database import Anchor, Replaced
from tabletier.server.db.schema import lines, row_of, sitting, tables, values_of
from tabletier.server.db.sqlite_writer import Scribe, hired
from tabletier.server.tables.acts import Line

log = logging.getLogger(__name__)
MOST = 400
"""Lines in a group."""
MOMENT = 0.005
"""Seconds until we look again whether all is written."""
AT_A_TIME = 64
"""Lines after whose telling the loop may turn to others: what was told is sent then."""

Outcome = bool | Exception
"""Whether a line was stored or another one has its place, or what the database raised."""


class Entry(NamedTuple):
    """What the lobby is to know of a table, and who sits there."""

    table: str
    filing: dict[str, Any]
    persons: tuple[str, ...]
    opens: "Opening | None" = None
    """Another table that is opened with the line."""


class Opening(NamedTuple):
    """A new table: what the lobby is to know of it, the first line of its log, who sits there."""

    values: dict[str, Any]
    row: dict[str, Any]
    entry: Entry


class Waiting(NamedTuple):
    """A line to be written, who waits for it, and the lobby's entry where it changes."""

    table: str
    line: Line
    told: Callable[[Outcome], None]
    entry: Entry | None = None


class Writer:
    """Writes lines of all tables through one connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._scribe: Scribe | None = None
        self._anchor: Anchor | None = None
        self._waiting: list[Waiting] = []
        self._busy = 0
        """Groups that are under way: one is written, others are told."""
        self._writing = False
        self._task: asyncio.Task[None] | None = None
        insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        self._insert: Any = (
            insert(lines).on_conflict_do_nothing().returning(lines.c.table_id, lines.c.number)
        )

    async def open(self) -> None:
        """From now on a scribe writes, where one is of use."""
        self._anchor = Anchor(self._engine.url)
        self._scribe = await hired(self._engine.url)

    async def stop(self) -> None:
        """Write what is waiting, then no more."""
        while self._writing or self._busy:
            await asyncio.sleep(MOMENT)
        scribe, self._scribe = self._scribe, None
        if scribe is not None:
            await scribe.close()

    @property
    def anchored(self) -> bool:
        """Whether what is written can be found again."""
        return self._anchor is None or self._anchor.holds

    @property
    def waiting(self) -> int:
        """How many lines wait to be written."""
        return len(self._waiting)

    async def append(self, table: str, line: Line, entry: Entry | None = None) -> bool:
        """Store a line; False if another one has its place. Raises what the database raises.

        The lobby's entry is stored with it or not at all.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.put(table, line, partial(_settle, done), entry)
        return await done

    def put(
        self,
        table: str,
        line: Line,
        told: Callable[[Outcome], None],
        entry: Entry | None = None,
    ) -> None:
        """Store a line; `told` hears how that went."""
        self._waiting.append(Waiting(table, line, told, entry))
        if not self._writing:
            self._writing = True  # with all that the loop hands us before it turns to this
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        """Write the next group."""
        group = self._next_group()
        self._writing = bool(group)
        if not group:
            return
        self._busy += 1
        if not self.anchored:
            self._written_nowhere(group)
        elif self._scribe is None or group[0].entry is not None:
            self._task = asyncio.create_task(self._write_slowly(group))
        else:
            rows = sorted(values_of(waiting.table, waiting.line) for waiting in group)
            self._scribe.write(rows, partial(self._written, group))

    def _written_nowhere(self, group: list[Waiting]) -> None:
        """Nothing is confirmed that nobody would find again."""
        lost = Replaced("the database file was moved or replaced")
        self._tell([(waiting, lost) for waiting in group])
        asyncio.get_running_loop().call_soon(self._write)

    def _next_group(self) -> list[Waiting]:
        """The lines to be written now: those with entries, which are rare, by themselves."""
        if all(waiting.entry is None for waiting in self._waiting[:MOST]):
            group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            return group
        filed = self._waiting[0].entry is not None
        group = [one for one in self._waiting if (one.entry is not None) == filed][:MOST]
        taken = set(map(id, group))
        self._waiting = [one for one in self._waiting if id(one) not in taken]
        return group

    def _written(self, group: list[Waiting], wrong: str) -> None:
        """A group was written the quick way, or not: a place is taken, or worse; look closely."""
        if wrong:
            self._task = asyncio.create_task(self._write_slowly(group))
            return
        self._write()  # the scribe is not idle while we tell
        self._tell([(waiting, True) for waiting in group])

    async def _write_slowly(self, group: list[Waiting]) -> None:
        if self._scribe is not None and self._scribe.gone:
            log.error("the scribe has gone; another one is hired")
            self._scribe = await hired(self._engine.url)
        outcomes = await self._write_with_care(group)
        self._write()
        self._tell(outcomes)

    def _tell(self, outcomes: list[tuple[Waiting, Outcome]]) -> None:
        """Tell whoever waits, some at a time: what they send meanwhile goes out between."""
        for waiting, outcome in outcomes[:AT_A_TIME]:
            try:
                waiting.told(outcome)
            except Exception:
                log.exception("a line was stored, and could not be told")
        if len(outcomes) > AT_A_TIME:
            asyncio.get_running_loop().call_soon(self._tell, outcomes[AT_A_TIME:])
        else:
            self._busy -= 1

    async def _write_with_care(self, group: list[Waiting]) -> list[tuple[Waiting, Outcome]]:
        """Store the lines whose places are free."""
        try:
            async with self._engine.begin() as connection:
                stored = await self._store(connection, group)
        except Exception as error:  # noqa: BLE001 - whoever waits is told, and decides
            return await self._failed(group, error)
        return [(waiting, (waiting.table, waiting.line.number) in stored) for waiting in group]

    async def _failed(
        self, group: list[Waiting], error: Exception
    ) -> list[tuple[Waiting, Outcome]]:
        """One line that cannot be stored must not take the others with it."""
        alive = isinstance(error, DBAPIError) and not error.connection_invalidated
        if len(group) > 1 and alive and not isinstance(error, OperationalError):
            return [
                outcome for waiting in group for outcome in await self._write_with_care([waiting])
            ]
        return [(waiting, error) for waiting in group]

    async def _store(
        self, connection: AsyncConnection, group: list[Waiting]
    ) -> set[tuple[str, int]]:
        group = sorted(group, key=lambda waiting: waiting.table)  # so that servers do not deadlock
        rows = [row_of(waiting.table, waiting.line) for waiting in group]
        result = await connection.execute(self._insert, rows)
        stored = {(table, number) for table, number in result}
        await _file(
            connection,
            [
                waiting.entry
                for waiting in group
                if waiting.entry is not None and (waiting.table, waiting.line.number) in stored
            ],
        )
        return stored


FILE = update(tables).where(tables.c.id == bindparam("table"))


async def _file(connection: AsyncConnection, entries: list[Entry]) -> None:
    """Keep the lobby's entries of some tables up to date."""
    if entries:
        rows = [{"table": entry.table, **entry.filing} for entry in entries]
        await connection.execute(FILE, rows)
        await seat_people(connection, entries)
    for entry in entries:
        if entry.opens is not None:
            await set_up(connection, entry.opens)


async def set_up(connection: AsyncConnection, opening: Opening) -> None:
    """Store a new table and its first line."""
    await connection.execute(insert(tables).values(opening.values))
    await connection.execute(insert(lines), [opening.row])
    await seat_people(connection, [opening.entry])


async def seat_people(connection: AsyncConnection, entries: list[Entry]) -> None:
    """Remember who sits at some tables."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    rows = [
        {"table_id": entry.table, "person": person} for entry in entries for person in entry.persons
    ]
    if rows:
        await connection.execute(upsert(sitting).on_conflict_do_nothing(), rows)


def _settle(done: "asyncio.Future[bool]", outcome: Outcome) -> None:
    """Tell a coroutine that waits, if it still does."""
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
