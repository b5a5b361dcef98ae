"""What whoever runs a house sees of it: app, metrics, and a log without people."""

import asyncio
import contextlib
import io
import json
import logging
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from sqlalchemy.exc import OperationalError
from websockets.sync.client import connect

from tabletier.server import app
from tabletier.server.db.database import back_up
from tabletier.server.house import build
from tabletier.server.live.uptime import Uptime
from tabletier.server.observe import JsonFormatter, PlainFormatter, set_up
from tabletier.server.run import Doors
from tabletier.server.settings import Settings
from tabletier.server.users.guests import Register
from tests.server.houses import PATIENCE, OpenHouse, Served, open_house, table_of


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("operation")) as house:
        yield house


class TestHealth:
    def test_ready_or_not_with_reasons(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(app, "FRESH", 0)
        client = house.client(under="")
        house.wait_until_ready()
        ready = {"alive": True, "ready": True, "waiting_for": []}
        assert client.get("/healthz").json() == ready
        monkeypatch.setattr(type(house.house.boxes), "closed", ["barrier"])

        async def down(_: Uptime) -> None:
            raise OperationalError("update servers", {}, OSError("down"))

        monkeypatch.setattr(Uptime, "sign", down)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["waiting_for"] == ["the rules of barrier", "the database"]
        assert client.get("/livez").json() == {"alive": True}, "a restart would not help"

    def test_something_is_really_written(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(app, "FRESH", 0)
        client, file = house.client(under=""), house.settings.data_dir / "house.sqlite3"

        def seen() -> int:
            with contextlib.closing(sqlite3.connect(file)) as connection:
                return int(connection.execute("select max(seen) from servers").fetchone()[0])

        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("update servers set seen = 1")
            connection.commit()
        assert client.get("/healthz").status_code == 200
        assert seen() > 1

    def test_a_file_that_was_replaced_is_noticed_and_nothing_written_to_the_old_one(
        self, tmp_path: Path
    ) -> None:
        with open_house(tmp_path) as house:
            house.wait_until_ready()
            ada, client = house.guest(), house.client(under="")
            table, file = table_of(ada), tmp_path / "house.sqlite3"
            copy = tmp_path / "house.copy"
            back_up(file, copy)
            copy.rename(file)
            answer = client.get("/healthz")
            assert answer.status_code == 503
            assert answer.json()["alive"] is False
            assert "moved or replaced" in answer.json()["waiting_for"][0]
            assert (client.get("/livez").status_code, client.get("/livez").json()) == (
                503,
                {"alive": False},
            )
            said = ada.post(f"/tables/{table}/orders", json={"do": "say", "text": "hello"})
            assert (said.status_code, said.json()["code"]) == (503, "house/storage")


class TestMetrics:
    def test_moves_orders_sockets_and_requests_are_counted(self, house: OpenHouse) -> None:
        client = house.guest()
        asked = {"game": "barrier", "seats": ["me", "me"], "start": True}
        seen = client.post("/tables", json=asked).json()
        place = f"/tables/{seen['id']}/orders"
        move = {"do": "move", "move": seen["position"]["legal"][0], "ply": 0}
        assert client.post(place, json=move).status_code == 200
        assert client.post(place, json=move).status_code == 409
        live = f"{house.live}/tables/{seen['id']}/live"
        with connect(live) as link:
            link.recv(PATIENCE)
            told = house.client(under="").get("/metrics").text
        assert 'tabletier_moves_total{game="barrier"} 1.0' in told
        assert 'tabletier_orders_total{outcome="table/stale"} 1.0' in told
        assert "tabletier_sockets 1.0" in told
        for waits in ("writer_waiting", "thinking", "jobs"):
            assert f"tabletier_{waits} 0.0" in told
        assert 'route="/tables/{table_id}/orders",status="200"' in told
        assert "tabletier_order_seconds_bucket" in told
        assert seen["id"] not in told

    def test_a_proxy_does_not_hand_them_on(self, house: OpenHouse) -> None:
        client = house.client(under="", headers={"X-Forwarded-For": "192.0.2.1"})
        assert client.get("/metrics").status_code == 404

    def test_nor_does_a_house_that_is_open_to_all(self, tmp_path: Path) -> None:
        with open_house(tmp_path, host="0.0.0.0") as public:
            assert public.client(under="").get("/metrics").status_code == 404


class TestWhatNobodyForesaw:
    def test_is_answered_and_written_down_without_what_was_asked(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def broken(*_: Any) -> None:
            raise ZeroDivisionError("Ada")

        monkeypatch.setattr(Register, "new_guest", broken)
        answer = house.client().post("/me", json={"name": "Ada"})
        assert (answer.status_code, answer.json()["code"]) == (500, "house/unexpected")
        assert "content-security-policy" in answer.headers
        written = "".join(JsonFormatter().format(record) for record in caplog.records)
        assert "ZeroDivisionError" in written
        assert "Ada" not in written

    def test_a_database_that_is_away_is_worth_another_try(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def away(*_: Any) -> None:
            raise OperationalError("insert", {"name": "Ada"}, OSError("down"))

        monkeypatch.setattr(Register, "new_guest", away)
        answer = house.client().post("/me", json={"name": "Ada"})
        assert (answer.status_code, answer.json()["code"]) == (503, "house/storage")
        assert answer.headers["retry-after"] == "5"


class TestLogs:
    def logged(self, formatter: logging.Formatter, **extra: Any) -> str:
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        logger = logging.Logger("tabletier.test")
        logger.addHandler(handler)
        try:
            raise ValueError("a name")
        except ValueError:
            logger.exception("it went %s", "wrong", extra=extra)
        return stream.getvalue()

    def test_an_entry_is_one_json_object(self) -> None:
        entry = json.loads(self.logged(JsonFormatter(), game="barrier"))
        assert (entry["event"], entry["level"], entry["game"], entry["error"]) == (
            "it went wrong",
            "error",
            "barrier",
            "ValueError",
        )
        assert "a name" not in json.dumps(entry)

    def test_the_address_comes_before_the_first_entry(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def nothing(*_: object) -> None:
            return

        monkeypatch.setattr(uvicorn.Server, "startup", nothing)
        doors = Doors(build(Settings(data_dir=tmp_path)), lambda: said.append(len(caplog.records)))
        said: list[int] = []
        with caplog.at_level("INFO", logger="tabletier"):
            asyncio.run(doors.startup())
        assert (said, [record.getMessage() for record in caplog.records]) == ([0], ["opened"])

    @pytest.mark.parametrize(
        ("terminal", "host", "plain"),
        [
            ("stdout", "0.0.0.0", True),
            ("stderr", "0.0.0.0", True),
            ("", "127.0.0.1", True),
            ("", "0.0.0.0", False),
        ],
    )
    def test_where_somebody_reads_along_it_is_plain(
        self, terminal: str, host: str, plain: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Screen(io.StringIO):
            def isatty(self) -> bool:
                return True

        before = logging.getLogger().handlers
        streams = {name: io.StringIO() for name in ("stdout", "stderr")}
        if terminal:
            streams[terminal] = Screen()
        for name, stream in streams.items():
            monkeypatch.setattr(sys, name, stream)
        try:
            set_up(Settings(log="auto", host=host))
            logging.getLogger("tabletier.test").warning("a word")
            logging.getLogger("tabletier.test").info("a detail")
        finally:
            logging.getLogger().handlers = before
            logging.getLogger("tabletier").setLevel(logging.NOTSET)
        written = streams["stderr"].getvalue().splitlines()
        if plain:
            assert written == ["a word"]
        else:
            assert [json.loads(line)["event"] for line in written] == ["a word", "a detail"]

    def test_at_a_terminal_it_is_a_sentence(self) -> None:
        assert self.logged(PlainFormatter()) == "it went wrong (ValueError)\n"

    def test_a_whole_evening_leaves_no_name_in_the_log(self, tmp_path: Path) -> None:
        with Served(TABLETIER_DATA_DIR=str(tmp_path), TABLETIER_LOG="json") as served:
            with httpx.Client(base_url=served.address() + "/api/v1", timeout=PATIENCE) as client:
                client.post("/me", json={"name": "Zebulon"})
                client.post("/me/account", json={"login": "zebulon", "password": "hush-hush"})
                client.post("/login", json={"login": "zebulon", "password": "wrong-hush"})
                table = table_of(client)
                client.post(f"/tables/{table}/orders", json={"do": "say", "text": "psst"})
                client.post(f"/tables/{table}/orders", json={"do": "nothing"})
            code, out, err = served.stop()
        assert (code, out) == (0, "")
        assert [json.loads(line)["event"] for line in err.splitlines()] == ["opened", "closed"]
        assert not any(word in err.lower() for word in ("zebulon", "hush", "psst", table.lower()))
