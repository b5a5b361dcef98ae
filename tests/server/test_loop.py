"""Nothing that grows with a log is done on the event loop, and going back takes no time."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tabletier.match.match import Match
from tabletier.server import background
from tabletier.server.db import store as stores
from tabletier.server.db.database import sqlite_url
from tabletier.server.http.routes import tables as api
from tabletier.server.limits import Rate
from tabletier.server.live import broadcast
from tabletier.server.live.hub import Hub
from tabletier.server.tables import acts, decision, reading, replay, table
from tabletier.server.tables.decision import Decision, check_length
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.table import Table
from tests.server.houses import OpenHouse, open_house
from tests.server.pure import Desk
from tests.server.test_scribe import said
from tests.server.test_storage import new_table, opened_room, store_at

MOVES = 46


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("loop")) as house:
        house.wait_until_ready()
        yield house


@pytest.fixture
def long_table() -> Desk:
    """A table with more moves than a stretch, all of which may be taken back."""
    desk = Desk("expion", takeback="free").seat_all()
    for _ in range(MOVES):
        desk.move()
    return desk


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that are worked out from now on."""
    played: list[str] = []
    play = Match.play

    def counting(match: Match, move: str) -> Match:
        played.append(move)
        return play(match, move)

    monkeypatch.setattr(Match, "play", counting)
    return played


