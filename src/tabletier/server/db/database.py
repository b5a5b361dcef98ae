"""Opening the database: in a folder of its owner's, brought up to date, and still the same file.

Of several servers only one brings it up to date.
"""

import contextlib
import os
import stat
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError
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


OWNER_ONLY = 0o700
OURS = ("secret.key", "house.", "games", "reports", "seats", "arena")
"""How the names begin of what the house and the terminal keep; a folder with more is not ours."""


def make_private(folder: Path) -> None:
    """Make the folder, or close it to others where it is ours. Raises OSError.

    A folder that holds other things, such as a home, is left as it is.
    """
    with contextlib.suppress(FileExistsError):  # a file stands there: what follows says so
        folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=OWNER_ONLY)
    except FileExistsError:
        if _is_ours(folder):
            with contextlib.suppress(PermissionError):  # somebody else's, lent to us
                folder.chmod(stat.S_IMODE(folder.stat().st_mode) & OWNER_ONLY)


def _is_ours(folder: Path) -> bool:
    return all(found.name.lstrip(".").startswith(OURS) for found in folder.iterdir())


def create_private(file: Path, text: str) -> None:
    """Write a new file for its owner only, whole or not at all; one that exists is left alone."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="ascii") as writing:
            writing.write(text)
            writing.flush()
            os.fsync(writing.fileno())
        with contextlib.suppress(FileExistsError):  # another process was faster
            _give_name(beside, file)
    finally:
        beside.unlink(missing_ok=True)


def _give_name(beside: Path, file: Path) -> None:
    """Give a whole file its name. Raises FileExistsError."""
    try:
        os.link(beside, file)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if file.exists():
            raise FileExistsError(file) from None
        beside.rename(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


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
