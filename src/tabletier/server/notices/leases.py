"""Who sends what: rows of the outbox are taken by compare and set, held for a while, and let go.

Any number of servers may look at the same outbox: of two that want a row, one gets it. Whoever dies
holding one is waited for no longer than its lease; what became of the row is then in doubt, and who
takes it over knows.
"""

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.games.kernel.text import Language
from tabletier.server.db.outbox import row_of
from tabletier.server.db.schema import channels, notices, people
from tabletier.server.live.hub import now_ms
from tabletier.server.notices.channels import FIELDS, Channel
from tabletier.server.notices.senders import SEND
from tabletier.server.tables.notices import Notice

LOOKED_AT = 200
"""Rows that are looked at when choosing."""
LEASE_MS = int(3000 * SEND)
"""For how long a row is held by whoever sends it."""
FARTHEST_MS = 30 * 3_600_000
"""Nothing is put off for longer: what is due later was written by a clock that was wrong."""
KEPT_MS = 30 * 86_400_000
"""For how long it is remembered what was told; feeds show it."""
AGAIN = 0.2
"""Seconds until something that was told is marked again, if the database did not answer."""
WAITING = notices.c.state == "waiting"


class Due(NamedTuple):
    """A row that may be sent, and where."""

    id: str
    batch: str | None
    channel: Channel


@dataclass(eq=False)
class RowMark:
    """What is known now of some rows that are let go of, and of their channel."""

    names: list[str]
    channel: str
    known: dict[str, Any]
    values: dict[str, Any]


