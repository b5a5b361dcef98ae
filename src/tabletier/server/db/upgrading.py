"""How a database of an earlier day is brought up to date. Of several servers only one does so.

`migrations/versions` has the steps by which it becomes one of today; `scripts/migration.py "what
changes"` writes the next one from the difference to the schema.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = MIGRATIONS / "versions"
TRIES = 12
"""How often SQLite waits for whoever upgrades; a new house has all its tables to make."""
LOCK = 7_461_626_574
"""The number of PostgreSQL's advisory lock that whoever upgrades holds."""


class FromTheFuture(RuntimeError):
    """The database was written by a later Tabletier than this one."""


def head() -> str:
    """The newest version of the database that we know."""
    return max(known())


def known() -> set[str]:
    """All versions of the database that we know."""
    return {file.stem.partition("_")[0] for file in VERSIONS.glob("[0-9]*.py")}


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the database up to date, waiting for whoever does. Raises FromTheFuture."""
    for left in reversed(range(TRIES)):
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_upgrade)
            return
        except OperationalError as error:
            if not left or "database is locked" not in str(error.orig):
                raise


def version_of(connection: Connection) -> str | None:
    """The version of a database, None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("select version_num from alembic_version"))
    version: str | None = found.scalar_one_or_none()
    return version


def _upgrade(connection: Connection) -> None:
    _lock(connection)
    version = version_of(connection)
    if version == head():
        return
    if version is not None and version not in known():
        raise FromTheFuture(f"the database has version {version}, we know up to {head()}")
    from alembic import command  # takes a while to import, and is rarely needed

    command.upgrade(config(connection), "head")


def _lock(connection: Connection) -> None:
    """Whoever comes second waits until the first has committed."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def config(connection: Connection) -> Any:
    """What Alembic needs to know."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS))
    found.set_main_option("path_separator", "os")
    found.attributes["connection"] = connection
    return found
