"""Who may do what: every address and every order of OpenAPI, for everyone who may come along.

A refusal has a code, a sentence in the person's language, and changes nothing that is stored.
"""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tabletier.server.app import app_of
from tabletier.server.live import timers
from tests.server.houses import API, PATIENCE, OpenHouse, cookie_of, open_house
from tests.server.worlds import GONE, SCOPES, VOID, Houses, World, stored

ROLES = ("stranger", "outsider", "host", "player", "read", "play", "tables")
"""Nobody; a guest who knows the address of the private table; two who sit there; and what
programs of the player may do, by the scope of their token."""
BLIND = {
    "GET /games",
    "GET /games/{game}/rules",
    "GET /games/{game}/lessons",
    "POST /games/{game}/lessons/{number}/try",
    "POST /records",
    "POST /login",
    "POST /recover",
    "GET /tables",
    "GET /tables/{table_id}/record",
    "GET /healthz",
}
"""Where it does not matter who comes, not even with a void token."""
STATE = {
    "GET /tables/{table_id}/record": "over",
    "POST /tables/{table_id}/analysis": "over",
    "POST /tables/{table_id}/orders": "playing",
}
EXPECTED = {
    # stranger, outsider, host, player, the player's programs: read, play, tables
    "GET /me": "401 200 200 200 200 200 200",
    "POST /me": "201 201 201 201 201 201 201",
    "PATCH /me": "401 200 200 200 403 403 403",
    "POST /me/logout": "401 204 204 204 403 403 403",
    "GET /me/export": "401 200 200 200 403 403 403",
    "POST /me/delete": "401 204 204 204 403 403 403",
    "POST /me/account": "401 201 201 201 403 403 403",
    "POST /login": "401 401 401 401 401 401 401",  # the password is wrong
    "POST /recover": "401 401 401 401 401 401 401",
    "POST /me/password": "401 409 409 409 403 403 403",  # guests have none
    "GET /me/tokens": "401 200 200 200 403 403 403",
    "POST /me/tokens": "401 201 201 201 403 403 403",
    "DELETE /me/tokens/{token_id}": "401 404 404 204 403 403 403",
    "GET /games": "200 200 200 200 200 200 200",
    "GET /games/{game}/rules": "200 200 200 200 200 200 200",
    "GET /games/{game}/lessons": "200 200 200 200 200 200 200",
    "POST /games/{game}/lessons/{number}/try": "200 200 200 200 200 200 200",
    "POST /records": "422 422 422 422 422 422 422",
    "POST /tables": "401 201 201 201 403 403 201",
    "GET /tables": "200 200 200 200 200 200 200",
    "GET /me/tables": "401 200 200 200 200 200 200",
    "GET /tables/{table_id}": "200 200 200 200 200 200 200",
    "POST /tables/{table_id}/orders": "401 403 200 409 403 409 403",  # the host is to move
    "GET /tables/{table_id}/lines": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/stream": "200 200 200 200 200 200 200",
    "GET /tables/{table_id}/replay": "200 200 200 200 200 200 200",
    "POST /tables/{table_id}/explain": "401 403 200 409 403 409 403",  # the host is to move
    "GET /tables/{table_id}/record": "200 200 200 200 200 200 200",
    "GET /me/mutes": "401 200 200 200 200 200 200",
    "POST /me/mutes": "401 201 404 201 403 201 403",  # the host said it
    "DELETE /me/mutes/{mute_id}": "401 404 404 204 403 204 403",
    "POST /tables/{table_id}/reports": "401 201 404 201 403 201 403",
    "POST /tables/{table_id}/hint": "401 403 202 409 403 409 403",
    "POST /tables/{table_id}/analysis": "401 409 409 409 403 409 403",  # no move was made
    "GET /jobs/{job_id}": "401 404 404 200 200 200 200",
    "DELETE /jobs/{job_id}": "401 404 404 204 403 204 403",
    "GET /jobs/{job_id}/ribbon": "401 404 404 409 409 409 409",  # a hint has no picture
    "GET /healthz": "200 200 200 200 200 200 200",
}
ORDERS: dict[str, tuple[str, dict[str, Any], str]] = {
    # when it makes sense, what it says, and for whom; tokens need `play`
    "sit": ("free", {}, "401 200 200 200 403 200 403"),
    "stand": ("full", {"seat": 1}, "401 403 200 200 403 200 403"),
    "invite": ("free", {"seat": 1, "level": 1}, "401 403 200 403 403 403 403"),
    "change": ("full", {"public": True}, "401 403 200 403 403 403 403"),
    "start": ("full", {}, "401 403 200 403 403 403 403"),
    "move": ("playing", {"ply": 0}, "401 403 200 409 403 409 403"),
    "ask": ("playing", {"question": "draw"}, "401 403 200 200 403 200 403"),
    "answer": ("asked", {"yes": False}, "401 403 200 200 403 200 403"),
    "resign": ("playing", {}, "401 403 200 200 403 200 403"),
    "leave": ("playing", {}, "401 403 200 200 403 200 403"),
    "return": ("playing", {}, "401 403 409 409 403 409 403"),  # nobody is away
    "say": ("playing", {"text": "?"}, "401 403 200 200 403 200 403"),
    "rematch": ("over", {}, "401 403 200 200 403 200 403"),
}
_logins = itertools.count()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    still, busy = (tmp_path_factory.mktemp(name) for name in ("still", "busy"))
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(timers, "ROUND", 1e6)  # nobody is missed who never was connected
        one, other = (stack.enter_context(open_house(folder)) for folder in (still, busy))
        one.wait_until_ready()
        other.wait_until_ready()
        yield Houses(one, other)


