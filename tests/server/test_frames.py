"""What comes over a socket may be cut, doubled, out of order, sent again, or not meant for us."""

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tabletier.server.live.broadcast import TRY_AGAIN
from tests.server.frames import (
    BINARY,
    MORE,
    PING,
    PONG,
    TEXT,
    RawSocket,
    Seats,
    frame,
    text,
)
from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def seats(house: OpenHouse) -> Iterator[Seats]:
    found = Seats(house)
    yield found
    found.close()


class TestCut:
    """A message is the same however it travels."""

    def test_byte_by_byte(self, seats: Seats) -> None:
        for byte in text(seats.move(key="slowly")):
            seats.links[0].send(bytes([byte]))
        assert seats.links[0].hear()["key"] == "slowly"
        assert seats.links[1].hear()["key"] == "slowly"

    def test_in_several_frames_with_a_ping_between(self, seats: Seats) -> None:
        data = json.dumps(seats.move(key="parts")).encode()
        link = seats.links[0]
        link.send(frame(TEXT, data[:10], fin=False))
        link.send(frame(PING, b"still here?"))
        link.send(frame(MORE, data[10:20], fin=False) + frame(MORE, data[20:]))
        assert link.receive() == (PONG, b"still here?")
        assert link.hear()["key"] == "parts"

    def test_whole_texts_before_and_after_a_cut_one(self, seats: Seats) -> None:
        link, wrong = seats.links[0], text({"do": "nothing"})
        link.send(wrong + wrong[:5])
        link.send(wrong[5:] + wrong)
        assert [link.hear()["type"] for _ in range(3)] == ["refused"] * 3

    def test_a_ping_or_pong_changes_nothing(self, seats: Seats) -> None:
        link = seats.links[0]
        link.send(frame(PONG, b"unasked"))
        link.send(frame(PING, b""))
        assert link.receive() == (PONG, b"")
        link.send(text(seats.move(key="after")))
        assert link.hear()["key"] == "after"

    def test_a_link_that_breaks_in_the_middle_of_a_frame_hurts_nobody(self, seats: Seats) -> None:
        move = text(seats.move(key="half"))
        seats.links[0].send(move[: len(move) // 2])
        seats.links[0].close()
        assert seats.position["plies"] == 0
        seats.order(0, **seats.move(key="whole"))
        heard = seats.links[1].hear()
        while heard.get("key") != "whole":  # before it, perhaps, that someone is away
            heard = seats.links[1].hear()


class TestTwice:
    """Nothing happens twice, and nothing happens in the wrong order."""

    def test_a_doubled_frame_with_a_key_is_one_move(self, seats: Seats) -> None:
        move = text(seats.move(key="once"))
        seats.links[0].send(move + move)
        line, done = seats.links[0].hear(), seats.links[0].hear()
        assert (line["type"], done["type"]) == ("line", "done")
        assert line["number"] == done["number"]
        assert seats.position["plies"] == 1

    def test_a_doubled_frame_without_a_key_is_refused_the_second_time(self, seats: Seats) -> None:
        move = text(seats.move())
        seats.links[0].send(move + move)
        line, refused = seats.links[0].hear(), seats.links[0].hear()
        assert (line["type"], refused["type"]) == ("line", "refused")
        assert seats.position["plies"] == 1

    def test_moves_in_the_wrong_order_are_refused(self, seats: Seats) -> None:
        now = seats.move(key="now")
        later = now | {"ply": now["ply"] + 2, "key": "later"}
        seats.links[0].send(text(later) + text(now))
        refused, line = seats.links[0].hear(), seats.links[0].hear()
        assert (refused["code"], refused["key"]) == ("table/stale", "later")
        assert line["key"] == "now"

    def test_a_frame_sent_again_over_another_link_is_answered_as_the_first(
        self, house: OpenHouse, seats: Seats
    ) -> None:
        move = text(seats.move(key="again"))
        seats.links[0].send(move)
        number = seats.links[0].hear()["number"]
        other = RawSocket(house, seats.people[0], seats.table)
        other.send(move)
        assert other.hear() == {"type": "done", "key": "again", "number": number}
        other.close()

    def test_a_frame_replayed_by_somebody_else_is_refused(self, seats: Seats) -> None:
        seats.links[1].send(text(seats.move(key="stolen")))
        assert seats.links[1].hear()["code"] == "table/not-your-turn"
        assert seats.position["plies"] == 0


class TestNotForUs:
    """Whatever else comes is refused with a reason, or ends the link, and nothing more."""

    @pytest.mark.parametrize(
        ("sent", "code"),
        [
            (frame(BINARY, b"{}"), 1003),
            (frame(TEXT, b"\xff\xfe"), 1007),
            (frame(TEXT, b"x" * 5000), 1009),
            (b"\x81\x02{}", 1002),  # not masked
            (frame(3, b""), 1002),  # no such kind
            (frame(MORE, b"more of nothing"), 1002),
            (bytes([0xC1]) + frame(TEXT, b"{}")[1:], 1002),  # packed in a way nobody agreed on
            (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
        ],
    )
    def test_the_link_is_closed_with_the_reason(self, seats: Seats, sent: bytes, code: int) -> None:
        seats.links[0].send(sent)
        assert seats.links[0].closed_with() == code

    def test_texts_that_are_no_orders_are_refused_and_the_link_stays(self, seats: Seats) -> None:
        link = seats.links[0]
        rng = random.Random(5)
        valid = json.dumps(seats.move(key="k"))
        for _ in range(200):
            at = rng.randrange(len(valid))
            spoilt = valid[:at] + rng.choice('{}[]":,x0\\\u00e9') + valid[at + 1 :]
            order = _maybe(spoilt)
            if isinstance(order, dict) and order.keys() >= {"do", "move", "ply"}:
                continue  # the spoilt character was in a value: it might be legal
            link.send(frame(TEXT, spoilt.encode()))
            assert link.hear()["code"] == "order/unreadable", spoilt
        for odd in ("null", "[]", "1e999", "[" * 3000, '{"do":"move"}', '{"do":["move"]}', '""'):
            link.send(frame(TEXT, odd.encode()))
            assert link.hear()["code"] == "order/unreadable", odd
        link.send(text(seats.move(key="well")))
        assert link.hear()["key"] == "well"

    def test_noise_closes_the_link_and_the_table_goes_on(
        self, house: OpenHouse, seats: Seats
    ) -> None:
        rng = random.Random(6)
        for _ in range(60):
            noisy = RawSocket(house, seats.people[0], seats.table)
            sent = rng.randbytes(rng.randrange(1, 300))
            if rng.random() < 0.5:
                sent = text({"do": "nothing"})[: rng.randrange(1, 12)] + sent
            noisy.send(sent)
            noisy.close()
        seats.links[1].send(frame(PING, b"alive"))
        while seats.links[1].receive() != (PONG, b"alive"):
            pass
        seats.order(0, **seats.move(key="on"))
        assert seats.position["plies"] == 1


def _maybe(given: str) -> Any:
    try:
        return json.loads(given)
    except ValueError:
        return None


class TestTooMuch:
    def test_a_reader_that_is_too_slow_is_told_to_come_back(
        self, house: OpenHouse, seats: Seats
    ) -> None:
        def flood() -> None:
            room = house.house.hub.rooms[seats.table]
            for listener in room.listeners:
                if listener.person == room.table.seats[0].person:
                    for _ in range(300):
                        listener.tell(json.dumps({"type": "noise", "text": "x" * 100_000}).encode())
            flooded.set()

        flooded = threading.Event()
        house.loop.call_soon_threadsafe(flood)
        assert flooded.wait(PATIENCE)
        assert seats.links[0].closed_with() == TRY_AGAIN
        seats.links[1].send(frame(PING, b"alive"))
        assert seats.links[1].receive() == (PONG, b"alive")

    def test_a_full_house_says_so(self, tmp_path: Path) -> None:
        with open_house(tmp_path, most_sockets=1) as small:
            client = small.guest()
            table = client.post("/tables", json={"game": "barrier"}).json()["id"]
            live = f"{small.live}/tables/{table}/live"
            with connect(live, additional_headers=cookie_of(client)) as link:
                link.recv(PATIENCE)
                with pytest.raises(InvalidStatus) as full:
                    connect(live, additional_headers=cookie_of(client))
            assert full.value.response.status_code == 503
            assert full.value.response.headers["Retry-After"]
            assert json.loads(full.value.response.body or b"")["code"] == "house/full"

    def test_an_order_that_is_too_long_ends_the_link(self, house: OpenHouse, seats: Seats) -> None:
        live = f"{house.live}/tables/{seats.table}/live"
        with connect(live, additional_headers=cookie_of(seats.people[0])) as link:
            link.recv(PATIENCE)
            link.send("x" * 5000)
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
