"""Accounts, for those who want to be known on another device: a login, a password, a code."""

from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.schema import people
from tabletier.server.tables.errors import Refused
from tabletier.server.users import passwords
from tabletier.server.users.guests import COLUMNS, Person, Register
from tabletier.server.users.passwords import Passwords
from tabletier.server.users.tokens import Tokens


class Accounts:
    """Opens accounts, and lets people in who prove that one is theirs."""

    def __init__(self, engine: AsyncEngine, register: Register, tokens: Tokens) -> None:
        self._engine, self._register, self._tokens = engine, register, tokens
        self._passwords = Passwords()

    async def create(self, person: Person, login: str, password: str) -> tuple[Person, str]:
        """A guest gets an account and stays who they are; the recovery code is told once."""
        if person.login is not None:
            raise _exists()
        passwords.check_new(password, login)
        code = passwords.new_code()
        kept = {
            "login": login,
            "password": await self._passwords.hash(password),
            "recovery": passwords.code_digest(code),
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
        passwords.check_new(new, person.login)
        kept = await self._passwords.hash(new)
        if not keep_tokens:
            await self._tokens.revoke_all(person.id)
        return await self._register.change(person, password=kept, sessions=person.sessions + 1)

    async def recover(self, login: str, code: str, password: str) -> tuple[Person, str]:
        """Back in with the recovery code: a new password, a new code, and nobody else is in."""
        passwords.check_new(password, login)
        found = await self._find(login)
        kept = None if found is None else found[1].recovery
        right = passwords.same(kept, passwords.code_digest(code))
        hashed = await self._passwords.hash(password)  # as long, right or wrong
        if not right or found is None or kept is None:
            raise _wrong()
        fresh = passwords.new_code()
        person = await self._register.change(
            found[0],
            password=hashed,
            recovery=passwords.code_digest(fresh),
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
