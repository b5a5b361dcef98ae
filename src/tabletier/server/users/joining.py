"""A guest logs in: the account takes over the guest's tables, and the guest is no more.

Only a guest is ever taken in, by whoever proves both: the guest's cookie, the account's password.
Tokens of the guest are void: whoever made them on a shared machine must not act for the account.
"""

import logging
from typing import Any

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db.schema import jobs, lines, mutes, reports, sitting
from tabletier.server.db.store import pages
from tabletier.server.live.hub import Hub
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables import acts
from tabletier.server.tables.acts import read, written
from tabletier.server.tables.decision import Decision
from tabletier.server.tables.forgetting import renamed
from tabletier.server.users.guests import Person, Register
from tabletier.server.users.privacy import tables_of
from tabletier.server.users.reports import names

log = logging.getLogger(__name__)


class Joining:
    """Takes guests into accounts."""

    def __init__(self, hub: Hub, boxes: Boxes, register: Register) -> None:
        self._hub, self._boxes, self._register = hub, boxes, register

    @property
    def _engine(self) -> AsyncEngine:
        return self._hub.store.engine

    async def join(self, guest: Person, account: Person) -> int:
        """Everything of a guest belongs to an account from now on; how many tables that are.

        Cut off in the middle it can be done again: the guest goes last.
        """
        if guest.login is not None or account.login is None or guest.id == account.id:
            return 0
        found = await tables_of(self._engine, guest.id)
        for table_id in found:
            await self._tell(table_id, guest.id, account.id)
            async with self._engine.begin() as connection:
                await _rewrite(connection, table_id, guest.id, account.id)
        async with self._engine.begin() as connection:
            await _hand_over(connection, guest.id, account.id)
        await self._register.forget(guest)
        return len(found)

    async def _tell(self, table_id: str, guest: str, account: str) -> None:
        """Every server that has the table in use learns whose seats they are now."""
        game = await self._hub.game_of(table_id)
        if game is None:
            return
        await self._boxes.wait_for(game)
        room = await self._hub.room(table_id)
        if room is not None:
            act = acts.Became(person=guest, account=account)
            await self._hub.write(room, lambda table, now: Decision((act,)))  # noqa: ARG005


async def _rewrite(connection: AsyncConnection, table_id: str, guest: str, account: str) -> None:
    """The log as if the account had sat there from the beginning, under the same numbers."""
    here, theirs = lines.c.table_id == table_id, lines.c.person == guest
    async for page in pages(connection, table_id):
        for row in page:
            clean = written(renamed(read(row.acts), guest, account))
            if clean != row.acts:
                changed = update(lines).where(here, lines.c.number == row.number)
                await connection.execute(changed.values(acts=clean))
    used = select(lines.c.key).where(here, lines.c.person == account, lines.c.key.is_not(None))
    taken = (await connection.execute(used)).scalars().all()
    await connection.execute(
        update(lines).where(here, theirs, lines.c.key.in_(taken)).values(key=None)
    )
    await connection.execute(update(lines).where(here, theirs).values(person=account))


async def _hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Everything beside the logs: seats, jobs, mutes in both directions, reports."""
    await _move(connection, sitting, "person", "table_id", guest, account)
    await connection.execute(update(jobs).where(jobs.c.person == guest).values(person=account))
    await _move(connection, mutes, "person", "muted", guest, account)
    await _move(connection, mutes, "muted", "person", guest, account)
    await connection.execute(
        delete(mutes).where(mutes.c.person == account, mutes.c.muted == account)
    )
    theirs = or_(reports.c.person == guest, reports.c.reported == guest, names(guest))
    found = await connection.execute(select(reports).where(theirs))
    for report in found.all():
        values = {
            "person": account if report.person == guest else report.person,
            "reported": account if report.reported == guest else report.reported,
            "said": written(renamed(read(report.said), guest, account)),
        }
        await _replace(connection, report, values)


async def _replace(connection: AsyncConnection, report: Any, values: dict[str, str]) -> None:
    """Put other persons into a report; of two that are then the same, one goes."""
    if all(getattr(report, name) == value for name, value in values.items()):
        return
    await connection.execute(delete(reports).where(reports.c.id == report.id))
    same = select(reports.c.id).where(
        reports.c.table_id == report.table_id,
        reports.c.number == report.number,
        reports.c.person == values["person"],
    )
    if (await connection.execute(same)).first() is None:
        await connection.execute(insert(reports).values(**(report._asdict() | values)))


async def _move(
    connection: AsyncConnection, relation: Any, column: str, other: str, guest: str, account: str
) -> None:
    """Rows of a guest become the account's, unless it has the same already."""
    whose, what = relation.c[column], relation.c[other]
    known = (await connection.execute(select(what).where(whose == account))).scalars().all()
    await connection.execute(delete(relation).where(whose == guest, what.in_(known)))
    await connection.execute(update(relation).where(whose == guest).values({column: account}))
