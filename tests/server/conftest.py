"""Databases to try things with: SQLite always, PostgreSQL and Redis where they are installed.

And two houses for who may do what.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tabletier.server.db.database import sqlite_url
from tabletier.server.live import timers
from tests.server import services
from tests.server.houses import open_house
from tests.server.worlds import Houses

_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def _without_limits() -> Iterator[None]:
    """Tests are many callers at one address and in a hurry; those of the limits set them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETIER_LIMITS", "0")
        patch.setenv("TABLETIER_PACE", "0")
        patch.setenv("TABLETIER_JIT", "0")  # for the processes in which opponents think
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with services.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with services.redis() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The URL of an empty database."""
    name = f"house{next(_numbers)}"

    async def create() -> None:
        engine = create_async_engine(f"{postgres_server}/postgres", isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"create database {name}"))
        await engine.dispose()

    asyncio.run(create())
    return f"{postgres_server}/{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "house.sqlite3")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    still, busy = (tmp_path_factory.mktemp(name) for name in ("still", "busy"))
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(timers, "ROUND", 1e6)  # nobody is missed who never was connected
        one, other = (stack.enter_context(open_house(folder)) for folder in (still, busy))
        one.wait_until_ready()
        other.wait_until_ready()
        yield Houses(one, other)