def assert_refused(world: World, role: str, status: int, send: Callable[..., Any]) -> None:
    """A refusal has a code, says why in the person's language, and changes nothing."""
    before = stored(world.house)
    mine = "fr" if role in ("outsider", "player", *SCOPES) else "en"
    said = {lang: send(params={"lang": lang}).json() for lang in ("fr", "en")}
    answer = send()
    assert answer.status_code == status, (role, answer.text)
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert told["code"].count("/") >= 1, (role, told)
    assert told["text"]
    assert told == said[mine], (role, told)
    assert said["fr"]["text"] != said["en"]["text"], role
    assert stored(world.house) == before, role


def try_everyone(
    houses: Houses,
    state: str,
    expected: str,
    asked: Callable[[World], tuple[str, str, dict[str, Any]]],
    blind: bool = False,
) -> None:
    """Everybody asks for the same, in a world of their own where they may have it."""
    statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
    statuses |= dict.fromkeys(GONE, statuses["stranger"])
    statuses |= dict.fromkeys(VOID, statuses["stranger"] if blind else 401)
    calm = houses.still_world(state)
    for role, status in statuses.items():
        method, path, request = asked(calm)
        looks = method == "GET" and not path.endswith("/stream")
        if status >= 400:
            send = partial(calm.send, role, method, path, **request)
            assert_refused(calm, role, status, send)
        elif looks:
            answer = calm.send(role, method, path, **request)
            assert answer.status_code == status, (role, answer.text)
        else:
            world = World(houses.busy, state)
            if role not in world.clients:
                world.locked_out()
            method, path, request = asked(world)
            answer = world.send(role, method, path, **request)
            assert answer.status_code == status, role
            world.close()


def bodies(world: World) -> dict[str, Any]:
    """What is sent along, by address."""
    secret = "correct horse"
    return {
        "POST /me": {"name": "Ada"},
        "PATCH /me": {"name": "Bea"},
        "POST /me/logout": {"everywhere": True},
        "POST /me/delete": {},
        "POST /me/account": {"login": f"login{next(_logins)}", "password": secret},
        "POST /login": {"login": "nobody", "password": secret},
        "POST /recover": {"login": "nobody", "code": "x", "password": secret},
        "POST /me/password": {"password": secret, "new": secret + "!"},
        "POST /me/tokens": {"label": "bot", "scopes": ["read"]},
        "POST /tables": {"game": "barrier"},
        "POST /games/{game}/lessons/{number}/try": {"moves": []},
        "POST /tables/{table_id}/explain": {"move": "?"},
        "POST /tables/{table_id}/orders": order_of(world, "move"),
        "POST /me/mutes": {"table": world.table, "number": world.said},
        "POST /tables/{table_id}/reports": {"number": world.said, "reason": "rude"},
    }


def order_of(world: World, do: str) -> dict[str, Any]:
    """An order with what it needs."""
    order = {"do": do, **ORDERS[do][1]}
    if do == "move":
        order["move"] = (world.shown["position"] or {}).get("legal", ["?"])[0]
    return order


def operations(house: OpenHouse) -> dict[str, dict[str, Any]]:
    """What OpenAPI describes, by method and path."""
    return {
        f"{method.upper()} {path.removeprefix(API)}": operation
        for path, verbs in app_of(house.house).openapi()["paths"].items()
        for method, operation in verbs.items()
    }


def test_every_address_is_tried(houses: Houses) -> None:
    assert set(operations(houses.still)) == set(EXPECTED)


def test_every_order_is_tried(houses: Houses) -> None:
    body = operations(houses.still)["POST /tables/{table_id}/orders"]["requestBody"]
    schema = body["content"]["application/json"]["schema"]
    assert set(schema["discriminator"]["mapping"]) == set(ORDERS)


@pytest.mark.parametrize("name", EXPECTED)
def test_an_address(houses: Houses, name: str) -> None:
    method, template = name.split()

    def asked(world: World) -> tuple[str, str, dict[str, Any]]:
        path = template.format(
            table_id=world.table,
            token_id=world.token,
            mute_id=world.mute,
            job_id=world.job,
            game="barrier",
            number=1,
        )
        body = bodies(world).get(name)
        sent = {"content": b"no record"} if name == "POST /records" else {"json": body}
        where = path if path == "/healthz" else API + path
        return method, where, {} if body is None and "json" in sent else sent

    try_everyone(houses, STATE.get(name, "playing"), EXPECTED[name], asked, name in BLIND)


@pytest.mark.parametrize("do", ORDERS)
def test_an_order(houses: Houses, do: str) -> None:
    state, _, expected = ORDERS[do]

    def asked(world: World) -> tuple[str, str, dict[str, Any]]:
        return "POST", f"{API}/tables/{world.table}/orders", {"json": order_of(world, do)}

    try_everyone(houses, state, expected, asked)


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


def test_a_private_table_is_in_nobodys_lobby(houses: Houses) -> None:
    world = houses.still_world("playing")
    for role in ROLES:
        listed = world.send(role, "GET", f"{API}/tables").json()
        assert world.table not in [table["id"] for table in listed], role


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
