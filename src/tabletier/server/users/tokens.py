"""Tokens with which a program acts for a person; only their digests are kept."""

import hashlib
import secrets
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.schema import people, tokens
from tabletier.server.tables.errors import Refused
from tabletier.server.users.guests import COLUMNS, Person

Scope = Literal["read", "play", "tables"]
EVERYTHING: frozenset[str] = frozenset({"read", "play", "tables", "owner"})
"""What a person may do who came with a cookie; no token has `owner`."""
MOST = 20
MARK = "tt_"
DAY_MS = 86_400_000
USED_MS = 60_000
"""How exactly we write down when a token was last used."""


class Token(NamedTuple):
    """A token as its owner sees it."""

    id: str
    label: str
    scopes: str
    created: int
    used: int | None
    expires: int | None
    """When it is void by itself; None: never."""


class Held(NamedTuple):
    """What a token stands for."""

    person: Person
    scopes: frozenset[str]
    expires: int | None


FIELDS = [tokens.c[name] for name in Token._fields]


class Tokens:
    """Makes tokens, knows them again, and revokes them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create(
        self, person: str, label: str, scopes: frozenset[str], now: int, days: int | None = None
    ) -> tuple[Token, str]:
        """A token, and its secret, which is told once. Whoever may play may also read."""
        secret = MARK + secrets.token_urlsafe(32)
        good_for = " ".join(sorted(scopes | {"read"}))
        expires = None if days is None else now + days * DAY_MS
        token = Token(secrets.token_hex(6), label, good_for, now, None, expires)
        mine = tokens.c.person == person
        async with self._engine.begin() as connection:
            await connection.execute(delete(tokens).where(mine, tokens.c.expires <= now))
            count = select(func.count()).select_from(tokens).where(mine)
            if (await connection.execute(count)).scalar_one() >= MOST:
                raise Refused(
                    "token/many",
                    Text(
                        f"Vous avez déjà {MOST} jetons ; révoquez-en un.",
                        f"You have {MOST} tokens already; revoke one.",
                    ),
                )
            values = {**token._asdict(), "person": person, "digest": _digest(secret)}
            await connection.execute(insert(tokens).values(values))
        return token, secret

    async def of(self, person: str) -> list[Token]:
        """The tokens of a person, the oldest first."""
        wanted = select(*FIELDS).where(tokens.c.person == person).order_by(tokens.c.created)
        async with self._engine.connect() as connection:
            return [Token(*row) for row in await connection.execute(wanted)]

    async def revoke(self, person: str, token_id: str) -> bool:
        """Whether there was such a token; now there is none."""
        gone = delete(tokens).where(tokens.c.person == person, tokens.c.id == token_id)
        async with self._engine.begin() as connection:
            return (await connection.execute(gone)).rowcount > 0

    async def revoke_all(self, person: str) -> None:
        """A person's programs are locked out."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(tokens).where(tokens.c.person == person))

    async def holder(self, secret: str, now: int) -> Held | None:
        """For whom a token acts, and what it may do; None if it is not valid (any more)."""
        mine = tokens.c.digest == _digest(secret)
        wanted = select(*COLUMNS, tokens.c.scopes, tokens.c.used, tokens.c.expires)
        wanted = wanted.join_from(tokens, people)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted.where(mine))).first()
        if row is None or (row.expires is not None and row.expires <= now):
            return None
        if row.used is None or now - row.used > USED_MS:
            async with self._engine.begin() as connection:
                await connection.execute(update(tokens).where(mine).values(used=now))
        return Held(Person(*row[: len(COLUMNS)]), frozenset(row.scopes.split()), row.expires)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
