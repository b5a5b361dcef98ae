"""Lines into SQLite without a detour: one visit to a thread of its own for each group.

Through SQLAlchemy a group crosses to the driver's thread five times, which takes longer than
writing it. Whatever goes wrong here is tried again there, line by line, by the writer.
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from sqlalchemy.engine import URL

from tabletier.server.storage.database import set_up_sqlite
from tabletier.server.storage.schema import lines

COLUMNS = [column.name for column in lines.columns]
INSERT = (
    f"INSERT INTO lines ({', '.join(COLUMNS)}) SELECT "
    + ", ".join(f"json_extract(value, '$[{number}]')" for number in range(len(COLUMNS)))
    + " FROM json_each(?)"
)
"""One statement for all lines, which is a transaction by itself. With a statement for each line the
thread would give up the interpreter and wait for it again once a line."""
encode = msgspec.json.Encoder().encode
IN_MEMORY = (None, "", ":memory:")


class QuickLines:
    """A connection to a database file through which lines are written and nothing else."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, "lines")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: list[dict[str, Any]]) -> None:
        """Write all rows, on the disk when this returns, or none. Raises sqlite3.Error."""
        given = encode([[row[name] for name in COLUMNS] for row in rows]).decode()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, given)

    def _write(self, given: str) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, isolation_level=None)
            set_up_sqlite(self._connection)
        self._connection.execute(INSERT, (given,))

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def quick_lines(url: URL) -> QuickLines | None:
    """The quick way into a database, where there is one."""
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    return QuickLines(str(url.database))
