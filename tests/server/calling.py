"""A house from which people are called, and what they do there: shared by tests of notices."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tabletier.server.db import outbox
from tabletier.server.notices import dispatch
from tests.server.houses import OpenHouse, open_house
from tests.server.outside import PATIENCE, MailServer, Outsiders, PushService, outsiders


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr(outbox, "HOLD_MS", 0)
    monkeypatch.setattr(dispatch, "OUTAGE", 0.05)
    monkeypatch.setattr(dispatch, "CLOSING", 0.5)
    monkeypatch.setattr(dispatch, "GAPS", (0.05,) * 14)


@pytest.fixture(scope="module")
def outside() -> Iterator[Outsiders]:
    """Everybody outside."""
    with outsiders() as found:
        yield found


@pytest.fixture
def mail(outside: Outsiders) -> MailServer:
    """A mail server."""
    return MailServer(outside)


@pytest.fixture
def house(tmp_path: Path, mail: MailServer) -> Iterator[OpenHouse]:
    """A house that may call machines of this one."""
    chosen: dict[str, Any] = {"private_targets": True, "smtp_url": mail.url}
    with open_house(tmp_path, public_url="https://games.example", **chosen) as house:
        yield house


def add(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    """Add a channel."""
    answer = client.post("/me/notices", json=asked)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def subscribed(client: httpx.Client, service: PushService) -> dict[str, Any]:
    """Have a browser called."""
    service.key = client.get("/me/notices").json()["push_key"]
    return add(client, **service.subscription)


def playing(house: OpenHouse, ada: httpx.Client, bea: httpx.Client) -> str:
    """A table where Ada has opened, Bea sits, and a match goes on with Ada to move."""
    house.wait_until_ready()
    asked = {"game": "barrier", "seats": ["me", "open"]}
    table: str = ada.post("/tables", json=asked).json()["id"]
    order(bea, table, do="sit")
    order(ada, table, do="start")
    return table


def order(client: httpx.Client, table: str, **asked: Any) -> None:
    """Give an order."""
    answer = client.post(f"/tables/{table}/orders", json=asked)
    assert answer.status_code == 200, answer.text


def move(client: httpx.Client, table: str) -> None:
    """Make the first legal move."""
    shown = client.get(f"/tables/{table}").json()
    position = shown["position"]
    order(client, table, do="move", move=position["legal"][0], ply=position["plies"])


def metric(house: OpenHouse, name: str) -> float:
    """What `/metrics` says, summed up."""
    told = house.client(under="").get("/metrics").text
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith(name))


def hurry(house: OpenHouse) -> None:
    """Have what waits looked at now, as when the clock was put back."""
    dispatcher = house.house.dispatcher
    asyncio.run_coroutine_threadsafe(dispatcher.hurry(), house.loop).result(PATIENCE)


def channels(client: httpx.Client) -> list[dict[str, Any]]:
    """A person's channels."""
    found: list[dict[str, Any]] = client.get("/me/notices").json()["channels"]
    return found
