"""Links that go dead without a word, and many links from one address."""

import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tabletier.server.live import connections, timers
from tabletier.server.run import listen
from tabletier.server.settings import Settings
from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house
from tests.server.visitors import Visitor, served

HANDSHAKE = (
    "GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def silent(house: OpenHouse, client: httpx.Client, table: str) -> socket.socket:
    """A socket at a table that says nothing after it was opened, not even that it is there."""
    address = urlsplit(house.address)
    link = socket.create_connection((address.hostname, address.port), PATIENCE)
    cookie = cookie_of(client)["Cookie"]
    asked = HANDSHAKE.format(table=table, host=address.netloc, cookie=cookie)
    link.sendall(asked.encode())
    assert link.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 101"
    return link


def test_a_player_whose_link_is_dead_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "GRACE", 0.05)
    with served(tmp_path) as house:
        assert house.doors.config.ws_ping_interval == 10.0
        house.doors.config.ws_ping_interval = 0.2
        with Visitor(house.address, "Ann") as ann, Visitor(house.address, "Ben") as ben:
            table = ann.open("expion", seats=["me", "open"])["id"]
            ben.order(table, do="sit")
            ann.order(table, do="start")
            with ann.live(table) as live, silent(house, ben.http, table):
                assert live.until_act("away")["acts"][0]["seat"] == 1


def test_the_system_watches_over_links_where_nothing_is_sent(tmp_path: Path) -> None:
    with (
        listen(Settings(data_dir=tmp_path, port=0)) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as link,
    ):
        assert link.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if hasattr(socket, "TCP_KEEPIDLE"):
            idle = link.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE)
            assert idle < 60, "nobody waits for minutes for somebody who is gone"


def test_one_address_does_not_take_all_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "FROM_ONE", 2)
    with open_house(tmp_path, limits=1) as house:
        client = house.guest()
        table = client.post("/tables", json={"game": "barrier"}).json()["id"]
        live, stream = f"{house.live}/tables/{table}/live", f"/tables/{table}/stream"
        with connect(live) as one, client.stream("GET", stream) as two:
            one.recv(PATIENCE)
            lines = two.iter_lines()  # the stream is closed with it
            assert json.loads(next(lines))["type"] == "hello"
            with client.stream("GET", stream) as refused:
                assert refused.status_code == 429
                assert json.loads(refused.read())["code"] == "rate/connections"
                assert refused.headers["retry-after"]
            with pytest.raises(InvalidStatus) as denied:
                connect(live)
            assert denied.value.response.status_code == 429
            assert json.loads(denied.value.response.body or b"")["code"] == "rate/connections"
            elsewhere = {"X-Forwarded-For": "192.0.2.7"}
            with connect(live, additional_headers=elsewhere) as other:
                assert json.loads(other.recv(PATIENCE))["type"] == "hello"
            del lines
        while house.house.connections.places._addresses:
            client.get("/me")
        with connect(live) as again:
            assert json.loads(again.recv(PATIENCE))["type"] == "hello"
