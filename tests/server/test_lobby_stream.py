"""The lobby's stream: open tables as they appear, change and go, at any server of the house."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from tabletier.server.db.lobby import Filed
from tabletier.server.http.models.messages import LobbyMessage
from tabletier.server.http.routes import lobby_stream
from tabletier.server.live import broadcast, lobby
from tabletier.server.live.broadcast import Listener
from tests.server.houses import PATIENCE, OpenHouse, open_house, table_of
from tests.server.visitors import Visitor, served

READ = TypeAdapter(LobbyMessage)


class Heard:
    """What a stream says: events as any reader of Server-Sent Events takes them apart."""

    def __init__(self, answer: httpx.Response) -> None:
        assert answer.headers["content-type"].startswith("text/event-stream")
        self._lines = answer.iter_lines()
        self.comments = 0

    def next(self) -> dict[str, Any]:
        """The next message."""
        kind = data = ""
        for line in self._lines:
            name, _, value = line.partition(": ")
            if line.startswith(":"):
                self.comments += 1
            elif name == "event":
                kind = value
            elif name == "data":
                data = value
            elif not line and data:
                break
        message: dict[str, Any] = json.loads(data)
        checked: Any = READ.validate_python(message)
        assert checked == message
        assert message["type"] == kind
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := self.next())["type"] != kind:
            pass
        return message


@contextmanager
def listening(client: httpx.Client, **wanted: Any) -> Iterator[Heard]:
    with client.stream("GET", "/lobby/stream", params=wanted) as answer:
        assert answer.status_code == 200
        yield Heard(answer)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("lobby")) as house:
        yield house


def ids(hello: dict[str, Any]) -> list[str]:
    return [table["id"] for table in hello["tables"]]


class TestOneServer:
    def test_a_table_appears_changes_and_goes(self, house: OpenHouse) -> None:
        ann, ben = house.guest("Ann"), house.guest("Ben")
        with listening(house.client(), free=0) as heard:
            assert heard.next()["type"] == "hello"
            table = table_of(ann)
            appeared = heard.next()
            assert (appeared["type"], appeared["table"]["id"]) == ("table", table)
            assert appeared["table"] in ann.get("/tables").json()
            assert appeared["table"]["free"] == 1
            ben.post(f"/tables/{table}/orders", json={"do": "sit"}).raise_for_status()
            changed = heard.next()
            assert (changed["table"]["id"], changed["table"]["free"]) == (table, 0)
            assert [player["name"] for player in changed["table"]["players"]] == ["Ann", "Ben"]
            ann.post(f"/tables/{table}/orders", json={"do": "start"}).raise_for_status()
            assert heard.next() == {"type": "gone", "id": table}

    def test_who_comes_later_is_told_what_is_there(self, house: OpenHouse) -> None:
        ann = house.guest("Ann")
        first, second = table_of(ann), table_of(ann)
        with listening(ann) as heard:
            known = ids(heard.next())
        assert known[-2:] == [first, second]

    def test_a_full_table_is_gone_for_who_wants_a_seat(self, house: OpenHouse) -> None:
        ann, ben = house.guest("Ann"), house.guest("Ben")
        with listening(ann) as heard:
            heard.next()
            table = table_of(ann)
            assert heard.next()["table"]["id"] == table
            ben.post(f"/tables/{table}/orders", json={"do": "sit"}).raise_for_status()
            assert heard.next() == {"type": "gone", "id": table}
            ben.post(f"/tables/{table}/orders", json={"do": "leave"}).raise_for_status()
            assert heard.next()["table"]["id"] == table

    @pytest.mark.parametrize(
        ("wanted", "fits", "does_not"),
        [
            ({"game": "punto"}, {"game": "punto"}, {"game": "barrier"}),
            (
                {"players": 3},
                {"game": "expion", "options": {"players": 3}},
                {"game": "expion", "options": {"players": 4}},
            ),
            (
                {"clock": "move"},
                {"game": "punto", "clock": {"kind": "move", "seconds": 30}},
                {"game": "punto"},
            ),
            ({"rated": True}, {"game": "expion", "rated": True}, {"game": "expion"}),
            (
                {"free": 2},
                {"game": "expion", "options": {"players": 3}},
                {"game": "expion", "options": {"players": 2}},
            ),
            ({}, {"game": "punto"}, {"game": "punto", "public": False}),
            ({}, {"game": "punto"}, {"game": "punto", "seats": ["me", 1], "start": True}),
        ],
    )
    def test_only_what_was_asked_for_is_told(
        self, house: OpenHouse, wanted: Any, fits: Any, does_not: Any
    ) -> None:
        ann = house.guest("Ann")
        with listening(ann, **wanted) as heard:
            before = ids(heard.next())
            other = ann.post("/tables", json=does_not).raise_for_status().json()["id"]
            table = ann.post("/tables", json=fits).raise_for_status().json()["id"]
            assert heard.until("table")["table"]["id"] == table
        with listening(ann, **wanted) as again:
            now = ids(again.next())
        assert set(now) == {*before, table}
        assert other not in now

    def test_a_table_that_is_made_private_is_gone(self, house: OpenHouse) -> None:
        ann = house.guest("Ann")
        with listening(ann) as heard:
            heard.next()
            table = table_of(ann)
            heard.next()
            order = {"do": "change", "public": False}
            ann.post(f"/tables/{table}/orders", json=order).raise_for_status()
            assert heard.next() == {"type": "gone", "id": table}

    def test_the_open_table_of_a_rematch_appears(self, house: OpenHouse) -> None:
        ann, ben = house.guest("Ann"), house.guest("Ben")
        with listening(ann) as heard:
            heard.next()
            table = table_of(ann)
            for person, order in (
                (ben, {"do": "sit"}),
                (ann, {"do": "start"}),
                (ben, {"do": "resign"}),
                (ann, {"do": "rematch"}),
                (ann, {"do": "rematch", "wait": False}),
            ):
                person.post(f"/tables/{table}/orders", json=order).raise_for_status()
            following = ann.get(f"/tables/{table}").json()["table"]["next"]
            assert following
            while heard.until("table")["table"]["id"] != following:
                pass

    def test_nobody_looks_when_nobody_listens(self, house: OpenHouse) -> None:
        with listening(house.client()) as heard:
            heard.next()
            assert house.house.lobby._watching is not None
        deadline = time.monotonic() + PATIENCE
        while house.house.lobby._listeners and time.monotonic() < deadline:
            time.sleep(0.01)
        assert vars(house.house.lobby)["_watching"] is None

    def test_a_silent_link_is_kept(self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lobby_stream, "PING", 0.02)
        ann = house.guest("Ann")
        with listening(ann) as heard:
            heard.next()
            time.sleep(0.2)
            table = table_of(ann)
            assert heard.next()["table"]["id"] == table
            assert heard.comments > 1

    def test_what_is_no_filter_is_refused(self, house: OpenHouse) -> None:
        answer = house.client().get("/lobby/stream", params={"free": "many"})
        assert answer.status_code == 422
        assert answer.json()["code"] == "order/unreadable"


class TestLimits:
    def test_who_connects_all_the_time_is_told_to_wait(self, tmp_path: Path) -> None:
        with open_house(tmp_path, limits=0.02) as house:
            client, answers = house.client(), []
            for _ in range(6):
                with client.stream("GET", "/lobby/stream") as answer:
                    answers.append(answer.status_code)
                    refused = answer.headers.get("retry-after")
        assert answers[0] == 200
        assert (answers[-1], refused is not None) == (429, True)

    def test_a_full_house_says_so(self, tmp_path: Path) -> None:
        with open_house(tmp_path, most_sockets=1) as house, listening(house.client()) as heard:
            heard.next()
            refused = house.client().get("/lobby/stream")
            assert (refused.status_code, refused.json()["code"]) == (503, "house/full")

    def test_nothing_piles_up_for_who_does_not_read(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(broadcast, "MOST_WAITING", 3)
        listener = Listener(None, plays=False)
        tables = {name: _filed(name) for name in "abcdef"}
        watched = lobby.Lobby(house.house.hub)
        watched._listeners[listener] = lobby.Wanted()
        watched._compare(tables)
        assert listener.lost
        assert listener._messages.qsize() == 1  # that it is over

    def test_only_the_latest_tables_are_followed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lobby, "MOST", 2)
        with open_house(tmp_path) as house:
            ann = house.guest("Ann")
            tables = [table_of(ann) for _ in range(3)]
            with listening(ann) as heard:
                assert ids(heard.next()) == tables[1:]
                start = {"do": "change", "public": False}
                ann.post(f"/tables/{tables[2]}/orders", json=start).raise_for_status()
                told = [heard.next(), heard.next()]
            assert told[0] == {"type": "gone", "id": tables[2]}
            assert told[1]["table"]["id"] == tables[0]
            assert len(house.house.lobby._shown) == 2


def _filed(name: str) -> Filed:
    summary = '{"options": {}, "clock": {"kind": "none"}, "players": []}'
    return Filed(name, "punto", True, "open", 2, 1, summary, 0, 0)


def test_a_house_that_closes_says_bye(tmp_path: Path) -> None:
    with httpx.Client(timeout=PATIENCE) as client:
        with open_house(tmp_path) as house:
            answer = client.send(
                client.build_request("GET", f"{house.address}/api/v1/lobby/stream"), stream=True
            )
            heard = Heard(answer)
            heard.next()
        assert heard.next() == {"type": "bye", "retry_ms": 1000}
        answer.close()


def test_two_servers_are_one_lobby(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    shared = {"database_url": postgres_url, "redis_url": redis_url}
    with (
        served(tmp_path / "one", **shared) as one,
        served(tmp_path / "other", **shared) as other,
        Visitor(one.address, "Ann") as ann,
        Visitor(other.address, "Ben") as ben,
        listening(ben.http) as heard,
        listening(ann.http) as near,
    ):
        assert heard.next() == near.next() == {"type": "hello", "tables": []}
        table = ann.open()["id"]
        assert heard.next()["table"]["id"] == near.next()["table"]["id"] == table
        assert ben.order(table, do="sit").status_code == 200
        assert heard.next() == near.next() == {"type": "gone", "id": table}
