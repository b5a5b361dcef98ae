"""The register of people in the database."""

import secrets
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import people


class Person(NamedTuple):
    """Someone who has walked in."""

    id: str
    name: str
    language: str
    created: int
    login: str | None
    sessions: int


COLUMNS = [people.c[name] for name in Person._fields]


class Register:
    """Finds people and writes them down."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def new_guest(self, name: str, language: str, now: int) -> Person:
        """A guest, at once."""
        person = Person(secrets.token_hex(12), name, language, now, None, 0)
        async with self._engine.begin() as connection:
            await connection.execute(insert(people).values(**person._asdict()))
        return person

    async def find(self, person_id: str) -> Person | None:
        """The person with this id."""
        async with self._engine.connect() as connection:
            row = (
                await connection.execute(select(*COLUMNS).where(people.c.id == person_id))
            ).first()
        return None if row is None else Person(*row)

    async def change(self, person: Person, **values: Any) -> Person:
        """Write something down about a person."""
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(values))
        return person._replace(**{k: v for k, v in values.items() if k in Person._fields})

    async def log_out_everywhere(self, person: Person) -> Person:
        """All cookies of a person are void."""
        return await self.change(person, sessions=person.sessions + 1)

    async def forget(self, person: Person) -> None:
        """Strike a person out, with their tokens."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(people).where(people.c.id == person.id))
