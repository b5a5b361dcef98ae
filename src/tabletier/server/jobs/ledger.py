"""The jobs of the house in the database, so that any server can say how far one is."""

import secrets
from typing import Any, Literal, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import jobs

Kind = Literal["hint", "analysis"]
GOING_ON = ("waiting", "running")
LOST_MS = 20_000
"""A job of which nothing was heard for so long was lost with its server."""
KEPT_MS = 86_400_000
"""Hints, and what was not finished, are thrown away after a day."""
BROUGHT_MS = 30 * KEPT_MS
"""Analyses of records from files are thrown away after a month."""


class Job(NamedTuple):
    """A piece of work."""

    id: str
    kind: str
    table_id: str | None
    """None: it is about a record from a file."""
    about: str
    """What makes two questions about a table, or two records, the same."""
    person: str
    """Who asked first."""
    status: str
    """`waiting`, `running`, then `done`, `failed` or `cancelled`."""
    done: int
    total: int
    result: str | None
    made: int
    seen: int
    beat: int

    def goes_on(self, now: int) -> bool:
        """Whether somebody still works on it."""
        return self.status in GOING_ON and self.beat > now - LOST_MS


COLUMNS = [jobs.c[name] for name in Job._fields]


class Ledger:
    """Writes jobs down and finds them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, kind: Kind, table_id: str | None, about: str, person: str, now: int) -> Job:
        """A new job, waiting to be done."""
        number = secrets.token_urlsafe(12)
        job = Job(number, kind, table_id, about, person, "waiting", 0, 0, None, now, now, now)
        brief = (jobs.c.kind == "hint") | (jobs.c.status != "done")
        old = brief & (jobs.c.made < now - KEPT_MS)
        older = jobs.c.table_id.is_(None) & (jobs.c.made < now - BROUGHT_MS)
        async with self._engine.begin() as connection:
            await connection.execute(delete(jobs).where(old | older))
            await connection.execute(insert(jobs).values(**job._asdict()))
        return job

    async def find(self, job_id: str) -> Job | None:
        """The job with this id."""
        return await self._one(select(*COLUMNS).where(jobs.c.id == job_id))

    async def same(self, kind: Kind, table_id: str | None, about: str, now: int) -> Job | None:
        """A job about the same table (None: the same record) that is done or being done."""
        alive = jobs.c.status.in_(GOING_ON) & (jobs.c.beat > now - LOST_MS)
        wanted = select(*COLUMNS).where(
            jobs.c.table_id == table_id,
            jobs.c.kind == kind,
            jobs.c.about == about,
            (jobs.c.status == "done") | alive,
        )
        return await self._one(wanted.order_by(jobs.c.made).limit(1))

    async def going_on(self, person: str, now: int, brought: bool = False) -> int:
        """How many jobs are being done for a person; with `brought`, about records from files."""
        wanted = select(func.count()).where(
            jobs.c.person == person,
            jobs.c.status.in_(GOING_ON),
            jobs.c.beat > now - LOST_MS,
        )
        if brought:
            wanted = wanted.where(jobs.c.table_id.is_(None))
        async with self._engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    async def change(self, job_id: str, **values: Any) -> None:
        """Write something down about a job."""
        async with self._engine.begin() as connection:
            await connection.execute(update(jobs).where(jobs.c.id == job_id).values(values))

    async def end(self, job_id: str, **values: Any) -> None:
        """The last word about a job, unless that was said already."""
        going_on = update(jobs).where(jobs.c.id == job_id, jobs.c.status.in_(GOING_ON))
        async with self._engine.begin() as connection:
            await connection.execute(going_on.values(values))

    async def of(self, person: str) -> list[dict[str, Any]]:
        """What somebody has asked for, to take away."""
        wanted = select(jobs.c.kind, jobs.c.table_id, jobs.c.status, jobs.c.made)
        async with self._engine.connect() as connection:
            rows = await connection.execute(wanted.where(jobs.c.person == person))
            return [row._asdict() for row in rows]

    async def forget(self, person: str) -> None:
        """Who asked is not known any more; analyses of tables stay for others, the rest goes."""
        mine, own = jobs.c.person == person, (jobs.c.kind == "hint") | jobs.c.table_id.is_(None)
        async with self._engine.begin() as connection:
            await connection.execute(delete(jobs).where(mine, own))
            await connection.execute(update(jobs).where(mine).values(person=""))

    async def _one(self, wanted: Any) -> Job | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else Job(*row)
