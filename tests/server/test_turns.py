"""Opponents think first where somebody is, and tables without anybody are few."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tabletier.server.live import opponents
from tabletier.server.live.turns import Turns
from tests.server.houses import OpenHouse, open_house


def test_tables_with_people_come_first_and_the_others_one_by_one() -> None:
    async def think() -> None:
        turns, began = Turns(), []
        gates = {name: asyncio.Event() for name in ("ann", "ben", "empty", "void")}

        async def at(name: str, attended: bool) -> None:
            async with turns.taken(lambda: attended):
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
    monkeypatch.setattr("tabletier.server.live.turns.LOOK", 0.01)

    async def think() -> None:
        turns, there = Turns(), False
        async with turns.taken(lambda: True):
            began = asyncio.Event()

            async def at() -> None:
                async with turns.taken(lambda: there):
                    began.set()

            task = asyncio.create_task(at())
            await asyncio.sleep(0.05)
            assert not began.is_set()
            there = True
            await asyncio.wait_for(task, 60)

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

    monkeypatch.setattr(opponents.Opponents, "_move", never)
    with open_house(tmp_path, limits=1) as house:
        assert len(many(house, guests=1)) == 3
        assert len(many(house, guests=5)) == 9, "twelve from one address"
        client = house.guest("Ann")
        seats = {"game": "expion", "seats": ["me", 1], "start": True}
        assert client.post("/tables", json=seats).status_code == 201, "somebody sits there"
