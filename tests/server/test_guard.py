"""What stands at the door: limits of size, origins, headers, and refusals that can be read."""

import json
from collections.abc import Iterator

import pytest
from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tabletier.server.http.middleware import is_welcome
from tabletier.server.tables.errors import unreadable
from tabletier.server.tables.orders import read_message
from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house, table_of


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(
        tmp_path_factory.mktemp("guard"), origins=("https://friend.example",), most_sockets=3
    ) as house:
        yield house


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
        assert is_welcome({"host": "house:8000", **headers}, named, "http") is welcome

    def test_the_usual_port_need_not_be_said(self) -> None:
        for scheme in ("https", "wss"):
            assert is_welcome({"host": "house:443", "origin": "https://house"}, (), scheme)
            assert is_welcome({"host": "house", "origin": "https://house:443"}, (), scheme)

    @pytest.mark.parametrize(
        ("scheme", "host", "origin"),
        [
            ("https", "house", "http://house"),
            ("http", "house", "https://house"),
            ("wss", "house", "http://house"),
            ("https", "house", "https://house:80"),
            ("http", "house:443", "https://house"),
            ("http", "house:443", "http://house"),
            ("http", "", "http://"),
        ],
    )
    def test_scheme_host_and_port_are_the_same(self, scheme: str, host: str, origin: str) -> None:
        assert not is_welcome({"host": host, "origin": origin}, (), scheme)

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
            ("{", "at character 1: this is not JSON", "ce n'est pas du JSON"),
            ("{}", "Unreadable message, the name: it is missing.", "il manque"),
            ('{"name": 1}', "a text is expected", "un texte est attendu"),
            ('{"name": "a", "x": 1}', "nothing is expected here", "rien n'est attendu ici"),
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

    @pytest.mark.parametrize(
        ("message", "said"),
        [
            ('{"do": "move", "move": "r5@0,0"}', "at 'move.ply': it is missing"),
            ('{"do": "move", "ply": 0}', "the move: it is missing"),
            ('{"do": "fly"}', "at 'do': this value is not allowed; expected 'sit'"),
            ("{}", "at 'do': it is missing"),
            ('{"do": "say", "channel": "table"}', "the message: it is missing"),
        ],
    )
    def test_an_order_says_where(self, message: str, said: str) -> None:
        with pytest.raises(ValidationError) as found:
            read_message(message)
        assert said in unreadable(found.value.errors()).text.en

    def test_json_that_is_not_said_to_be_json(self, house: OpenHouse) -> None:
        """As curl sends it, when nothing else is asked for."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = house.client().post("/me", content='{"name": "Ann"}', headers=headers)
        assert answer.status_code == 422
        assert "with the header 'Content-Type: application/json'" in answer.json()["text"]

    @pytest.mark.parametrize(
        ("message", "key"),
        [
            ('{"do": "move", "move": "zz", "key": "a-1"}', "a-1"),
            ('{"key": "a-2"}', "a-2"),
            ('{"do": "fly", "key": 5}', ""),
            ('{"do": "fly", "key": "\\u00e9"}', ""),
            ("[]", ""),
            ("{", ""),
        ],
    )
    def test_over_a_socket_its_key_is_told_where_it_has_one(
        self, house: OpenHouse, message: str, key: str
    ) -> None:
        host = house.guest()
        live = f"{house.live}/tables/{table_of(host)}/live"
        with connect(live, additional_headers=cookie_of(host)) as link:
            link.recv(PATIENCE)
            link.send(message)
            told = json.loads(link.recv(PATIENCE))
        assert (told["type"], told["code"], told["key"]) == ("refused", "order/unreadable", key)

    def test_a_language_that_there_is_not(self, house: OpenHouse) -> None:
        answer = house.client().get("/games/punto/rules?lang=de")
        assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")
        assert "'fr' ou 'en'" in answer.json()["text"]
        assert house.client().get("/games/punto/rules?lang=fr").headers["content-language"] == "fr"

    def test_the_address_of_a_socket_is_told_to_be_one(self, house: OpenHouse) -> None:
        answer = house.client().get("/tables/any/live")
        assert (answer.status_code, answer.json()["code"]) == (426, "http/426")
        assert answer.headers["upgrade"] == "websocket"
        assert "WebSocket" in answer.json()["text"]

    def test_an_address_where_nothing_is(self, house: OpenHouse) -> None:
        answer = house.client().get("/nothing")
        assert (answer.status_code, answer.json()["code"]) == (404, "http/404")
        answer = house.client().put("/me", json={})
        assert (answer.status_code, answer.json()["code"]) == (405, "http/405")
        assert answer.headers["allow"] == "GET, PATCH, POST"


def test_every_refusal_has_the_shape_that_openapi_describes(house: OpenHouse) -> None:
    described = house.client(under="").get("/api/openapi.json").json()
    shape = described["components"]["schemas"]["RefusalShown"]
    for operations in described["paths"].values():
        for operation in operations.values():
            content = operation["responses"]["default"]["content"]
            assert content["application/json"]["schema"]["$ref"].endswith("/RefusalShown")
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
