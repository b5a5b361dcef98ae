"""Kill whoever plays and sends, again and again, between a line and its notices: none may be lost.

`python -m benchmarks.notice_kills --kills 1000`; exit code 1 when one was lost or told as two.
A process makes moves at several tables and sends their notices to a browser, a mail server and
webhooks of every shape, all of this machine. It is killed at random moments at which a notice is in
the outbox; the next one goes on. In the end every line is held against what arrived, as those who
are told see it. A message that was taken outside just before the kill is sent again under the same
id. A browser, Matrix and ntfy make one of the two by that id; where both may be seen (e-mail,
Discord, a program) the second says that it may be one, or it counts as told twice
(docs/decisions/0023-notices-from-an-outbox.md). `--write` puts the figures on the page.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks.page import put_section
from tabletier.lab.report import commit
from tabletier.match.options import fill
from tabletier.server.db import outbox
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.outbox import id_of
from tabletier.server.db.schema import channels, lines, notices, tables
from tabletier.server.db.store import Store
from tabletier.server.db.upgrading import upgrade
from tabletier.server.house import House, build
from tabletier.server.live.hub import now_ms
from tabletier.server.notices.senders import AGAIN
from tabletier.server.notices.webpush import house_key
from tabletier.server.settings import Settings
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine, read
from tabletier.server.tables.decide import Actor
from tabletier.server.tables.notices import USUAL, notices_of
from tabletier.server.tables.orders import ORDERS
from tabletier.server.tables.reading import absorb
from tabletier.server.tables.table import Table
from tests.server import services
from tests.server.outside import MailServer, Outsiders, PushService, Request, Webhook

PAGE = Path("docs/benchmarks.md")
GAME = "expion"
CONTACT = "mailto:owner@example.org"
LOADED = ["tabletier.server.house", "tabletier.server.tables.orders", "tests.server.outside"]
PERSONS, TABLES = 6, 12
SHAPES = ("json", "discord", "ntfy", "matrix")
LONGEST = 0.08
"""Seconds that a process has at most, once a notice is in the outbox."""
PATIENCE = 120.0


class Report(NamedTuple):
    """What came of it."""

    kills: int
    held: int
    """Of the kills those at which a notice was being sent."""
    lines: int
    expected: int
    """Notices that lines are worth, on all channels."""
    lost: int
    doubled: int
    """Told under two ids, without a line that is worth it, or again as if it were new."""
    repeated: dict[str, int]
    """Sent again under the same id, by channel."""
    seconds: float

    @property
    def well(self) -> bool:
        """Whether each was told, as one."""
        return self.expected > 0 and not (self.lost or self.doubled)


def settings_of(folder: str, database: str, mail: str) -> Settings:
    """How the house is set up here."""
    return Settings(
        data_dir=Path(folder),
        database_url=database,
        smtp_url=mail,
        smtp_from="Tabletier <games@example.org>",
        private_targets=True,
        limits=0,
    )


def play(settings: Settings, seed: int, parent: Connection, stops: bool) -> None:
    """Make moves and send notices until killed, or until nothing waits any more."""
    outbox.HOLD_MS = 0
    asyncio.run(_play(build(settings), random.Random(seed), parent, stops))


async def _play(house: House, dice: random.Random, parent: Connection, stops: bool) -> None:
    await house.store.writer.open()
    await house.store.outbox.open(shared=False)
    house.senders.key = await house_key(house.engine, CONTACT)
    await house.dispatcher.open()
    told = False
    while not stops:
        busy = await _busy(house.engine)
        free = [table for table in await _tables(house.engine) if table not in busy]
        if not free:
            await asyncio.sleep(0.001)
            continue
        await _move(house, dice.choice(free), dice)
        if not told:
            parent.send("moved")
            told = True
    while await _busy(house.engine):
        await asyncio.sleep(0.02)
    await house.dispatcher.close()
    await house.store.writer.stop()
    parent.send("done")


async def _busy(engine: AsyncEngine) -> set[str]:
    """Tables of which a notice waits: a move there would make it useless."""
    waiting = select(notices.c.table_id).where(notices.c.state == "waiting").distinct()
    async with engine.connect() as connection:
        return set((await connection.execute(waiting)).scalars())


async def _tables(engine: AsyncEngine) -> list[str]:
    async with engine.connect() as connection:
        found = await connection.execute(select(tables.c.id).where(tables.c.status == "playing"))
        return sorted(found.scalars())


async def _move(house: House, table_id: str, dice: random.Random) -> None:
    """Make any move; where it ended the match, the same two begin another one."""
    room = await house.hub.room(table_id)
    assert room is not None
    table = room.table
    assert table.match is not None
    assert table.to_move is not None
    person = table.seats[table.to_move].person or ""
    move = dice.choice(table.match.legal_moves())
    await _order(house, table_id, person, do="move", move=move, ply=table.plies)
    if table.result is not None:
        await _begin(house, *(str(seat.person) for seat in table.seats))


async def _begin(house: House, one: str, other: str) -> None:
    from tabletier.games.kernel.registry import find

    opened = acts.Opened(game=GAME, options=fill(find(GAME), {}), house=acts.Terms(), host=one)
    sat = [acts.Sat(seat=seat, person=who, name=who) for seat, who in enumerate((one, other))]
    table = await house.store.open_table(LogLine(1, now_ms(), (opened, *sat), one))
    await _order(house, table.id, one, do="start")


async def _order(house: House, table_id: str, person: str, **asked: Any) -> None:
    room = await house.hub.room(table_id)
    assert room is not None
    order = ORDERS.validate_python({"key": "", **asked})
    await house.hub.order(room, order, Actor(person, person))


async def prepare(settings: Settings, push: PushService, hook: Webhook) -> None:
    """People with three channels each, and tables where they play."""
    house = build(settings)
    await upgrade(house.engine)
    push.key = (await house_key(house.engine, CONTACT)).public
    people = [await house.register.new_guest(f"P{n}", "en", now_ms()) for n in range(PERSONS)]
    given = push.subscription
    for person in people:
        known = house.channels
        keys = (given["endpoint"], given["p256dh"], given["auth"])
        await known.add_push(person.id, *keys, "browser", now_ms())
        shape = SHAPES[people.index(person) % len(SHAPES)]
        address = f"{hook.address}/{shape}"
        await known.add_webhook(person.id, address, shape, "", now_ms())
        mail = await known.add_mail(person.id, f"{person.name.lower()}@example.org", now_ms())
        await known.confirm(mail.secret)
    for number in range(TABLES):
        one, other = people[number % PERSONS], people[(number + 1) % PERSONS]
        await _begin(house, one.id, other.id)
    house.store.close()
    await house.engine.dispose()


async def expected(database: str) -> tuple[set[str], int, int]:
    """The ids of all notices that lines are worth; how many lines; rows for one cause twice."""
    engine = open_engine(database)
    store = Store(engine)
    found, count = set[str](), 0
    async with engine.connect() as connection:
        owners: dict[str, list[str]] = {}
        for row in await connection.execute(select(channels.c.id, channels.c.person)):
            owners.setdefault(row.person, []).append(row.id)
        seeds = (await connection.execute(select(tables.c.id, tables.c.seed))).all()
        for table_id, seed in seeds:
            table, here = Table(table_id, seed), lines.c.table_id == table_id
            log = await connection.execute(select(lines).where(here).order_by(lines.c.number))
            for row in log:
                line = LogLine(row.number, row.at, read(row.acts), row.person, row.key or "")
                for notice in notices_of(table, line) if table.seats else ():
                    kind = next(kind for kind in notice.kinds if kind in USUAL)
                    found |= {id_of(name, kind, notice) for name in owners[notice.person]}
                absorb(table, line)
                count += 1
        same = (notices.c.channel, notices.c.table_id, notices.c.number)
        rows = select(func.count()).select_from(notices).group_by(*same)
        twice = sum(n > 1 for n in (await connection.execute(rows)).scalars())
    store.close()
    await engine.dispose()
    return found, count, twice


class Sender:
    """The process that is killed; it is made of one that has imported everything already."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(LOADED)

    def start(self, seed: int, stops: bool = False) -> None:
        """Start one, and wait until it has moved, or until nothing waits any more."""
        heard, said = self._context.Pipe(duplex=False)
        given = (self._settings, seed, said, stops)
        self._process = self._context.Process(target=play, args=given, daemon=True)
        self._process.start()
        said.close()
        assert heard.poll(PATIENCE), "nothing moves"
        heard.recv()
        heard.close()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.join(PATIENCE)


