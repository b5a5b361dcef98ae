"""How long ratings take in a house with many rated matches: a rebuild, one more match, the ladder.

    python -m benchmarks.ratings_speed     # 100,000 matches, SQLite in a new folder
    python -m benchmarks.ratings_speed --url postgresql+asyncpg://…   # an empty database

The matches are made up: people of some strength and the first five levels meet at tables of two and
four, at one game. Times are by the clock and by processor time of this process; PostgreSQL's own
work is in the clock only. Memory is the most that this process ever had.
"""

import argparse
import asyncio
import json
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.registry import keys
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.ladder import Ladders
from tabletier.server.db.ratings import rebuild, settle
from tabletier.server.db.results import file_results
from tabletier.server.db.schema import people, results, tables
from tabletier.server.db.upgrading import upgrade
from tabletier.server.tables.outcome import MatchResult, SeatResult

GAME = keys()[0]
AT_A_TIME = 2000
LOOKS = 200


def match_of(number: int, persons: int, dice: Random) -> MatchResult:
    """A match of people and levels; the stronger win more often."""
    count = 4 if number % 10 == 0 else 2
    sitting = dice.sample(range(persons), count)
    levels = [dice.randint(1, 5) if seat and dice.random() < 0.4 else None for seat in range(count)]
    strengths = [
        (who % 1500) + 300 if level is None else 300 + 300 * level
        for who, level in zip(sitting, levels, strict=True)
    ]
    winner = max(range(count), key=lambda seat: strengths[seat] + dice.gauss(0, 250))
    seats = tuple(
        SeatResult(
            seat=seat,
            person=None if level else f"person{who}",
            name="" if level else f"Person {who}",
            house=level is not None,
            opponent="Odile" if level else "",
            level=level,
            team=seat,
            outcome="won" if seat == winner else "lost",
            stand_in=False,
            left=False,
            first=True,
            mixed=False,
            uncounted="",
        )
        for seat, (who, level) in enumerate(zip(sitting, levels, strict=True))
    )
    return MatchResult(
        table_id=f"table{number:07}",
        game=GAME,
        players=count,
        options={},
        reason="line",
        public=True,
        rated=True,
        with_house=any(levels),
        moves=40,
        opened=number,
        started=number,
        ended=1_700_000_000_000 + 60_000 * number,
        seats=seats,
    )


async def fill(engine: AsyncEngine, matches: int, persons: int) -> None:
    """Write people and matches down, as the lines that end them do."""
    dice = Random("ratings")
    known = [
        {
            "id": f"person{n}",
            "name": f"Person {n}",
            "language": "en",
            "created": 0,
            "handle": f"h{n}",
        }
        for n in range(persons)
    ]
    async with engine.begin() as connection:
        for some in slices(known):
            await connection.execute(insert(people), some)
    for some in slices([match_of(number, persons, dice) for number in range(matches)]):
        async with engine.begin() as connection:
            await connection.execute(insert(tables), [table_of(match) for match in some])
            await file_results(connection, some)


def table_of(match: MatchResult) -> dict[str, Any]:
    """The table of a match."""
    values = {"id": match.table_id, "seed": "", "game": GAME, "public": True, "free": 0}
    return {**values, "status": "over", "opened": match.opened, "touched": match.ended}


def slices(items: list[Any]) -> Iterator[list[Any]]:
    """Some at a time."""
    return (items[n : n + AT_A_TIME] for n in range(0, len(items), AT_A_TIME))


async def timed(work: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
    """Seconds by the clock and of processor time."""
    wall, cpu = time.perf_counter(), time.process_time()
    await work()
    return time.perf_counter() - wall, time.process_time() - cpu


async def measure(engine: AsyncEngine, matches: int, persons: int) -> dict[str, Any]:
    """All figures."""
    await upgrade(engine)
    await fill(engine, matches, persons)
    found: dict[str, Any] = {"matches": matches, "people": persons}
    found["rebuild"] = await timed(lambda: rebuild(engine, GAME))

    async def one_more() -> None:
        match = match_of(matches, persons, Random("last"))
        async with engine.begin() as connection:
            await connection.execute(insert(tables), [table_of(match)])
            await file_results(connection, [match])
        await settle(engine, GAME)

    found["one more match"] = await timed(one_more)
    ladders, looks, after = Ladders(engine), [], None
    for _ in range(LOOKS):
        wall = time.perf_counter()
        page = await ladders.page(GAME, after, 51)
        people_there = [rung for rung in page if rung.level is None]
        if people_there:
            await ladders.rank(people_there[0], GAME)
        looks.append(time.perf_counter() - wall)
        after = page[-2] if len(page) > 50 else None
    looks.sort()
    found["ladder, median"], found["ladder, slowest"] = looks[LOOKS // 2], looks[-1]
    found["memory, MiB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    async with engine.connect() as connection:
        rows = await connection.execute(results.select().limit(1))
        assert rows.first() is not None
    return found


async def run(url: str, matches: int, persons: int) -> dict[str, Any]:
    """Measure with a database."""
    engine = open_engine(url)
    try:
        return await measure(engine, matches, persons)
    finally:
        await engine.dispose()


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--url", help="an empty database; otherwise SQLite in a new folder")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.url or sqlite_url(Path(folder) / "house.sqlite3")
        found = asyncio.run(run(url, asked.matches, asked.people))
    if asked.json:
        print(json.dumps(found))
        return 0
    print(f"{found['matches']:,} matches of {found['people']:,} people")
    for name in ("rebuild", "one more match"):
        wall, cpu = found[name]
        print(f"{name}: {wall:.3f} s by the clock, {cpu:.3f} s of processor time")
    for name in ("ladder, median", "ladder, slowest"):
        print(f"{name}: {1000 * found[name]:.1f} ms")
    print(f"memory: {found['memory, MiB']:.0f} MiB at most")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
