"""The process that writes lines into SQLite: quick, and nothing is lost with it."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import make_url

from tabletier.server.db import sqlite_writer_process as process
from tabletier.server.db.database import PRAGMAS, sqlite_url
from tabletier.server.db.store import Store
from tabletier.server.db.writer import hired
from tabletier.server.live.hub import now_ms
from tabletier.server.tables.acts import LogLine
from tests.server.test_storage import SAID, new_table, store_at

INSERT = "INSERT INTO found SELECT value FROM json_each(?)"


def in_a_house(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    async def open_it() -> None:
        async with store_at(sqlite_url(folder / "house.db")) as store:
            await work(store)

    asyncio.run(open_it())


def said(number: int, key: str = "") -> LogLine:
    return LogLine(number, now_ms(), (SAID,), "ann", key)


def pid_of(store: Store) -> int:
    scribe = store.writer._scribe
    assert scribe is not None
    assert scribe._transport is not None
    return scribe._transport.get_pid()


def test_one_line_that_has_no_place_does_not_take_others_with_it(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        tables = [await new_table(store) for _ in range(5)]
        assert await store.writer.append(tables[2], said(2))
        wanted = [store.writer.append(table, said(2)) for table in tables]
        assert await asyncio.gather(*wanted) == [True, True, False, True, True]
        for table in tables:
            assert len(await store.lines_after(table, 0)) == 2

    in_a_house(tmp_path, write)


def test_when_the_scribe_is_killed_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        tables = [await new_table(store) for _ in range(20)]
        pids = set()
        for number in range(2, 42):
            wanted = [store.writer.append(table, said(number, f"{number}")) for table in tables]
            under_way = asyncio.gather(*wanted)
            if number % 10 == 0:
                pids.add(pid_of(store))
                await asyncio.sleep(0)
                os.kill(pid_of(store), signal.SIGKILL)
            outcomes = await under_way
            for table, stored in zip(tables, outcomes, strict=True):
                # it may have been written before anybody could say so: then its place is taken
                assert stored or await store.number_of(table, "ann", f"{number}") == number
        assert len(pids) == 4, "another scribe was hired each time"
        assert pid_of(store) not in pids
        for table in tables:
            log = await store.lines_after(table, 0)
            assert [line.number for line in log] == list(range(1, 42))

    in_a_house(tmp_path, write)


def test_the_scribe_ends_with_the_house_and_not_before(tmp_path: Path) -> None:
    async def close(store: Store) -> None:
        table, pid = await new_table(store), pid_of(store)
        assert await store.writer.append(table, said(2))
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert await store.writer.append(table, said(3)), "signals are for the house"
        await store.writer.stop()
        assert not _runs(pid)

    in_a_house(tmp_path, close)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_half_a_group_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "found.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE found (text)")
    groups = [b'["whole"]', b'["half"]']
    sent = b"".join(len(group).to_bytes(process.SIZE, "big") + group for group in groups)
    ended = subprocess.run(
        [sys.executable, "-I", "-S", process.__file__, str(file), INSERT],
        input=sent[:-2],
        capture_output=True,
        check=True,
    )
    assert ended.stdout == b"\n"
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT text FROM found").fetchall() == [("whole",)]


def test_what_sqlite_says_is_told_on_one_line(tmp_path: Path) -> None:
    group = b'["lost"]'
    ended = subprocess.run(
        [sys.executable, "-I", "-S", process.__file__, str(tmp_path / "empty.db"), INSERT],
        input=2 * (len(group).to_bytes(process.SIZE, "big") + group),
        capture_output=True,
        check=True,
    )
    assert ended.stdout.decode().splitlines() == 2 * ["no such table: found"]


class Busy:
    """A connection that another one keeps from writing for a while."""

    def __init__(self, times: int, code: int = sqlite3.SQLITE_BUSY) -> None:
        self.left, self._code = times, code

    def execute(self, *_: object) -> None:
        self.left -= 1
        if self.left >= 0:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self._code
            raise error


def test_while_somebody_else_writes_the_scribe_looks_again_every_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SQLite itself would wait up to a tenth of a second between two looks."""
    now, looks = 0.0, list[float]()

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        looks.append(seconds)

    monkeypatch.setattr(process, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: now))
    process.write(Busy(40), "", "")  # type: ignore[arg-type]
    assert looks == [process.LOOK] * 40
    with pytest.raises(sqlite3.OperationalError):
        process.write(Busy(10**6), "", "")  # type: ignore[arg-type]
    assert now > process.PATIENCE
    looks.clear()
    with pytest.raises(sqlite3.OperationalError):
        process.write(Busy(1, sqlite3.SQLITE_FULL), "", "")  # type: ignore[arg-type]
    assert looks == []


def test_the_scribe_s_own_connection_does_not_wait(tmp_path: Path) -> None:
    with closing(process.connected(str(tmp_path / "x"), list(PRAGMAS))) as connection:
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (0,)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_there_is_no_scribe_where_none_is_of_use() -> None:
    for url in ("sqlite+aiosqlite:///:memory:", "postgresql+asyncpg://nobody@nowhere/house"):
        assert asyncio.run(hired(make_url(url))) is None
