"""A move takes the short way where it can, and nobody can tell that from the long one."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tabletier.server.live.hub import Hub, Room
from tabletier.server.live.latch import Latch
from tabletier.server.storage.database import sqlite_url
from tabletier.server.storage.store import Store
from tabletier.server.tables.orders import PlainMove
from tabletier.server.tables.refused import Refused
from tests.server.test_storage import ANN, BEN, give, new_table, opened_room, store_at
from tests.server.visitors import Visitor, served


class TestTheLatch:
    def test_whoever_waits_longest_is_next(self) -> None:
        came: list[int] = []

        async def come(latch: Latch, number: int) -> None:
            async with latch:
                came.append(number)
                await asyncio.sleep(0)
                assert latch.locked()

        async def all_at_once() -> None:
            latch = Latch()
            assert latch.take()
            assert not latch.take()
            waiting = [asyncio.create_task(come(latch, number)) for number in range(5)]
            await asyncio.sleep(0)
            latch.release()
            assert not latch.take(), "it was handed on, nobody may push in"
            await asyncio.gather(*waiting)
            assert latch.take()

        asyncio.run(all_at_once())
        assert came == [0, 1, 2, 3, 4]

    @pytest.mark.parametrize("handed_first", [False, True])
    def test_who_gives_up_keeps_nobody_waiting(self, handed_first: bool) -> None:
        async def give_up() -> None:
            latch = Latch()
            assert latch.take()

            async def come() -> None:
                async with latch:
                    pass

            first, second = asyncio.create_task(come()), asyncio.create_task(come())
            await asyncio.sleep(0)
            if handed_first:
                latch.release()
                first.cancel()
            else:
                first.cancel()
                latch.release()
            await asyncio.wait_for(second, 5)
            with pytest.raises(asyncio.CancelledError):
                await first
            assert not latch.locked()

        asyncio.run(give_up())


class Short:
    """Makes moves the short way, and waits until each is stored."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub, self.room = hub, room

    def order(self, **fields: Any) -> PlainMove:
        """The first legal move."""
        match = self.room.table.match
        assert match is not None
        legal = match.legal_moves()
        return PlainMove(**{"do": "move", "move": legal[0], "ply": self.room.table.plies, **fields})

    def begin(self, order: PlainMove, actor: Any = ANN) -> "asyncio.Future[bool] | None":
        """Whether the move will be stored, once that is known; None if it takes the long way."""
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        return stored if self.hub.move(self.room, order, actor, stored.set_result) else None


def playing(folder: Path, work: Callable[[Store, Short], Awaitable[None]]) -> None:
    """A match in a house with SQLite."""

    async def play() -> None:
        async with store_at(sqlite_url(folder / "house.db")) as store:
            hub = Hub(store)
            room = await opened_room(hub, await new_table(store))
            await give(hub, room, "start")
            await work(store, Short(hub, room))

    asyncio.run(play())


def test_moves_of_the_short_way_are_stored_as_any_other(tmp_path: Path) -> None:
    async def play(store: Store, short: Short) -> None:
        heard = []
        short.hub.after.append(lambda room, line: heard.append((room.table.number, line)))
        for ply in range(10):
            stored = short.begin(short.order(key=f"key {ply}"))
            assert stored is not None
            assert short.room.lock.locked()
            assert await stored
            assert not short.room.lock.locked()
        log = await store.lines_after(short.room.table.id, 2)
        assert [(line.number, line) for line in log] == heard
        assert [line.key for line in log] == [f"key {ply}" for ply in range(10)]
        again = await store.load(short.room.table.id)
        assert again is not None
        assert again.match == short.room.table.match
        assert again.done == short.room.table.done

    playing(tmp_path, play)


def test_whatever_is_not_plain_takes_the_long_way(tmp_path: Path) -> None:
    async def play(_: Store, short: Short) -> None:
        table = short.room.table
        stored = short.begin(short.order(key="once"))
        assert short.begin(short.order()) is None, "another move is being stored"
        assert stored is not None
        assert await stored
        assert short.begin(short.order(key="once")) is None, "it was made already"
        assert short.begin(short.order(), BEN) is None, "Ben does not play"
        assert short.begin(short.order(ply=0)) is None, "the table has moved on"
        assert short.begin(short.order(move="a1-a9")) is None, "no such move"
        assert table.number == 3
        assert not short.room.lock.locked()
        random.seed(5)
        while table.match is not None and table.match.result is None:
            choice = random.choice(table.match.legal_moves())
            ending = table.match.play(choice).result is not None
            stored = short.begin(short.order(move=choice))
            assert (stored is None) == ending, "the lobby must hear of the end"
            if stored is None:
                await give(short.hub, short.room, "move", move=choice, ply=table.plies)
            else:
                assert await stored
        assert table.status == "over"

    playing(tmp_path, play)


def test_a_place_that_is_taken_leaves_the_move_to_the_long_way(tmp_path: Path) -> None:
    async def play(store: Store, short: Short) -> None:
        order = short.order()
        async with store_at(str(store.engine.url)) as other:
            room = await opened_room(Hub(other), short.room.table.id)
            await give(Hub(other), room, "move", move=order.move, ply=0)
        stored = short.begin(order)
        assert stored is not None
        assert not await stored
        assert short.room.table.plies == 0
        with pytest.raises(Refused) as refusal:
            await short.hub.order(short.room, order, ANN)
        assert refusal.value.code == "table/stale"
        assert short.room.table.plies == 1

    playing(tmp_path, play)


def test_a_disk_that_fails_leaves_the_move_to_the_long_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(store: Store, short: Short) -> None:
        def fail(*_: object) -> None:
            raise OperationalError("the disk", None, OSError("is full"))

        monkeypatch.setattr(store.writer, "_scribe", None)
        monkeypatch.setattr(store.writer, "_store", fail)
        stored = short.begin(short.order(key="key"))
        assert stored is not None
        assert not await stored
        with pytest.raises(Refused) as refusal:
            await short.hub.order(short.room, short.order(key="key"), ANN)
        assert refusal.value.code == "house/storage"
        monkeypatch.undo()
        stored = short.begin(short.order(key="key"))
        assert stored is not None
        assert await stored

    playing(tmp_path, play)


def test_orders_of_one_socket_are_carried_out_in_their_order(tmp_path: Path) -> None:
    """Sent without waiting: some take the short way, some the long one."""
    with served(tmp_path) as house, Visitor(house.address, "Ann") as ann:
        table = ann.open("expion", seats=["me", "me"], start=True)["id"]
        moves = ["e9-e8", "i5-h5", "e1-e2", "a5-b5"]
        with ann.live(table) as live:
            live.until("hello")
            for ply, move in enumerate(moves):
                live.send(do="move", move=move, ply=ply, key=f"move {ply}")
                live.send(do="say", text=f"after {ply}", key=f"say {ply}")
            heard = [live.until("line")["key"] for _ in range(8)]
        assert heard == [f"{what} {ply}" for ply in range(4) for what in ("move", "say")]
        assert ann.look(table)["moves"] == moves
