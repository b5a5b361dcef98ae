"""All that the house knows of a person, to take away or to have forgotten."""

import logging
from typing import Any

import msgspec
from sqlalchemy import delete, select, union, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import lines, mutes, sitting, tables
from tabletier.server.db.store import pages
from tabletier.server.jobs.ledger import Ledger
from tabletier.server.live.hub import Hub
from tabletier.server.live.warmup import Boxes
from tabletier.server.tables import acts
from tabletier.server.tables.acts import read, written
from tabletier.server.tables.decide import Decision
from tabletier.server.tables.forgetting import erased
from tabletier.server.users.guests import Person, Register
from tabletier.server.users.mutes import Mutes
from tabletier.server.users.reports import Reports
from tabletier.server.users.tokens import Tokens

log = logging.getLogger(__name__)
IDS = {"person", "host", "account"}


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
        await self._register.forget(person)

    async def _leave(self, table_id: str, person: str) -> None:
        game = await self._hub.game_of(table_id)
        if game is None:
            return
        await self._boxes.wait_for(game)
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


async def tables_of(engine: AsyncEngine, person: str) -> list[str]:
    """The tables where a person sat, gave an order or said something."""
    sat = select(sitting.c.table_id).where(sitting.c.person == person)
    acted = select(lines.c.table_id).where(lines.c.person == person)
    async with engine.connect() as connection:
        return sorted((await connection.execute(union(sat, acted))).scalars())


def _without_ids(text: str) -> list[dict[str, Any]]:
    """Acts as a person may take them home: nobody learns the ids of others."""
    told: list[dict[str, Any]] = msgspec.to_builtins(read(text))
    return [{key: value for key, value in act.items() if key not in IDS} for act in told]
