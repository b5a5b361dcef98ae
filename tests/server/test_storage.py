"""What is confirmed is stored once, whoever else writes; with SQLite and with PostgreSQL."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.server.db.database import open_engine
from tabletier.server.db.lobby import Filters, entry_of
from tabletier.server.db.schema import lines
from tabletier.server.db.store import Store
from tabletier.server.db.upgrading import upgrade
from tabletier.server.live import hub as hubs
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.live.timers import Rematches
from tabletier.server.live.uptime import Uptime
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.decide import Actor
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.orders import ORDERS
from tabletier.server.tables.reading import table_after
from tabletier.server.tables.seats import Clock

ANN, BEN = Actor("ann", "Ann"), Actor("ben", "Ben")
SAID = acts.Said(name="Ann", person="ann", channel="table", text="hello")


@asynccontextmanager
async def store_at(url: str) -> AsyncIterator[Store]:
    """A server's view of the database."""
    engine = open_engine(url)
    await upgrade(engine)
    store = Store(engine)
    await store.writer.open()
    try:
        yield store
    finally:
        await store.writer.stop()
        await engine.dispose()


async def new_table(store: Store, clock: Clock | None = None) -> str:
    """A table where Ann plays both sides."""
    house = acts.Terms(clock=clock or Clock(), takeback="free")
    options = fill(find("expion"), {})
    opened = acts.Opened(game="expion", options=options, house=house, host="ann")
    sat = [acts.Sat(seat=seat, person="ann", name="Ann") for seat in (0, 1)]
    return (await store.open_table(LogLine(1, now_ms(), (opened, *sat), "ann"))).id


async def give(hub: Hub, room: Room, do: str, actor: Actor = ANN, **fields: Any) -> hubs.Receipt:
    return await hub.order(room, ORDERS.validate_python({"do": do, **fields}), actor)


async def move(hub: Hub, room: Room, **fields: Any) -> hubs.Receipt:
    """The first legal move."""
    assert room.table.match is not None
    first = room.table.match.legal_moves()[0]
    return await give(hub, room, "move", **{"move": first, "ply": room.table.plies, **fields})


async def opened_room(hub: Hub, table: str) -> Room:
    room = await hub.room(table)
    assert room is not None
    return room


def in_two_stores(database: str, work: Callable[[Store, Store], Awaitable[None]]) -> None:
    async def both() -> None:
        async with store_at(database) as one, store_at(database) as other:
            await work(one, other)

    asyncio.run(both())


def test_of_two_writers_one_has_each_place(database: str) -> None:
    async def race(one: Store, other: Store) -> None:
        tables = [await new_table(one) for _ in range(20)]
        for number in range(2, 12):
            lines_of = {
                store: [LogLine(number, now_ms(), (SAID,), name) for _ in tables]
                for name, store in (("one", one), ("other", other))
            }
            stored = await asyncio.gather(
                *(
                    store.writer.append(table, line)
                    for store, found in lines_of.items()
                    for table, line in zip(tables, found, strict=True)
                )
            )
            assert sum(stored) == len(tables)
            for first, second in zip(stored[:20], stored[20:], strict=True):
                assert first != second
        for table in tables:
            log = await one.lines_after(table, 0)
            assert [line.number for line in log] == list(range(1, 12))

    in_two_stores(database, race)


def test_a_ply_and_a_key_are_given_once(database: str) -> None:
    moved = acts.Moved(seat=0, ply=0, move="e9-e8")

    async def twice(one: Store, other: Store) -> None:
        table = await new_table(one)
        assert await one.writer.append(table, LogLine(2, 1, (moved,), "ann", "key"))
        assert not await other.writer.append(table, LogLine(3, 1, (moved,), "ann", "other key"))
        assert await other.writer.append(table, LogLine(3, 1, (SAID,), "ann", "key"))
        assert not await one.writer.append(table, LogLine(4, 1, (SAID,), "ann", "key"))
        assert await other.writer.append(table, LogLine(4, 1, (SAID,), "ben", "key"))
        assert await one.writer.append(table, LogLine(5, 1, (SAID,), "ann"))
        assert await one.writer.append(table, LogLine(6, 1, (SAID,), "ann"))

    in_two_stores(database, twice)


