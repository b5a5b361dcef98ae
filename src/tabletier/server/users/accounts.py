"""Accounts, for those who want to be known on another device: a login, a password, a code.

Passwords and codes are kept as hashes, checked in a thread, no faster for a wrong name.
"""

import asyncio
import hashlib
import hmac
import secrets
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.schema import people
from tabletier.server.tables.errors import Refused
from tabletier.server.users import accounts
from tabletier.server.users.credentials import Tokens
from tabletier.server.users.guests import COLUMNS, Person, Register

SHORTEST, LONGEST = 8, 200
_COMMON = """
00000000 11111111 11223344 12121212 12341234 12344321 12345678 123456789 1234567890 123123123
87654321 987654321 9876543210 88888888 99999999 1q2w3e4r 1qaz2wsx 1234qwer a1b2c3d4 aaaaaaaa
abc12345 abcd1234 abcdefgh adminadmin administrator asdfghjk asdfghjkl azerty123 azertyui
azertyuiop baseball basketball bonjour1 bonjour123 changeme chocolat computer doudou123 football
iloveyou internet jetaime1 letmein1 liverpool loulou123 marseille michelle motdepasse motdepasse1
password password1 password12 password123 passw0rd p@ssw0rd princess qazwsxedc qwerty12 qwerty123
qwertyui qwertyuiop qwertzui qwertzuiop starwars sunshine superman tabletier trustno1 welcome1
"""
COMMON = frozenset(_COMMON.split())
"""What whoever guesses tries first, among what is long enough."""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Signs that nobody confuses when copying them by hand."""
GROUPS, GROUP = 5, 5
AT_ONCE = 2
"""Hashes worked out at the same time; each takes a core and 19 MiB."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODY = (
    "$argon2id$v=19$m=19456,t=2,p=1$"
    "bm9ib2R5IGhhcyB0aGlzIQ$vqXWZo3qM5mC0f0a1r5zS3Yk0n4kz0c6dZ1u5b7o2xQ"
)
"""The hash of nobody's password: as slow to check as anybody's, and never right."""


def check_new(password: str, login: str) -> None:
    """Whether somebody may choose this password. Raises Refused."""
    plain = password.strip().casefold()
    if len(password) < SHORTEST:
        raise _unfit(
            f"Un mot de passe a au moins {SHORTEST} signes.",
            f"A password has at least {SHORTEST} characters.",
        )
    if plain == login.casefold():
        raise _unfit(
            "Le mot de passe ne peut pas être le nom de compte ; choisissez-en un autre.",
            "The password cannot be the login; choose another one.",
        )
    if plain in COMMON:
        raise _unfit(
            "Ce mot de passe est l'un des premiers que l'on devine ; choisissez-en un autre.",
            "This password is among the first that anybody guesses; choose another one.",
        )


def _unfit(fr: str, en: str) -> Refused:
    return Refused("account/password", Text(fr, en), status=422)


class Passwords:
    """Hashes and checks passwords without keeping the event loop waiting."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """A password as the database keeps it."""
        async with self._free:
            return await asyncio.to_thread(_hasher.hash, password)

    async def right(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one kept; where none is kept, it takes as long to say no."""
        async with self._free:
            right = await asyncio.to_thread(_verify, kept or _NOBODY, password)
        return right and kept is not None

    @staticmethod
    def outdated(kept: str) -> bool:
        """Whether a hash should be made anew, more slowly."""
        return _hasher.check_needs_rehash(kept)


def _verify(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def new_code() -> str:
    """A recovery code, in groups that can be copied by hand: 120 bits and a little more."""
    signs = [secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP)]
    return "-".join("".join(signs[n : n + GROUP]) for n in range(0, len(signs), GROUP))


def code_digest(code: str) -> str:
    """A code as the database keeps it; it cannot be guessed, so a quick hash is enough."""
    plain = "".join(sign for sign in code.upper() if sign in ALPHABET)
    return hashlib.sha256(plain.encode()).hexdigest()


def same(kept: str | None, digest: str) -> bool:
    """Whether two digests are the same, in the same time whatever they are."""
    return hmac.compare_digest(kept or "0" * 64, digest)


