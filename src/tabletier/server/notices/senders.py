"""How each kind of channel is told something, and what its answer means.

Whatever is told carries its id, the same when it is told again: a push message its tag, an e-mail
its Message-ID, a webhook its Idempotency-Key (Matrix its transaction, ntfy its sequence). Where
nothing makes one of two, what may have been told before says so.
"""

import asyncio
import contextlib
import hashlib
import json
import time
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import quote, unquote, urlsplit

import aiosmtplib
import h11

from tabletier.games.kernel.text import Text
from tabletier.server.notices.channels import Channel
from tabletier.server.notices.outside import Forbidden, HttpAnswer, NotReached, Outside, kind_of
from tabletier.server.notices.push import encoded
from tabletier.server.notices.wording import Message

if TYPE_CHECKING:
    from tabletier.server.notices.webpush import HouseKey

SEND = 15.0
"""Seconds that somebody outside is given to answer."""
KEPT = 2 * 86_400
"""Seconds for which a push service keeps a message for a browser that is away."""
LONGEST_WAIT = 3600.0
"""Seconds at most that we wait because somebody asks us to."""


class Outcome(NamedTuple):
    """What came of telling something."""

    what: Literal["sent", "retry", "failed", "dead"]
    """`failed`: this cannot be told; `dead`: nothing can be told there any more."""
    said: str = ""
    """What was answered, or what went wrong: see `outside.trouble_told`."""
    wait: float | None = None
    """Seconds after which it may be tried again, if that was said."""
    outage: bool = False
    """Whether nobody answered at all: others who would be told there wait, too."""
    doubt: bool = False
    """Whether it may have been heard all the same."""


class MailServer(NamedTuple):
    """Who takes our e-mail."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: bool
    """From the first byte; otherwise as soon as the server offers it."""
    sender: str


def mail_server(url: str, sender: str) -> MailServer | None:
    """The mail server that a setting names; None: there is none. Raises ValueError."""
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("it looks like smtp://user:password@mail.example:587, or smtps://…")
    tls = parts.scheme == "smtps"
    user = None if parts.username is None else unquote(parts.username)
    password = None if parts.password is None else unquote(parts.password)
    usual = 465 if tls else 587 if user else 25
    sender = sender or (user if user and "@" in user else f"tabletier@{parts.hostname}")
    return MailServer(parts.hostname, parts.port or usual, user, password, tls, sender)


class Senders:
    """Tells something to whichever kind of channel it is."""

    def __init__(self, outside: Outside, mail: MailServer | None, home: str) -> None:
        self._outside, self._mail, self._home = outside, mail, home
        self.key: HouseKey | None = None
        """By which push services know us, once the house is open; none if it cannot push."""
        self._leaving: set[asyncio.Task[None]] = set()

    async def send(self, channel: Channel, message: Message) -> Outcome:
        """Tell something; what came of it. Raises nothing but what we did wrong."""
        try:
            if channel.kind == "push":
                return await self._push(channel, message)
            if channel.kind == "webhook":
                return await self._webhook(channel, message)
            if channel.kind == "email":
                return await self._email(channel, message)
        except Forbidden as error:
            return Outcome("failed", str(error))
        except (OSError, h11.ProtocolError) as error:  # TimeoutError, too
            heard = not isinstance(error, NotReached)
            return Outcome("retry", trouble_of(error), outage=True, doubt=heard)
        return Outcome("sent")  # a feed is read from the outbox

    async def _push(self, channel: Channel, message: Message) -> Outcome:
        if self.key is None:
            return Outcome("retry", "no_push", outage=True)
        from tabletier.server.notices.webpush import encrypt, read_subscription

        keys = json.loads(channel.details)
        said = json.dumps(
            {
                "id": message.id,
                "kind": message.kind,
                "title": message.title,
                "text": message.text[:2000],
                "path": message.path,
                "tag": short(message.topic),
                "lang": message.language,
            },
            ensure_ascii=False,
        )
        to = read_subscription(channel.address, keys["p256dh"], keys["auth"])
        headers = {
            "Authorization": self.key.authorization(channel.address, time.time()),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT),
            "Topic": short(message.topic),
            "Urgency": "high" if message.kind == "time_short" else "normal",
        }
        body = encrypt(said.encode(), to)
        answer = await self._outside.ask("POST", channel.address, headers, body)
        return judged(answer, dead=frozenset({403, 404, 410}))

    async def _webhook(self, channel: Channel, message: Message) -> Outcome:
        details = json.loads(channel.details)
        method, address, value = shaped(
            details.get("shape", "json"), channel.address, message, self._home
        )
        headers = {"Content-Type": "application/json", "Idempotency-Key": message.id}
        if details.get("shape") == "ntfy":
            headers["X-Sequence-ID"] = message.id
        if details.get("token"):
            headers["Authorization"] = f"Bearer {details['token']}"
        body = json.dumps(value, ensure_ascii=False).encode()
        answer = await self._outside.ask(method, address, headers, body)
        return judged(answer, dead=frozenset({404, 410}))

    async def _email(self, channel: Channel, message: Message) -> Outcome:
        server = self._mail
        if server is None:
            return Outcome("retry", "no_mail", outage=True)
        local = server.host in {"localhost", "127.0.0.1", "::1"}
        try:
            client = aiosmtplib.SMTP(
                hostname=server.host,
                port=server.port,
                username=server.user,
                password=server.password,
                use_tls=server.tls,
                start_tls=None if server.user is None or local or server.tls else True,
                timeout=SEND,
            )
            await client.connect()
            try:
                found = letter(channel, message, server.sender, self._home)
                sender = parseaddr(server.sender)[1]
                await client.sendmail(sender, [channel.address], found.as_bytes(policy=WHOLE))
            finally:  # it was taken: that is noted before we take our leave
                leaving = asyncio.create_task(_leave(client))
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)
        except aiosmtplib.SMTPRecipientsRefused as error:
            return mail_judged(error.recipients[0])
        except aiosmtplib.SMTPAuthenticationError as error:
            return Outcome("retry", f"{error.code} {error.message}"[:200], outage=True)
        except aiosmtplib.SMTPResponseException as error:
            return mail_judged(error)
        except aiosmtplib.SMTPException as error:
            heard = not isinstance(error, NO_MAIL_SERVER)
            return Outcome("retry", trouble_of(error), outage=True, doubt=heard)
        return Outcome("sent")


NO_MAIL_SERVER = (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPConnectTimeoutError)
"""What goes wrong before anything is said."""


async def _leave(client: aiosmtplib.SMTP) -> None:
    with contextlib.suppress(aiosmtplib.SMTPException, OSError):
        await client.quit(timeout=1)
    client.close()


def short(text: str) -> str:
    """A text of 32 characters that stands for another, as headers allow it."""
    return encoded(hashlib.sha256(text.encode()).digest())[:32]


def trouble_of(error: Exception) -> str:
    """What went wrong, as `outside.TROUBLES` has it."""
    if isinstance(error, TimeoutError):
        return "silent"
    if isinstance(error, NotReached):
        return str(error)
    if isinstance(error, h11.ProtocolError | aiosmtplib.SMTPServerDisconnected):
        return "hung_up"
    cause = error.__cause__ if isinstance(error, aiosmtplib.SMTPConnectError) else error
    return kind_of(cause) if isinstance(cause, OSError) else "unreachable"


def judged(answer: HttpAnswer, dead: frozenset[int]) -> Outcome:
    """What an answer over HTTP means."""
    status = answer.status
    said = f"{status} {answer.body.decode('utf-8', 'replace')[:120]}".strip()
    if 200 <= status < 300:
        return Outcome("sent", str(status))
    if status in dead:
        return Outcome("dead", said)
    if status in {408, 425, 429} or status >= 500:
        told = answer.headers.get("retry-after", "")
        wait = min(LONGEST_WAIT, float(told)) if told.isdigit() else None
        return Outcome("retry", said, wait)
    if status in {401, 403}:  # a token may be put right
        return Outcome("retry", said)
    return Outcome("failed", said)  # also a redirect: nobody is followed elsewhere


def mail_judged(error: aiosmtplib.SMTPResponseException) -> Outcome:
    """What a mail server's refusal means."""
    said = f"{error.code} {error.message}"[:200]
    return Outcome("failed" if error.code >= 500 else "retry", said)


