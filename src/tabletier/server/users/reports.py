"""Complaints about something that was said, for whoever runs the house."""

import secrets
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import reports
from tabletier.server.tables.acts import Said, read, written
from tabletier.server.tables.forgetting import erased
from tabletier.server.tables.show import Audience
from tabletier.server.tables.table import Saying, Table

AROUND = 20
"""Sayings before, and after, the one that is reported."""


class Report(NamedTuple):
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


COLUMNS = [reports.c[name] for name in Report._fields]


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

    async def listed(self) -> list[Report]:
        """All reports, the oldest first."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(*COLUMNS).order_by(reports.c.at, reports.c.id))
            return [Report(*row) for row in rows]

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
