"""Programs play over plain HTTP: orders, and a stream of lines."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.server.houses import OpenHouse, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("programs")) as house:
        yield house


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Bot:
    """A program with a token, over HTTP alone."""

    def __init__(self, house: OpenHouse, name: str) -> None:
        owner = house.guest(name)
        asked = {"label": "bot", "scopes": ["read", "play", "tables"]}
        token = owner.post("/me/tokens", json=asked).json()["token"]
        self.http = house.client(headers={"Authorization": f"Bearer {token}"})

    def lines(self, answer: httpx.Response) -> Iterator[dict[str, Any]]:
        for line in answer.iter_lines():
            yield json.loads(line)


class TestPrograms:
    def test_two_bots_play_over_streams_and_orders(
        self, house: OpenHouse, stack: ExitStack
    ) -> None:
        bots = [Bot(house, "Hal"), Bot(house, "Deep Thought")]
        table = bots[0].http.post("/tables", json={"game": "punto"}).json()["id"]
        place = f"/tables/{table}"
        bots[1].http.post(f"{place}/orders", json={"do": "sit"}).raise_for_status()
        streams = []
        for bot in bots:
            answer = stack.enter_context(bot.http.stream("GET", f"{place}/stream"))
            assert answer.headers["content-type"] == "application/x-ndjson"
            streams.append(bot.lines(answer))
            assert next(streams[-1])["type"] == "hello"
        bots[0].http.post(f"{place}/orders", json={"do": "start"}).raise_for_status()
        numbers = []
        for turn in range(6):
            told = [next(stream) for stream in streams]
            assert [message["number"] for message in told] == [turn + 3] * 2
            mover = told[0]["position"]["to_move"]
            position = told[mover]["position"]
            order = {"do": "move", "move": position["legal"][0], "ply": turn, "key": f"m{turn}"}
            done = bots[mover].http.post(f"{place}/orders", json=order).json()
            assert bots[mover].http.post(f"{place}/orders", json=order).json() == done
            numbers.append(done["number"])
            stale = bots[mover].http.post(f"{place}/orders", json={**order, "key": ""})
            assert stale.json()["code"] in ("table/stale", "table/not-your-turn")
        assert numbers == list(range(4, 10))
        with bots[0].http.stream("GET", f"{place}/stream", params={"after": 6}) as answer:
            again = bots[0].lines(answer)
            told = [next(again) for _ in range(4)]
        assert [message["number"] for message in told] == [7, 8, 9, 9]
        assert told[-1]["type"] == "hello"
