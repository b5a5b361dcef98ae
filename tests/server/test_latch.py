"""One thing at a time at each table, in the order in which it was asked for."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from tabletier.server.background import QuickLock
from tabletier.server.db.database import sqlite_url
from tabletier.server.live.hub import Hub
from tabletier.server.tables.errors import Refused
from tests.server.test_storage import give, move, new_table, opened_room, store_at
from tests.server.visitors import Visitor, served


class TestTheLatch:
    def test_whoever_waits_longest_is_next(self) -> None:
        came: list[int] = []

        async def come(latch: QuickLock, number: int) -> None:
            async with latch:
                came.append(number)
                await asyncio.sleep(0)
                assert latch.locked()

        async def all_at_once() -> None:
            latch = QuickLock()
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
            latch = QuickLock()
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
            await asyncio.wait_for(second, 60)
            with pytest.raises(asyncio.CancelledError):
                await first
            assert not latch.locked()

        asyncio.run(give_up())


def test_a_disk_that_fails_is_told_and_the_move_can_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with store_at(sqlite_url(tmp_path / "house.db")) as store:
            hub = Hub(store)
            room = await opened_room(hub, await new_table(store))
            await give(hub, room, "start")

            def fail(*_: object) -> None:
                raise OperationalError("the disk", None, OSError("is full"))

            with monkeypatch.context() as patch:
                patch.setattr(store.writer, "_scribe", None)
                patch.setattr(store.writer, "_store", fail)
                with pytest.raises(Refused) as refusal:
                    await move(hub, room, key="key")
            assert refusal.value.code == "house/storage"
            assert not room.lock.locked()
            await move(hub, room, key="key")
            assert room.table.plies == 1

    asyncio.run(play())


def test_orders_of_one_socket_are_carried_out_in_their_order(tmp_path: Path) -> None:
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
