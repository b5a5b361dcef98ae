"""Complaints about something that was said, for whoever runs the house; whom people do not hear.

That is kept by the house, so it holds on every device.
"""

import secrets
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.schema import mutes, reports
from tabletier.server.tables.acts import Said, read, written
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.reading import erased
from tabletier.server.tables.table import Saying, Table
from tabletier.server.tables.talk import Audience

AROUND = 20
"""Sayings before, and after, the one that is reported."""


class Complaint(NamedTuple):
    """A complaint."""

    id: str
    at: int
    table_id: str
    number: int
    """The line of the log in which it was said."""
    reported: str
    """Who said it."""
    reason: str
    said: str
    """What was said around it, as the log writes it."""

    def told(self) -> dict[str, Any]:
        """A report for whoever runs the house."""
        around = [
            {"name": act.name, "seat": act.seat, "channel": act.channel, "text": act.text}
            | {"reported": act.person == self.reported}
            for act in read(self.said)
            if isinstance(act, Said)
        ]
        known = {key: getattr(self, key) for key in ("id", "at", "number", "reported", "reason")}
        return {**known, "table": self.table_id, "said": around}


COLUMNS = [reports.c[name] for name in Complaint._fields]


def around(table: Table, audience: Audience, number: int) -> list[Saying]:
    """What somebody heard around a saying; nothing if they did not hear that one."""
    heard = [saying for saying in table.chat if audience.hears(table, saying.said)]
    place = next((i for i, saying in enumerate(heard) if saying.number == number), None)
    return [] if place is None else heard[max(0, place - AROUND) : place + AROUND + 1]


def names(person: str) -> ColumnElement[bool]:
    """Reports in which something that a person said is kept."""
    return reports.c.said.contains(person, autoescape=True)


class Reports:
    """The reports of the house."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(
        self, table: Table, number: int, person: str, heard: list[Saying], reason: str, now: int
    ) -> None:
        """Keep a report; the same one again changes nothing."""
        reported = next(saying.said.person for saying in heard if saying.number == number)
        row = {"id": secrets.token_hex(8), "at": now, "table_id": table.id, "number": number}
        row |= {"person": person, "reported": reported, "reason": reason}
        said = written(tuple(saying.said for saying in heard))
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(reports).values(said=said, **row))
        except IntegrityError:
            return

    async def listed(self) -> list[Complaint]:
        """All reports, the oldest first."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(*COLUMNS).order_by(reports.c.at, reports.c.id))
            return [Complaint(*row) for row in rows]

    async def settle(self, report_id: str) -> bool:
        """A report was seen to and is thrown away; whether there was one."""
        async with self._engine.begin() as connection:
            done = await connection.execute(delete(reports).where(reports.c.id == report_id))
            return done.rowcount > 0

    async def of(self, person: str) -> list[dict[str, Any]]:
        """The reports that somebody made, to take away."""
        wanted = select(reports.c.at, reports.c.table_id, reports.c.number, reports.c.reason)
        async with self._engine.connect() as connection:
            rows = await connection.execute(wanted.where(reports.c.person == person))
            return [row._asdict() for row in rows]

    async def forget(self, person: str) -> None:
        """Nothing is left of a person: neither what they said nor that they complained."""
        theirs = or_(reports.c.reported == person, reports.c.person == person)
        async with self._engine.begin() as connection:
            await connection.execute(delete(reports).where(theirs))
            said = select(reports.c.id, reports.c.said).where(names(person))
            found = await connection.execute(said)
            for report_id, text in found.all():
                clean = written(erased(read(text), person))
                if clean != text:
                    changed = update(reports).where(reports.c.id == report_id)
                    await connection.execute(changed.values(said=clean))


MOST = 500


class Mute(NamedTuple):
    """Somebody who is not heard, by the name that they had then."""

    id: str
    name: str
    at: int


class Mutes:
    """The mutes of all people."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, person: str) -> frozenset[str]:
        """The persons whom somebody does not want to hear."""
        wanted = select(mutes.c.muted).where(mutes.c.person == person)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(wanted)).scalars())

    async def listed(self, person: str) -> list[Mute]:
        """The same as that person may see it: names, and no ids of others."""
        wanted = select(mutes.c.id, mutes.c.name, mutes.c.at).where(mutes.c.person == person)
        async with self._engine.connect() as connection:
            return [Mute(*row) for row in await connection.execute(wanted.order_by(mutes.c.at))]

    async def add(self, person: str, muted: str, name: str, now: int) -> None:
        """Do not hear somebody any more. Raises Refused."""
        if len(await self.of(person)) >= MOST:
            raise Refused(
                "talk/too-many-mutes",
                Text(
                    f"On ne peut faire taire que {MOST} personnes.",
                    f"No more than {MOST} people can be muted.",
                ),
            )
        row = {"id": secrets.token_hex(8), "person": person, "muted": muted, "name": name}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(mutes).values(at=now, **row))
        except IntegrityError:
            return  # it is so already

    async def lift(self, person: str, mute_id: str) -> bool:
        """Hear somebody again; whether there was such a mute."""
        mine = delete(mutes).where(mutes.c.person == person, mutes.c.id == mute_id)
        async with self._engine.begin() as connection:
            return (await connection.execute(mine)).rowcount > 0
