"""Lines are written in groups: whoever waits while one group is written is in the next.

A line that is confirmed is on the disk. One that is refused was beaten to its number, its ply or
its key by another server; nothing of it is stored.

Into SQLite each group goes without a detour, to a process of its own: through SQLAlchemy it
crosses to the driver's thread five times, which takes longer than writing it; and any thread of
ours must wait for the interpreter, and everybody for the thread. Whatever goes wrong there is
tried again here, line by line.
"""

import asyncio
import contextlib
import logging
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db import sqlite_writer_process
from tabletier.server.db.database import IN_MEMORY, PRAGMAS, Anchor, Replaced
from tabletier.server.db.lobby import LobbyEntry, file_entries
from tabletier.server.db.outbox import put_in
from tabletier.server.db.schema import COLUMNS, lines, row_of, values_of
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.notices import Notice

log = logging.getLogger(__name__)
MOST = 400
"""Lines in a group."""
MOMENT = 0.005
"""Seconds until we look again whether all is written."""
AT_A_TIME = 64
"""Lines after whose telling the loop may turn to others: what was told is sent then."""

Outcome = bool | Exception
"""Whether a line was stored or another one has its place, or what the database raised."""


INSERT = (
    f"INSERT INTO lines ({', '.join(COLUMNS)}) SELECT "
    + ", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(COLUMNS)))
    + " FROM json_each(?)"
)
"""One statement for all lines, which is a transaction by itself."""
encode = msgspec.json.Encoder().encode
PATIENCE = 5.0
"""Seconds that a scribe has to finish what it writes when the house closes."""
Told = Callable[[str], None]
"""Hears how a group went: an empty text if it is on the disk, or else what went wrong."""


class Scribe(asyncio.SubprocessProtocol):
    """The house's end of the two pipes."""

    def __init__(self) -> None:
        self._transport: asyncio.SubprocessTransport | None = None
        self._told: deque[Told] = deque()
        self._heard = b""
        self._ended = asyncio.Event()
        self.gone = False
        """Whether nothing more is heard of the process."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process runs."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def write(self, rows: list[tuple[Any, ...]], told: Told) -> None:
        """Write all rows or none; they are on the disk when `told` is called with an empty text."""
        assert self._transport is not None
        given, pipe = encode(rows), self._transport.get_pipe_transport(0)
        self._told.append(told)
        if pipe is not None and not self.gone:
            size = len(given).to_bytes(sqlite_writer_process.SIZE, "big")
            cast(asyncio.WriteTransport, pipe).write(size + given)
        else:
            asyncio.get_running_loop().call_soon(self._lost)

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # noqa: ARG002 - there is one
        """The scribe says how groups went."""
        *answers, self._heard = (self._heard + data).split(b"\n")
        for answer in answers:
            self._told.popleft()(answer.decode())

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """Nothing more will be said: whoever waits must try otherwise."""
        if fd == 1 and self._transport is not None:
            self.gone = True
            self._lost()
            self._transport.close()

    def process_exited(self) -> None:
        """The process has ended."""
        self._ended.set()

    def _lost(self) -> None:
        while self._told:
            self._told.popleft()("the scribe has gone")

    async def close(self) -> None:
        """Let the scribe finish and go home."""
        if self._transport is None:
            return
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        if not await self._has_ended():
            self._transport.close()  # which kills a process that is still there
            await self._has_ended()  # on a busy machine even that takes a moment
        self._transport.close()

    async def _has_ended(self) -> bool:
        """Wait a while for the end of the process; whether it came."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), PATIENCE)
        return self._ended.is_set()


async def hired(url: URL) -> Scribe | None:
    """A scribe for a database, where one is of use; they begin to work at once."""
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    given = [str(Path(str(url.database)).absolute()), INSERT, *PRAGMAS]
    try:
        _, protocol = await asyncio.get_running_loop().subprocess_exec(
            Scribe, sys.executable, "-I", "-S", sqlite_writer_process.__file__, *given, stderr=None
        )
    except OSError as error:
        log.warning("no scribe can be had: %s", type(error).__name__)
        return None
    return protocol


class Waiting(NamedTuple):
    """A line to be written, who waits for it, and what is written with it or not at all."""

    table: str
    line: LogLine
    told: Callable[[Outcome], None]
    entry: LobbyEntry | None = None
    """The lobby's, where it changes."""
    notices: tuple[Notice, ...] = ()
    """For people who do not look."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing else is written with the line."""
        return self.entry is None and not self.notices


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
        self.noticed: Callable[[], None] = lambda: None
        """Called when there is something in the outbox."""
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

    async def append(
        self,
        table: str,
        line: LogLine,
        entry: LobbyEntry | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> bool:
        """Store a line; False if another one has its place. Raises what the database raises.

        The lobby's entry and the notices are stored with it or not at all.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.put(table, line, partial(_settle, done), entry, notices)
        return await done

    def put(
        self,
        table: str,
        line: LogLine,
        told: Callable[[Outcome], None],
        entry: LobbyEntry | None = None,
        notices: tuple[Notice, ...] = (),
    ) -> None:
        """Store a line; `told` hears how that went."""
        self._waiting.append(Waiting(table, line, told, entry, notices))
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
        elif self._scribe is None or not group[0].is_plain:
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
        """The lines to be written now: those with more than a line, which are rare, apart."""
        if all(waiting.is_plain for waiting in self._waiting[:MOST]):
            group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            return group
        plain = self._waiting[0].is_plain
        group = [one for one in self._waiting if one.is_plain == plain][:MOST]
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
        if any(waiting.notices for waiting in group):
            self.noticed()

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
        new = [waiting for waiting in group if (waiting.table, waiting.line.number) in stored]
        await file_entries(
            connection, [waiting.entry for waiting in new if waiting.entry is not None]
        )
        await put_in(connection, [(one, w.line.at) for w in new for one in w.notices])
        return stored


def _settle(done: "asyncio.Future[bool]", outcome: Outcome) -> None:
    """Tell a coroutine that waits, if it still does."""
    if done.done():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
