"""Kill whoever plays and sends, again and again, between a line and its notices: none may be lost.

`python -m benchmarks.notice_kills --kills 1000`; exit code 1 when one was lost or told as two.
A process makes moves at several tables and sends their notices to a browser, a mail server and a
webhook, each of this machine. It is killed at random moments at which a notice is in the outbox;
the next one goes on. In the end every line is held against what arrived. A message that was taken
outside just before the kill is sent again under the same id: such repeats are counted apart, for
it is the id that makes one of them (docs/decisions/0023-notices-from-an-outbox.md).
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.match.options import fill
from tabletier.server.db import outbox
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.outbox import id_of
from tabletier.server.db.schema import channels, lines, notices, tables
from tabletier.server.db.store import Store
from tabletier.server.db.upgrading import upgrade
from tabletier.server.house import House, build
from tabletier.server.live.hub import now_ms
from tabletier.server.notices.webpush import house_key
from tabletier.server.settings import Settings
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine, read
from tabletier.server.tables.decide import Actor
from tabletier.server.tables.notices import USUAL, notices_of
from tabletier.server.tables.orders import ORDERS
from tabletier.server.tables.table import Table
from tests.server.outside import MailServer, Outsiders, PushService, Webhook

GAME = "expion"
CONTACT = "mailto:owner@example.org"
LOADED = ["tabletier.server.house", "tabletier.server.tables.orders", "tests.server.outside"]
PERSONS, TABLES = 6, 12
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
    """Told under two ids, or without a line that is worth it."""
    repeated: dict[str, int]
    """Sent again under the same id, by channel."""

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
        await known.add_webhook(person.id, hook.address, "json", "", now_ms())
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
                table.absorb(line)
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
    arrived = {
        "push": Counter(str(told["id"]) for told in push.told),
        "webhook": Counter(asked.headers["idempotency-key"] for asked in hook.asked),
        "email": Counter(letter["Message-ID"][1:33] for letter in mail.taken),
    }
    outsiders.close()
    seen = set().union(*arrived.values())
    repeated = {name: sum(ids.values()) - len(ids) for name, ids in arrived.items()}
    lost, strange = len(wanted - seen), len(seen - wanted)
    return Report(done, held, count, len(wanted), lost, twice + strange, repeated)


def main() -> int:
    """Read the command line, run, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds until a kill")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = run(asked.kills, Path(folder), asked.database_url, asked.longest)
    print(json.dumps(report._asdict()))
    return 0 if report.well else 1


if __name__ == "__main__":
    sys.exit(main())