def test_a_line_that_cannot_be_stored_hurts_only_itself(database: str) -> None:
    async def poison(one: Store, _: Store) -> None:
        tables = [await new_table(one) for _ in range(5)]
        line = LogLine(2, 1, (SAID,), "ann")
        found = await asyncio.gather(
            *(one.writer.append(table, line) for table in (*tables, "no such table")),
            return_exceptions=True,
        )
        assert found[:5] == [True] * 5
        assert isinstance(found[5], IntegrityError)

    in_two_stores(database, poison)


def test_two_hubs_on_one_database_play_one_match(database: str) -> None:
    async def play(one: Store, other: Store) -> None:
        table = await new_table(one)
        hub, second = Hub(one), Hub(other)
        room, mirror = await opened_room(hub, table), await opened_room(second, table)
        await give(hub, room, "start")
        await second.catch_up(mirror)
        for ply in range(10):
            outcomes = await asyncio.gather(
                move(hub, room, ply=ply), move(second, mirror, ply=ply), return_exceptions=True
            )
            refused = [found for found in outcomes if isinstance(found, Refused)]
            assert [refusal.code for refusal in refused] == ["table/stale"], outcomes
            await hub.catch_up(room)
            await second.catch_up(mirror)
            assert room.table.moves == mirror.table.moves
        again = await one.load(table)
        assert again is not None
        assert again.moves == room.table.moves

    in_two_stores(database, play)


class TestKeys:
    def test_an_order_sent_again_changes_nothing(self, database: str) -> None:
        async def resend(one: Store, other: Store) -> None:
            table = await new_table(one)
            hub, second = Hub(one), Hub(other)
            room = await opened_room(hub, table)
            await give(hub, room, "start", key="start")
            first = await move(hub, room, key="move")
            assert not first.again
            mirror = await opened_room(second, table)
            for _ in range(3):
                again = await move(hub, room, key="move")
                assert (again.number, again.again) == (first.number, True)
                there = await move(second, mirror, key="move")
                assert (there.number, there.again) == (first.number, True)
            assert room.table.number == first.number

        in_two_stores(database, resend)

    def test_so_does_one_that_was_sent_long_ago(self, database: str) -> None:
        async def late(one: Store, _: Store) -> None:
            hub = Hub(one)
            room = await opened_room(hub, await new_table(one))
            first = await give(hub, room, "say", text="first", key="first")
            for number in range(70):
                await give(hub, room, "say", text="more", key=f"{number}")
            again = await give(hub, room, "say", text="first", key="first")
            assert (again.number, again.again) == (first.number, True)

        in_two_stores(database, late)

    def test_even_where_it_could_not_be_carried_out_any_more(self, database: str) -> None:
        async def late(one: Store, other: Store) -> None:
            hub = Hub(one)
            room = await opened_room(hub, await new_table(one))
            started = await give(hub, room, "start", key="start")
            moved = await move(hub, room, key="move")
            for number in range(70):
                await give(hub, room, "say", text="more", key=f"{number}")
            after = await opened_room(Hub(other), room.table.id)
            for found, where in ((hub, room), (Hub(other), after)):
                again = await give(found, where, "start", key="start")
                assert (again.number, again.again) == (started.number, True)
                again = await move(found, where, key="move", ply=0)
                assert (again.number, again.again) == (moved.number, True)

        in_two_stores(database, late)

    def test_the_keys_of_others_do_not_matter(self, database: str) -> None:
        async def both(one: Store, _: Store) -> None:
            hub = Hub(one)
            room = await opened_room(hub, await new_table(one))
            mine = await give(hub, room, "say", text="mine", key="k")
            other = await give(hub, room, "say", BEN, text="x", key="k", channel="spectators")
            assert other.number == mine.number + 1

        in_two_stores(database, both)


DYING = """
import asyncio, os, sys
from tabletier.server.live.hub import Hub
from tests.server.test_storage import BEN, give, new_table, opened_room, store_at

async def sit_down_and_die(url):
    async with store_at(url) as store:
        hub = Hub(store)
        room = await opened_room(hub, await new_table(store))
        await give(hub, room, "stand", seat=1)
        print(room.table.id, flush=True)
        hub._absorb = lambda *_: os._exit(9)  # the line is stored, and nothing more is done
        await give(hub, room, "sit", BEN)

asyncio.run(sit_down_and_die(sys.argv[1]))
"""