class TestTakingBack:
    def test_what_stood_before_is_still_known(
        self, long_table: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played = counted(monkeypatch)
        long_table.order(long_table.mover, "ask", question="takeback")
        assert len(long_table.table.moves) == MOVES - 2
        assert played == []

    def test_a_whole_match_is_taken_back_in_few_stretches(
        self, long_table: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played = counted(monkeypatch)
        while long_table.table.moves:
            mover = long_table.table.seats[long_table.table.makers[-1]].person or ""
            long_table.order(mover, "ask", question="takeback")
        assert len(played) <= MOVES // table.RECENT * table.STRETCH
        assert long_table.table == long_table.again()

    def test_few_matches_are_kept(self, long_table: Desk) -> None:
        kept = long_table.table.stages
        assert kept is not None
        assert len(kept) <= 1 + table.RECENT + MOVES // table.STRETCH


class TestLength:
    def test_a_long_log_is_for_playing_only(
        self, long_table: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = long_table.table
        monkeypatch.setattr(decision, "MOST_LINES", table.number)
        said = long_table.order("ann", "say", text="hello").acts
        moved = long_table.move().acts
        with pytest.raises(Refused) as refusal:
            check_length(table, said)
        assert refusal.value.code == "table/long"
        check_length(table, moved)
        monkeypatch.setattr(decision, "MOST_PLAYED", table.number)
        with pytest.raises(Refused, match="resign, or open another"):
            check_length(table, moved)
        check_length(table, long_table.order("ann", "resign").acts)

    def test_moves_are_taken_back_so_often_and_no_more(
        self, long_table: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(decision, "MOST_TAKEBACKS", 1)
        first = long_table.order("ann", "ask", question="takeback").acts
        with pytest.raises(Refused) as refusal:
            check_length(long_table.table, first)
        assert refusal.value.code == "table/takebacks"

    def test_the_house_keeps_to_it(self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
        ada = house.guest()
        table, orders = opened(ada)
        monkeypatch.setattr(decision, "MOST_LINES", 1)
        answer = ada.post(orders, json={"do": "say", "text": "hello"})
        assert (answer.status_code, answer.json()["code"]) == (409, "table/long")
        assert "may still play here" in answer.json()["text"]
        legal = ada.get(f"/tables/{table}").json()["position"]["legal"]
        move = {"do": "move", "move": legal[0], "ply": 0}
        assert ada.post(orders, json=move).status_code == 200


def opened(client: httpx.Client) -> tuple[str, str]:
    """A table at which somebody plays with themselves, and where orders go."""
    asked = {"game": "expion", "seats": ["me", "me"], "start": True, "takeback": "free"}
    table: str = client.post("/tables", json=asked).json()["id"]
    return table, f"/tables/{table}/orders"


HEAVY: list[tuple[Any, str]] = [
    (stores, "table_of"),
    (broadcast.Retelling, "told"),
    (replay.Film, "times"),
    (Match, "record"),
]


def noted(function: Any, threads: set[int]) -> Any:
    """A function that writes down in which threads it is called."""

    def noting(*given: Any, **named: Any) -> Any:
        threads.add(threading.get_ident())
        return function(*given, **named)

    return noting


class TestLookingBack:
    def test_a_long_log_is_not_read_from_its_beginning(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "MILESTONE", 20)
        desk = Desk("expion", takeback="free").seat_all()
        for number in range(MOVES):
            maker = desk.mover
            desk.move()
            if number % 5 == 4:
                desk.order(maker, "ask", question="takeback")
        played = counted(monkeypatch)
        desk.retold(None, after=len(desk.log) - 3)
        assert 0 < len(played) < 20 + 3

    def test_the_same_is_told_from_wherever_it_is_read(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "MILESTONE", 7)
        desk = Desk("point", {"players": 2}, takeback="free").seat_all()  # rows are secret at first
        for number in range(12):
            maker = desk.mover
            desk.move()
            if number == 8:
                desk.order(maker, "ask", question="takeback")
        assert len(desk.table.milestones) == len(desk.log) // 7 > 1
        unmarked = Table(desk.table.id, desk.table.seed)
        for person in ("ann", "ben", None):
            for after in range(len(desk.log)):
                told = broadcast.retold(unmarked, desk.log, after, person)
                assert desk.retold(person, after) == told

    def test_what_somebody_was_called_is_not_kept_when_they_are_forgotten(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "MILESTONE", 3)
        desk = Desk("expion").seat_all()
        assert desk.table.milestones
        desk.now += 1
        desk.write(Decision((acts.Forgotten(person="ann"),)))
        assert "Ann" not in repr(desk.table.milestones)

    def test_work_aside_rests_again_and_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now, rests = 0.0, list[float]()

        def work(number: int) -> int:
            nonlocal now
            now += background.WORK / 4
            return number

        clock = SimpleNamespace(perf_counter=lambda: now, sleep=rests.append)
        monkeypatch.setattr(background, "time", clock)
        assert [work(number) for number in background.paced(range(40))] == list(range(40))
        assert len(rests) == 10
        assert set(rests) == {background.REST}

    def test_nobody_waits_for_all_that_an_address_asks(self) -> None:
        async def look() -> list[str]:
            thread, done, goes_on = background.Aside("test"), list[str](), threading.Event()

            async def one(address: str, work: Any) -> None:
                async with thread.turn_of(address):
                    await thread.do(work)
                    done.append(address)

            flood = [asyncio.create_task(one("flood", goes_on.wait)) for _ in range(5)]
            await asyncio.sleep(0)
            calm = asyncio.create_task(one("calm", int))
            await asyncio.sleep(0)
            goes_on.set()
            await asyncio.gather(*flood, calm)
            thread.close()
            return done

        assert asyncio.run(look()).index("calm") <= 1

    def test_who_asks_too_often_what_they_missed_is_shown_the_table_as_it_stands(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(api, "LINES", Rate("lines", 1, 1e-6))
        monkeypatch.setattr(house.house.gate, "_generosity", 1.0)
        ada = house.guest()
        table, _ = opened(ada)

        def first() -> str:
            with ada.stream("GET", f"/tables/{table}/stream?after=0") as stream:
                kind: str = json.loads(next(stream.iter_lines()))["type"]
                return kind

        assert [first(), first()] == ["line", "hello"]


class TestTheLoop:
    def test_reads_no_log(self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
        """Opening, looking back, lines, glances, records, a socket that was away."""
        threads: dict[str, set[int]] = {name: set() for _, name in HEAVY}
        for where, name in HEAVY:
            monkeypatch.setattr(where, name, noted(getattr(where, name), threads[name]))
        ada = house.guest()
        table, orders = opened(ada)
        for number in range(6):
            legal = ada.get(f"/tables/{table}").json()["position"]["legal"]
            ada.post(orders, json={"do": "move", "move": legal[0], "ply": number})
        ada.post(orders, json={"do": "ask", "question": "takeback"})
        ada.post(orders, json={"do": "resign"})
        house.loop.call_soon_threadsafe(house.house.hub.rooms.clear)
        assert ada.get("/me/tables").json()[0]["to_move"] is None
        assert (
            len(ada.get(f"/tables/{table}/lines").json())
            == ada.get(f"/tables/{table}").json()["number"]
        )
        assert len(ada.get(f"/tables/{table}/replay").json()["steps"]) == 7
        assert ada.get(f"/tables/{table}/record").text
        with ada.stream("GET", f"/tables/{table}/stream?after=2") as stream:
            assert next(stream.iter_lines())
        loop = asyncio.run_coroutine_threadsafe(thread(), house.loop).result()
        for name, found in threads.items():
            assert found, f"{name} was not called: this test looks at nothing"
            assert loop not in found, f"{name} was called on the event loop"

    def test_whoever_opens_a_table_does_not_wait_for_those_who_look_back(
        self, house: OpenHouse
    ) -> None:
        ada, goes_on = house.guest(), threading.Event()
        table, _ = opened(ada)
        store = house.house.store
        looking = asyncio.run_coroutine_threadsafe(store.aside.do(goes_on.wait), house.loop)
        try:
            house.loop.call_soon_threadsafe(house.house.hub.rooms.clear)
            assert ada.get(f"/tables/{table}").json()["table"]["status"] == "playing"
        finally:
            goes_on.set()
            looking.result()

    def test_that_is_held_up_is_counted(self, house: OpenHouse) -> None:
        def stalls() -> float:
            told = house.client(under="").get("/metrics").text
            found = [line for line in told.splitlines() if "loop_stalls_total" in line]
            return float(found[-1].split()[-1])

        before = stalls()
        house.loop.call_soon_threadsafe(time.sleep, 0.3)
        assert stalls() > before


async def thread() -> int:
    """The thread in which the loop runs."""
    return threading.get_ident()


def test_lines_of_neighbours_are_read_some_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page at a time, and every page is whole."""
    monkeypatch.setattr(stores, "PAGE", 3)

    async def read() -> None:
        async with store_at(sqlite_url(tmp_path / "house.db")) as store:
            table = await new_table(store)
            room = await opened_room(Hub(store), table)
            for number in range(2, 8):
                await store.writer.append(table, said(number))
            for after in range(8):
                log = await store.lines_after(table, after)
                assert [line.number for line in log] == list(range(after + 1, 8))
            await Hub(store).catch_up(room)
            assert room.table.number == 7

    asyncio.run(read())
