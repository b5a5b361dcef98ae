"""Whom a person does not want to hear: kept by the house, so it holds on every device."""

import secrets
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.schema import mutes
from tabletier.server.tables.errors import Refused

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
