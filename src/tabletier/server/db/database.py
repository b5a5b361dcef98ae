"""Opening the database, and whether its file is still the one that was opened."""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MS = 5000


def open_engine(url: str) -> AsyncEngine:
    """An engine for a database URL; SQLite is set up to lose nothing and to block nobody."""
    engine = create_async_engine(
        url, pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", set_up_sqlite)
    return engine


PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
"""What SQLite is told on every connection.

Nothing that was confirmed is lost, even without power; readers do not wait.
"""


def set_up_sqlite(connection: Any, _: Any = None) -> None:
    """Tell SQLite what it is told on every connection."""
    cursor = connection.cursor()
    for pragma in (*PRAGMAS, f"PRAGMA busy_timeout={BUSY_MS}"):
        cursor.execute(pragma)
    cursor.close()


def sqlite_url(file: Path) -> str:
    """The URL of a database file."""
    return f"sqlite+aiosqlite:///{file}"


IN_MEMORY = (None, "", ":memory:")


class Replaced(OSError):
    """What is written now would be lost: another file lies where ours was."""


class Anchor:
    """Remembers which file was opened, where the database is a file."""

    def __init__(self, url: URL) -> None:
        is_file = url.get_backend_name() == "sqlite" and url.database not in IN_MEMORY
        self._file = Path(str(url.database)).absolute() if is_file else None
        self._opened = None if self._file is None else _identity(self._file)

    @property
    def holds(self) -> bool:
        """Whether the file still lies where it lay."""
        return self._file is None or _identity(self._file) == self._opened


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 - asked before every group of lines
    except OSError:
        return None
    return found.st_dev, found.st_ino
