"""Opening the database: in a folder of its owner's, and still the same file; copies of it.

A copy of a SQLite house is made while it is open, and put back while it is closed.
"""

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tabletier.server.db.upgrading import known

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


PAGES = 512
"""Pages copied at once; in between, the house writes."""
WAIT = 5.0
BEFORE = ".before-restore"


class CannotCopy(Exception):
    """Why no copy was made or put back: `reason` names a sentence of the terminal."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def file_of(url: str) -> Path:
    """The file of a SQLite database. Raises CannotCopy for any other database."""
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite" or not parts.database:
        raise CannotCopy("postgresql")
    return Path(parts.database)


def back_up(house: Path, target: Path) -> int:
    """Copy a house into a new file, checked before it gets its name; the size of it in bytes."""
    if not house.is_file():
        raise CannotCopy("no-house")
    if target.exists():
        raise CannotCopy("exists")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(0o600)  # whether there can be a file is told by the system, not by SQLite
    try:
        with opened(house, "ro") as source, opened(unfinished, "rwc") as copy:
            source.backup(copy, pages=PAGES, sleep=0.005)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        check(unfinished)
        _settle(unfinished)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def restore(source: Path, house: Path) -> Path | None:
    """Put a copy in place of a house that is closed; where what was there is kept."""
    if not source.is_file():
        raise CannotCopy("no-file")
    check(source)
    make_private(house.parent)
    kept = _free_name(house) if house.is_file() else None
    with opened(house, "rwc") as target, opened(source, "ro") as copy:
        _must_be_closed(target)
        if kept is not None:
            _keep(target, kept)
        copy.backup(target)
    _settle(house)
    return kept


def _free_name(house: Path) -> Path:
    """Where what was there is kept: a name that nothing has yet."""
    numbers = ("", *(f"-{number}" for number in range(2, 10_000)))
    names = (house.with_name(house.stem + BEFORE + number + house.suffix) for number in numbers)
    return next(name for name in names if not name.exists())


def _keep(house: sqlite3.Connection, kept: Path) -> None:
    """Copy a house; the copy has its name once it is whole."""
    unfinished = kept.with_name(kept.name + ".part")
    unfinished.unlink(missing_ok=True)
    with opened(unfinished, "rwc") as old:
        house.backup(old)
    _settle(unfinished)
    unfinished.rename(kept)


def check(file: Path) -> None:
    """See that a file is a whole house, of a version that we know. Raises CannotCopy."""
    try:
        with opened(file, "ro") as connection:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            versions = connection.execute("select version_num from alembic_version").fetchall()
    except sqlite3.DatabaseError as error:
        raise CannotCopy("damaged") from error
    if found != [("ok",)] or len(versions) != 1:
        raise CannotCopy("damaged")
    if versions[0][0] not in known():
        raise CannotCopy("future")


@contextlib.contextmanager
def opened(file: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection to a database file, closed in the end."""
    address = f"{file.absolute().as_uri()}?mode={mode}"
    with contextlib.closing(sqlite3.connect(address, timeout=WAIT, uri=True)) as connection:
        yield connection


def _must_be_closed(house: sqlite3.Connection) -> None:
    """Nobody else may have the house open: only then can it leave its write-ahead log."""
    try:
        (mode,) = house.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        raise CannotCopy("running") from error
    if mode != "delete":
        raise CannotCopy("running")


def _settle(file: Path) -> None:
    """Have the disk keep a file."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())
