"""Where people want to be told: browsers, an e-mail address, a webhook, a feed.

An e-mail address is used once its owner has confirmed it. A channel that is dead stays in the list,
with the reason, until its owner takes it away.
"""

import json
import re
import secrets
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.text import Text
from tabletier.server.db.outbox import NoticeOutbox, put_in
from tabletier.server.db.schema import channels, notices
from tabletier.server.notices.outside import Forbidden, Outside, trouble_told
from tabletier.server.notices.push import NO_PUSH, can_push
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.notices import USUAL, Notice

MOST = 10
"""Channels of one person."""
MAIL = "smtp"
"""The target of all e-mail."""
ADDRESS = re.compile(r"[^@\s,;<>\"()\[\]\\]{1,64}@[^@\s,;<>\"()\[\]\\]{1,190}\.[^@\s.]{2,63}")
SHAPES = ("json", "ntfy", "discord", "matrix")


class Channel(NamedTuple):
    """Where a person wants to be told something."""

    id: str
    person: str
    kind: str
    address: str
    target: str
    details: str
    kinds: str
    hours: str
    secret: str
    state: str
    label: str
    made: int
    told: int | None
    trouble: str

    @property
    def shape(self) -> str | None:
        """How a webhook wants to be told."""
        shape: str | None = json.loads(self.details).get("shape")
        return shape


FIELDS = [channels.c[name] for name in Channel._fields]


def webhook_problem(error: Forbidden) -> Refused:
    """An address that the house does not ask."""
    why = trouble_told(str(error))
    return Refused(
        "notice/address",
        Text(f"Cette adresse ne convient pas : {why.fr}.", f"This address will not do: {why.en}."),
        status=422,
    )


def no_channel() -> Refused:
    """There is no such channel, or it is somebody else's."""
    return Refused(
        "notice/none",
        Text("Ce moyen de vous joindre n'existe pas.", "There is no such way to reach you."),
        status=404,
    )


