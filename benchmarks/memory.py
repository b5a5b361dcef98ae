"""Whether a house with 100,000 finished matches keeps its memory, however much is asked of it.

A house is filled with matches, each with its log, and opened in a process of its own. Then many
people ask, round by round: for their games (pages, filters, searches), profiles, ladders, puzzles,
exports, replays and pictures. After each round stands what memory the house holds; from the second
on it is to stay as it is: it may grow by 5 MiB until the last. Exit code 1 where it grows more.

    python -m benchmarks.memory                               # 100,000 matches, ten rounds
    python -m benchmarks.memory --matches 2000 --rounds 3     # see that it runs
    python -m benchmarks.memory --write                    # ... and put it on the page
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from sqlalchemy import func, insert, select

from benchmarks.history import SLICE, fill_house
from benchmarks.page import put_section
from tabletier.games.kernel.registry import house_keys
from tabletier.lab.report import commit
from tabletier.match.puzzles import FIRST_DAY
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.ratings import rebuild
from tabletier.server.db.schema import lines, results
from tabletier.server.tables.acts import written
from tabletier.server.users.credentials import COOKIE, Cookies
from tests.server.houses import API, Served
from tests.server.pure import Desk

PAGE = Path("docs/benchmarks.md")
SECRET = "memory " * 8
PEOPLE, TABLES = 120, 60
"""Who asks in a round, and tables that are looked back at: an open one is kept for a while."""
ALLOWED = 5.0
"""Mebibytes by which it may grow from the second round to the last."""
DAYS = 15
WORDS = ("person 7", "person 77", "barrier", "nobody")


class Round(NamedTuple):
    """What was asked in a round, and how the house stood afterwards."""

    asked: int
    seconds: float
    held: float
    """Mebibytes of the process that answers."""
    all: float
    """Of all processes of the house."""


def template(game: str) -> list[dict[str, Any]]:
    """The lines of a short match between Ann and Ben."""
    desk = Desk(game, seed="s").seat_all("ann", "ben")
    for _ in range(6):
        desk.move()
    desk.order("ann", "resign")
    names = ("number", "at", "ply", "person", "key")
    return [
        {**{name: getattr(line, name) for name in names}, "acts": written(line.acts)}
        for line in desk.log
    ]


async def write_logs(database: str) -> None:
    """A log for every match of the house."""
    known = {game: template(game) for game in house_keys()}
    engine, last = open_engine(database), ""
    columns = (results.c.table_id, results.c.game, func.min(results.c.person))
    other = func.max(results.c.person)
    while True:
        wanted = select(*columns, other).where(results.c.table_id > last)
        wanted = wanted.group_by(results.c.table_id, results.c.game)
        async with engine.begin() as connection:
            page = wanted.order_by(results.c.table_id).limit(SLICE)
            found = (await connection.execute(page)).all()
            if not found:
                break
            rows = [row for match in found for row in _log(known, *match)]
            await connection.execute(insert(lines), rows)
        last = found[-1][0]
    for game in house_keys():
        await rebuild(engine, game)
    await engine.dispose()


def _log(
    known: dict[str, list[dict[str, Any]]], table: str, game: str, one: str, other: str
) -> Iterator[dict[str, Any]]:
    names = {"ann": one, "ben": other, "Ann": one.title(), "Ben": other.title()}
    for line in known[game]:
        acts = line["acts"]
        for name, instead in names.items():
            acts = acts.replace(json.dumps(name), json.dumps(instead))
        person = names.get(line["person"], line["person"])
        yield {**line, "table_id": table, "person": person, "key": None, "acts": acts}


def memory_of(pid: int) -> float:
    """Mebibytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def family(pid: int) -> list[int]:
    """A process and all that it began."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            found += family(int(child))
    return found


class Crowd:
    """Many people, and what they ask for."""

    def __init__(self, address: str, tables: list[str], dice: random.Random) -> None:
        self._client = httpx.Client(base_url=address + API, timeout=600)
        self._cookies, self._tables, self._dice = Cookies(SECRET), tables, dice
        self.asked = 0

    def get(self, path: str, person: str | None = None, **query: Any) -> None:
        """Ask for something, and read all of it."""
        headers = {} if person is None else {"Cookie": f"{COOKIE}={self._cookies.write(person, 0)}"}
        with self._client.stream("GET", path, params=query, headers=headers) as answer:
            for _ in answer.iter_bytes():
                pass
            assert answer.status_code == 200, (path, answer.status_code)
        self.asked += 1

    def round(self) -> None:
        """All that is asked for in one round."""
        games = house_keys()
        for _ in range(PEOPLE):
            person = self._dice.choice(["a tenth", "a hundredth", *self._others(10)])
            game = self._dice.choice(games)
            self.get("/me/games", person)
            self.get("/me/games", person, game=game, outcome="won", limit=200)
            self.get("/me/games", person, search=self._dice.choice(WORDS))
            self.get("/me/profile", person)
            self.get("/me/ratings", person)
            self.get(f"/people/h{self._dice.randrange(3, 500)}", person)
            self.get(f"/ladder/{game}", person, limit=100)
            self.get("/puzzles/daily", person)
            day = FIRST_DAY + timedelta(days=self._dice.randrange(DAYS))
            self.get(f"/puzzles/{game}/daily", person, day=day.isoformat())
            self.get(f"/puzzles/{game}/archive", person)
        for table in self._tables:
            self.get(f"/tables/{table}/result")
            self.get(f"/tables/{table}/replay")
            self.get(f"/tables/{table}/picture.svg")
        self.get("/me/games", "nearly all")
        self.get("/me/games/export", "a tenth", **{"as": "csv"})
        self.get("/me/games/export", self._others(1)[0], **{"as": "records"})

    def _others(self, count: int) -> list[str]:
        return [f"person {self._dice.randrange(500)}" for _ in range(count)]


def measure(matches: int, rounds: int) -> tuple[float, list[Round]]:
    """Fill a house, open it and ask; what it held at first, and after each round."""
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite_url(Path(folder) / "house.sqlite3")

        async def fill() -> None:
            engine = open_engine(database)
            await fill_house(engine, matches)
            await engine.dispose()
            await write_logs(database)

        asyncio.run(fill())
        print(f"a house with {matches:,} matches is ready", file=sys.stderr, flush=True)
        chosen = {"TABLETIER_DATA_DIR": folder, "TABLETIER_SECRET": SECRET}
        with Served("serve", TABLETIER_LIMITS="0", TABLETIER_METRICS="true", **chosen) as served:
            crowd_at, found = served.address(), list[Round]()
            dice = random.Random(matches)
            tables = [f"table{dice.randrange(matches):08}" for _ in range(TABLES)]
            crowd, pid = Crowd(crowd_at, tables, dice), served.process.pid
            while httpx.get(f"{crowd_at}/healthz").status_code != 200:
                time.sleep(0.2)
            before = memory_of(pid)
            for _ in range(rounds):
                began, asked = time.monotonic(), crowd.asked
                crowd.round()
                held, everybody = memory_of(pid), sum(map(memory_of, family(pid)))
                seconds = time.monotonic() - began
                found.append(Round(crowd.asked - asked, seconds, held, everybody))
                print(json.dumps(found[-1]._asdict()), file=sys.stderr, flush=True)
            served.stop()
    return before, found


def growth(found: list[Round]) -> float:
    """Mebibytes by which the process that answers grew from the second round to the last."""
    return found[-1].held - found[min(1, len(found) - 1)].held


ABOUT = """## Memory with many finished matches

