"""The register of people in the database, and what they may be called."""

import re
import secrets
import unicodedata
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.search.ranks import RANKS
from tabletier.server.db.schema import people
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.talk import is_visible


class Person(NamedTuple):
    """Someone who has walked in."""

    id: str
    name: str
    language: str
    created: int
    login: str | None
    sessions: int
    handle: str | None
    """What others may call them by in an address; None: nothing was given out yet."""
    shows: str
    """What others find there: `nothing`, what was played at `public` tables, or `all`."""
    listed: bool
    """Whether they stand on the ladders that others see."""


HANDLE_BYTES = 9
COLUMNS = [people.c[name] for name in Person._fields]


class Register:
    """Finds people and writes them down."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def new_guest(self, name: str, language: str, now: int) -> Person:
        """A guest, at once."""
        handle = secrets.token_urlsafe(HANDLE_BYTES)
        person = Person(secrets.token_hex(12), name, language, now, None, 0, handle, "public", True)
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

    async def called(self, handle: str) -> Person | None:
        """The person whom others may call so."""
        async with self._engine.connect() as connection:
            row = (
                await connection.execute(select(*COLUMNS).where(people.c.handle == handle))
            ).first()
        return None if row is None else Person(*row)

    async def handles(self, persons: set[str]) -> dict[str, str]:
        """What some persons may be called by in an address, where they let anything be seen."""
        shown = people.c.shows != "nothing"
        wanted = select(people.c.id, people.c.handle).where(people.c.id.in_(persons), shown)
        async with self._engine.connect() as connection:
            return {row.id: row.handle for row in await connection.execute(wanted) if row.handle}

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


LONGEST = 40
OF_THE_HOUSE = frozenset(name.casefold() for level in RANKS for name in level.people)
"""Its opponents: nobody shall be taken for one of them."""
LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{2,39}")


def display_name(given: str) -> str:
    """A name as others see it: trimmed, in one line, visible. Raises Refused."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not is_visible(name) or len(name) > LONGEST:
        raise Refused(
            "person/name",
            Text(
                f"Un nom a de 1 à {LONGEST} signes, tous visibles.",
                f"A name has 1 to {LONGEST} characters, all of them visible.",
            ),
            status=422,
        )
    return name


def person_name(given: str) -> str:
    """The name of somebody who plays: any but those of the house's opponents. Raises Refused."""
    name = display_name(given)
    if name.casefold() in OF_THE_HOUSE:
        raise Refused(
            "person/house",
            Text(
                f"{name} joue déjà pour la maison ; quel autre nom prendrez-vous ?",
                f"{name} plays for the house already; which other name will you take?",
            ),
            status=422,
        )
    return name


def login_name(given: str) -> str:
    """A name to log in with, in small letters. Raises Refused."""
    name = unicodedata.normalize("NFKC", given).strip().lower()
    if not LOGIN.fullmatch(name):
        raise Refused(
            "account/login",
            Text(
                "Un nom de compte a de 3 à 40 signes : lettres sans accent, chiffres, point, tiret "
                "ou trait bas, et commence par une lettre ou un chiffre.",
                "A login has 3 to 40 characters: letters without accents, digits, dot, hyphen "
                "or underscore, and begins with a letter or a digit.",
            ),
            status=422,
        )
    return name
