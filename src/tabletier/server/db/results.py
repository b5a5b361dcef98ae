"""What came of matches: a row for each seat, written with the line that ends the match.

Matches of earlier days have no rows yet; `Backlog` reads their logs, a few at a time.
"""

import asyncio
import json
import logging
import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import and_, exists, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.games.kernel.registry import find, guests, house_keys
from tabletier.search.levels import level_held
from tabletier.server.background import Aside, end, paced
from tabletier.server.db.ratings import enqueue, enqueue_all, stand_levels
from tabletier.server.db.schema import lines, results, tables
from tabletier.server.tables.acts import LogLine, read
from tabletier.server.tables.outcome import MatchResult, result_in

log = logging.getLogger(__name__)
SLICE = 20
"""Matches of old that are read at a time."""
REST = 0.05
"""Seconds between two slices: whoever plays comes first."""
SEARCHED = 400
"""Signs of names that are kept to be searched for."""


def folded(text: str) -> str:
    """A text as it is searched: small letters without accents, single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def rows_of(match: MatchResult) -> list[dict[str, Any]]:
    """The rows of a match, by their columns."""
    shared = match._asdict()
    del shared["seats"]
    shared["options"] = json.dumps(match.options, ensure_ascii=False)
    named = [(seat.name, seat.opponent) for seat in match.seats]
    return [
        {**shared, **seat._asdict(), "others": others_of(named, seat.seat)} for seat in match.seats
    ]


def others_of(named: list[tuple[str, str]], seat: int) -> str:
    """The names of everybody but one seat, as they are searched."""
    found = (part for number, parts in enumerate(named) if number != seat for part in parts)
    return folded(" ".join(found))[:SEARCHED]


async def file_results(connection: AsyncConnection, matches: Iterable[MatchResult]) -> None:
    """Write down what came of matches; what is known already stays."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    rows = [row for match in matches for row in rows_of(match)]
    if rows:
        await connection.execute(insert(results).on_conflict_do_nothing(), rows)
        await enqueue(connection, rows)


async def strike_out(connection: AsyncConnection, table_id: str, person: str, gone: str) -> None:
    """Take a person's name out of what came of a match."""
    here = results.c.table_id == table_id
    await connection.execute(
        update(results).where(here, results.c.person == person).values(name=gone)
    )
    wanted = select(results.c.seat, results.c.name, results.c.opponent).where(here)
    found = (await connection.execute(wanted.order_by(results.c.seat))).all()
    named = [(row.name, row.opponent) for row in found]
    for row in found:
        mine = update(results).where(here, results.c.seat == row.seat)
        await connection.execute(mine.values(others=others_of(named, row.seat)))


async def hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """What a guest played is an account's; where both sat, the account sat at several seats."""
    theirs = select(results.c.table_id).where(results.c.person == guest)
    both = select(results.c.table_id).where(
        results.c.person == account, results.c.table_id.in_(theirs)
    )
    shared = (await connection.execute(both.distinct())).scalars().all()
    await connection.execute(
        update(results).where(results.c.person == guest).values(person=account)
    )
    for table_id in shared:
        mine = (results.c.table_id == table_id, results.c.person == account)
        wanted = select(results.c.seat, results.c.team).where(*mine).order_by(results.c.seat)
        seats = (await connection.execute(wanted)).all()
        mixed = len({row.team for row in seats}) > 1
        for row in seats:
            values = {"first": row.seat == seats[0].seat, "mixed": mixed}
            await connection.execute(
                update(results).where(*mine, results.c.seat == row.seat).values(values)
            )


class Backlog:
    """Writes down what came of matches that ended before anybody did so."""

    def __init__(self, engine: AsyncEngine, aside: Aside) -> None:
        self._engine, self._aside = engine, aside
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, while the house is open already."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Leave the rest for another day."""
        if self._task is not None:
            await end(self._task)

    async def _work(self) -> None:
        try:
            found = await self.fill()
        except (SQLAlchemyError, OSError) as error:
            log.warning("matches of old could not be read: %s", type(error).__name__)
        else:
            if found:
                log.info("wrote down what came of %d matches of old", found)

    async def fill(self) -> int:
        """Read all logs of old, some at a time; how many matches were written down."""
        last, found = "", 0
        while missing := await self._missing(last):
            last = missing[-1]
            logs = [(table_id, await self._lines(table_id)) for table_id in missing]
            matches = await self._aside.do(_read, logs)
            async with self._engine.begin() as connection:
                await file_results(connection, matches)
            found += len(matches)
            await asyncio.sleep(REST)
        return found

    async def _missing(self, last: str) -> list[str]:
        """The next tables whose match is over, and nothing was written down of it."""
        known = exists().where(results.c.table_id == tables.c.id)
        wanted = select(tables.c.id).where(
            tables.c.status == "over",
            tables.c.id > last,
            tables.c.game.in_((*house_keys(), *guests())),
            ~known,
        )
        async with self._engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(tables.c.id).limit(SLICE))
            return list(rows.scalars())

    async def _lines(self, table_id: str) -> list[Any]:
        wanted = select(lines.c.number, lines.c.at, lines.c.acts).order_by(lines.c.number)
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted.where(lines.c.table_id == table_id)))


async def renew_levels(engine: AsyncEngine, game: str) -> None:
    """Have the levels that a game has now stand on its ladder, and in its results.

    A level's number is its place in its game. Where a game got more of them, the strongest has
    another number than it had; whoever played for the house is known by name. Then ratings wait to
    be worked out anew.
    """
    rules, mine = find(game), and_(results.c.game == game, results.c.level.is_not(None))
    told = select(results.c.opponent, results.c.level).where(mine).distinct()
    async with engine.begin() as connection:
        await stand_levels(connection, game)
        rows = (await connection.execute(told)).all()
        wrong = [(name, level) for name, level in rows if level_held(rules, level, name) != level]
        for name, level in wrong:
            these = and_(mine, results.c.opponent == name, results.c.level == level)
            held = level_held(rules, level, name)
            await connection.execute(update(results).where(these).values(level=held))
        if wrong:  # somebody else won, or lost, than the numbers said
            await enqueue_all(connection, game)


def _read(logs: list[tuple[str, list[Any]]]) -> list[MatchResult]:
    """What came of some matches. This takes a while: it is nothing for the event loop."""
    found = []
    for table_id, rows in paced(logs):
        try:
            log_lines = [LogLine(row.number, row.at, read(row.acts)) for row in rows]
            match = result_in(table_id, log_lines)
        except (msgspec.DecodeError, LookupError, ValueError):
            match = None
        if match is None:
            log.warning("the log of table %s tells no result", table_id)
        else:
            found.append(match)
    return found