class Accounts:
    """Opens accounts, and lets people in who prove that one is theirs."""

    def __init__(self, engine: AsyncEngine, register: Register, tokens: Tokens) -> None:
        self._engine, self._register, self._tokens = engine, register, tokens
        self._passwords = Passwords()

    async def create(self, person: Person, login: str, password: str) -> tuple[Person, str]:
        """A guest gets an account and stays who they are; the recovery code is told once."""
        if person.login is not None:
            raise _exists()
        accounts.check_new(password, login)
        code = accounts.new_code()
        kept = {
            "login": login,
            "password": await self._passwords.hash(password),
            "recovery": accounts.code_digest(code),
        }
        mine = people.c.id == person.id
        try:
            async with self._engine.begin() as connection:
                done = await connection.execute(
                    update(people).where(mine, people.c.login.is_(None)).values(kept)
                )
        except IntegrityError as error:
            raise Refused(
                "account/taken",
                Text("Ce nom de compte est déjà pris.", "This login is taken already."),
            ) from error
        if not done.rowcount:  # another device was faster
            raise _exists()
        return person._replace(login=login), code

    async def enter(self, login: str, password: str) -> Person:
        """The person with this login and password. Raises Refused, whichever is wrong."""
        person = await self._proven(login, password)
        if person is None:
            raise _wrong()
        return person

    async def confirm(self, person: Person, password: str | None) -> None:
        """Whether it is really them: whoever has an account says their password. Raises Refused."""
        if person.login is not None and await self._proven(person.login, password or "") is None:
            raise Refused(
                "account/wrong",
                Text("Ce n'est pas votre mot de passe.", "This is not your password."),
                status=401,
            )

    async def change_password(
        self, person: Person, old: str, new: str, keep_tokens: bool = False
    ) -> Person:
        """A new password; other devices and, unless kept, programs are locked out. Raises Refused.

        Whoever fears that somebody knows the old one does not think of tokens.
        """
        if person.login is None:
            raise Refused(
                "account/none", Text("Vous n'avez pas de compte.", "You have no account.")
            )
        await self.confirm(person, old)
        accounts.check_new(new, person.login)
        kept = await self._passwords.hash(new)
        if not keep_tokens:
            await self._tokens.revoke_all(person.id)
        return await self._register.change(person, password=kept, sessions=person.sessions + 1)

    async def recover(self, login: str, code: str, password: str) -> tuple[Person, str]:
        """Back in with the recovery code: a new password, a new code, and nobody else is in."""
        accounts.check_new(password, login)
        found = await self._find(login)
        kept = None if found is None else found[1].recovery
        right = accounts.same(kept, accounts.code_digest(code))
        hashed = await self._passwords.hash(password)  # as long, right or wrong
        if not right or found is None or kept is None:
            raise _wrong()
        fresh = accounts.new_code()
        person = await self._register.change(
            found[0],
            password=hashed,
            recovery=accounts.code_digest(fresh),
            sessions=found[0].sessions + 1,
        )
        await self._tokens.revoke_all(person.id)
        return person, fresh

    async def _proven(self, login: str, password: str) -> Person | None:
        """Whoever has this login and this password, in the same time if nobody has."""
        found = await self._find(login)
        kept = None if found is None else found[1].password
        if not await self._passwords.right(kept, password) or found is None or kept is None:
            return None
        person = found[0]
        if self._passwords.outdated(kept):
            await self._register.change(person, password=await self._passwords.hash(password))
        return person

    async def _find(self, login: str) -> tuple[Person, Any] | None:
        wanted = select(*COLUMNS, people.c.password, people.c.recovery)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted.where(people.c.login == login))).first()
        return None if row is None else (Person(*row[: len(COLUMNS)]), row)


def _exists() -> Refused:
    return Refused(
        "account/exists", Text("Vous avez déjà un compte.", "You have an account already.")
    )


def _wrong() -> Refused:
    return Refused(
        "account/wrong",
        Text(
            "Ce nom de compte et ce mot de passe (ou ce code) ne vont pas ensemble.",
            "This login and this password (or code) do not belong together.",
        ),
        status=401,
    )
