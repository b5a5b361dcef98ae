"""Opening the database: a file beside the player by default, or whatever the URL names."""

from pathlib import Path
from typing import Any

from sqlalchemy import event
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
