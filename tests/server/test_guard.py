"""What stands at the door: limits, origins, headers, health, metrics, and a log without people."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tabletier.server.guard.logs import Json, Plain
from tabletier.server.guard.origins import is_welcome
from tabletier.server.guard.rates import Gate, InMemory, Rate, network_of
from tabletier.server.people.register import Register
from tests.server.houses import PATIENCE, OpenHouse, Served, cookie_of, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(
        tmp_path_factory.mktemp("guard"), origins=("https://friend.example",), most_sockets=3
    ) as house:
        yield house


def table_of(client: httpx.Client) -> str:
    found: str = client.post("/tables", json={"game": "barrier"}).json()["id"]
    return found


def denied(live: str, **headers: str) -> tuple[int, str]:
    """How a socket is refused."""
    with pytest.raises(InvalidStatus) as error, connect(live, additional_headers=headers):
        pass
    response = error.value.response
    return response.status_code, json.loads(response.body or b"{}").get("code")


class TestOrigins:
    @pytest.mark.parametrize(
        ("headers", "welcome"),
        [
            ({}, True),
            ({"sec-fetch-site": "same-origin"}, True),
            ({"sec-fetch-site": "none"}, True),
            ({"sec-fetch-site": "cross-site"}, False),
            ({"sec-fetch-site": "same-site"}, False),
            ({"origin": "http://house:8000"}, True),
            ({"origin": "HTTP://House:8000"}, True),
            ({"origin": "http://house:8001"}, False),
            ({"origin": "http://evil.example"}, False),
            ({"origin": "http://house:8000.evil.example"}, False),
            ({"origin": "http://me@house:8000"}, False),
            ({"origin": "null"}, False),
            ({"origin": ""}, False),
            ({"origin": "http://[broken"}, False),
            ({"origin": "https://friend.example"}, True),
            ({"origin": "https://friend.example", "sec-fetch-site": "cross-site"}, True),
        ],
    )
    def test_whose_page_it_is(self, headers: dict[str, str], welcome: bool) -> None:
        named = ("https://friend.example",)
        assert is_welcome({"host": "house:8000", **headers}, named) is welcome

    def test_the_usual_port_need_not_be_said(self) -> None:
        assert is_welcome({"host": "house:443", "origin": "https://house"}, ())
        assert is_welcome({"host": "house", "origin": "https://house:443"}, ())

    def test_a_strange_page_changes_nothing(self, house: OpenHouse) -> None:
        client = house.guest("Ada")
        strange = {"Origin": "https://evil.example"}
        answer = client.patch("/me", json={"name": "Eve"}, headers=strange)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin/strange")
        assert client.get("/me", headers=strange).json()["name"] == "Ada"
        assert "access-control-allow-origin" not in answer.headers
        own = {"Origin": house.address}
        assert client.patch("/me", json={"name": "Bea"}, headers=own).status_code == 200

    def test_nor_does_it_log_anybody_in(self, house: OpenHouse) -> None:
        asked = {"login": "x", "password": "y"}
        cross = {"Sec-Fetch-Site": "cross-site"}
        answer = house.client().post("/login", json=asked, headers=cross)
        assert answer.json()["code"] == "origin/strange"

    def test_a_named_page_may_read_the_answer(self, house: OpenHouse) -> None:
        friend = {"Origin": "https://friend.example"}
        answer = house.client().post("/me", json={"name": "Ada"}, headers=friend)
        assert answer.status_code == 201
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"
        assert answer.headers["access-control-allow-credentials"] == "true"

    def test_a_token_is_proof_enough(self, house: OpenHouse) -> None:
        made = house.guest().post("/me/tokens", json={"label": "bot", "scopes": ["tables"]}).json()
        strange = {"Origin": "https://evil.example", "Authorization": f"Bearer {made['token']}"}
        answer = house.client().post("/tables", json={"game": "barrier"}, headers=strange)
        assert answer.status_code == 201

    def test_a_strange_page_gets_no_socket(self, house: OpenHouse) -> None:
        client = house.guest()
        live = f"{house.live}/tables/{table_of(client)}/live"
        assert denied(live, Origin="https://evil.example") == (403, "origin/strange")
        for origin in (house.address, "https://friend.example"):
            with connect(live, additional_headers={"Origin": origin}) as link:
                assert json.loads(link.recv(PATIENCE))["type"] == "hello"


class TestLimitsOfSize:
    def test_a_long_request_is_refused(self, house: OpenHouse) -> None:
        answer = house.client().post("/me", json={"name": "x" * 70_000})
        assert (answer.status_code, answer.json()["code"]) == (413, "request/long")

    def test_also_one_that_does_not_say_how_long_it_is(self, house: OpenHouse) -> None:
        def body() -> Iterator[bytes]:
            yield b'{"name": "'
            for _ in range(70):
                yield b"x" * 1000
            yield b'"}'

        headers = {"Content-Type": "application/json"}
        answer = house.client().post("/me", content=body(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "request/long")

    def test_a_long_message_closes_the_socket(self, house: OpenHouse) -> None:
        client = house.guest()
        live = f"{house.live}/tables/{table_of(client)}/live"
        with connect(live, additional_headers=cookie_of(client)) as link:
            link.recv(PATIENCE)
            link.send(json.dumps({"do": "say", "text": "x" * 5000}))
            with pytest.raises(ConnectionClosed) as closed:
                link.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009

    def test_no_more_sockets_than_the_house_holds(self, house: OpenHouse) -> None:
        live = f"{house.live}/tables/{table_of(house.guest())}/live"
        with connect(live) as one, connect(live) as two, connect(live) as three:
            for link in (one, two, three):
                link.recv(PATIENCE)
            assert denied(live) == (503, "house/full")


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        ("body", "english", "french"),
        [
            ("{", "JSON decode error", "ce n'est pas du JSON"),
            ("{}", "Unreadable message, at 'body.name': Field required.", "il manque"),
            ('{"name": 1}', "Input should be a valid string", "un texte est attendu"),
            ('{"name": "a", "x": 1}', "Extra inputs are not", "rien n'est attendu ici"),
        ],
    )
    def test_is_refused_in_words(
        self, house: OpenHouse, body: str, english: str, french: str
    ) -> None:
        headers = {"Content-Type": "application/json"}
        client = house.client(headers=headers)
        answer = client.post("/me", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")
        assert english in answer.json()["text"]
        said = client.post("/me?lang=fr", content=body).json()["text"]
        assert french.replace("'", "’") in said

    def test_an_address_where_nothing_is(self, house: OpenHouse) -> None:
        answer = house.client().get("/nothing")
        assert (answer.status_code, answer.json()["code"]) == (404, "http/404")
        answer = house.client().put("/me", json={})
        assert (answer.status_code, answer.json()["code"]) == (405, "http/405")
        assert answer.headers["allow"] == "GET, PATCH, POST"


def test_every_refusal_has_the_shape_that_openapi_describes(house: OpenHouse) -> None:
    described = house.client(under="").get("/api/openapi.json").json()
    shape = described["components"]["schemas"]["Refusal"]
    for operations in described["paths"].values():
        for operation in operations.values():
            content = operation["responses"]["default"]["content"]
            assert content["application/json"]["schema"]["$ref"].endswith("/Refusal")
    told = house.client().get("/tables/none").json()
    assert set(shape["required"]) <= set(told) <= set(shape["properties"])
    assert "HTTPValidationError" not in json.dumps(described)


class TestHeaders:
    @pytest.mark.parametrize("path", ["/healthz", "/api/v1/me", "/api/openapi.json", "/nothing"])
    def test_every_answer_has_them(self, house: OpenHouse, path: str) -> None:
        headers = house.client(under="").get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        assert ("no-store" in headers.get("cache-control", "")) == path.startswith("/api/")
        assert "strict-transport-security" not in headers

    def test_behind_tls_browsers_are_told_to_stay_there(self, house: OpenHouse) -> None:
        client = house.client(under="", headers={"X-Forwarded-Proto": "https"})
        assert "max-age" in client.get("/healthz").headers["strict-transport-security"]


class TestRates:
    def test_a_bucket_fills_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 100.0
        monkeypatch.setattr("time.monotonic", lambda: now)
        rates, rate = InMemory(), Rate("x", 2, 0.5)

        def wait(who: str) -> float:
            step = rates.wait(rate, who)
            try:
                step.send(None)
            except StopIteration as done:
                return float(done.value)
            raise AssertionError

        assert [wait("a"), wait("a"), wait("a"), wait("b")] == [0, 0, 2, 0]
        now = 101.0
        assert wait("a") == 1
        now = 102.5
        assert wait("a") == 0
        assert wait("a") > 0

    def test_the_settings_make_it_more_generous_or_take_it_away(self) -> None:
        rate = Rate("x", 2, 0.5)
        assert Gate(InMemory(), 2).scaled(rate) == Rate("x", 4, 1)
        assert Gate(InMemory(), 0).scaled(rate) is None
        assert Gate(InMemory(), 0.1).scaled(rate) == Rate("x", 1, 0.05)

    def test_one_house_has_one_ipv6_network(self) -> None:
        assert network_of("2001:db8::1") == network_of("2001:db8::ffff") == "2001:db8::/64"
        assert network_of("192.0.2.1") != network_of("192.0.2.2")
        assert network_of(None) == network_of("") == ""

    @pytest.fixture
    def strict(self, tmp_path: Path) -> Iterator[OpenHouse]:
        with open_house(tmp_path, limits=0.5) as house:
            yield house

    def test_too_often_is_answered_with_when_to_come_back(self, strict: OpenHouse) -> None:
        client = strict.client()
        asked = {"login": "nobody", "password": "wrong"}
        answers = [client.post("/login", json=asked) for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [401] * 5
        last = answers[-1]
        assert (last.status_code, last.json()["code"]) == (429, "rate/password")
        assert 1 <= int(last.headers["retry-after"]) <= 60
        assert last.json()["retry_ms"] > 0
        assert last.json()["text"].startswith("That is too often; try again in ")

    def test_other_addresses_are_not_to_blame(self, strict: OpenHouse) -> None:
        asked = {"login": "nobody", "password": "wrong"}
        for number in range(6):
            strict.client().post("/login", json=asked)
            other = strict.client(headers={"X-Forwarded-For": f"192.0.2.{number}"})
        assert other.post("/login", json={**asked, "login": "other"}).status_code == 401

    def test_talk_is_slowed_down(self, strict: OpenHouse) -> None:
        client = strict.guest()
        place = f"/tables/{table_of(client)}/orders"
        codes = [
            client.post(place, json={"do": "say", "text": "again"}).status_code for _ in range(6)
        ]
        assert codes[:4] == [200] * 4
        assert codes[-1] == 429

    def test_messages_are_slowed_down(self, strict: OpenHouse) -> None:
        client = strict.guest()
        live = f"{strict.live}/tables/{table_of(client)}/live"
        with connect(live, additional_headers=cookie_of(client)) as link:
            link.recv(PATIENCE)
            for _ in range(200):
                link.send("{}")
            codes = [json.loads(link.recv(PATIENCE))["code"] for _ in range(200)]
        assert codes[:30] == ["order/unreadable"] * 30
        assert "rate/message" in codes


class TestHealth:
    def test_ready_or_not_with_reasons(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client = house.client(under="")
        house.wait_until_ready()
        assert client.get("/healthz").json() == {"ready": True, "waiting_for": []}
        monkeypatch.setattr(type(house.house.boxes), "closed", ["barrier"])

        class Down:
            def connect(self) -> None:
                raise OperationalError("select 1", {}, OSError("down"))

        monkeypatch.setattr(house.house, "engine", Down())
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["waiting_for"] == ["the rules of barrier", "the database"]


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
        written = "".join(Json().format(record) for record in caplog.records)
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
        entry = json.loads(self.logged(Json(), game="barrier"))
        assert (entry["event"], entry["level"], entry["game"], entry["error"]) == (
            "it went wrong",
            "error",
            "barrier",
            "ValueError",
        )
        assert "a name" not in json.dumps(entry)

    def test_at_a_terminal_it_is_a_sentence(self) -> None:
        assert self.logged(Plain()) == "it went wrong (ValueError)\n"

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
