"""The database is brought up to date when the house opens, once, by whichever server is first."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, select, text

from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.results import folded
from tabletier.server.db.schema import metadata, people, tables
from tabletier.server.db.upgrading import FromTheFuture, config, head, known, upgrade, version_of


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def upgrade_to(connection: Connection, version: str) -> None:
    """A database of an earlier day."""
    command.upgrade(config(connection), version)


def unique_keys(connection: Connection) -> dict[str, set[tuple[str, ...]]]:
    found = inspect(connection)
    keys: dict[str, set[tuple[str, ...]]] = {}
    for name in metadata.tables:
        keys[name] = {tuple(key["column_names"]) for key in found.get_unique_constraints(name)}
        for index in found.get_indexes(name):
            if index["unique"]:
                keys[name].add(tuple(str(column) for column in index["column_names"]))
    return keys


def test_the_migrations_lead_to_the_schema(database: str) -> None:
    async def upgraded() -> None:
        engine = open_engine(database)
        await upgrade(engine)
        async with engine.connect() as connection:
            assert await connection.run_sync(version_of) == head()
            assert await connection.run_sync(differences) == []
            keys = await connection.run_sync(unique_keys)
        await engine.dispose()
        assert ("table_id", "ply") in keys["lines"]
        assert ("table_id", "person", "key") in keys["lines"]

    asyncio.run(upgraded())


def test_servers_that_open_together_upgrade_once(database: str) -> None:
    async def together() -> None:
        engines = [open_engine(database) for _ in range(4)]
        await asyncio.gather(*map(upgrade, engines))
        async with engines[0].connect() as connection:
            versions = await connection.execute(text("select version_num from alembic_version"))
            assert [row.version_num for row in versions] == [head()]
        for engine in engines:
            await engine.dispose()

    asyncio.run(together())


def test_whoever_comes_second_waits_longer_than_sqlite_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletier.server.db.database.BUSY_MS", 20)
    monkeypatch.setattr("tabletier.server.db.upgrading.TRIES", 10_000)

    async def together() -> None:
        first, second = (open_engine(sqlite_url(tmp_path / "house.sqlite3")) for _ in range(2))
        async with first.begin() as connection:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(upgrade(second))
            done, _ = await asyncio.wait({waiting}, timeout=0.5)
            assert not done
        await waiting
        async with second.connect() as connection:
            assert await connection.run_sync(version_of) == head()
        await first.dispose()
        await second.dispose()

    asyncio.run(together())


def test_a_database_of_a_later_day_is_left_alone(database: str) -> None:
    async def later() -> None:
        engine = open_engine(database)
        await upgrade(engine)
        async with engine.begin() as connection:
            await connection.execute(text("update alembic_version set version_num = '9999'"))
        with pytest.raises(FromTheFuture):
            await upgrade(engine)
        await engine.dispose()

    asyncio.run(later())


def test_names_lose_their_accents(database: str) -> None:
    async def upgraded() -> str:
        engine = open_engine(database)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade_to, "0006")
            row = {"id": "t", "seed": "s", "opened": 1, "game": "punto", "public": True}
            row |= {"status": "open", "seats": 2, "summary": "{}", "free": 1, "touched": 1}
            await connection.execute(insert(tables).values(**row, names="zoé straße", clock="none"))
        await upgrade(engine)
        async with engine.connect() as connection:
            names: str = (await connection.execute(select(tables.c.names))).scalar_one()
        await engine.dispose()
        return names

    assert asyncio.run(upgraded()) == folded("Zoé Straße") == "zoe strasse"


def test_every_migration_has_its_number() -> None:
    assert sorted(known()) == [f"{number:04}" for number in range(1, len(known()) + 1)]


def test_whoever_is_known_already_gets_a_handle(database: str) -> None:
    async def upgraded() -> list[str | None]:
        engine = open_engine(database)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade_to, "0007")
            for person in ("ann", "ben"):
                row = {"id": person, "name": person, "language": "en", "created": 1}
                await connection.execute(insert(people).values(row))
        await upgrade(engine)
        async with engine.connect() as connection:
            found = (await connection.execute(select(people.c.handle, people.c.shows))).all()
        await engine.dispose()
        assert {row.shows for row in found} == {"public"}
        return [row.handle for row in found]

    handles = asyncio.run(upgraded())
    assert len(set(handles)) == 2
    assert all(handles)
