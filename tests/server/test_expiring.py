"""Tokens that expire: shown, and void from then on."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tabletier.server.http import auth
from tabletier.server.http.routes import people
from tabletier.server.live import connections
from tabletier.server.users.credentials import DAY_MS
from tests.server.houses import PATIENCE, OpenHouse, open_house

ASKED = {"label": "a bot", "scopes": ["play"]}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    folder: Path = tmp_path_factory.mktemp("expiring")
    with open_house(folder) as house:
        yield house


def made(owner: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = owner.post("/me/tokens", json={**ASKED, **asked})
    assert answer.status_code == 201, answer.text
    token: dict[str, Any] = answer.json()
    return token


def holding(house: OpenHouse, token: dict[str, Any]) -> httpx.Client:
    return house.client(headers={"Authorization": f"Bearer {token['token']}"})


def later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Some days go by."""
    for place in (people, auth):
        monkeypatch.setattr(place, "now_ms", lambda: int(1000 * time.time() + days * DAY_MS))


def test_a_token_is_valid_for_a_year_unless_its_owner_says_otherwise(house: OpenHouse) -> None:
    owner = house.guest()
    for asked, days in (({}, 365), ({"days": 7}, 7)):
        token = made(owner, **asked)
        assert token["expires"] == token["created"] + days * DAY_MS
    assert made(owner, days=None)["expires"] is None
    assert [token["expires"] is None for token in owner.get("/me/tokens").json()] == [
        False,
        False,
        True,
    ]
    exported = owner.get("/me/export").json()["tokens"]
    assert [token["expires"] for token in exported] == [
        token["expires"] for token in owner.get("/me/tokens").json()
    ]


@pytest.mark.parametrize("days", [0, -1, 3651, 1.5, "week"])
def test_a_time_that_cannot_be_is_refused(house: OpenHouse, days: Any) -> None:
    answer = house.guest().post("/me/tokens", json={**ASKED, "days": days})
    assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")


def test_an_expired_token_is_void(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = house.guest()
    short, endless = holding(house, made(owner, days=2)), holding(house, made(owner, days=None))
    assert (short.get("/me").status_code, endless.get("/me").status_code) == (200, 200)
    later(monkeypatch, 1.9)
    assert short.get("/me").status_code == 200
    later(monkeypatch, 2.1)
    assert (short.get("/me").status_code, short.get("/me").json()["code"]) == (401, "token/unknown")
    assert endless.get("/me").status_code == 200
    assert len(owner.get("/me/tokens").json()) == 2, "its owner sees that it has expired"


def test_expired_tokens_make_room_for_others(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = house.guest()
    for _ in range(20):
        made(owner, days=1)
    assert owner.post("/me/tokens", json=ASKED).status_code == 409
    later(monkeypatch, 1.1)
    made(owner)
    assert len(owner.get("/me/tokens").json()) == 1


class TestConnections:
    @pytest.fixture(autouse=True)
    def _nearly_a_day_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """For whoever watches over connections, a day is over in a fifth of a second."""
        nearly = DAY_MS / 1000 - 0.2
        monkeypatch.setattr(connections, "time", SimpleNamespace(time=lambda: time.time() + nearly))

    def test_a_socket_ends_with_its_token(self, house: OpenHouse) -> None:
        owner = house.guest()
        table = owner.post("/tables", json={"game": "barrier"}).json()["id"]
        headers = dict(holding(house, made(owner, days=1)).headers)
        wanted = {"Authorization": headers["authorization"]}
        with connect(f"{house.live}/tables/{table}/live", additional_headers=wanted) as link:
            assert json.loads(link.recv(PATIENCE))["type"] == "hello"
            assert json.loads(link.recv(PATIENCE)) == {"type": "bye", "retry_ms": 0}
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == connections.RESTART

    def test_a_stream_ends_with_its_token(self, house: OpenHouse) -> None:
        owner = house.guest()
        table = owner.post("/tables", json={"game": "barrier"}).json()["id"]
        bot = holding(house, made(owner, days=1))
        with bot.stream("GET", f"/tables/{table}/stream") as stream:
            kinds = [json.loads(line)["type"] for line in stream.iter_lines()]
        assert kinds == ["hello", "bye"]

    def test_others_stay(self, house: OpenHouse) -> None:
        owner = house.guest()
        table = owner.post("/tables", json={"game": "barrier"}).json()["id"]
        headers = dict(holding(house, made(owner, days=None)).headers)
        wanted = {"Authorization": headers["authorization"]}
        with connect(f"{house.live}/tables/{table}/live", additional_headers=wanted) as link:
            link.recv(PATIENCE)
            short = holding(house, made(owner, days=1))
            with short.stream("GET", f"/tables/{table}/stream") as stream:
                assert len(list(stream.iter_lines())) == 2
            owner.post(f"/tables/{table}/orders", json={"do": "say", "text": "still there"})
            assert json.loads(link.recv(PATIENCE))["acts"][0]["text"] == "still there"
