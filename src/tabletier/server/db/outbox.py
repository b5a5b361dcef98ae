"""The outbox: what is to be told to people who do not look, kept until it has been.

Rows are written in the transaction of the line that causes them, one for each channel that a person
has; whoever has none costs nothing. `notices` sends them.
"""

import asyncio
import hashlib
import json
from collections.abc import Set
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db.schema import channels, notices
from tabletier.server.tables.notices import Notice

HOLD_MS = 5000
"""How long something is kept back: who is looking again by then is not called."""
AT_ONCE = frozenset({"test", "confirm"})
"""Kinds that nobody can be looking for at a table."""


class NoticeOutbox:
    """What waits to be told, and who can be told anything at all."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._reachable: set[str] | None = set()
        self.news = asyncio.Event()
        """Set when something was put in here."""

    async def open(self, shared: bool) -> None:
        """Find out who has channels; where other servers may add some, the database is asked."""
        self._reachable = None if shared else set()
        if not shared:
            async with self.engine.connect() as connection:
                found = await connection.execute(select(channels.c.person).distinct())
                self._reachable = set(found.scalars())

    @property
    def is_used(self) -> bool:
        """Whether anybody may have a channel."""
        return self._reachable is None or bool(self._reachable)

    def reaches(self, person: str) -> None:
        """A person has a channel now."""
        if self._reachable is not None:
            self._reachable.add(person)

    def for_whom(self, found: tuple[Notice, ...], lookers: Set[str]) -> tuple[Notice, ...]:
        """Those of some notices that may be worth a row: for people with channels, who do not look.

        Without other servers we know who has none, so that their moves stay on the quick path.
        """
        known = self._reachable
        return tuple(
            notice
            for notice in found
            if notice.person not in lookers and (known is None or notice.person in known)
        )

    async def add(self, given: list[Notice], now: int) -> int:
        """Put notices in that no line causes; how many rows that are.

        The same again (person, table, number, kind) is not put in twice.
        """
        async with self.engine.begin() as connection:
            rows = await put_in(connection, [(notice, now) for notice in given])
        if rows:
            self.news.set()
        return rows


async def put_in(
    connection: AsyncConnection, given: list[tuple[Notice, int]], only: str | None = None
) -> int:
    """Put notices with their times into the outbox, for every channel that wants them.

    `only`: for this one, whether it wants them or not.
    """
    if not given:
        return 0
    persons = sorted({notice.person for notice, _ in given})
    which = channels.c.state == "on" if only is None else channels.c.id == only
    wanted = select(channels.c.id, channels.c.person, channels.c.kinds)
    wanted = wanted.where(channels.c.person.in_(persons), which)
    wanted = wanted.order_by(channels.c.id).with_for_update(read=True, key_share=True)
    found: dict[str, list[Any]] = {}
    for row in await connection.execute(wanted):
        found.setdefault(row.person, []).append(row)
    rows = [
        row_of(channel.id, kind, notice, at)
        for notice, at in given
        for channel in found.get(notice.person, ())
        if (kind := notice.kinds[0] if only else first_wanted(notice, channel.kinds)) is not None
    ]
    if rows:
        upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        await connection.execute(upsert(notices).on_conflict_do_nothing(), rows)
    return len(rows)


def first_wanted(notice: Notice, kinds: str) -> str | None:
    """As what a channel with these kinds is told of something; None: it is not."""
    wanted = kinds.split()
    return next((kind for kind in notice.kinds if kind in wanted), None)


def row_of(channel: str, kind: str, notice: Notice, at: int) -> dict[str, Any]:
    """A notice as the database holds it, for one channel."""
    return {
        "id": id_of(channel, kind, notice),
        "channel": channel,
        "kind": kind,
        "table_id": notice.table,
        "number": notice.number,
        "about": json.dumps(dict(notice.about), ensure_ascii=False),
        "at": at,
        "due": at + (0 if kind in AT_ONCE else HOLD_MS),
        "state": "waiting",
    }


def id_of(channel: str, kind: str, notice: Notice) -> str:
    """What a notice is known by for ever: the same cause on the same channel has the same."""
    cause = f"{channel} {kind} {notice.table} {notice.number}"
    return hashlib.sha256(cause.encode()).hexdigest()[:32]