async def _unsent(database: str) -> tuple[int, int]:
    """How many notices wait, and how many of them somebody held."""
    engine = open_engine(database)
    wanted = select(func.count(), func.count(notices.c.lease)).where(notices.c.state == "waiting")
    async with engine.connect() as connection:
        waiting, held = (await connection.execute(wanted)).one()
    await engine.dispose()
    return waiting, held


def run(kills: int, folder: Path, database: str = "", longest: float = LONGEST) -> Report:
    """Kill so many times between a line and its notices, and hold lines against what arrived."""
    outsiders, dice = Outsiders(), random.Random(kills)
    push, hook, mail = PushService(outsiders), Webhook(outsiders), MailServer(outsiders)
    settings = settings_of(str(folder), database, mail.url)
    database = settings.database or sqlite_url(folder / "house.sqlite3")
    asyncio.run(prepare(settings, push, hook))
    sender, done, held, began = Sender(settings), 0, 0, time.monotonic()
    number = 0
    while done < kills:
        number += 1
        sender.start(number)
        time.sleep(dice.uniform(0, longest))
        sender.kill()
        waiting, in_hand = asyncio.run(_unsent(database))
        done += waiting > 0  # only these were between a line and its notice
        held += in_hand > 0
        if number % 100 == 0:
            seconds = time.monotonic() - began
            print(f"{done} of {kills} kills, {seconds:.0f} s", file=sys.stderr, flush=True)
    sender.start(number + 1, stops=True)
    wanted, count, twice = asyncio.run(expected(database))
    arrived = {name: list[Told]() for name in ("push", "email", *SHAPES)}
    for told in push.told:
        arrived["push"].append(Told(str(told["id"]), False))
    for letter in mail.taken:
        body = str(letter.get_content())
        arrived["email"].append(Told(letter["Message-ID"][1:33], AGAIN.en in body))
    for asked in hook.asked:
        shape, one = read_webhook(asked)
        arrived[shape].append(one)
    outsiders.close()
    seen = {one.id for told in arrived.values() for one in told}
    repeated = {name: len(told) - len({one.id for one in told}) for name, told in arrived.items()}
    lost, strange = len(wanted - seen), len(seen - wanted)
    as_new = sum(new_again(arrived[name]) for name in BOTH_SEEN)
    seconds = round(time.monotonic() - began, 1)
    doubled = twice + strange + as_new
    return Report(done, held, count, len(wanted), lost, doubled, repeated, seconds)


