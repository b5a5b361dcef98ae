"""Opponents think first where somebody is, and tables without anybody are few."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import httpx
import pytest

from tabletier.server.db.store import Store
from tabletier.server.live import bots
from tabletier.server.live.cluster import Alone, Unreachable
from tabletier.server.live.hub import Hub, Room
from tabletier.server.live.unattended import Turns
from tabletier.server.tables.table import Table
from tests.server.houses import OpenHouse, open_house


def said(attended: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    """Whether somebody is there, as neighbours tell."""

    async def told() -> bool:
        return attended()

    return told


def test_tables_with_people_come_first_and_the_others_one_by_one() -> None:
    async def think() -> None:
        turns, began = Turns(), []
        gates = {name: asyncio.Event() for name in ("ann", "ben", "empty", "void")}

        async def at(name: str, attended: bool) -> None:
            async with turns.taken(name, said(lambda: attended)):
                began.append(name)
                await gates[name].wait()

        tasks = [asyncio.create_task(at("ann", attended=True))]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(at(name, attended=False)) for name in ("empty", "void")]
        tasks.append(asyncio.create_task(at("ben", attended=True)))
        await asyncio.sleep(0.01)
        assert began == ["ann", "ben"], "nobody waits for a table where nobody is"
        gates["ann"].set()
        await asyncio.sleep(0.01)
        assert began == ["ann", "ben"]
        gates["ben"].set()
        while len(began) < 3:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        assert len(began) == 3, "one at a time"
        gates["empty"].set()
        gates["void"].set()
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert sorted(began[2:]) == ["empty", "void"]

    asyncio.run(think())


def test_somebody_who_comes_is_served_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletier.server.live.unattended.LOOK", 0.01)

    async def think() -> None:
        turns, there = Turns(), False
        async with turns.taken("ann", said(lambda: True)):
            began = asyncio.Event()

            async def at() -> None:
                async with turns.taken("ben", said(lambda: there)):
                    began.set()

            task = asyncio.create_task(at())
            await asyncio.sleep(0.05)
            assert not began.is_set()
            there = True
            await asyncio.wait_for(task, 60)

    asyncio.run(think())


def test_those_who_have_many_tables_do_not_stand_in_front_of_others() -> None:
    async def think() -> None:
        turns, began, busy = Turns(), [], asyncio.Event()

        async def at(owner: str) -> None:
            async with turns.taken(owner, said(lambda: False)):
                began.append(owner)
                await busy.wait()

        tasks = [asyncio.create_task(at(owner)) for owner in ("eve",) * 5 + ("ann",)]
        while len(turns) < 5:
            await asyncio.sleep(0)
        tasks += [asyncio.create_task(at("eve")) for _ in range(3)]
        busy.set()
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert began.index("ann") <= 2, began
        assert len(began) == 9

    asyncio.run(think())


def show(client: httpx.Client) -> httpx.Response:
    """A match between opponents of the house only."""
    return client.post("/tables", json={"game": "expion", "seats": [1, 1], "start": True})


def many(house: OpenHouse, guests: int) -> list[int]:
    """How guests of one address fare who begin such matches as long as they may."""
    found = []
    for number in range(guests):
        client = house.guest(f"Guest {number}")
        while (answer := show(client)).status_code == 201:
            found.append(201)
        assert (answer.status_code, answer.json()["code"]) == (429, "rate/showpieces")
    return found


def test_matches_without_people_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bots.Opponents, "_move", never)
    with open_house(tmp_path, limits=1) as house:
        assert len(many(house, guests=1)) == 3
        assert len(many(house, guests=5)) == 9, "twelve from one address"
        client = house.guest("Ann")
        seats = {"game": "expion", "seats": ["me", 1], "start": True}
        assert client.post("/tables", json=seats).status_code == 201, "somebody sits there"


def leave(client: httpx.Client) -> httpx.Response:
    """A match whose person plays a move and goes; the house is to move."""
    seats = {"game": "expion", "seats": ["me", 1], "start": True}
    answer = client.post("/tables", json=seats)
    if answer.status_code != 201:
        return answer
    table = answer.json()["id"]
    seen = client.get(f"/tables/{table}").json()
    if seen["position"]["to_move"] == 0:
        move = seen["position"]["legal"][0]
        order = {"do": "move", "key": "1", "ply": 0, "move": move}
        assert client.post(f"/tables/{table}/orders", json=order).status_code == 200
    return answer


def test_matches_that_were_left_while_the_house_moves_are_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bots.Opponents, "_move", never)
    with open_house(tmp_path, limits=1) as house:
        client = house.guest("Eve")
        found = [leave(client).status_code for _ in range(13)]
        assert found == [201] * 12 + [429]
        client = house.guest("Ann")
        seats = {"game": "expion", "seats": ["me", "me"], "start": True}
        for _ in range(14):
            answer = client.post("/tables", json=seats)
            assert answer.status_code == 201, "a match that waits for a person costs nothing"


class Elsewhere(Alone):
    """Other servers, to which some are connected."""

    shared = True
    persons: set[str] | None = None
    """None: they cannot be reached."""

    async def here(self, table: str) -> set[str]:
        """Who is there."""
        if self.persons is None:
            raise Unreachable
        return self.persons


def test_who_is_connected_to_another_server_is_there() -> None:
    async def look() -> None:
        neighbours, room = Elsewhere(), Room(Table("t", "seed"))
        hub = Hub(cast(Store, None), neighbours)
        assert await hub.is_attended(room), "nobody is made to wait because Redis is away"
        neighbours.persons = set()
        assert not await hub.is_attended(room)
        neighbours.persons = {"ann"}
        assert await hub.is_attended(room)

    asyncio.run(look())
