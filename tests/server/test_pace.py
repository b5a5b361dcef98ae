"""Opponents that know their move at once wait a moment with it, so that people can follow."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.search.knowledge import Knowledge
from tabletier.server.db.database import sqlite_url
from tabletier.server.live.bots import Opponents
from tabletier.server.live.hub import Hub, Room, now_ms
from tabletier.server.settings import Settings
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.decision import Decision
from tests.server.test_storage import give, move, opened_room, store_at

PACE = 0.3


class Quick:
    """Thinks of the first legal move, at once."""

    def __init__(self) -> None:
        self.asked = 0
        self.prepared = False
        self.room: Room | None = None

    def prepare(self, game: str, options: dict[str, Any]) -> None:
        self.prepared = True

    def submit(self, player: str, known: Knowledge, seed: str) -> "Future[Any]":
        assert self.room is not None
        assert self.room.table.match is not None
        self.asked += 1
        thought: Future[Any] = Future()
        thought.set_result(_Thought(self.room.table.match.legal_moves()[0]))
        return thought

    def close(self) -> None:
        pass


class _Thought:
    def __init__(self, move: str) -> None:
        self.move = move


def at_a_table(
    folder: Path, pace: float, work: Callable[[Hub, Room, Quick], Awaitable[None]]
) -> None:
    """Ann against an opponent."""

    async def sit() -> None:
        async with store_at(sqlite_url(folder / "house.db")) as store:
            hub, quick = Hub(store), Quick()
            opponents = Opponents(hub, quick, pace)  # type: ignore[arg-type]
            options, house = fill(find("expion"), {}), acts.Terms(takeback="free")
            opened = acts.Opened(game="expion", options=options, house=house, host="ann")
            sat = acts.Sat(seat=0, person="ann", name="Ann")
            table = await store.open_table(LogLine(1, now_ms(), (opened, sat), "ann"))
            room = quick.room = await opened_room(hub, table.id)
            await give(hub, room, "invite", seat=1, level=1)
            await give(hub, room, "start")
            await work(hub, room, quick)
            await opponents.close()

    asyncio.run(sit())


async def until(room: Room, plies: int) -> None:
    while room.table.plies < plies:
        await asyncio.sleep(0.01)


def test_a_move_is_not_made_before_people_could_follow(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, _: Quick) -> None:
        for plies in (2, 4):
            await move(hub, room)
            made = room.table.touched
            await until(room, plies)
            assert room.table.touched - made >= 1000 * PACE

    at_a_table(tmp_path, PACE, play)


def test_a_table_has_a_pace_of_its_own_that_its_host_may_change(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, _: Quick) -> None:
        await give(hub, room, "pace", seconds=0)
        assert room.table.house.pace == 0
        await move(hub, room)
        await until(room, 2)

    at_a_table(tmp_path, 3600, play)


def test_a_move_taken_back_meanwhile_needs_no_answer(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, quick: Quick) -> None:
        await move(hub, room)
        await give(hub, room, "ask", question="takeback")
        while room.table.moves:
            await asyncio.sleep(0.01)
        assert quick.asked == 1
        await asyncio.sleep(2 * PACE)
        assert room.table.plies == 1, "the opponent's move was dropped"
        await move(hub, room)
        await until(room, 3)
        assert quick.asked == 2

    at_a_table(tmp_path, PACE, play)


@pytest.mark.parametrize(("patience", "ready"), [(60, True), (86_400, False)])
def test_a_stand_in_gets_ready_when_it_may_be_wanted_soon(
    tmp_path: Path, patience: int, ready: bool
) -> None:
    async def leave(hub: Hub, room: Room, quick: Quick) -> None:
        quick.prepared = False
        away = acts.Away(seat=0, until=now_ms() + 1000 * patience)
        await hub.write(room, lambda _table, _now: Decision((away,)))
        assert quick.prepared == ready

    at_a_table(tmp_path, 0, leave)


def test_the_house_has_a_pace_unless_told_otherwise(monkeypatch: Any) -> None:
    monkeypatch.delenv("TABLETIER_PACE")
    assert Settings().pace == 0.7
    monkeypatch.setenv("TABLETIER_PACE", "0")
    assert Settings().pace == 0
