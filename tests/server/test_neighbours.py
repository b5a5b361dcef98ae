"""Several servers over one PostgreSQL and one Redis are one house."""

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tabletier.server.live import timers
from tabletier.server.live.hub import Room
from tabletier.server.live.timers import LOOKING
from tabletier.server.tables import decision
from tests.server.houses import PATIENCE, OpenHouse
from tests.server.test_pauses import GAME
from tests.server.visitors import Visitor, served

Two = tuple[OpenHouse, OpenHouse]


@pytest.fixture
def settings(tmp_path: Path, postgres_url: str, redis_url: str) -> dict[str, Any]:
    return {"data_dir": tmp_path, "database_url": postgres_url, "redis_url": redis_url}


@pytest.fixture
def two(settings: dict[str, Any]) -> Iterator[Two]:
    with served(**settings) as one, served(**settings) as other:
        yield one, other


@pytest.fixture
def pair(two: Two) -> Iterator[tuple[Visitor, Visitor, str]]:
    """Ann at one server, Ben at the other, and a table where they play."""
    with Visitor(two[0].address, "Ann") as ann, Visitor(two[1].address, "Ben") as ben:
        table = ann.open(seats=["me", "open"])["id"]
        assert ben.order(table, do="sit").status_code == 200
        assert ann.order(table, do="start").status_code == 200
        yield ann, ben, table


@contextmanager
def at_both(two: Two) -> Iterator[tuple[Visitor, Visitor]]:
    """One person, at both servers."""
    here = Visitor(two[0].address, "Ann")
    with here, Visitor(two[1].address, "Ann", known=here) as there:
        yield here, there


def test_each_seat_may_be_connected_to_a_different_server(
    pair: tuple[Visitor, Visitor, str],
) -> None:
    ann, ben, table = pair
    with ann.live(table) as left, ben.live(table) as right:
        hello, other = left.until("hello"), right.until("hello")
        assert (hello["table"]["yours"], other["table"]["yours"]) == ([0], [1])
        assert other["number"] <= hello["number"]  # news takes a moment from server to server
        position = hello["position"]
        for ply in range(12):
            mover = left if position["to_move"] == 0 else right
            mover.send(do="move", move=position["legal"][0], ply=ply, key=f"move {ply}")
            lines = [left.until_act("moved"), right.until_act("moved")]
            assert lines[0]["number"] == lines[1]["number"]
            assert lines[0]["acts"] == lines[1]["acts"]
            position = lines[0]["position"]
            assert position["view"] == lines[1]["position"]["view"]


def test_of_two_servers_one_wins_a_ply_and_the_other_answers_stale(
    two: Two,
) -> None:
    with (
        Visitor(two[0].address, "Ann") as here,
        Visitor(two[1].address, "Ann", known=here) as there,
    ):
        table = here.open("expion", seats=["me", "me"], start=True)["id"]
        for _ in range(15):
            positions = [visitor.look(table)["position"] for visitor in (here, there)]
            order = {"do": "move", "ply": positions[0]["plies"], "move": positions[0]["legal"][0]}
            answers: list[httpx.Response] = []
            together = threading.Barrier(2)

            def give(
                visitor: Visitor,
                order: dict[str, Any] = order,
                answers: list[httpx.Response] = answers,
                together: threading.Barrier = together,
            ) -> None:
                together.wait()
                answers.append(visitor.order(table, **order))

            threads = [threading.Thread(target=give, args=(who,)) for who in (here, there)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            (refused,) = [answer.json() for answer in answers if answer.status_code == 409]
            assert refused["code"] == "table/stale"
        lines = here.http.get(f"/tables/{table}/lines").json()
        plies = [act["ply"] for line in lines for act in line["acts"] if act["act"] == "moved"]
        assert plies == list(range(15))


def test_a_key_sent_to_two_servers_counts_once(two: Two) -> None:
    with (
        Visitor(two[0].address, "Ann") as here,
        Visitor(two[1].address, "Ann", known=here) as there,
    ):
        table = here.open("expion", seats=["me", "me"], start=True)["id"]
        order = {"do": "move", "ply": 0, "key": "once"}
        order["move"] = there.look(table)["position"]["legal"][0]
        first = here.order(table, **order).json()
        assert there.order(table, **order).json() == first
        assert there.look(table)["position"]["plies"] == 1


def test_who_is_connected_to_another_server_is_not_away(
    pair: tuple[Visitor, Visitor, str],
    two: Two,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timers, "GRACE", 0.05)
    ann, ben, table = pair
    with Visitor(two[0].address, "Ben", known=ben) as elsewhere, ann.live(table) as watching:
        watching.until("hello")
        with ben.live(table) as socket:
            socket.until("hello")
            _settle(two, table, {1})
            with elsewhere.live(table) as second:
                second.until("hello")
                asked = _asked(two[0], monkeypatch)
            _until(lambda: asked)  # the server that lost a socket asks its neighbour
            assert len(asked[0]) == 2, "and hears that both are there"
            number = ann.look(table)["number"]
        away = watching.until_act("away")
        assert away["number"] == number + 1
        with elsewhere.live(table) as second:
            assert watching.until_act("back")["acts"] == [{"act": "back", "seat": 1}]


def test_an_opponent_moves_once_however_many_servers_look_on(
    two: Two,
) -> None:
    with (
        Visitor(two[0].address, "Ann") as here,
        Visitor(two[1].address, "Ann", known=here) as there,
    ):
        table = here.open("expion", seats=["me", 1], start=True)["id"]
        with here.live(table) as one, there.live(table) as other:
            position = one.until("hello")["position"]
            other.until("hello")
            for _ in range(3):
                if position["to_move"] == 1:
                    position = one.until_act("moved")["position"]
                one.send(do="move", move=position["legal"][0], ply=position["plies"])
                mine = one.until_act("moved")
                position = mine["position"]
                while position["to_move"] == 1:
                    position = one.until_act("moved")["position"]
            lines = there.http.get(f"/tables/{table}/lines").json()
        plies = [act["ply"] for line in lines for act in line["acts"] if act["act"] == "moved"]
        assert plies == list(range(len(plies)))
        assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))