class Channels:
    """Knows where people want to be told, and writes it down."""

    def __init__(
        self, engine: AsyncEngine, outbox: NoticeOutbox, outside: Outside, mail: bool
    ) -> None:
        self._engine, self._outbox, self._outside = engine, outbox, outside
        self.mail = mail
        """Whether the house can send e-mail."""

    async def of(self, person: str) -> list[Channel]:
        """The channels of a person, the oldest first."""
        wanted = select(*FIELDS).where(channels.c.person == person)
        async with self._engine.connect() as connection:
            found = await connection.execute(wanted.order_by(channels.c.made, channels.c.id))
            return [Channel(*row) for row in found]

    async def find(self, person: str, channel: str) -> Channel:
        """A channel of a person. Raises Refused."""
        found = [one for one in await self.of(person) if one.id == channel]
        if not found:
            raise no_channel()
        return found[0]

    async def by_secret(self, kind: str, secret: str) -> Channel | None:
        """The channel that a secret address belongs to."""
        wanted = select(*FIELDS).where(channels.c.secret == secret, channels.c.kind == kind)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else Channel(*row)

    async def add_push(
        self, person: str, endpoint: str, p256dh: str, auth: str, label: str, now: int
    ) -> Channel:
        """A browser; one that is known already is told with its new keys. Raises Refused."""
        if not can_push():
            raise Refused("notice/no-push", NO_PUSH, status=409)
        from tabletier.server.notices.webpush import read_subscription

        try:
            parts = self._outside.check(endpoint)
            read_subscription(endpoint, p256dh, auth)
        except Forbidden as error:
            raise webhook_problem(error) from error
        except ValueError as error:
            raise Refused(
                "notice/keys",
                Text(
                    "Les clés de ce navigateur ne se lisent pas ; réessayez.",
                    "The keys of this browser cannot be read; try again.",
                ),
                status=422,
            ) from error
        details = {"p256dh": p256dh, "auth": auth}
        return await self._add(
            person, "push", endpoint, str(parts.netloc), details, label, now, replaces=True
        )

    async def add_mail(self, person: str, address: str, now: int) -> Channel:
        """An e-mail address, which is asked to confirm. Raises Refused."""
        read = self.read_mail(address)
        return await self._add(person, "email", read, MAIL, {}, "", now, state="asked")

    def read_mail(self, address: str) -> str:
        """An e-mail address as it is written down. Raises Refused when it cannot be one."""
        if not self.mail:
            raise Refused(
                "notice/no-mail",
                Text(
                    "Cette maison n'envoie pas de courriel (TABLETIER_SMTP_URL n'est pas réglé).",
                    "This house sends no e-mail (TABLETIER_SMTP_URL is not set).",
                ),
                status=409,
            )
        address = address.strip()
        if not ADDRESS.fullmatch(address) or not address.isascii():
            raise Refused(
                "notice/mail",
                Text(
                    "Une adresse de courriel ressemble à nom@exemple.fr.",
                    "An e-mail address looks like name@example.org.",
                ),
                status=422,
            )
        return address

    async def add_webhook(
        self, person: str, address: str, shape: str, token: str, now: int
    ) -> Channel:
        """A webhook of somebody's own. Raises Refused."""
        try:
            parts = self._outside.check(address)
        except Forbidden as error:
            raise webhook_problem(error) from error
        details = {"shape": shape, "token": token}
        return await self._add(person, "webhook", address, str(parts.netloc), details, "", now)

    async def add_feed(self, person: str, now: int) -> Channel:
        """A feed at a secret address; a person has one."""
        return await self._add(person, "feed", "", "", {}, "", now)

    async def _add(
        self,
        person: str,
        kind: str,
        address: str,
        target: str,
        details: dict[str, str],
        label: str,
        now: int,
        state: str = "on",
        replaces: bool = False,
    ) -> Channel:
        mine = channels.c.person == person
        same = (mine, channels.c.kind == kind, channels.c.address == address)
        async with self._engine.begin() as connection:
            row = (await connection.execute(select(*FIELDS).where(*same))).first()
            if row is not None and not replaces:
                return Channel(*row)
            values = {"details": json.dumps(details), "state": state, "trouble": ""}
            if row is not None:
                await connection.execute(update(channels).where(*same).values(values))
                return Channel(*{**row._asdict(), **values}.values())
            count = select(func.count()).select_from(channels).where(mine)
            if (await connection.execute(count)).scalar_one() >= MOST:
                raise Refused(
                    "notice/many",
                    Text(
                        f"Vous avez déjà {MOST} moyens d'être joint ; retirez-en un.",
                        f"You have {MOST} ways to be reached already; take one away.",
                    ),
                )
            made = Channel(
                id=secrets.token_hex(8),
                person=person,
                kind=kind,
                address=address,
                target=target[:255],
                kinds=" ".join(USUAL),
                hours="{}",
                secret=secrets.token_urlsafe(32),
                label=label[:60],
                made=now,
                told=None,
                **values,
            )
            await connection.execute(insert(channels).values(made._asdict()))
        self._outbox.reaches(person)
        return made

    async def ask_to_confirm(self, channel: Channel, now: int) -> None:
        """Send a link to an address, by which its owner says that they want to be told there."""
        notice = Notice(channel.person, ("confirm",), secrets.token_hex(8))
        async with self._engine.begin() as connection:
            await put_in(connection, [(notice, now)], only=channel.id)
        self._outbox.news.set()

    async def change(self, channel: Channel, **values: Any) -> Channel:
        """Write something else down about a channel."""
        mine = channels.c.id == channel.id
        async with self._engine.begin() as connection:
            await connection.execute(update(channels).where(mine).values(values))
        return channel._replace(**values)

    async def renew(self, channel: Channel) -> Channel:
        """A channel at another secret address; nobody finds it at the old one."""
        return await self.change(channel, secret=secrets.token_urlsafe(32))

    async def confirm(self, secret: str) -> bool:
        """The owner of an address wants to be told there; whether there is such an address."""
        waits = channels.c.state.in_(("asked", "on"))
        mine = (channels.c.secret == secret, channels.c.kind == "email", waits)
        async with self._engine.begin() as connection:
            done = await connection.execute(update(channels).where(*mine).values(state="on"))
        return done.rowcount > 0

    async def remove(self, channel: Channel) -> None:
        """Nothing is told there any more, not even what waits."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(channels).where(channels.c.id == channel.id))

    async def entries(self, channel: Channel, limit: int) -> list[Any]:
        """What a feed has to tell, the latest first."""
        told = (notices.c.channel == channel.id, notices.c.state == "sent")
        wanted = select(notices).where(*told).order_by(notices.c.at.desc(), notices.c.id)
        async with self._engine.connect() as connection:
            return list((await connection.execute(wanted.limit(limit))).all())
