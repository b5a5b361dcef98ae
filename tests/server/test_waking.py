"""Flags fall by days although nobody looks, once; and not because a clock jumped."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.server.db.lobby import Filters
from tabletier.server.db.store import Store
from tabletier.server.live.hub import Hub, Room, TurnLookup
from tabletier.server.live.timers import Timers
from tabletier.server.live.uptime import Uptime
from tabletier.server.live.waking import PlannedAnswers, Waking
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.hours import DAY_MS
from tabletier.server.tables.notices import Notice
from tabletier.server.tables.seats import Clock
from tests.server.test_storage import ANN, BEN, give, in_two_stores, move, opened_room

START = 1_800_000_000_000


class Times:
    """The time of day and a stop watch, as we set them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = START, 0
        for module in ("bots", "hub", "timers", "uptime", "waking"):
            monkeypatch.setattr(f"tabletier.server.live.{module}.now_ms", lambda: self.wall)
        monkeypatch.setattr("tabletier.server.live.uptime.steady_ms", lambda: self.steady)

    def go_by(self, ms: int) -> None:
        """Time goes by as it does."""
        self.wall += ms
        self.steady += ms


class OpenBoxes:
    """All boxes are open."""

    async def wait_for(self, game: str) -> None:
        """It is."""


class Server:
    """As much of a house as alarms need."""

    def __init__(self, store: Store) -> None:
        self.hub = Hub(store)
        self.uptime = Uptime(store.engine, self.hub)
        self.timers = Timers(self.hub)
        self.planned = PlannedAnswers(self.hub)
        self.waking = Waking(self.hub, cast(Boxes, OpenBoxes()))

    async def look(self) -> None:
        """Look at what is due, and let what rings ring."""
        await self.waking.look()
        await settled()

    def close(self) -> None:
        """No alarm rings any more."""
        self.timers.close()
        self.planned.close()