def test_a_server_that_missed_the_news_finds_them_in_the_database(
    pair: tuple[Visitor, Visitor, str], two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, table = pair
    hub = two[1].house.hub
    monkeypatch.setattr(hub.neighbours, "_hear", lambda *_: None)  # nothing arrives any more
    movers = {0: ann, 1: ben}
    for plies in range(4):
        _until(lambda plies=plies: ann.look(table)["position"]["plies"] == plies)
        position = ann.look(table)["position"]
        mover = movers[position["to_move"]]
        answer = mover.order(table, do="move", move=position["legal"][0], ply=plies)
        assert answer.status_code == 200, answer.text
    _until(lambda: ann.look(table)["position"]["plies"] == 4)
    ann.order(table, do="say", text="hello")
    assert ben.look(table)["number"] < ann.look(table)["number"]
    two[1].loop.call_soon_threadsafe(hub.missed)
    _until(lambda: ben.look(table)["number"] == ann.look(table)["number"])


def _settle(two: Two, table: str, seats: set[int]) -> None:
    """Wait until the first server knows who is connected to the other."""
    neighbours = two[0].house.hub.neighbours

    def known() -> bool:
        here = asyncio.run_coroutine_threadsafe(neighbours.here(table), two[0].loop)
        return len(here.result(PATIENCE)) == len(seats)

    _until(known)


def _asked(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """What a server finds out about who is there, as it goes along."""
    found: list[set[str]] = []
    ask = house.house.timers._present

    async def asked(room: Room) -> set[str] | None:
        present = await ask(room)
        found.append(present or set())
        return present

    monkeypatch.setattr(house.house.timers, "_present", asked)
    return found


def _until(known: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not known():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def lookers(house: OpenHouse, table: str) -> set[str]:
    """Those whose page at another server shows a table."""
    known = house.house.hub.neighbours.here(LOOKING + table)
    return asyncio.run_coroutine_threadsafe(known, house.loop).result(PATIENCE)


def test_a_pause_waits_for_pages_at_both_servers(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round ends at one server; who looks on at the other is waited for, and says so there."""
    monkeypatch.setattr(decision, "LOOK_MS", 600_000)
    dice = random.Random(5)
    with ExitStack() as stack:
        ann, ben = (
            stack.enter_context(Visitor(house.address, name))
            for house, name in zip(two, ("Ann", "Ben"), strict=True)
        )
        for visitor in (ann, ben):
            visitor.http.headers["Connection"] = "close"
        table = ann.open(GAME, options={"rounds_to_win": 3}, seats=["me", "open"])["id"]
        ben.order(table, do="sit").raise_for_status()
        ann.order(table, do="start").raise_for_status()
        pages = [stack.enter_context(who.live(table, looks="true")) for who in (ann, ben)]
        position = [page.until("hello") for page in pages][-1]["position"]
        while not all(lookers(house, table) for house in two):  # news takes a moment
            time.sleep(0.05)
        told: list[dict[str, Any]] = []
        while not told or "paused" not in {act["act"] for act in told[0]["acts"]}:
            mover = position["to_move"]
            shown = (ann, ben)[mover].look(table)["position"]
            order = {"move": dice.choice(shown["legal"]), "ply": position["plies"]}
            pages[mover].send(do="move", **order)
            told = [page.until_act("moved") for page in pages]
            position = told[0]["position"]
        for line in told:
            assert line["table"]["pause"]["seats"] == [0, 1]
        for page, left in zip(pages, ([1], []), strict=True):
            page.send(do="looked")
            heard = [other.until_act("looked") for other in pages]
            pauses = [line["table"]["pause"] for line in heard]
            assert (
                pauses == [None if not left else {**told[0]["table"]["pause"], "seats": left}] * 2
            )
        assert {act["act"] for act in heard[0]["acts"]} == {"looked", "went_on"}