AGAIN = Text(
    "(Peut-être déjà reçu : la maison a été interrompue en l'envoyant.)",
    "(You may have this already: the house was cut off while it sent it.)",
)


def told(message: Message) -> str:
    """What a message says, where whoever gets it twice sees both: that it may be the second."""
    return f"{message.text}\n{AGAIN.say(message.language)}" if message.again else message.text


def shaped(
    shape: str, address: str, message: Message, home: str
) -> tuple[str, str, dict[str, Any]]:
    """A message as others want it: how, where, and what."""
    link = home + message.path
    if shape == "discord":
        said = f"**{message.title}**\n{told(message)}\n<{link}>"
        return "POST", address, {"content": said[:2000], "allowed_mentions": {"parse": []}}
    if shape == "matrix":
        said = f"{message.title}\n{message.text}\n{link}"
        where = f"{address.rstrip('/')}/{quote(message.id)}"
        return "PUT", where, {"msgtype": "m.text", "body": said}
    if shape == "ntfy":
        parts = urlsplit(address)
        folder, _, topic = parts.path.rstrip("/").rpartition("/")
        where = f"{parts.scheme}://{parts.netloc}{folder or '/'}"
        value = {"topic": unquote(topic), "title": message.title, "message": message.text}
        return "POST", where, value | {"click": link, "sequence_id": message.id}
    return (
        "POST",
        address,
        {
            "id": message.id,
            "kind": message.kind,
            "title": message.title,
            "text": message.text,
            "url": link,
            "at": message.at,
            "language": message.language,
            "again": message.again,
        },
    )


WHOLE = SMTP.clone(max_line_length=998, cte_type="7bit")
"""Long lines stay in one piece: nobody finds an address that was cut and encoded in a header."""
STOP = Text("Ne plus rien recevoir ici :", "To be told nothing more here:")


def letter(channel: Channel, message: Message, sender: str, home: str) -> EmailMessage:
    """A message as an e-mail, with the way to get no more of them."""
    stop = f"{home}/api/v1/notices/stop/{channel.secret}"
    confirming = message.kind == "confirm"
    link = f"{home}/api/v1/notices/confirm/{channel.secret}" if confirming else home + message.path
    domain = parseaddr(sender)[1].rpartition("@")[2] or "tabletier.invalid"
    found = EmailMessage()
    found["From"] = sender
    found["To"] = channel.address
    found["Subject"] = f"{message.title} · Tabletier"
    found["Date"] = format_datetime(datetime.fromtimestamp(message.at / 1000, UTC))
    found["Message-ID"] = f"<{message.id}@{domain}>"
    found["Auto-Submitted"] = "auto-generated"
    text = f"{told(message)}\n\n{link}\n"
    if not confirming:
        found["List-Unsubscribe"] = f"<{stop}>"  # in one piece: see WHOLE
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        text += f"\n-- \n{STOP.say(message.language)}\n{stop}\n"
    found.set_content(text)
    return found
