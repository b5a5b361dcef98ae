"""Who asks too often is told when to come back."""

import asyncio
import base64
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.sync.client import connect

from tabletier.server import limits
from tabletier.server.http import middleware
from tabletier.server.http.routes import tables
from tabletier.server.limits import PREVIEWS, Gate, InMemory, Rate, network_of
from tests.server.houses import PATIENCE, OpenHouse, cookie_of, open_house, table_of


class TestRates:
    def test_a_bucket_fills_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 100.0
        monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
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

    @pytest.mark.parametrize(
        ("wait", "told"), [(0.2, "1 s"), (60, "60 s"), (61, "2 minutes"), (581.4, "10 minutes")]
    )
    def test_a_long_wait_is_told_in_minutes(self, wait: float, told: str) -> None:
        refusal = limits.too_often(Rate("x", 1, 1), wait)
        assert refusal.text.say("en").endswith(f"; try again in {told}.")
        assert refusal.text.say("fr").endswith(f"; réessayez dans {told}.")

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
        assert last.json()["text"].startswith("Too many requests in a short time; try again in ")

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

    def test_previews_are_slowed_down(
        self, strict: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tables, "PREVIEWS", PREVIEWS._replace(burst=4, per_second=1e-6))
        client = strict.guest()
        asked = {"game": "expion", "seats": ["me", "me"], "start": True}
        place = f"/tables/{client.post('/tables', json=asked).json()['id']}/preview"
        answers = [client.post(place, json={"moves": ["e9-e8"]}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["code"] == "rate/preview"

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


def test_who_goes_on_asking_too_often_is_not_read_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletier.server.http.middleware.REQUESTS", Rate("request", 1, 0.001))
    held = asyncio.Event()

    async def hold(seconds: float) -> None:
        assert seconds == middleware.HELD
        held.set()

    with open_house(tmp_path, limits=1) as house, house.client() as client:
        monkeypatch.setattr(middleware, "hold", hold)
        assert [client.get("/games").status_code for _ in range(2)][-1] == 429
        assert held.is_set()


@pytest.mark.parametrize(
    ("accepted", "sorry", "nothing"),
    [("", "Trop de", "Il n’y a rien"), ("de, en;q=0.5", "Too many", "There is nothing")],
)
def test_too_often_is_said_in_the_language_of_every_other_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accepted: str, sorry: str, nothing: str
) -> None:
    monkeypatch.setattr("tabletier.server.http.middleware.REQUESTS", Rate("request", 1, 0.001))
    monkeypatch.setattr(middleware, "HELD", 0.0)
    with open_house(tmp_path, limits=1) as house:
        client = house.client(headers={"Accept-Language": accepted})
        told = [client.get("/nothing").json()["text"] for _ in range(2)]
    assert told[0].startswith(nothing)
    assert told[1].startswith(sorry)


def test_who_reads_pages_is_told_on_a_page_that_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletier.server.http.middleware.REQUESTS", Rate("request", 1, 0.25))
    monkeypatch.setattr(middleware, "HELD", 0.0)
    reading = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "fr"}
    with open_house(tmp_path, limits=1) as house, house.client(under="", headers=reading) as client:
        client.get("/livez")
        page = client.get("/tables/ABC")
        program = client.get("/tables/ABC", headers={"Accept": "*/*"})
        interface = client.get("/api/v1/games")
    seconds = page.headers["retry-after"]
    assert page.status_code == 429
    assert page.headers["content-type"].startswith("text/html")
    assert f'<meta http-equiv="refresh" content="{seconds}">' in page.text
    assert "Trop de demandes en peu de temps" in page.text
    assert f"réessayez dans {seconds}" in page.text
    assert "prefers-color-scheme:dark" in page.text
    style = page.text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = page.headers["content-security-policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert "script" not in policy + page.text
    for other in (program, interface):
        assert (other.status_code, other.json()["code"]) == (429, "rate/request")
