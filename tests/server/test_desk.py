"""Hints and analyses as jobs: asked for, waited for, given up, and kept."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import jsonschema
import pytest

from tabletier.search.analysis.report import SCHEMA
from tabletier.server.jobs import analysis_process, service
from tests.server.houses import PATIENCE, OpenHouse, open_house
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("desk"), simulations=2) as house:
        yield house


@pytest.fixture
def ada(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Ada") as visitor:
        yield visitor


@pytest.fixture
def bob(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Bob") as visitor:
        yield visitor


def begun(one: Visitor, other: Visitor, game: str = "punto", **asked: Any) -> str:
    table: str = one.open(game, **asked)["id"]
    assert other.order(table, do="sit").status_code == 200
    assert one.order(table, do="start").status_code == 200
    return table


def finished(visitor: Visitor, moves: int = 3) -> str:
    """A short match of one person, given up."""
    table: str = visitor.open("barrier", seats=["me", "me"], start=True)["id"]
    for _ in range(moves):
        visitor.move(table)
    assert visitor.order(table, do="resign").status_code == 200
    return table


def waited(visitor: Visitor, asked: httpx.Response) -> dict[str, Any]:
    """A job at its end."""
    assert asked.status_code == 202, asked.text
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        job: dict[str, Any] = visitor.http.get(f"/jobs/{asked.json()['id']}?wait=20").json()
        if job["status"] not in ("waiting", "running"):
            return job
    raise AssertionError(job)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class TestHints:
    def test_a_hint_has_a_legal_move_a_reason_and_chances(self, ada: Visitor, bob: Visitor) -> None:
        table = begun(ada, bob, hints=True)
        position = ada.look(table)["position"]
        mover, other = (ada, bob) if position["to_move"] == 0 else (bob, ada)
        asked = mover.http.post(f"/tables/{table}/hint")
        job = waited(mover, asked)
        assert (job["kind"], job["status"], job["table"]) == ("hint", "done", table)
        hint = job["result"]
        assert hint["move"] in mover.look(table)["position"]["legal"]
        assert hint["reason"]["fr"]
        assert hint["reason"]["en"]
        assert sum(hint["value"]) == pytest.approx(1)
        again = mover.http.post(f"/tables/{table}/hint").json()
        assert (again["id"], again["result"]) == (job["id"], hint)
        assert refusal(other.http.get(f"/jobs/{job['id']}")) == (404, "job/unknown")
        assert refusal(other.http.delete(f"/jobs/{job['id']}")) == (404, "job/unknown")

    def test_only_whoever_is_to_move_gets_one(
        self, house: OpenHouse, ada: Visitor, bob: Visitor
    ) -> None:
        table = ada.open("punto")["id"]
        assert refusal(ada.http.post(f"/tables/{table}/hint")) == (409, "table/wrong-time")
        table = begun(ada, bob)
        waiting = bob if ada.look(table)["position"]["to_move"] == 0 else ada
        assert refusal(waiting.http.post(f"/tables/{table}/hint")) == (409, "table/not-your-turn")
        with Visitor(house.address, "Eve") as eve:
            assert refusal(eve.http.post(f"/tables/{table}/hint")) == (403, "table/not-seated")
        assert house.client().post(f"/tables/{table}/hint").status_code == 401

    def test_a_table_may_agree_to_play_without(self, ada: Visitor) -> None:
        table = ada.open("barrier", seats=["me", "me"], hints=False, start=True)["id"]
        assert refusal(ada.http.post(f"/tables/{table}/hint")) == (409, "table/wrong-time")

    def test_people_play_without_unless_they_agree_otherwise(
        self, ada: Visitor, bob: Visitor
    ) -> None:
        table = begun(ada, bob)
        mover = ada if ada.look(table)["position"]["to_move"] == 0 else bob
        assert refusal(mover.http.post(f"/tables/{table}/hint")) == (409, "table/wrong-time")


class TestAnalyses:
    def test_a_match_is_looked_at_once_and_kept(
        self, house: OpenHouse, ada: Visitor, bob: Visitor
    ) -> None:
        table = finished(ada)
        asked = ada.http.post(f"/tables/{table}/analysis")
        job = waited(ada, asked)
        assert (job["status"], job["done"], job["total"]) == ("done", 3, 3)
        jsonschema.validate(job["result"], SCHEMA)
        assert job["result"]["complete"]
        again = bob.http.post(f"/tables/{table}/analysis").json()
        assert (again["id"], again["status"], again["result"]) == (job["id"], "done", job["result"])
        pictures = {}
        for language in ("fr", "en"):
            answer = bob.http.get(f"/jobs/{job['id']}/ribbon", params={"lang": language})
            assert answer.headers["content-type"] == "image/svg+xml"
            assert ET.fromstring(answer.text).tag.endswith("svg")
            assert "script" not in answer.headers["content-security-policy"]
            pictures[language] = answer.text
        assert "Place 1" in pictures["fr"]
        assert "Seat 1" in pictures["en"]
        assert "Ada" not in pictures["en"]
        kept = house.client().get(f"/tables/{table}/analysis").json()  # a visitor without a name
        assert (kept["id"], kept["result"]) == (job["id"], job["result"])
        assert refusal(bob.http.delete(f"/jobs/{job['id']}")) == (404, "job/unknown")
        assert house.client().get(f"/jobs/{job['id']}").status_code == 401

    def test_only_of_matches_that_are_over(self, ada: Visitor) -> None:
        table = ada.open("barrier", seats=["me", "me"], start=True)["id"]
        assert ada.http.get(f"/tables/{table}/analysis").json() is None
        assert refusal(ada.http.post(f"/tables/{table}/analysis")) == (409, "table/wrong-time")
        assert ada.order(table, do="resign").status_code == 200
        assert refusal(ada.http.post(f"/tables/{table}/analysis")) == (409, "table/wrong-time")


class TestTokens:
    def test_a_token_that_only_reads_starts_nothing(self, house: OpenHouse) -> None:
        owner = house.guest("Ada")
        asked = {"game": "barrier", "seats": ["me", "me"], "start": True}
        table = owner.post("/tables", json=asked).json()["id"]
        token = owner.post("/me/tokens", json={"label": "eye", "scopes": ["read"]}).json()["token"]
        eye = house.client(headers={"Authorization": f"Bearer {token}"})
        for answer in (
            eye.post(f"/tables/{table}/hint"),
            eye.post(f"/tables/{table}/analysis"),
            eye.post(f"/tables/{table}/reports", json={"number": 1}),
            eye.post("/me/mutes", json={"table": table, "number": 1}),
            eye.delete("/me/mutes/x"),
            eye.delete("/jobs/x"),
        ):
            assert refusal(answer) == (403, "token/scope")
        assert eye.get("/me/mutes").json() == []
        assert refusal(eye.get("/jobs/x")) == (404, "job/unknown")


class Slow:
    """An analysis that never ends by itself."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.begun, self.stopped = 0, 0
        patch.setattr(service, "analysed", self._look)
        patch.setattr(service, "BEAT", 0.05)

    async def _look(self, record: str, simulations: int, progress: Any) -> dict[str, Any]:
        self.begun += 1
        progress(1, 3)
        try:
            await asyncio.sleep(PATIENCE)
        finally:
            self.stopped += 1
        return {}

    def until(self, begun: int = 0, stopped: int = 0) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.begun < begun or self.stopped < stopped:
            assert time.monotonic() < deadline
            time.sleep(0.02)


