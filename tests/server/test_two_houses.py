"""Two servers, one PostgreSQL and one Redis: what happens once is kept, rated and told once."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy import func, select

from tabletier.match.puzzles import daily
from tabletier.server.db.schema import rating_changes, results
from tabletier.server.live import hub, timers, uptime, waking
from tabletier.server.tables import acts
from tests.server.calling import add, hurry, move, order
from tests.server.houses import PATIENCE, OpenHouse, open_house
from tests.server.outside import Outsiders, Webhook, outsiders, until

T = TypeVar("T")
HOUR = 3600
Pair = tuple[OpenHouse, OpenHouse]


@pytest.fixture
def outside() -> Iterator[Outsiders]:
    with outsiders() as found:
        yield found


@pytest.fixture
def pair(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Pair]:
    shared: dict[str, Any] = {"database_url": postgres_url, "redis_url": redis_url}
    shared |= {"private_targets": True, "secret": "s" * 40}
    with (
        open_house(tmp_path / "one", **shared) as one,
        open_house(tmp_path / "other", **shared) as other,
    ):
        one.wait_until_ready()
        other.wait_until_ready()
        yield one, other


def done(house: OpenHouse, work: Coroutine[Any, Any, T]) -> T:
    """Something done by a house, on its own loop."""
    return asyncio.run_coroutine_threadsafe(work, house.loop).result(PATIENCE)


def both(pair: Pair, work: Callable[[OpenHouse], T]) -> list[T]:
    """The same at both houses, at the same time."""
    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(work, pair))


def known_at(house: OpenHouse, client: httpx.Client) -> httpx.Client:
    """Somebody, at another server."""
    there = house.client()
    there.cookies.update(client.cookies)
    return there


def rows(house: OpenHouse, relation: Any, table: str) -> int:
    """How many rows there are of a table's match."""

    async def count() -> int:
        wanted = select(func.count()).select_from(relation).where(relation.c.table_id == table)
        async with house.house.store.engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    return done(house, count())


def plies(client: httpx.Client, table: str) -> int:
    """How many moves somebody's server knows of."""
    count: int = client.get(f"/tables/{table}").json()["position"]["plies"]
    return count


def ends(house: OpenHouse, table: str) -> list[acts.Ended]:
    """How often a match ended."""
    log = done(house, house.house.store.lines_after(table, 0))
    return [act for line in log for act in line.acts if isinstance(act, acts.Ended)]


def put_away(house: OpenHouse, table: str) -> bool:
    """Have a server put away the tables that nobody looks at; whether one is away.

    It is opened when something is due: the alarm of an open one is set by a clock of its own.
    """

    async def sweep() -> bool:
        house.house.hub.sweep(-1)
        return table not in house.house.hub.rooms

    return done(house, sweep())


def test_a_flag_falls_once_and_is_kept_rated_and_told_once(
    pair: Pair, outside: Outsiders, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    later, now, watch = 0, hub.now_ms, uptime.steady_ms
    for module in (hub, timers, uptime, waking):
        monkeypatch.setattr(module, "now_ms", lambda: now() + later)
    monkeypatch.setattr(uptime, "steady_ms", lambda: watch() + later)
    ada, bea, hook = one.guest("Ada"), other.guest("Bea"), Webhook(outside)
    add(bea, kind="webhook", address=hook.address)
    clock = {"kind": "days", "seconds": HOUR}
    asked = {"game": "expion", "seats": ["me", "open"], "rated": True, "clock": clock}
    table: str = ada.post("/tables", json=asked).json()["id"]
    order(bea, table, do="sit")
    order(ada, table, do="start")
    for ply, client in enumerate((ada, bea, ada, bea)):
        until(lambda: plies(client, table) == ply)  # noqa: B023 -- awaited here
        move(client, table)
    both(pair, lambda house: until(lambda: put_away(house, table)))
    later = HOUR * 1000 + 1
    both(pair, lambda house: done(house, house.house.waking.look()))
    until(lambda: ends(one, table))
    both(pair, hurry)
    assert [act.reason for act in ends(other, table)] == ["time"]

    mine = [client.get("/me/games").json() for client in (ada, known_at(other, ada))]
    assert mine[0] == mine[1]
    assert [(match["id"], match["outcome"]) for match in mine[0]] == [(table, "lost")]
    until(lambda: rows(one, rating_changes, table) == 2)
    standings = both(pair, lambda house: known_at(house, bea).get("/me/ratings").json())
    assert standings[0] == standings[1]
    (rated,) = (game for game in standings[0]["games"] if game["game"] == "expion")
    assert rated["matches"] == 1
    ladders = both(pair, lambda house: known_at(house, bea).get("/ladder/expion").json())
    assert ladders[0] == ladders[1]
    assert (rows(one, results, table), rows(other, rating_changes, table)) == (2, 2)

    def told() -> list[str]:
        return [json.loads(asked.body)["kind"] for asked in hook.asked]

    until(lambda: "ended" in told())
    both(pair, hurry)
    assert told().count("ended") == 1
    keys = [asked.headers["idempotency-key"] for asked in hook.asked]
    assert len(keys) == len(set(keys))


def test_a_puzzle_is_rated_once_and_its_day_counts_at_both(pair: Pair) -> None:
    ada = pair[0].guest("Ada")
    today = datetime.now(UTC).date().isoformat()
    puzzle = daily("expion", today).puzzle
    answer = {"moves": [step.best[0] for step in puzzle.steps], "day": today}
    path = f"/puzzles/expion/{puzzle.id}/answers"
    given = both(pair, lambda house: known_at(house, ada).post(path, json=answer).json())
    assert [told["streak"] for told in given] == [1, 1]
    assert sorted(told["change"] != 0 for told in given) == [False, True]
    standings = both(pair, lambda house: known_at(house, ada).get("/me/puzzles").json())
    assert standings[0] == standings[1]
    assert [(one["tries"], one["solved"], one["streak"]) for one in standings[0]] == [(1, 1, 1)]


def test_a_server_that_slept_was_not_closed_where_another_was_open(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (house.house.uptime for house in pair)
    for house in pair:
        done(house, house.house.uptime.sign())
    assert done(pair[0], one._was_open(hub.now_ms()))
    assert not done(pair[0], one._was_open(hub.now_ms() + 2 * uptime.GAP_MS))
    slept = 10 * uptime.JUMP_MS
    now = hub.now_ms
    monkeypatch.setattr(uptime, "now_ms", lambda: now() + slept)
    done(pair[1], other.sign())  # it was awake, and its clock says the same
    assert done(pair[0], one.look()) is False
    monkeypatch.setattr(pair[0].house.hub.neighbours, "shared", False)
    monkeypatch.setattr(uptime, "now_ms", lambda: now() + 2 * slept)
    assert done(pair[0], one.look()) is True, "alone it was closed meanwhile"