class Leases:
    """The rows that one server holds."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._me = secrets.token_hex(8)
        self._marks: list[RowMark] = []
        self._marking = asyncio.Lock()

    async def let_go_of_all(self) -> None:
        """Nobody else is here: whatever is held was held by a house that is no more."""
        held = update(notices).where(WAITING, notices.c.lease.is_not(None))
        async with self._engine.begin() as connection:
            await connection.execute(held.values(lease=None))  # its holder stays: see `take`

    async def hurry(self, since: int | None = None) -> None:
        """Have what waits looked at now; `since`: only what was made later than that.

        A clock that was put back must not make anybody wait. What must is put off again.
        """
        which = notices.c.due > now_ms() if since is None else notices.c.at > since
        late = update(notices).where(WAITING, notices.c.lease.is_(None), which)
        async with self._engine.begin() as connection:
            await connection.execute(late.values(due=now_ms()))

    async def due(self, targets: list[str], told: list[str]) -> list[Due]:
        """What may be sent now, but not to these machines, nor to these channels."""
        now = now_ms()
        wanted = (
            select(notices.c.id, notices.c.batch, *FIELDS)
            .join_from(notices, channels)
            .where(_is_due(now), _is_free(now))
            .where(channels.c.target.not_in(targets), channels.c.id.not_in(told))
            .order_by(notices.c.due, notices.c.at)
            .limit(LOOKED_AT)
        )
        async with self._engine.connect() as connection:
            found = await connection.execute(wanted)
            return [Due(row[0], row[1], Channel(*row[2:])) for row in found]

    async def take(self, names: list[str]) -> set[str]:
        """Hold some rows, unless another server has been quicker; those that we hold.

        Whoever held one before never noted what came of it: it may have been told.
        """
        now = now_ms()
        held = update(notices).where(notices.c.id.in_(names), _is_due(now), _is_free(now))
        doubt = or_(notices.c.doubt, notices.c.holder.is_not(None))
        held = held.values(holder=self._me, lease=now + LEASE_MS, doubt=doubt)
        async with self._engine.begin() as connection:
            return set((await connection.execute(held.returning(notices.c.id))).scalars())

    async def make(self, channel: Channel, kind: str) -> str:
        """A row for one channel that nobody else sends."""
        now, notice = now_ms(), Notice(channel.person, (kind,), secrets.token_hex(8))
        row = row_of(channel.id, kind, notice, now)
        row |= {"holder": self._me, "lease": now + LEASE_MS}
        async with self._engine.begin() as connection:
            await connection.execute(notices.insert().values(row))
        return str(row["id"])

    async def rows(self, names: list[str]) -> list[Any]:
        """Rows that we hold, the oldest first."""
        wanted = select(notices).where(notices.c.id.in_(names), notices.c.holder == self._me)
        async with self._engine.connect() as connection:
            found = await connection.execute(wanted.order_by(notices.c.at, notices.c.id))
            return list(found.all())

    async def language(self, person: str) -> Language:
        """In which a person reads."""
        wanted = select(people.c.language).where(people.c.id == person)
        async with self._engine.connect() as connection:
            found = (await connection.execute(wanted)).scalar_one_or_none()
        return cast(Language, found if found in ("fr", "en") else "fr")

    async def batch(self, rows: list[Any]) -> str:
        """What some rows are known by together, now and when they are told again."""
        if len(rows) == 1 and rows[0].batch is None:
            return str(rows[0].id)
        batch = next((row.batch for row in rows if row.batch), None) or str(rows[0].id)
        mine = update(notices).where(notices.c.id.in_([row.id for row in rows]))
        async with self._engine.begin() as connection:
            await connection.execute(mine.values(batch=batch))
        return str(batch)

    async def mark(
        self,
        names: list[str],
        channel: str = "",
        known: dict[str, Any] | None = None,
        **values: Any,
    ) -> None:
        """Let go of rows, with what is known of them now; and of their channel.

        What was told is told again if this is not written: it is tried for as long as we hold it,
        and what comes meanwhile is written with the next, for SQLite lets one at a time write.
        """
        mark = RowMark(names, channel, known or {}, values)
        self._marks.append(mark)
        async with self._marking:
            if mark not in self._marks:
                return  # another one took it along
            group, self._marks = self._marks, []
            try:
                await self._write(group)
            except BaseException:
                self._marks = [*(one for one in group if one is not mark), *self._marks]
                raise

    async def _write(self, group: "list[RowMark]") -> None:
        until = time.monotonic() + LEASE_MS / 1000 - SEND
        while True:
            try:
                async with self._engine.begin() as connection:
                    for mark in group:
                        await self._write_one(connection, mark)
                return
            except (SQLAlchemyError, OSError):
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(AGAIN)

    async def _write_one(self, connection: AsyncConnection, mark: "RowMark") -> None:
        which = (notices.c.id.in_(mark.names), notices.c.holder == self._me)
        values = {**mark.values, "lease": None, "holder": None}
        await connection.execute(update(notices).where(*which).values(values))
        if mark.known:
            theirs = update(channels).where(channels.c.id == mark.channel)
            await connection.execute(theirs.values(mark.known))
            if mark.known.get("state") == "dead":
                await connection.execute(_all_failed(mark.channel, mark.values))

    async def sweep(self) -> None:
        """Forget what was told long ago."""
        old = delete(notices).where(notices.c.state != "waiting", notices.c.at < now_ms() - KEPT_MS)
        async with self._engine.begin() as connection:
            await connection.execute(old)

    async def count(self, after: int) -> tuple[int, int | None, int | None]:
        """How many wait, when the oldest was made, and when the first after a time is due."""
        counted = select(func.count(), func.min(notices.c.at)).where(WAITING)
        ahead = select(func.min(notices.c.due)).where(WAITING, notices.c.due > after)
        async with self._engine.connect() as connection:
            count, oldest = (await connection.execute(counted)).one()
            due = (await connection.execute(ahead)).scalar_one_or_none()
        return count, oldest, due


class Backed(NamedTuple):
    """How the outbox stands."""

    waiting: int
    oldest: int | None
    """When the oldest of what waits was made."""
    troubles: dict[str, str]
    """What went wrong last, by kind of channel, where something did and was not put right."""


async def standing(engine: AsyncEngine) -> Backed:
    """How the outbox of a house stands, for whoever looks after it."""
    counted = select(func.count(), func.min(notices.c.at)).where(WAITING)
    last = select(channels.c.kind, channels.c.trouble).where(channels.c.trouble != "")
    async with engine.connect() as connection:
        waiting, oldest = (await connection.execute(counted)).one()
        rows = await connection.execute(last.order_by(channels.c.told, channels.c.made))
        return Backed(waiting, oldest, {row.kind: row.trouble for row in rows})


def _is_due(now: int) -> Any:
    return and_(WAITING, or_(notices.c.due <= now, notices.c.due > now + FARTHEST_MS))


def _is_free(now: int) -> Any:
    """Whether nobody holds a row; a lease from far ahead is one of a clock that was wrong."""
    lease = notices.c.lease
    return or_(lease.is_(None), lease < now, lease > now + 2 * LEASE_MS)


def _all_failed(channel: str, values: dict[str, Any]) -> Any:
    """Nothing of what waits for a dead channel is told."""
    waits = update(notices).where(notices.c.channel == channel, WAITING)
    return waits.values(state="failed", done=values.get("done"), trouble=values.get("trouble", ""))