class TestWaiting:
    def test_progress_is_told_and_whoever_asked_may_give_up(
        self, ada: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = Slow(monkeypatch)
        table = finished(ada)
        job = ada.http.post(f"/tables/{table}/analysis").json()
        assert bob.http.post(f"/tables/{table}/analysis").json()["id"] == job["id"]
        deadline = time.monotonic() + PATIENCE
        while job["status"] != "running" and time.monotonic() < deadline:
            job = bob.http.get(f"/jobs/{job['id']}").json()
        assert (job["done"], job["total"], job["result"]) == (1, 3, None)
        assert refusal(bob.http.get(f"/jobs/{job['id']}/ribbon")) == (409, "table/wrong-time")
        assert ada.http.delete(f"/jobs/{job['id']}").status_code == 204
        slow.until(stopped=1)
        assert ada.http.get(f"/jobs/{job['id']}").json()["status"] == "cancelled"
        again = ada.http.post(f"/tables/{table}/analysis").json()
        assert again["id"] != job["id"], "what was given up is begun anew"
        ada.http.delete(f"/jobs/{again['id']}")
        slow.until(stopped=2)

    def test_what_nobody_waits_for_is_given_up(
        self, ada: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = Slow(monkeypatch)
        monkeypatch.setattr(service, "PATIENCE_MS", 100)
        job = ada.http.post(f"/tables/{finished(ada)}/analysis").json()
        slow.until(stopped=1)
        assert ada.http.get(f"/jobs/{job['id']}?wait=5").json()["status"] == "cancelled"

    def test_nobody_asks_for_everything_at_once(
        self, ada: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = Slow(monkeypatch)
        tables = [finished(ada, 1) for _ in range(4)]
        asked = [ada.http.post(f"/tables/{table}/analysis") for table in tables]
        assert [answer.status_code for answer in asked] == [202, 202, 202, 429]
        assert asked[3].json()["code"] == "job/too-many"
        assert asked[3].headers["retry-after"] == "5"
        slow.until(begun=1)
        assert slow.begun == 1, "one is looked at, the others wait"
        for answer in reversed(asked[:3]):
            assert ada.http.delete(f"/jobs/{answer.json()['id']}").status_code == 204
        slow.until(stopped=1)

    def test_a_process_that_ends_is_a_failure_that_may_be_tried_again(
        self, ada: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = finished(ada)
        with monkeypatch.context() as patch:
            patch.setattr(analysis_process, "RUN", "raise SystemExit(1)")
            job = waited(ada, ada.http.post(f"/tables/{table}/analysis"))
            assert (job["status"], job["result"]) == ("failed", None)
        again = waited(ada, ada.http.post(f"/tables/{table}/analysis"))
        assert again["status"] == "done"
