"""All that the house knows of a person, to take away, to have forgotten, or to join to an account.

A guest logs in: the account takes over the guest's tables, and the guest is no more.
"""

import logging
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, insert, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tabletier.server.db import ratings
from tabletier.server.db.results import hand_over, strike_out
from tabletier.server.db.schema import channels, jobs, lines, mutes, reports, sitting, tables
from tabletier.server.db.store import pages
from tabletier.server.jobs.ledger import Ledger
from tabletier.server.live.hub import Hub
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables import acts
from tabletier.server.tables.acts import read, written
from tabletier.server.tables.decision import Decision
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.reading import GONE, erased, renamed
from tabletier.server.users.credentials import Tokens
from tabletier.server.users.guests import Person, Register
from tabletier.server.users.moderation import Mutes, Reports, names
from tabletier.server.users.solving import Solving, hand_over_answers

log = logging.getLogger(__name__)
IDS = {"person", "host", "account"}


async def is_here(boxes: Boxes, game: str) -> bool:
    """Whether a game can be played; of a guest that is gone nobody has tables open."""
    try:
        await boxes.wait_for(game)
    except Refused:
        return False
    return True


class Leaving:
    """Exports what is known of a person, and forgets it."""

    def __init__(
        self,
        hub: Hub,
        boxes: Boxes,
        register: Register,
        tokens: Tokens,
        mutes: Mutes,
        reports: Reports,
        jobs: Ledger,
    ) -> None:
        self._hub, self._boxes, self._register, self._tokens = hub, boxes, register, tokens
        self._mutes, self._reports, self._jobs = mutes, reports, jobs

    @property
    def _engine(self) -> AsyncEngine:
        return self._hub.store.engine

    async def export(self, person: Person) -> dict[str, Any]:
        """Everything the house knows of a person; at tables, what they did themselves."""
        known = person._asdict()
        del known["id"], known["sessions"]
        found = await tables_of(self._engine, person.id)
        return {
            "person": known,
            "tokens": [token._asdict() for token in await self._tokens.of(person.id)],
            "mutes": [mute._asdict() for mute in await self._mutes.listed(person.id)],
            "reports": await self._reports.of(person.id),
            "jobs": await self._jobs.of(person.id),
            "notices": await _channels_of(self._engine, person.id),
            "ratings": await ratings.known_of(self._engine, person.id),
            "puzzles": await Solving(self._engine).export(person.id),
            "tables": [await self._told(table, person.id) for table in found],
        }

    async def _told(self, table_id: str, person: str) -> dict[str, Any]:
        entry = select(tables.c.game, tables.c.status, tables.c.opened)
        async with self._engine.connect() as connection:
            filed = (await connection.execute(entry.where(tables.c.id == table_id))).one()
            did = [
                {"number": row.number, "at": row.at, "acts": _without_ids(row.acts)}
                async for page in pages(connection, table_id)
                for row in page
                if row.person == person
            ]
        return {"id": table_id, **filed._asdict(), "did": did}

    async def forget(self, person: Person) -> None:
        """Hand a person's seats to stand-ins, strike out their name and words, then the person."""
        for table_id in await tables_of(self._engine, person.id):
            await self._leave(table_id, person.id)
            await self._erase(table_id, person.id)
        await self._reports.forget(person.id)
        await self._jobs.forget(person.id)
        async with self._engine.begin() as connection:
            await connection.execute(delete(mutes).where(mutes.c.muted == person.id))
            await connection.execute(delete(sitting).where(sitting.c.person == person.id))
            await ratings.forget(connection, person.id)
        await self._register.forget(person)

    async def _leave(self, table_id: str, person: str) -> None:
        game = await self._hub.game_of(table_id)
        if game is None or not await is_here(self._boxes, game):
            return
        room = await self._hub.room(table_id)
        if room is not None:
            act = acts.Forgotten(person=person)
            await self._hub.write(room, lambda table, now: Decision((act,)))  # noqa: ARG005

    async def _erase(self, table_id: str, person: str) -> None:
        """The log keeps what was done, under its numbers, without name and words."""
        here = lines.c.table_id == table_id
        async with self._engine.begin() as connection:
            async for page in pages(connection, table_id):
                for row in page:
                    clean = written(erased(read(row.acts), person))
                    if clean != row.acts:
                        changed = update(lines).where(here, lines.c.number == row.number)
                        await connection.execute(changed.values(acts=clean))
            await strike_out(connection, table_id, person, GONE)


async def _channels_of(engine: AsyncEngine, person: str) -> list[dict[str, Any]]:
    """Where a person wants to be told, without what only machines need to know."""
    told = (channels.c.kind, channels.c.address, channels.c.kinds, channels.c.hours)
    wanted = select(*told, channels.c.state, channels.c.made).where(channels.c.person == person)
    async with engine.connect() as connection:
        return [row._asdict() for row in await connection.execute(wanted)]


async def tables_of(engine: AsyncEngine, person: str) -> list[str]:
    """The tables where a person sat, gave an order or said something."""
    sat = select(sitting.c.table_id).where(sitting.c.person == person)
    acted = select(lines.c.table_id).where(lines.c.person == person)
    async with engine.connect() as connection:
        return sorted((await connection.execute(union(sat, acted))).scalars())


def _without_ids(text: str) -> list[dict[str, Any]]:
    """Acts as a person may take them home: nobody learns the ids of others."""
    told: list[dict[str, Any]] = msgspec.to_builtins(tuple(map(_without_secrets, read(text))))
    return [{key: value for key, value in act.items() if key not in IDS} for act in told]


def _without_secrets(act: acts.AnyAct) -> acts.AnyAct:
    """An act without a position that the house drew: not even who asked for it knows all of it."""
    if isinstance(act, acts.Opened) and act.begins is not None and act.begins.table is not None:
        return replace(act, position=None)
    return act


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
        self._hub.store.outbox.reaches(account.id)
        await self._register.forget(guest)
        for game in await ratings.queued(self._engine):
            await ratings.settle(self._engine, game)
        return len(found)

    async def _tell(self, table_id: str, guest: str, account: str) -> None:
        """Every server that has the table in use learns whose seats they are now."""
        game = await self._hub.game_of(table_id)
        if game is None or not await is_here(self._boxes, game):
            return
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
    await hand_over(connection, guest, account)
    await ratings.join(connection, guest, account)
    await hand_over_answers(connection, guest, account)
    await connection.execute(update(jobs).where(jobs.c.person == guest).values(person=account))
    told = update(channels).where(channels.c.person == guest)
    await connection.execute(told.values(person=account))
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
