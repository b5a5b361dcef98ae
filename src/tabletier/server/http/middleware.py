"""Everything that comes in passes here first: limits, origins; and what goes out gets headers."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletier.games.kernel.text import Language, Text
from tabletier.server.house import House
from tabletier.server.http.auth import BEARER, address_of, answered, language_of, spoken_to
from tabletier.server.http.static import refusal_page, wants_page
from tabletier.server.limits import REQUESTS, TONGUES, InMemory
from tabletier.server.live.connections import plain_of
from tabletier.server.live.websocket import wire_of
from tabletier.server.tables.errors import Refused

log = logging.getLogger(__name__)
hold = asyncio.sleep
MOST_BYTES = 64 * 1024
"""In the body of a request."""
ROOMY = {f"/api/v1/records{where}": 512 * 1024 for where in ("", "/analysis", "/position")}
"""Where bodies may be longer."""
BODY = 30.0
"""Seconds in which the body of a request must have come."""
TOO_OFTEN = f"rate/{REQUESTS.name}"
BROKEN, TOO_SLOW, TOO_LONG = 1011, 408, 413
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address of a private table is its invitation
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HELD = 1.0
"""Seconds for which somebody who asks too often waits for being told so: the next request of that
connection is not read before."""
TLS_ONLY = "max-age=31536000"


class Guard:
    """The house behind its door."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house
        self._tongues = InMemory()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in, or say why not."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, answer = time.perf_counter(), _Answer(scope, send)
        connection, plain = HTTPConnection(scope), plain_of(scope)
        place = None if plain is None else plain.place
        if plain is not None:
            plain.asked()
        try:
            with self._house.connections.places.held(place, address_of(connection)):
                await self._look_at(connection, scope["method"] not in SAFE)
                await self._app(scope, limited(scope, receive), answer.send)
        except ClientDisconnect:  # whoever asked has left: nobody waits for an answer
            pass
        except Exception as error:  # noqa: BLE001 -- whoever asked gets an answer, the log the rest
            if not answer.status:
                if isinstance(error, Refused) and error.code == TOO_OFTEN:
                    await hold(HELD)
                response = await self._refused(refusal_for(error), connection)
                if place is not None and place.over:
                    response.headers["Connection"] = "close"
                await response(scope, receive, answer.send)
        finally:
            if plain is not None:
                plain.answered()
        route = getattr(scope.get("route"), "path", "other")
        seconds = time.perf_counter() - began
        self._house.metrics.requested(scope["method"], route, answer.status, seconds)

    async def _refused(self, refusal: Refused, connection: HTTPConnection) -> Response:
        language = await self._language(connection)
        tell = refusal_page if wants_page(connection) else answered
        return tell(refusal, language)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket, wire = WebSocket(scope, receive, send), wire_of(scope)
        address = address_of(socket)
        try:
            check_origin(socket, self._house.settings.origins)
            with self._house.connections.places.held(None if wire is None else wire.place, address):
                if wire is not None:
                    wire.share(self._house.connections.tolls.of_address(address))
                await self._app(scope, receive, send)
        except Refused as refusal:
            await socket.send_denial_response(answered(refusal, await self._language(socket)))
        except WebSocketDisconnect:  # gone before all was said
            pass
        except Exception:
            log.exception("a socket broke")
            with contextlib.suppress(RuntimeError, OSError):  # it may be closed already
                await send({"type": "websocket.close", "code": BROKEN})

    async def _language(self, connection: HTTPConnection) -> Language:
        """In which language somebody is refused: theirs, if we are not asked all the time."""
        if await self._tongues.wait(TONGUES, address_of(connection)):
            return language_of(connection)
        return await spoken_to(connection)

    async def _look_at(self, connection: HTTPConnection, changes: bool) -> None:
        """Refuse what is too often, or comes from a page of another site."""
        await self._house.gate.pass_through(REQUESTS, address_of(connection))
        bearer = connection.headers.get("authorization", "").lower().startswith(BEARER)
        if changes and not bearer:
            check_origin(connection, self._house.settings.origins)


class _Answer:
    """What goes out: with headers for browsers, and its status remembered."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self.status = 0
        """0 until there is an answer."""

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._scope["path"].startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
            if self._scope["scheme"] == "https":
                headers.setdefault("Strict-Transport-Security", TLS_ONLY)
        await self._send(message)


def limited(scope: Scope, receive: Receive) -> Receive:
    """A body that is read up to a limit. Raises HTTPException beyond it."""
    most = most_bytes(scope["path"])
    told = dict(scope["headers"]).get(b"content-length", b"0")
    if told.isdigit() and int(told) > most:
        raise too_long(scope["path"])
    read = 0

    complete, deadline = False, asyncio.get_running_loop().time() + BODY

    async def counted() -> Message:
        nonlocal read, complete
        if complete:
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError as error:
            raise HTTPException(TOO_SLOW) from error
        read += len(message.get("body", b""))
        complete = not message.get("more_body", False)
        if read > most:
            raise HTTPException(TOO_LONG)
        return message

    return counted


def most_bytes(path: str) -> int:
    """How long the body of a request may be."""
    return ROOMY.get(path, MOST_BYTES)


def too_long(path: str) -> Refused:
    """The body of a request is too long."""
    most = most_bytes(path) // 1024
    return Refused(
        "request/long",
        Text(
            f"La demande est trop longue : {most} Kio au plus.",
            f"The request is too long: {most} KiB at most.",
        ),
        status=TOO_LONG,
    )


def too_slow() -> Refused:
    """The body of a request did not come in time."""
    return Refused(
        "request/slow",
        Text(
            "La demande n'est pas arrivée à temps ; réessayez.",
            "The request did not come in time; try again.",
        ),
        status=TOO_SLOW,
    )


def refusal_for(error: Exception) -> Refused:
    """What to tell whoever asked when something went wrong; the log has the rest."""
    if isinstance(error, Refused):
        return error
    log.error("a request could not be answered", exc_info=error)
    if isinstance(error, SQLAlchemyError | OSError):
        return Refused(
            "house/storage",
            Text(
                "La base de données de la maison ne répond pas ; réessayez dans un instant.",
                "The house's database does not answer; try again in a moment.",
            ),
            status=503,
            retry=5,
        )
    return Refused(
        "house/unexpected",
        Text(
            "Quelque chose d'imprévu s'est produit dans la maison.",
            "Something unexpected happened in the house.",
        ),
        status=500,
    )


SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS = {"http": 80, "https": 443}
PAGES = {"ws": "http", "wss": "https"}
"""The scheme of a page whose sockets have a scheme of their own."""


def check_origin(connection: HTTPConnection, welcome: Collection[str]) -> None:
    """Refuse what a browser sends on behalf of a strange page; programs say no origin."""
    if not is_welcome(connection.headers, welcome, connection.scope["scheme"]):
        raise Refused(
            "origin/strange",
            Text(
                "Cette demande vient d'une page d'un autre site.",
                "This request comes from a page of another site.",
            ),
            status=403,
        )


def is_welcome(headers: Mapping[str, str], welcome: Collection[str], scheme: str) -> bool:
    """Whether a request comes from our own page, a page that is named, or no page at all.

    Our own: the same scheme, host and port.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in {None, "same-origin", "none"}
    origin = origin.lower()
    if origin in welcome:
        return True
    own = _parts(f"{PAGES.get(scheme, scheme)}://{headers.get('host', '').lower()}")
    return own is not None and _parts(origin) == own


def _parts(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None: it is no origin."""
    try:
        parts = urlsplit(origin)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc or parts.path or parts.query:
        return None
    return parts.scheme, parts.hostname, port
