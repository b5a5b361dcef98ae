"""Databases to try things with: SQLite always, PostgreSQL and Redis where they are installed."""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tabletier.server.storage.database import sqlite_url
from tests.server import services

_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def _without_limits() -> Iterator[None]:
    """Tests are many callers at one address; those of the limits set them themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETIER_LIMITS", "0")
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
