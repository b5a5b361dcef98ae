"""Who may do what over a socket, and who counts as being there."""

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.houses import API, PATIENCE, cookie_of
from tests.server.permissions import ORDERS, ROLES, order_of
from tests.server.worlds import GONE, VOID, Houses, World, stored


@pytest.mark.parametrize("role", ["stranger", "outsider", "read", "tables", *GONE])
def test_over_a_socket_who_may_not_play_is_refused_every_order(houses: Houses, role: str) -> None:
    for do, (state, _, expected) in ORDERS.items():
        world = houses.still_world(state)
        status = dict(zip(ROLES, expected.split(), strict=True)).get(role, "401")
        if status == "200":
            continue
        before = stored(world.house)
        with connect(**_door(world, role)) as socket:
            socket.send(json.dumps({**order_of(world, do), "key": "k"}))
            while (told := json.loads(socket.recv(timeout=PATIENCE)))["type"] != "refused":
                assert told["type"] in ("hello", "line"), (do, told)
            assert told["code"]
            assert told["text"]
        assert stored(world.house) == before, (role, do)


@pytest.mark.parametrize("role", VOID)
def test_a_void_token_opens_no_socket(houses: Houses, role: str) -> None:
    door = _door(houses.still_world("playing"), role)
    with pytest.raises(InvalidStatus) as error, connect(**door):
        pass
    assert error.value.response.status_code == 401
    assert json.loads(error.value.response.body or b"")["code"] == "token/unknown"


def _door(world: World, role: str) -> dict[str, Any]:
    """How somebody opens a socket at the table."""
    client = world.clients[role]
    headers = {"Accept-Language": client.headers["accept-language"], **cookie_of(client)}
    if "authorization" in client.headers:
        headers["Authorization"] = client.headers["authorization"]
    uri = f"{world.house.live}/tables/{world.table}/live"
    return {"uri": uri, "additional_headers": headers, "proxy": None}


@pytest.mark.parametrize("way", ["socket", "stream"])
@pytest.mark.parametrize(("role", "there"), [("read", 0), ("tables", 0), ("play", 1)])
def test_who_only_reads_is_not_there(houses: Houses, role: str, there: int, way: str) -> None:
    world = World(houses.busy, "playing")
    if way == "socket":
        with connect(**_door(world, role)) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "hello"
            assert _connected(world) == (1, there)
    else:
        with world.clients[role].stream("GET", f"{API}/tables/{world.table}/stream") as answer:
            lines = answer.iter_lines()  # the stream is closed with it
            assert json.loads(next(lines))["type"] == "hello"
            assert _connected(world) == (1, there)
    world.close()


def _connected(world: World) -> tuple[int, int]:
    """How many listen at the table, and how many are there; asked between two things it does."""

    async def count() -> tuple[int, int]:
        room = world.house.house.hub.rooms[world.table]
        return len(room.listeners), len(room.persons)

    return asyncio.run_coroutine_threadsafe(count(), world.house.loop).result(PATIENCE)