def test_the_lobby_knows_what_the_log_knows_whenever_the_house_is_killed(database: str) -> None:
    died = subprocess.run(
        [sys.executable, "-c", DYING, database], capture_output=True, check=False, text=True
    )
    assert died.returncode == 9, died.stderr
    table = died.stdout.strip()

    async def look(one: Store, _: Store) -> None:
        log, filed = await one.lines_after(table, 0), await one.filed(table)
        assert log[-1].acts == (acts.Sat(seat=1, person="ben", name="Ben"),)
        assert filed is not None
        assert (filed.free, filed.touched) == (0, log[-1].at)
        assert "Ben" in filed.summary
        assert [entry.id for entry in await one.tables_of("ben", Filters(), 9)] == [table]

    in_two_stores(database, look)


REMATCH = """
import asyncio, os, sys
from tabletier.server.live.hub import Hub
from tabletier.server.live.timers import Rematches
from tests.server.test_storage import give, new_table, opened_room, store_at

async def ask_for_a_rematch_and_die(url, lines):
    async with store_at(url) as store:
        hub = Hub(store)
        rematches, absorb, left = Rematches(hub), hub._absorb, [lines]
        room = await opened_room(hub, await new_table(store))
        await give(hub, room, "start")
        await give(hub, room, "resign")
        print(room.table.id, flush=True)

        def dying(*given):
            left[0] -= 1
            absorb(*given) if left[0] else os._exit(9)

        hub._absorb = dying
        await give(hub, room, "rematch")
        await rematches.open_when_due(room)

asyncio.run(ask_for_a_rematch_and_die(sys.argv[1], int(sys.argv[2])))
"""


@pytest.mark.parametrize("lines", [1, 2], ids=["asked for", "opened"])
def test_a_rematch_is_at_one_table_whenever_the_house_is_killed(database: str, lines: int) -> None:
    died = subprocess.run(
        [sys.executable, "-c", REMATCH, database, str(lines)],
        capture_output=True,
        check=False,
        text=True,
    )
    assert died.returncode == 9, died.stderr
    table = died.stdout.strip()

    async def look(one: Store, other: Store) -> None:
        for store in (one, other):
            hub = Hub(store)
            Rematches(hub)
            room = await opened_room(hub, table)
            assert room.table.next is not None
            there = await opened_room(hub, room.table.next)
            assert (there.table.before, there.table.status) == (table, "open")
        filed = await one.tables_of("ann", Filters(), 9)
        assert {entry.id for entry in filed} == {table, there.table.id}

    in_two_stores(database, look)


def test_a_line_that_comes_too_late_changes_nothing_in_the_lobby(database: str) -> None:
    async def race(one: Store, other: Store) -> None:
        table = await new_table(one)
        room = await opened_room(Hub(one), table)
        stood = LogLine(2, now_ms(), (acts.Stood(seat=1),), "ann")
        entry = entry_of(table_after(room.table, stood))
        assert await other.writer.append(table, LogLine(2, now_ms(), (SAID,), "ann"))
        assert not await one.writer.append(table, stood, entry)
        filed = await one.filed(table)
        assert filed is not None
        assert filed.free == 0

    in_two_stores(database, race)


def test_what_is_refused_is_not_stored(database: str) -> None:
    async def refuse(one: Store, _: Store) -> None:
        hub = Hub(one)
        room = await opened_room(hub, await new_table(one))
        with pytest.raises(Refused):
            await give(hub, room, "move", move="e9-e8", ply=0)
        async with one.engine.connect() as connection:
            assert (await connection.execute(select(func.count()).select_from(lines))).scalar() == 1

    in_two_stores(database, refuse)


def test_no_clock_runs_while_the_house_is_closed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = {"now": 1_000_000}
    for module in ("hub", "uptime"):
        monkeypatch.setattr(f"tabletier.server.live.{module}.now_ms", lambda: times["now"])

    async def closed(one: Store, other: Store) -> None:
        hub = Hub(one)
        diary = Uptime(one.engine, hub)
        await diary.open()
        table = await new_table(one, Clock("total", 60))
        room = await opened_room(hub, table)
        await give(hub, room, "start")
        times["now"] += 10_000
        await diary.close()
        times["now"] += 1_000_000
        hub = Hub(other)
        diary = Uptime(other.engine, hub)
        await diary.open()
        room = await opened_room(hub, table)
        assert room.table.flag == times["now"] + 50_000
        assert isinstance((await other.lines_after(table, 0))[-1].acts[0], acts.Resumed)
        number = room.table.number
        hub.rooms.clear()
        room = await opened_room(hub, table)
        assert room.table.number == number  # once
        await diary.close()

    in_two_stores(database, closed)