async def settled() -> None:
    """What rings now has rung: databases answer in a moment."""
    for _ in range(20):
        await asyncio.sleep(0.01)


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that other tasks do."""
    async with asyncio.timeout(60):
        while not await done():
            await asyncio.sleep(0.01)


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


async def begun(server: Server, **clock: Any) -> str:
    """Ann and Ben play with three days for a move, and nobody looks."""
    agreed: dict[str, Any] = {"kind": "days", "seconds": 3 * DAY_MS / 1000} | clock
    opened = acts.Opened(
        game="expion",
        options=fill(find("expion"), {}),
        house=acts.Terms(clock=Clock(**agreed)),
        host="ann",
    )
    sat = [acts.Sat(seat=n, person=who.person, name=who.name) for n, who in enumerate((ANN, BEN))]
    line = LogLine(1, START, (opened, *sat), "ann")
    table = (await server.hub.store.open_table(line)).id
    await give(server.hub, await opened_room(server.hub, table), "start")
    put_away(server)
    return table


def put_away(server: Server) -> None:
    """Nobody has looked at any table for long."""
    server.hub.sweep(-1)
    assert not server.hub.rooms


async def ends(store: Store, table: str) -> list[acts.Ended]:
    """How often a match ended."""
    log = await store.lines_after(table, 0)
    return [act for line in log for act in line.acts if isinstance(act, acts.Ended)]


def test_a_flag_falls_once_although_nobody_looks_at_two_servers(
    database: str, times: Times
) -> None:
    async def fall(one: Store, other: Store) -> None:
        servers = Server(one), Server(other)
        table = await begun(servers[0])
        times.go_by(3 * DAY_MS - 60_000)
        for server in servers:
            await server.look()
            assert not server.hub.rooms  # nothing is due yet, and nothing was opened
        times.go_by(60_000)
        await asyncio.gather(*(server.waking.look() for server in servers))

        async def ended() -> bool:
            return bool(await ends(one, table))

        await until(ended)
        await settled()
        assert [act.reason for act in await ends(other, table)] == ["time"]
        assert await one.due(times.wall + 9 * DAY_MS, ("expion",), 9) == []
        for server in servers:
            server.close()

    in_two_stores(database, fall)


@pytest.mark.usefixtures("times")
def test_whose_turn_it_is_is_known_without_opening_the_table(database: str) -> None:
    async def mine(one: Store, _: Store) -> None:
        server = Server(one)
        later = await begun(server)
        first = await begun(server, seconds=DAY_MS / 1000)
        wanted = Filters(turn_of="ann")
        found = await one.tables_of("ann", wanted, 50)
        assert [(entry.id, entry.due) for entry in found] == [
            (first, START + DAY_MS),
            (later, START + 3 * DAY_MS),
        ]
        assert await one.tables_of("ben", Filters(turn_of="ben"), 50) == []
        turns = await TurnLookup(server.hub, cast(Boxes, None)).of(found)
        assert turns[first].of("ann") == [0]
        assert turns[first].to_move == 0
        assert not server.hub.rooms
        room = await opened_room(server.hub, first)
        await move(server.hub, room)
        assert [entry.id for entry in await one.tables_of("ann", wanted, 50)] == [later]
        assert [entry.id for entry in await one.tables_of("ben", Filters(turn_of="ben"), 50)] == [
            first
        ]
        server.close()

    in_two_stores(database, mine)


def test_who_runs_short_of_time_is_called_once(database: str, times: Times) -> None:
    async def short(one: Store, other: Store) -> None:
        for store in (one, other):
            await store.outbox.open(shared=True)
        server, another = Server(one), Server(other)
        table = await begun(server)
        told: list[Notice] = []

        async def add(given: list[Notice], _: int) -> int:
            told.extend(given)
            return len(given)

        one.outbox.add = other.outbox.add = add  # type: ignore[method-assign, assignment]
        await server.waking.warn()
        assert told == []
        times.go_by(3 * DAY_MS - 3_600_000)
        room = await opened_room(server.hub, table)
        await server.waking.warn()
        await give(server.hub, room, "say", BEN, text="?")
        await another.waking.warn()
        assert [(one.person, one.kinds, one.table, one.number) for one in told] == [
            ("ann", ("time_short",), table, 2),
            ("ann", ("time_short",), table, 2),  # the same again, which the outbox takes once
        ]
        assert told[0].about["left"] == 3_600_000
        server.close()
        another.close()

    in_two_stores(database, short)


def test_a_machine_that_slept_or_whose_clock_was_put_forward_takes_no_time_away(
    database: str, times: Times
) -> None:
    async def jump(one: Store, other: Store) -> None:
        server = Server(one)
        await server.uptime.open()
        table = await begun(server)
        times.go_by(DAY_MS)
        await server.uptime.look()
        times.wall += 30 * DAY_MS  # nobody waited so long
        await server.look()
        room = server.hub.rooms[table]
        assert await ends(one, table) == []
        assert room.table.flag == START + 33 * DAY_MS
        await move(server.hub, room)
        put_away(server)
        times.go_by(3 * DAY_MS)  # now somebody did
        await server.look()

        async def ended() -> bool:
            return bool(await ends(one, table))

        await until(ended)
        server.close()
        await server.uptime.close()
        elsewhere = Server(other)
        times.go_by(60_000)
        await elsewhere.uptime.open()
        assert (START + DAY_MS, START + 31 * DAY_MS) in elsewhere.uptime._closings
        await elsewhere.uptime.close()

    in_two_stores(database, jump)


def test_a_table_that_is_looked_at_hears_of_a_jump_at_once(
    database: str, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletier.server.live.uptime.BEAT", 0.01)

    async def jump(one: Store, _: Store) -> None:
        server = Server(one)
        await server.uptime.open()
        room = await opened_room(server.hub, await begun(server))
        times.wall += 5 * DAY_MS

        async def resumed() -> bool:
            return room.table.flag == START + 8 * DAY_MS

        await until(resumed)
        await move(server.hub, room)
        times.wall -= 5 * DAY_MS  # the clock is put right: that move's player loses nothing
        await server.look()
        assert room.table.status == "playing"
        await move_of(server.hub, room)
        server.close()
        await server.uptime.close()

    in_two_stores(database, jump)


async def move_of(hub: Hub, room: Room) -> None:
    """Ben moves, whatever the time."""
    assert room.table.match is not None
    first = room.table.match.legal_moves()[0]
    await give(hub, room, "move", BEN, move=first, ply=room.table.plies)
    assert room.table.timing.left[1] == 3 * DAY_MS


def test_a_planned_answer_is_played_once_even_if_a_server_was_killed(
    database: str, times: Times
) -> None:
    async def answer(one: Store, other: Store) -> None:
        killed = Server(one)
        killed.hub.after.remove(killed.planned.heard)  # it dies after Ann's move
        table = await begun(killed)
        room = await opened_room(killed.hub, table)
        assert room.table.match is not None
        theirs = room.table.match.legal_moves()[0]
        mine = room.table.match.play(theirs).legal_moves()[0]
        await give(killed.hub, room, "plan", BEN, lines=[[theirs, mine]])
        await move(killed.hub, room, move=theirs)
        killed.close()
        times.go_by(60_000)
        servers = Server(one), Server(other)
        await asyncio.gather(*(server.waking.look() for server in servers))

        async def played() -> bool:
            return len(await one.lines_after(table, 4)) > 0

        await until(played)
        await settled()
        (line,) = await one.lines_after(table, 4)
        (moved,) = line.acts
        assert isinstance(moved, acts.Moved)
        assert (moved.seat, moved.move) == (1, mine)
        for server in servers:
            server.close()

    in_two_stores(database, answer)
