"""Reading and writing tables. Lines go through the writer, the rest is rare and goes directly."""

import secrets
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.match.seed import fresh_seed
from tabletier.server.background import Aside, paced
from tabletier.server.db.lobby import FILED, Filed, Filters, opening_of, set_up
from tabletier.server.db.outbox import NoticeOutbox
from tabletier.server.db.schema import lines, sitting, tables
from tabletier.server.db.writer import Writer
from tabletier.server.tables.acts import LogLine, read
from tabletier.server.tables.reading import absorb
from tabletier.server.tables.table import Table

ID_BYTES = 12
LATEST = (tables.c.touched.desc(), tables.c.id.desc())
DUE = (tables.c.due, tables.c.id)
PAGE = 200
"""Lines read at a time; in between, others have their turn."""


class Store:
    """The house's memory of its tables."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writer, self.outbox = Writer(engine), NoticeOutbox(engine)
        self.writer.noticed = self.outbox.news.set
        self.opening, self.aside = Aside("opening"), Aside("aside")
        """Whoever opens a table does not wait for all who look back."""

    def close(self) -> None:
        """Nothing more is read."""
        self.opening.close()
        self.aside.close()

    async def open_table(self, line: LogLine) -> Table:
        """A new table whose log begins with this line."""
        table = new_table(line)
        async with self.engine.begin() as connection:
            await set_up(connection, opening_of(table, line))
        return table

    async def load(self, table_id: str) -> Table | None:
        """A table as its log tells it, None if there is no such table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(tables.c.seed).where(tables.c.id == table_id))
            seed = found.scalar_one_or_none()
        if seed is None:
            return None
        log = await self.lines_after(table_id, 0)
        return await self.opening.do(table_of, table_id, seed, log)

    async def lines_after(self, table_id: str, number: int) -> list[LogLine]:
        """The lines of a table's log from a number on."""
        async with self.engine.connect() as connection:
            return [
                LogLine(row.number, row.at, read(row.acts), row.person, row.key or "")
                async for page in pages(connection, table_id, number)
                for row in page
            ]

    async def number_of(self, table_id: str, person: str, key: str) -> int | None:
        """The line that an order became which is no move, by the key that its sender gave it."""
        wanted = select(lines.c.number).where(
            lines.c.table_id == table_id,
            lines.c.person == person,
            lines.c.key == key,
            lines.c.ply.is_(None),
        )
        async with self.engine.connect() as connection:
            number: int | None = (await connection.execute(wanted)).scalar_one_or_none()
        return number

    async def filed(self, table_id: str) -> Filed | None:
        """The lobby's entry of a table."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(*FILED).where(tables.c.id == table_id))).first()
        return None if row is None else Filed(*row)

    async def lobby(self, filters: Filters, limit: int) -> list[Filed]:
        """Public tables, the latest first."""
        return await self._filed(filters.applied(tables.c.public.is_(True)), limit)

    async def tables_of(self, person: str, filters: Filters, limit: int) -> list[Filed]:
        """The tables where a person sits or sat, the latest first."""
        mine = select(sitting.c.table_id).where(sitting.c.person == person)
        order = LATEST if filters.turn_of is None else DUE
        return await self._filed(filters.applied(tables.c.id.in_(mine)), limit, order)

    async def numbers(self, table_ids: list[str]) -> dict[str, int]:
        """How many lines the logs of some tables have."""
        wanted = select(lines.c.table_id, func.max(lines.c.number))
        wanted = wanted.where(lines.c.table_id.in_(table_ids)).group_by(lines.c.table_id)
        async with self.engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def due(self, until: int, games: tuple[str, ...], limit: int) -> list[tuple[str, str]]:
        """Tables where something is due by a time, by days, and their games; the first first."""
        wanted = select(tables.c.id, tables.c.game).where(
            tables.c.due <= until, tables.c.status == "playing", tables.c.game.in_(games)
        )
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(tables.c.due).limit(limit))
            return [(row.id, row.game) for row in rows]

    async def short_of_time(self, now: int, until: int, limit: int) -> list[Any]:
        """By days: table, game, person, the line since which they are awaited, and when it is over.

        Those whose time is over before long; those whose time is over already are none of them.
        """
        since = select(func.max(lines.c.number)).where(
            lines.c.table_id == tables.c.id, lines.c.at <= tables.c.touched
        )
        wanted = select(
            tables.c.id, tables.c.game, tables.c.turn_of, since.scalar_subquery(), tables.c.due
        ).where(tables.c.due > now, tables.c.due <= until, tables.c.turn_of.is_not(None))
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(tables.c.due).limit(limit))
            return list(rows.all())

    async def _filed(self, wanted: Any, limit: int, order: tuple[Any, ...] = LATEST) -> list[Filed]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(*order).limit(limit))
            return [Filed(*row) for row in rows]


async def pages(
    connection: AsyncConnection, table_id: str, after: int = 0
) -> AsyncIterator[list[Any]]:
    """The lines of a table after a number as the database holds them, some at a time."""
    while True:
        wanted = select(lines).where(lines.c.table_id == table_id, lines.c.number > after)
        found = await connection.execute(wanted.order_by(lines.c.number).limit(PAGE))
        page = list(found.all())
        if page:
            yield page
        if len(page) < PAGE:
            return
        after = page[-1].number


def table_of(table_id: str, seed: str, log: list[LogLine]) -> Table:
    """A table as its log tells it. This takes a while: it is nothing for the event loop."""
    table = Table(table_id, seed)
    for line in paced(log):
        absorb(table, line)
    return table


def new_table(line: LogLine) -> Table:
    """A table whose log will begin with this line."""
    table = Table(secrets.token_urlsafe(ID_BYTES), fresh_seed())
    absorb(table, line)
    return table