class Told(NamedTuple):
    """Something that arrived."""

    id: str
    again: bool
    """Whether it says that it may have been told before."""


BOTH_SEEN = ("email", "discord", "json")
"""Where both of two messages with one id may be seen."""


def read_webhook(asked: Request) -> tuple[str, Told]:
    """In which shape something arrived, and by what whoever hears it knows it again."""
    value = json.loads(asked.body)
    if "sequence_id" in value:
        return "ntfy", Told(value["sequence_id"], False)
    if asked.method == "PUT":
        return "matrix", Told(asked.path.rpartition("/")[2], False)
    if "content" in value:
        return "discord", Told(asked.headers["idempotency-key"], AGAIN.en in value["content"])
    return "json", Told(value["id"], value["again"])


def new_again(arrived: list[Told]) -> int:
    """How often something came again as if it were new."""
    known, found = set[str](), 0
    for one in arrived:
        found += one.id in known and not one.again
        known.add(one.id)
    return found


ABOUT = """## Kills between a line and its notices

A process plays and sends, and is killed while a notice is in the outbox; the next one goes on.
*Lost*: a line whose notice nobody got. *Doubled*: told under two ids, or again as if it were new.
*Sent again* under the same id, just after the service outside had taken it: by a browser, Matrix
and ntfy shown once; the others are told with it that they may have it already."""
COLUMNS = (
    *("database", "kills", "while sending", "lines", "notices"),
    *("lost", "doubled", "sent again", "seconds"),
)


def page_of(reports: dict[str, Report]) -> str:
    """The figures as a section of a page."""
    lines = [ABOUT, "", f"| {' | '.join(COLUMNS)} |", f"|{' --- |' * len(COLUMNS)}"]
    for name, one in reports.items():
        again = ", ".join(f"{kind} {count}" for kind, count in one.repeated.items())
        lines.append(
            f"| {name} | {one.kills:,} | {one.held:,} | {one.lines:,} | {one.expected:,} |"
            f" {one.lost} | {one.doubled} | {again} | {one.seconds:.0f} |"
        )
    return "\n".join([*lines, "", provenance()])


def provenance() -> str:
    """When, where and from what the figures are."""
    day, load = datetime.now(UTC).date(), os.getloadavg()[0]
    cores = os.cpu_count()
    return f"{day}, commit {commit()}, {cores} cores, load {load:.1f} at the end; seed: the kills."


def main() -> int:
    """Read the command line, run, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database-url", default="", help="that of a server, instead of SQLite")
    parser.add_argument("--postgres", type=int, default=0, help="kills with PostgreSQL afterwards")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds until a kill")
    parser.add_argument("--write", action="store_true", help="put it on docs/benchmarks.md")
    asked = parser.parse_args()
    reports = dict[str, Report]()
    with tempfile.TemporaryDirectory() as folder:
        name = "PostgreSQL" if asked.database_url else "SQLite"
        reports[name] = run(asked.kills, Path(folder), asked.database_url, asked.longest)
        print(json.dumps(reports[name]._asdict()))
    if asked.postgres:
        with tempfile.TemporaryDirectory() as folder, services.postgres() as server:
            url = f"{server}/postgres"
            reports["PostgreSQL"] = run(asked.postgres, Path(folder), url, asked.longest)
            print(json.dumps(reports["PostgreSQL"]._asdict()))
    if asked.write:
        command = "python -m benchmarks.notice_kills --kills 1000 --postgres 200 --write"
        put_section(PAGE, "kills", command, page_of(reports))
    return 0 if all(report.well for report in reports.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
