"""How long *my games* and a profile take in a house with many finished matches.

A house is filled with matches (100,000 unless told otherwise): one person in a hundredth of them,
one in a tenth, one in nearly all; then each asks for pages, filters and searches. A figure is what
the house needs to look up and write an answer, without the network. SQLite, and PostgreSQL where it
is installed.

    python -m benchmarks.history                     # 100,000 matches
    python -m benchmarks.history --matches 2000      # see that it runs
"""

import argparse
import asyncio
import random
import resource
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.registry import find, house_keys
from tabletier.match.options import fill
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.history import History, MatchFilters
from tabletier.server.db.results import file_results
from tabletier.server.db.schema import people, tables
from tabletier.server.db.upgrading import upgrade
from tabletier.server.http.routes.history import match_shown
from tabletier.server.live.broadcast import encode
from tabletier.server.tables.outcome import MatchResult, SeatResult

SLICE = 2000
START, STEP = 1_700_000_000_000, 60_000
PERSONS = {"nearly all": 1, "a tenth": 10, "a hundredth": 100}
"""Who asks: their part of all matches."""
OTHERS = 500
ROUNDS = 40


class Timed(NamedTuple):
    """What one question took, in milliseconds."""

    name: str
    half: float
    most: float
    """Nineteen of twenty took no longer."""


def seat(number: int, person: str, outcome: str) -> SeatResult:
    """A person's seat."""
    name = person.title()
    return SeatResult(
        seat=number,
        person=person,
        name=name,
        house=False,
        opponent="",
        level=None,
        team=number,
        outcome=outcome,
        stand_in=False,
        left=False,
        first=True,
        mixed=False,
        uncounted="",
    )


def match(number: int, dice: random.Random, options: dict[str, dict[str, Any]]) -> MatchResult:
    """A match for two, at some time."""
    game = dice.choice(list(options))
    askers = [name for name, part in PERSONS.items() if number % part == 0]
    one = dice.choice(askers) if number % 100 == 0 else askers[-1]
    won = dice.random() < 0.5
    rival = f"person {dice.randrange(OTHERS)}"
    seats = (seat(0, one, "won" if won else "lost"), seat(1, rival, "lost" if won else "won"))
    at = START + number * STEP
    return MatchResult(
        table_id=f"table{number:08}",
        game=game,
        players=2,
        options=options[game],
        reason="resignation",
        public=dice.random() < 0.5,
        rated=False,
        with_house=False,
        moves=dice.randrange(10, 90),
        opened=at,
        started=at,
        ended=at + STEP,
        seats=seats,
    )


async def fill_house(engine: AsyncEngine, count: int) -> None:
    """People and matches, some at a time."""
    await upgrade(engine)
    dice = random.Random(1)
    options = {game: fill(find(game), {}) for game in house_keys()}
    names = [*PERSONS, *(f"person {number}" for number in range(OTHERS))]
    rows = [
        {"id": name, "name": name.title(), "language": "en", "created": 1, "handle": f"h{number}"}
        for number, name in enumerate(names)
    ]
    async with engine.begin() as connection:
        await connection.execute(insert(people), rows)
    for first in range(0, count, SLICE):
        found = [match(number, dice, options) for number in range(first, min(count, first + SLICE))]
        filed = [
            {
                "id": one.table_id,
                "seed": "s",
                "game": one.game,
                "public": one.public,
                "status": "over",
                "free": 0,
                "opened": one.opened,
                "touched": one.ended,
            }
            for one in found
        ]
        async with engine.begin() as connection:
            await connection.execute(insert(tables), filed)
            await file_results(connection, found)
    async with engine.begin() as connection:
        await connection.execute(text("ANALYZE"))  # as PostgreSQL does by itself after a while


async def timed(name: str, ask: Callable[[], Awaitable[Any]], rounds: int) -> Timed:
    """Ask again and again."""
    taken = []
    for _ in range(rounds):
        before = time.perf_counter()
        await ask()
        taken.append(1000 * (time.perf_counter() - before))
    taken.sort()
    return Timed(name, taken[len(taken) // 2], taken[int(len(taken) * 0.95)])


async def measure(url: str, count: int, rounds: int) -> list[Timed]:
    """Fill a house and ask."""
    engine = open_engine(url)
    await fill_house(engine, count)
    history, found = History(engine), []
    middle = START + count // 2 * STEP
    questions = {
        "the first page": MatchFilters(),
        "a page in the middle": MatchFilters(before=middle, last="table"),
        "won, one game": MatchFilters(game=house_keys()[0], outcome="won"),
        "a name, seldom": MatchFilters(search=(("person 77", frozenset()),)),
        "a name that nobody has": MatchFilters(search=(("nobody", frozenset()),)),
    }
    for person in PERSONS:
        for name, wanted in questions.items():

            async def ask(person: str = person, wanted: MatchFilters = wanted) -> bytes:
                page = await history.of(person, wanted, 50)
                return encode([match_shown(one, person) for one in page])

            found.append(await timed(f"{person}: {name}", ask, rounds))

        async def profile(person: str = person) -> None:
            await history.statistics(person, "all")
            await history.levels(person, "all")
            await history.company(person, "all", hides=False)

        found.append(await timed(f"{person}: the profile", profile, max(3, rounds // 8)))
    await engine.dispose()
    return found


def told(title: str, found: list[Timed]) -> None:
    """Print a table."""
    print(
        f"\n{title}\n\n| who asks for what | half took (ms) | 19 of 20 took (ms) |\n|---|---|---|"
    )
    for one in found:
        print(f"| {one.name} | {one.half:.1f} | {one.most:.1f} |")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\nmost memory of this process so far: {most} MiB")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--matches", type=int, default=100_000)
    asked.add_argument("--rounds", type=int, default=ROUNDS)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(Path(folder) / "house.sqlite3")
        told("SQLite", asyncio.run(measure(url, given.matches, given.rounds)))
    from tests.server import services

    if services.postgres_binaries() is None:
        print("\nPostgreSQL is not installed.")
        return
    with services.postgres() as server:
        told("PostgreSQL", asyncio.run(measure(f"{server}/postgres", given.matches, given.rounds)))


if __name__ == "__main__":
    main()
