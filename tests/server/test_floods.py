"""Whoever sends too much, or nothing at all, is not read, is closed, and keeps nobody waiting."""

import asyncio
import contextlib
import json
import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tabletier.server import limits
from tabletier.server.http import middleware
from tabletier.server.limits import OFFENCES, SOCKET, Debt, Fare, Toll, Tolls
from tabletier.server.live import connections, websocket
from tabletier.server.live.websocket import PIECE, Held, Intake
from tests.server.frames import PING, PONG, TEXT, RawSocket, Seats, frame, text
from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house, table_of

TOO_MUCH = 1008


class Line:
    """A transport that remembers whether it is read."""

    def __init__(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class TestTolls:
    def test_frames_and_bytes_are_paid_and_forgotten(self) -> None:
        toll = Toll(Fare(10, 2, 1000, 100), now=0)
        toll.pay(10, 500)
        assert toll.wait(0) == 0, "as much as is allowed"
        toll.pay(4, 0)
        assert toll.wait(0) == 2
        assert toll.wait(1) == 1
        assert toll.wait(2) == 0
        toll.pay(0, 1000)
        assert toll.wait(2) == pytest.approx(3)

    def test_sockets_of_one_address_share_a_toll_while_there_are_any(self) -> None:
        found = Tolls(0.5)
        one, other = found.of_address("192.0.2.1"), found.of_address("192.0.2.1")
        assert one is other is not None
        assert found.of_address("192.0.2.2") is not one
        assert found.of_socket() is not found.of_socket()
        assert Tolls(0).of_socket() is Tolls(0).of_address("") is None

    def test_a_piece_is_counted_before_the_next_is_read(self) -> None:
        """2 MB of pings in one go: a kilobyte of them is read, the rest is left where it is."""

        async def flood() -> None:
            line, taken, given_up = Line(), [], []

            def take(data: bytes) -> int:
                taken.append(data)
                return len(data) // 6

            toll = Toll(Fare(100, 1, 1e9, 1e9), time.monotonic())
            flow = Intake(line, take, lambda: given_up.append(1), Debt(toll))  # type: ignore[arg-type] # enough of one
            flow.feed(frame(PING, b"") * 350_000)
            assert len(b"".join(taken)) == PIECE
            assert not line.reading
            flow.go_on(Held.TOLL)
            assert len(taken) == 1, "nothing is forgiven yet"
            for _ in range(OFFENCES):
                flow.go_on(Held.TOLL)
            assert given_up, "it went on"
            flow.close()

        asyncio.run(flood())

    def test_nobody_is_closed_for_what_others_of_their_address_sent(self) -> None:
        async def flood() -> None:
            given_up: list[int] = []
            debt = Debt(None)
            flow = Intake(Line(), len, lambda: given_up.append(1), debt)  # type: ignore[arg-type] # enough of one
            debt.shared = Toll(Fare(1, 1, 1, 1), time.monotonic())
            debt.pay(100, 100)
            flow.feed(b"x")
            for _ in range(2 * OFFENCES):
                assert flow.held
                flow.go_on(Held.TOLL)
            assert not given_up
            flow.close()

        asyncio.run(flood())

    def test_no_reason_hides_another(self) -> None:
        line = Line()
        flow = Intake(line, len, lambda: None, Debt(None))  # type: ignore[arg-type] # enough of one
        flow.hold(Held.UNHEARD)
        flow.hold(Held.UNSENT)
        flow.go_on(Held.UNHEARD)
        assert not line.reading
        flow.go_on(Held.UNSENT)
        assert line.reading


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(websocket, "REST", 0.05)
        patch.setattr(websocket, "GIVE_UP", 1.0)
        with open_house(tmp_path_factory.mktemp("floods"), limits=1) as found:
            yield found


def flooded(link: RawSocket, sent: bytes) -> threading.Thread:
    """Somebody who sends 20 MB as fast as they go, unless the link is closed before."""

    def send() -> None:
        with contextlib.suppress(OSError):
            for _ in range(20):
                link.send(sent * (1_000_000 // len(sent)))

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    return thread


class TestFloods:
    @pytest.mark.parametrize(
        "sent", [frame(PING, b"x" * 100), frame(PONG, b""), frame(TEXT, b"{}")]
    )
    def test_a_socket_that_goes_on_is_closed_and_others_play(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch, sent: bytes
    ) -> None:
        monkeypatch.setattr(limits, "SOCKET", SOCKET._replace(frames_a_second=2000))
        monkeypatch.setattr(limits, "ADDRESS", SOCKET.times(1000))
        seats = Seats(house)
        bad = RawSocket(house, seats.people[0], seats.table)
        thread = flooded(bad, sent)
        link = seats.links[0]
        link.send(text(seats.move(key="meanwhile")))
        assert link.hear()["key"] == "meanwhile"
        assert bad.closed_with() == TOO_MUCH
        bad.close()
        thread.join(PATIENCE)
        link.send(frame(PING, b"still there"))
        assert link.receive() == (PONG, b"still there")
        seats.close()

    def test_pongs_wait_until_they_are_taken(self, house: OpenHouse) -> None:
        """Whoever never reads is read no more: what waits for them stays small."""
        seats = Seats(house)
        bad = RawSocket(house, seats.people[0], seats.table)
        thread = flooded(bad, frame(PING, b"x" * 125))
        seats.links[1].send(text({"do": "nothing"}))
        assert seats.links[1].hear()["type"] == "refused"
        unsent = asyncio.run_coroutine_threadsafe(_unsent(house), house.loop).result(PATIENCE)
        assert unsent < 200_000
        bad.close()
        thread.join(PATIENCE)
        seats.close()


async def _unsent(house: OpenHouse) -> int:
    connections: set[Any] = set(house.doors.server_state.connections)
    return max(link.unsent for link in connections if isinstance(link, websocket.Wire))


@pytest.fixture(scope="class")  # others in this module are given their time
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "HEADERS", 0.2)
        patch.setattr(middleware, "BODY", 0.2)
        with open_house(tmp_path_factory.mktemp("silence")) as house:
            yield house


class TestSilence:
    @pytest.mark.parametrize(
        "sent",
        [
            b"",
            b"GET /api/v1/games HTTP/1.1\r\nHost: here\r\nX-Slow: ",
            b"GET /api/v1/tables/x/live HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
            b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n",
            b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nG",
        ],
    )
    def test_who_asks_nothing_is_cut(self, hasty: OpenHouse, sent: bytes) -> None:
        with connected(hasty) as link:
            link.sendall(sent)
            while link.recv(65_536):  # an answer, where something was asked
                pass
        assert hasty.house.connections.places.count == 0 or ended(hasty)

    def test_a_body_that_does_not_come_is_refused(self, hasty: OpenHouse) -> None:
        with connected(hasty) as link:
            link.sendall(
                b"POST /api/v1/me HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
                b"Content-Length: 50\r\n\r\n{"
            )
            answer = b""
            while more := link.recv(65_536):
                answer += more
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"request/slow"' in answer


def ended(house: OpenHouse) -> bool:
    """Whether all connections end."""
    while house.house.connections.places.count:
        time.sleep(0.01)
    return True


def connected(house: OpenHouse) -> socket.socket:
    parts = urlsplit(house.address)
    return socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)


class TestPlaces:
    def test_connections_of_every_kind_share_a_cap(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "FROM_ONE", 4)
        monkeypatch.setattr(connections, "SPARE", 1)
        with open_house(tmp_path, limits=1, proxies="") as house:
            house.wait_until_ready()
            client = house.guest()
            live = f"{house.live}/tables/{table_of(client)}/live"
            client.close()
            assert ended(house)
            with connect(live) as one, contextlib.ExitStack() as stack:
                one.recv(PATIENCE)
                for _ in range(3):
                    stack.enter_context(connected(house))
                over, beyond = (stack.enter_context(connected(house)) for _ in range(2))
                over.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
                told = over.recv(65_536)
                assert told.startswith(b"HTTP/1.1 429 ")
                assert b"rate/connections" in told
                with contextlib.suppress(ConnectionResetError):
                    assert beyond.recv(65_536) == b"", "nobody is left to say so"
            assert ended(house)
            assert house.client().get("/games").status_code == 200

    def test_a_house_takes_no_more_than_the_system_has_room_for(self, tmp_path: Path) -> None:
        with open_house(tmp_path) as house:
            callers = house.house.connections
            assert not callers.fit(None)
            assert not callers.fit(20_000)
            assert callers.fit(1000)
            assert (callers.most, callers.places.room) == (900, 1000)
            callers.places.room = 0
            with connected(house) as link, contextlib.suppress(ConnectionResetError):
                assert link.recv(1) == b""


class TestLeaving:
    def test_a_table_that_is_not_there_closes_a_socket_with_a_code(self, house: OpenHouse) -> None:
        client = house.guest()
        live = f"{house.live}/tables/nowhere/live"
        with connect(live, additional_headers=cookie_of(client)) as link:
            told = json.loads(link.recv(PATIENCE))
            assert (told["type"], told["code"]) == ("refused", "table/unknown")
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404

    def test_who_leaves_is_no_error(
        self, house: OpenHouse, caplog: pytest.LogCaptureFixture
    ) -> None:
        client, parts = house.guest(), urlsplit(house.address)
        table = table_of(client)
        upgrade = {
            "Host": parts.netloc,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in upgrade.items())
        asked = (
            b"POST /api/v1/me HTTP/1.1\r\nHost: here\r\nContent-Length: 50\r\n\r\n{",
            b"GET /api/v1/games HTTP/1.1\r\nHost: here\r\n\r\n",
            f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: here\r\n\r\n".encode(),
            f"GET /api/v1/tables/{table}/live HTTP/1.1\r\n{lines}\r\n".encode(),
            f"GET /api/v1/tables/nowhere/live HTTP/1.1\r\n{lines}\r\n".encode(),
        )
        with caplog.at_level(logging.WARNING):
            for sent in asked:
                for _ in range(3):
                    link = connected(house)
                    link.sendall(sent)
                    linger = struct.pack("ii", 1, 0)  # the link breaks off
                    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    link.close()
            client.close()
            assert ended(house)
        assert [record.getMessage() for record in caplog.records] == []


def test_when_to_come_back_is_told_alike_everywhere(tmp_path: Path) -> None:
    with open_house(tmp_path, limits=0.01) as house:
        client = house.client(headers={"Accept-Language": "fr"})
        client.post("/me", json={"name": "Ada", "language": "en"})
        answers: list[Any] = [client.get("/me") for _ in range(8)]
        last = next(answer for answer in answers if answer.status_code == 429)
        told = last.json()
        assert told["retry_ms"] == 1000 * int(last.headers["retry-after"])
        assert (
            told["text"]
            == f"Too many requests in a short time; try again in {told['retry_ms'] // 1000} s."
        )


def test_one_address_does_not_fill_the_lobby_by_coming_in_as_many_guests(tmp_path: Path) -> None:
    with open_house(tmp_path, limits=1) as house:
        guests = [house.guest(f"Guest {n}") for n in range(4)]
        offered = {"game": "punto", "seats": ["me", "open"]}
        answers = [guests[n % 4].post("/tables", json=offered) for n in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(answers) - len(refused) in range(30, 34)
        assert {answer.json()["code"] for answer in refused} == {"rate/offer"}
        assert len(guests[0].get("/tables").json()) <= 33
        private = {**offered, "public": False}
        alone = {"game": "punto", "seats": ["me", 1], "start": True}
        assert [guests[0].post("/tables", json=one).status_code for one in (private, alone)] == [
            201
        ] * 2
