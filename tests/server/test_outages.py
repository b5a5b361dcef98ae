"""Databases and Redis that go away and come back, links that are cut, frames that come twice."""

import random
import time
from pathlib import Path
from typing import Any

import pytest

from tabletier.server.live import redis_cluster, timers
from tabletier.server.live.hub import Room
from tests.server.cables import cable_to
from tests.server.houses import PATIENCE, OpenHouse, open_house
from tests.server.visitors import SECRET, Live, Visitor, connect_live, served


def until(known: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not known():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def send_until_done(live: Live, order: dict[str, Any]) -> dict[str, Any]:
    """Send an order again and again until it is done."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        live.send(**order)
        while (answer := live.hear()).get("key") != order["key"]:
            pass
        if answer["type"] != "refused":
            return answer
        assert answer["code"] == "house/storage"
        time.sleep(0.1)
    raise AssertionError("the house does not recover")


class TestTheDatabase:
    def test_a_database_that_is_gone_and_back_loses_and_doubles_nothing(
        self, tmp_path: Path, postgres_url: str
    ) -> None:
        with (
            cable_to(postgres_url) as (cable, url),
            served(tmp_path, database_url=url) as house,
            Visitor(house.address, "Ann") as ann,
        ):
            table = ann.open("expion", seats=["me", "me"], start=True)["id"]
            with ann.live(table) as live:
                position = live.until("hello")["position"]
                for ply in range(6):
                    order = {"do": "move", "move": position["legal"][0], "ply": ply}
                    order["key"] = f"key {ply}"
                    if ply in {2, 4}:
                        cable.cut()
                        live.send(**order)
                        answer = live.until("refused")
                        assert answer["code"] == "house/storage"
                        assert answer["retry_ms"] > 0
                        assert ann.http.get("/tables").status_code == 503
                        cable.mend()
                    send_until_done(live, order)
                    position = ann.look(table)["position"]
                    assert position["plies"] == ply + 1
            lines = ann.http.get(f"/tables/{table}/lines").json()
        plies = [act["ply"] for line in lines for act in line["acts"] if act["act"] == "moved"]
        assert plies == list(range(6))


class TestRedis:
    def test_a_house_goes_on_without_redis_and_hears_its_neighbours_when_it_is_back(
        self, tmp_path: Path, postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(redis_cluster, "PAUSE", 0.1)
        settings = {"database_url": postgres_url, "secret": SECRET}
        with (
            cable_to(redis_url) as (cable, url),
            open_house(tmp_path, redis_url=url, **settings) as one,
            open_house(tmp_path, redis_url=redis_url, **settings) as other,
            Visitor(one.address, "Ann") as here,
            Visitor(other.address, "Ann", known=here) as there,
        ):
            table = here.open("expion", seats=["me", "me"], start=True)["id"]
            until(lambda: there.look(table)["position"] is not None)
            cable.cut()
            for _ in range(3):
                here.move(table)
            there.order(table, do="say", text="still here")
            assert here.look(table)["position"]["plies"] == 3
            cable.mend()
            until(lambda: here.look(table)["chat"])
            here.move(table)
            until(lambda: there.look(table)["position"]["plies"] == 4)

    def test_who_was_connected_to_a_server_that_died_is_missed_by_the_others(
        self, tmp_path: Path, postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(timers, "ROUND", 0.2)
        monkeypatch.setattr(redis_cluster, "REFRESH", 0.2)
        monkeypatch.setattr(redis_cluster, "STALE", 1.0)
        settings = {"database_url": postgres_url, "secret": SECRET}
        with (
            cable_to(redis_url) as (cable, url),
            open_house(tmp_path, redis_url=url, **settings) as dying,
            open_house(tmp_path, redis_url=redis_url, **settings) as other,
            Visitor(dying.address, "Ann") as ann,
            Visitor(other.address, "Ben") as ben,
        ):
            table = ann.open("expion", seats=["me", "open"])["id"]
            ben.order(table, do="sit")
            ann.order(table, do="start")
            with ann.live(table) as left, ben.live(table) as right:
                left.until("hello")
                right.until("hello")
                rounds = _rounds(other, monkeypatch)
                until(lambda: len(rounds) > 7)  # longer than somebody stale is remembered
                number = ben.look(table)["number"]
                assert number == ann.look(table)["number"]  # nobody was missed
                cable.cut()  # for its neighbours the server is gone
                away = right.until_act("away")
                assert away["acts"] == [
                    {"act": "away", "seat": 0, "until": away["acts"][0]["until"]}
                ]


def _rounds(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that a server has looked at on its rounds, as it goes along."""
    found: list[str] = []
    look = house.house.timers._look_at

    async def looked(room: Room, before: set[tuple[str, str]]) -> None:
        await look(room, before)
        found.append(room.table.id)

    monkeypatch.setattr(house.house.timers, "_look_at", looked)
    return found


class TestLinks:
    def test_frames_that_are_cut_doubled_reordered_and_replayed_change_nothing(
        self, tmp_path: Path
    ) -> None:
        dice = random.Random(7)
        with (
            served(tmp_path) as house,
            cable_to(f"{house.address}/") as (cable, url),
            Visitor(house.address, "Ann") as ann,
        ):
            table = ann.open("expion", seats=["me", "me"], start=True)["id"]
            sent: list[dict[str, Any]] = []
            heard: dict[int, dict[str, Any]] = {}
            while len(sent) < 40:
                with Visitor(url.rstrip("/"), "Ann", known=ann) as through:
                    live = connect_live(through.http, table, max(heard, default=0))
                    self._play_badly(live, cable, dice, sent, heard)
                cable.mend()
            final = ann.http.get(f"/tables/{table}/lines").json()
        plies = [act["ply"] for line in final for act in line["acts"] if act["act"] == "moved"]
        assert plies == list(range(len(plies)))
        assert len(plies) >= 20
        for line in final:  # what was told live is what is told afterwards
            if line["number"] in heard:
                assert heard[line["number"]] == line

    @staticmethod
    def _play_badly(
        live: Live,
        cable: Any,
        dice: random.Random,
        sent: list[dict[str, Any]],
        heard: dict[int, dict[str, Any]],
    ) -> None:
        with live:
            position: dict[str, Any] = {}
            while (message := live.hear())["type"] != "hello":
                assert heard.setdefault(message["number"], message) == message
            position = message["position"]
            for _ in range(8):
                if position["to_move"] is None:
                    return
                order = {"do": "move", "ply": position["plies"], "key": f"k{position['plies']}"}
                order["move"] = dice.choice(position["legal"])
                old = dice.sample(sent, min(2, len(sent)))
                frames = [order, order, *old]
                dice.shuffle(frames)
                sent.append(order)
                for frame in frames:
                    live.send(**frame)
                if dice.random() < 0.2:
                    cable.cut()
                    return
                answers = 0
                while answers < len(frames):
                    message = live.hear()
                    answers += 1
                    if message["type"] == "line":
                        assert heard.setdefault(message["number"], message) == message
                        position = message["position"]
