"""Somebody new over a week: plays, leaves, is called back, solves dailies, reads the profile."""

import time
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tabletier.server.live import hub
from tests.server.calling import add, at_once, house, mail, move, order, outside, subscribed
from tests.server.houses import OpenHouse
from tests.server.outside import MailServer, Outsiders, PushService, Webhook, until

__all__ = ["at_once", "house", "mail", "outside"]
DAY = 86_400


class Calendar:
    """The days go by when we say so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        clock = SimpleNamespace(time=lambda: time.time() + self.ahead, monotonic=time.monotonic)
        monkeypatch.setattr(hub, "time", clock)

    def sleep(self) -> None:
        """Until the same time tomorrow."""
        self.ahead += DAY


def solve(client: httpx.Client, game: str) -> dict[str, Any]:
    """Today's puzzle of a game, found at once."""
    puzzle = client.get(f"/puzzles/{game}/daily").raise_for_status().json()
    asked = {"moves": [step["best"][0] for step in puzzle["steps"]], "day": puzzle["day"]}
    answer = client.post(f"/puzzles/{game}/{puzzle['id']}/answers", json=asked)
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def test_somebody_new_comes_back_for_a_week(
    house: OpenHouse, outside: Outsiders, mail: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    week, push, hook = Calendar(monkeypatch), PushService(outside), Webhook(outside)
    ada, bob = house.guest("Ada"), house.guest("Bob")
    house.wait_until_ready()

    # Monday: a rated match against the house, the puzzle, and a match by days with a friend.
    alone = ada.post("/tables", json={"game": "barrier", "seats": ["me", 1], "rated": True})
    order(ada, alone.json()["id"], do="start")
    order(ada, alone.json()["id"], do="resign")
    assert solve(ada, "barrier")["streak"] == 1
    clock = {"kind": "days", "seconds": 3 * DAY, "bank": 2 * DAY, "leave": 3}
    asked = {"game": "expion", "seats": ["me", "open"], "clock": clock, "rated": True}
    table: str = ada.post("/tables", json=asked).json()["id"]
    order(bob, table, do="sit")
    order(ada, table, do="start")
    subscribed(ada, push)
    add(ada, kind="webhook", address=f"{hook.address}/topic", shape="ntfy")
    add(ada, kind="email", address="ada@example.org")
    link = until(lambda: mail.taken)[0].get_content().split("https://games.example/api/v1")[1]
    assert house.client().post(link.split()[0]).status_code == 200
    move(ada, table)

    # Tuesday: she looks nowhere, and is called in three ways when Bob has moved.
    week.sleep()
    move(bob, table)
    until(lambda: push.told and hook.asked and mail.taken[1:])
    assert push.told[0]["text"] == "Bob has moved."
    assert "Bob has moved." in mail.taken[1].get_content()
    (due,) = ada.get("/me/tables", params={"status": "playing"}).json()
    assert (due["id"], due["your_turn"]) == (table, True)
    assert solve(ada, "barrier")["streak"] == 2
    move(ada, table)

    # Wednesday: a guest makes an account, and everything is still there.
    week.sleep()
    assert solve(ada, "barrier")["streak"] == 3
    account = {"login": "ada.week", "password": "correct horse"}
    assert ada.post("/me/account", json=account).status_code == 201
    week.sleep()
    order(bob, table, do="resign")
    until(lambda: len(push.told) == 2 and len(hook.asked) == 2 and len(mail.taken) == 3)
    assert push.told[1]["text"] == "You have won."

    # Friday, from another browser: games, what they changed, the profile, and for Bob as well.
    week.sleep()
    later = house.client()
    assert later.post("/login", json=account).status_code == 200
    won, lost = later.get("/me/games").json()
    assert (won["outcome"], won["change"] > 0, lost["outcome"]) == ("won", True, "lost")
    profile = later.get("/me/profile").json()
    assert [(one["game"], one["won"]) for one in profile["games"]] == [
        ("barrier", 0),
        ("expion", 1),
    ]
    assert [rival["name"] for rival in profile["rivals"]] == ["Bob"]
    assert [one["solved"] for one in later.get("/me/puzzles").json()] == [3]
    seen = bob.get(f"/people/{profile['handle']}").json()
    assert seen["between"]["against"]["lost"] == 1
