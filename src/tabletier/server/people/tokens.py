"""Tokens with which a program acts for a person; only their digests are kept."""

import hashlib
import secrets
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.texts import Text
from tabletier.server.people.register import COLUMNS, Person
from tabletier.server.storage.schema import people, tokens
from tabletier.server.tables.refused import Refused

Scope = Literal["read", "play", "tables"]
EVERYTHING: frozenset[str] = frozenset({"read", "play", "tables", "owner"})
"""What a person may do who came with a cookie; no token has `owner`."""
MOST = 20
MARK = "tt_"
USED_MS = 60_000
"""How exactly we write down when a token was last used."""


class Token(NamedTuple):
    """A token as its owner sees it."""

    id: str
    label: str
    scopes: str
    created: int
    used: int | None


FIELDS = [tokens.c[name] for name in Token._fields]


class Tokens:
    """Makes tokens, knows them again, and revokes them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create(
        self, person: str, label: str, scopes: frozenset[str], now: int
    ) -> tuple[Token, str]:
        """A token, and its secret, which is told once. Whoever may play may also read."""
        secret = MARK + secrets.token_urlsafe(32)
        token = Token(secrets.token_hex(6), label, " ".join(sorted(scopes | {"read"})), now, None)
        async with self._engine.begin() as connection:
            mine = select(func.count()).select_from(tokens).where(tokens.c.person == person)
            if (await connection.execute(mine)).scalar_one() >= MOST:
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

    async def holder(self, secret: str, now: int) -> tuple[Person, frozenset[str]] | None:
        """For whom a token acts, and what it may do."""
        mine = tokens.c.digest == _digest(secret)
        wanted = select(*COLUMNS, tokens.c.scopes, tokens.c.used).join_from(tokens, people)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted.where(mine))).first()
        if row is None:
            return None
        if row.used is None or now - row.used > USED_MS:
            async with self._engine.begin() as connection:
                await connection.execute(update(tokens).where(mine).values(used=now))
        return Person(*row[: len(COLUMNS)]), frozenset(row.scopes.split())


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