A house with {matches:,} finished matches on SQLite, each with its log, in a process of its own
(rules interpreted). In each round {people} people ask for their games (pages, filters, searches), a
profile of theirs and of somebody else, ratings, a ladder, puzzles of many days and an archive; the
same {tables} matches are looked back at and drawn; one exports ten thousand matches as CSV, another
theirs with all records. MiB that the process that answers holds, and all processes of the house:"""


def page_of(matches: int, before: float, found: list[Round]) -> str:
    """The figures as a section of a page."""
    lines = [
        ABOUT.format(matches=matches, people=PEOPLE, tables=TABLES),
        "",
        "| round | questions | seconds | answering process | all processes |",
        "| --- | --- | --- | --- | --- |",
        f"| before | | | {before:.1f} | |",
    ]
    for number, one in enumerate(found, 1):
        lines.append(
            f"| {number} | {one.asked:,} | {one.seconds:.0f} | {one.held:.1f} | {one.all:.1f} |"
        )
    grown = f"From round 2 to {len(found)} it grew by {growth(found):.1f} MiB"
    grown = f"{grown} ({ALLOWED:.0f} are allowed)."
    day, load = datetime.now(UTC).date(), os.getloadavg()[0]
    where = f"{day}, commit {commit()}, {os.cpu_count()} cores, load {load:.1f} at the end"
    return "\n".join([*lines, "", f"{grown} {where}; seed: the number of matches."])


def main() -> int:
    """Read the command line, measure, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--write", action="store_true", help="put it on docs/benchmarks.md")
    asked = parser.parse_args()
    before, found = measure(asked.matches, asked.rounds)
    text = page_of(asked.matches, before, found)
    print(text)
    if asked.write:
        put_section(PAGE, "memory", "python -m benchmarks.memory --write", text)
    return 0 if growth(found) <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
