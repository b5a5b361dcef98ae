"""Machines outside, as real ones behave: a mail server, push services, webhooks.

They listen at this machine, in a thread of their own, and answer as they are told to.
"""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, NamedTuple, TypeVar

import h11
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tabletier.server.notices.push import decoded, encoded
from tabletier.server.notices.webpush import CURVE, point

PATIENCE = 60.0
T = TypeVar("T")


class Request(NamedTuple):
    """What somebody was asked over HTTP."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Answering = Callable[[Request], Awaitable[int]]
"""The status with which a request is answered."""


class Outsiders:
    """Everybody outside, on a loop of their own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done on that loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def listen(self, talking: Callable[..., Any]) -> int:
        """Open a port; each connection is talked to."""
        server = self.do(asyncio.start_server(talking, "127.0.0.1", 0))
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def serve(self, factory: Callable[[], asyncio.Protocol]) -> int:
        """Open a port for a protocol."""

        async def opened() -> asyncio.Server:
            return await self.loop.create_server(factory, "127.0.0.1", 0)

        server = self.do(opened())
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Nobody is there any more."""

        async def stop() -> None:
            for server in self._servers:
                server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            await asyncio.sleep(0.05)  # connections are closed a moment later

        self.do(stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()


class Webhook:
    """A machine that answers over HTTP, and remembers what it was asked."""

    def __init__(self, outsiders: Outsiders, statuses: tuple[int, ...] = (200,)) -> None:
        self.statuses = list(statuses)
        """The answers, one after the other; the last stays. 0: never any."""
        self.asked: list[Request] = []
        self.port = outsiders.listen(self._talk)
        self.address = f"http://127.0.0.1:{self.port}/hook"

    def answer(self, request: Request) -> int:
        """The status for a request."""
        self.asked.append(request)
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError, h11.ProtocolError):
                await self._hear(reader, writer)
        finally:
            writer.close()

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link, request, body = h11.Connection(h11.SERVER), None, b""
        while True:
            event = link.next_event()
            if event is h11.NEED_DATA:
                link.receive_data(await reader.read(65536))
            elif isinstance(event, h11.Request):
                request = event
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            else:
                break
        if not isinstance(request, h11.Request):
            return
        told = {name.decode(): value.decode() for name, value in request.headers}
        asked = Request(request.method.decode(), request.target.decode(), told, body)
        status = self.answer(asked)
        if status == 0:
            await asyncio.sleep(PATIENCE)
        headers = [("Content-Length", "2"), ("Location", "http://127.0.0.1:1/")]
        answer = (
            h11.Response(status_code=status or 200, headers=headers),
            h11.Data(data=b"ok"),
            h11.EndOfMessage(),
        )
        writer.write(b"".join(link.send(part) or b"" for part in answer))
        await writer.drain()


class PushService(Webhook):
    """A push service with one browser: it checks who signs, and reads what only the browser can."""

    def __init__(self, outsiders: Outsiders, statuses: tuple[int, ...] = (201,)) -> None:
        super().__init__(outsiders, statuses)
        self._private = ec.generate_private_key(CURVE)
        self._auth = b"sixteen bytes!!!"
        self.address = f"http://127.0.0.1:{self.port}/push/1"
        self.key = ""
        """The public key of the house, which the browser was given."""
        self.told: list[dict[str, Any]] = []
        """What the browser was told."""
        self.headers: list[dict[str, str]] = []

    @property
    def subscription(self) -> dict[str, str]:
        """What the browser tells the house."""
        public = point(self._private.public_key())
        keys = {"p256dh": encoded(public), "auth": encoded(self._auth)}
        return {"kind": "push", "endpoint": self.address, **keys}

    def answer(self, request: Request) -> int:
        """Refuse whoever is not who the browser subscribed to; hand over what can be read."""
        status = super().answer(request)
        if not self._is_signed(request.headers):
            return 403
        if status == 201:
            self.told.append(json.loads(self._opened(request.body)))
            self.headers.append(request.headers)
        return status

    def _is_signed(self, headers: dict[str, str]) -> bool:
        scheme, _, given = headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in given.split(","))
        head, claims, signature = parts["t"].split(".")
        raw = decoded(signature)
        r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
        public.verify(
            encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256())
        )
        said = json.loads(decoded(claims))
        fresh = time.time() < said["exp"] <= time.time() + 86_400
        ours = said["aud"] == f"http://127.0.0.1:{self.port}" and parts["k"] == self.key
        known = said["sub"].startswith(("mailto:", "https://"))
        return scheme == "vapid" and fresh and ours and known and "ttl" in headers

    def _opened(self, body: bytes) -> bytes:
        """What the browser reads: RFC 8291 from the other side."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        shared = self._private.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + point(self._private.public_key()) + theirs
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\x02")
        return padded[:-1]


class MailServer:
    """A mail server that keeps what it takes; answers before `250` are given first."""

    def __init__(self, outsiders: Outsiders, refusals: tuple[str, ...] = ()) -> None:
        self.refusals = list(refusals)
        self.taken: list[EmailMessage] = []
        self.raw: list[bytes] = []
        """The same, byte by byte."""
        self.port = outsiders.serve(lambda: SMTP(self, hostname="mail.test", loop=outsiders.loop))
        self.url = f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(  # noqa: N802 - as aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Take a letter, or refuse it."""
        del server, session
        if self.refusals:
            return self.refusals.pop(0)
        content = envelope.content
        assert isinstance(content, bytes)
        found = message_from_bytes(content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.raw.append(content)
        self.taken.append(found)
        return "250 OK"


@contextlib.contextmanager
def outsiders() -> Iterator[Outsiders]:
    """Everybody outside, while they are needed."""
    found = Outsiders()
    try:
        yield found
    finally:
        found.close()


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(what: Callable[[], Any]) -> Any:
    """Wait until something is so; what it is then."""
    deadline = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)
    return found
