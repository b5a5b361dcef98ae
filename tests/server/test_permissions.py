"""Who may do what: every address and every order of OpenAPI, for everyone who may come along.

A refusal has a code, a sentence in the person's language, and changes nothing that is stored.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tabletier.match.puzzles import puzzles
from tabletier.server.app import app_of
from tests.server.houses import API, OpenHouse
from tests.server.permissions import BLIND, EXPECTED, ORDERS, ROLES, STATE, bodies, order_of
from tests.server.worlds import GONE, SCOPES, VOID, Houses, World, stored


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
            channel_id="none",
            handle=world.handle,
            game="barrier",
            number=1,
            secret="nobodys",
            puzzle=puzzles("barrier")[0].id,
        )
        body = bodies(world).get(name)
        sent = {"content": b"no record"} if "/records" in name else {"json": body}
        where = path if path in ("/healthz", "/livez") else API + path
        return method, where, {} if body is None and "json" in sent else sent

    try_everyone(houses, STATE.get(name, "playing"), EXPECTED[name], asked, name in BLIND)


@pytest.mark.parametrize("do", ORDERS)
def test_an_order(houses: Houses, do: str) -> None:
    state, _, expected = ORDERS[do]

    def asked(world: World) -> tuple[str, str, dict[str, Any]]:
        return "POST", f"{API}/tables/{world.table}/orders", {"json": order_of(world, do)}

    try_everyone(houses, state, expected, asked)


def test_a_private_table_is_in_nobodys_lobby(houses: Houses) -> None:
    world = houses.still_world("playing")
    for role in ROLES:
        listed = world.send(role, "GET", f"{API}/tables").json()
        assert world.table not in [table["id"] for table in listed], role
