"""Where somebody's calendar is: a secret address, signed by the house, that can be renewed.

In the database stands only half of it: who reads the database does not know the address.
"""

import secrets

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import calendars

LONGEST_ADDRESS = 200


class Calendars:
    """The calendars of the house."""

    def __init__(self, engine: AsyncEngine, secret: str) -> None:
        self._engine = engine
        self._serializer = URLSafeSerializer(secret, salt="tabletier/calendar")

    async def address(self, person: str) -> str:
        """The secret part of a person's address, made when it is first asked for."""
        wanted = select(calendars.c.address).where(calendars.c.person == person)
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(wanted)).scalar_one_or_none()
        return await self.renew(person) if found is None else self._serializer.dumps(found)

    async def renew(self, person: str) -> str:
        """Another address; the one before is void."""
        address = secrets.token_urlsafe(16)
        upsert = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        row = upsert(calendars).values(person=person, address=address)
        async with self._engine.begin() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["person"], set_={"address": address})
            )
        return self._serializer.dumps(address)

    async def person(self, address: str) -> str | None:
        """Whose calendar is at an address; None if there is none."""
        try:
            known = self._serializer.loads(address)
        except (BadSignature, ValueError, TypeError):
            return None
        wanted = select(calendars.c.person).where(calendars.c.address == known)
        async with self._engine.connect() as connection:
            person: str | None = (await connection.execute(wanted)).scalar_one_or_none()
        return person
