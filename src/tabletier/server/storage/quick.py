"""Lines into SQLite without a detour: one visit to a thread of its own for each group.

Through SQLAlchemy a group crosses to the driver's thread five times, which takes longer than
writing it. Whatever goes wrong here is tried again there, line by line, by the writer.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.engine import URL

from tabletier.server.storage.database import set_up_sqlite
from tabletier.server.storage.rows import COLUMNS

INSERT = (
    f"INSERT INTO lines ({', '.join(COLUMNS)}) SELECT "
    + ", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(COLUMNS)))
    + " FROM json_each(?)"
)
"""One statement for all lines, which is a transaction by itself. With a statement for each line the
thread would give up the interpreter and wait for it again once a line."""
encode = msgspec.json.Encoder().encode
IN_MEMORY = (None, "", ":memory:")


class Group(NamedTuple):
    """Rows to be written, and whom to tell in which loop: None, or what went wrong."""

    rows: str
    loop: asyncio.AbstractEventLoop
    told: Callable[[sqlite3.Error | None], None]


class QuickLines:
    """A connection to a database file through which lines are written and nothing else."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._groups: SimpleQueue[Group | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def write(
        self, rows: list[tuple[Any, ...]], told: Callable[[sqlite3.Error | None], None]
    ) -> None:
        """Write all rows or none; they are on the disk when `told` is called with None."""
        given = encode(rows).decode()
        self._groups.put(Group(given, asyncio.get_running_loop(), told))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="lines", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """The life of the thread."""
        connection: sqlite3.Connection | None = None
        while (group := self._groups.get()) is not None:
            error = None
            try:
                if connection is None:
                    connection = sqlite3.connect(self._file, isolation_level=None)
                    set_up_sqlite(connection)
                connection.execute(INSERT, (group.rows,))
            except sqlite3.Error as found:
                error = found
            with contextlib.suppress(RuntimeError):  # nobody is left who could be told
                group.loop.call_soon_threadsafe(group.told, error)
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        """Let go of the file."""
        self._groups.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)


def quick_lines(url: URL) -> QuickLines | None:
    """The quick way into a database, where there is one."""
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    return QuickLines(str(url.database))
