"""Copies of a SQLite house: made while it is open, put back while it is closed."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import make_url

from tabletier.server.db.database import known, make_private

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
