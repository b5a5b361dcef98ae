"""What somebody is known by: signed cookies for people, tokens for programs that act for them.

Of tokens only digests are kept. A browser in which an account was entered before is known as such.
"""

import contextlib
import hashlib
import secrets
import stat
from pathlib import Path
from typing import Literal, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.database import create_private, make_private
from tabletier.server.db.schema import people, tokens
from tabletier.server.settings import SHORTEST_SECRET
from tabletier.server.tables.errors import Refused
from tabletier.server.users.guests import COLUMNS, Person

COOKIE = "tabletier"
YEAR = 365 * 24 * 3600
KEY_FILE = "secret.key"


class Cookies:
    """Writes and reads cookies with the house's secret."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="tabletier/person")

    def write(self, person: str, sessions: int) -> str:
        """A cookie for a person; it is void once the person's count of sessions changes."""
        return self._serializer.dumps([person, sessions])

    def read(self, cookie: str) -> tuple[str, int] | None:
        """The person and the count in a cookie; None if it is not ours."""
        try:
            person, sessions = self._serializer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        if isinstance(person, str) and isinstance(sessions, int):
            return person, sessions
        return None


class BadKey(Exception):
    """A key that cannot sign anything safely; `text` says what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def house_secret(folder: Path) -> str:
    """The secret of this house, made on its first day and kept for its owner only.

    Raises BadKey where the file does not hold a whole one, and OSError.
    """
    file = folder / KEY_FILE
    if not file.exists():
        make_private(folder)
        create_private(file, secrets.token_hex(32))
    secret = file.read_bytes().decode("utf-8", "replace").strip()
    if len(secret) < SHORTEST_SECRET:  # or only half was written
        raise BadKey(
            Text(
                f"La clé {file} n'a que {len(secret)} signes et devrait en avoir 64 : "
                "remettez-la d'une sauvegarde, ou effacez-la (tout le monde devra se présenter "
                "à nouveau).",
                f"The key {file} has only {len(secret)} characters and should have 64: "
                "put it back from a backup, or delete it (everybody will have to say who they "
                "are again).",
            )
        )
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        with contextlib.suppress(PermissionError):  # somebody else's, lent to us
            file.chmod(0o600)
    return secret


DEVICE = "tabletier-device"
MOST_DEVICES = 5
"""Accounts remembered in one browser, the latest."""


class Devices:
    """Writes and reads the cookies of browsers."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="tabletier/device")

    def write(self, cookie: str | None, login: str) -> str:
        """The cookie of a browser in which an account was entered just now."""
        device, known = self._read(cookie) or (secrets.token_hex(8), [])
        mark = _mark(login)
        known = [mark, *(other for other in known if other != mark)][:MOST_DEVICES]
        return self._serializer.dumps([device, known])

    def known(self, cookie: str | None, login: str) -> str | None:
        """The browser, if this account was entered in it before."""
        found = self._read(cookie)
        return found[0] if found is not None and _mark(login) in found[1] else None

    def _read(self, cookie: str | None) -> tuple[str, list[str]] | None:
        try:
            device, known = self._serializer.loads(cookie or "")
        except (BadSignature, ValueError, TypeError):
            return None
        return (device, known) if isinstance(device, str) and isinstance(known, list) else None


def _mark(login: str) -> str:
    """An account, without its name."""
    return hashlib.sha256(login.encode()).hexdigest()[:16]


Scope = Literal["read", "play", "tables"]
EVERYTHING: frozenset[str] = frozenset({"read", "play", "tables", "owner"})
"""What a person may do who came with a cookie; no token has `owner`."""
MOST_TOKENS = 20
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


class TokenHolder(NamedTuple):
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
            if (await connection.execute(count)).scalar_one() >= MOST_TOKENS:
                raise Refused(
                    "token/many",
                    Text(
                        f"Vous avez déjà {MOST_TOKENS} jetons ; révoquez-en un.",
                        f"You have {MOST_TOKENS} tokens already; revoke one.",
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

    async def holder(self, secret: str, now: int) -> TokenHolder | None:
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
        return TokenHolder(Person(*row[: len(COLUMNS)]), frozenset(row.scopes.split()), row.expires)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
