"""Everyone connected to this server: counted by where they come from, how many, and a last word.

A connection that speaks HTTP is uvicorn's own, which does not wait for ever. Only asyncio's methods
of a protocol are overridden; what is under way is told by `Guard`, which finds the connection in
the state of its requests.
"""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tabletier.games.kernel.text import Text
from tabletier.server.background import Timer
from tabletier.server.limits import Tolls, network_of
from tabletier.server.live.broadcast import Listener, encode
from tabletier.server.tables.errors import Refused

FROM_ONE = 500
"""Connections that one address may hold, times the generosity of the limits."""
SPARE = 20
"""Connections of one address beyond those, which are only told so."""


class Place:
    """The place of one connection, until it leaves."""

    def __init__(self, places: "Places", address: str | None, over: bool) -> None:
        self._places = places
        self.address = address
        """None: a proxy's, whose callers are counted by what they ask."""
        self.over = over
        """Whether too many had come from there already."""
        self._left = False

    def leave(self) -> None:
        """The connection is over."""
        if not self._left:
            self._left = True
            self._places.left(self.address)


class Places:
    """All connections of this server."""

    def __init__(self, generosity: float = 1.0, proxies: str = "") -> None:
        self._from_one = FROM_ONE * generosity or None
        self._addresses: Counter[str] = Counter()
        self._proxies = _networks(proxies)
        self.count = 0
        self.room: int | None = None
        """Connections for which the system has room; None: nobody has looked."""

    def arrive(self, host: str | None) -> Place | None:
        """Somebody connects; None: there is no place, not even to say so."""
        if self.room is not None and self.count >= self.room:
            return None
        address = None if self._is_proxy(host) else network_of(host)
        held = 0 if address is None else self._addresses[address]
        if self._from_one is not None and held >= self._from_one + SPARE:
            return None
        self.count += 1
        if address is not None:
            self._addresses[address] += 1
        return Place(self, address, self._from_one is not None and held >= self._from_one)

    def left(self, address: str | None) -> None:
        """A connection is over."""
        self.count -= 1
        if address is not None:
            self._let_go(address)

    @contextmanager
    def held(self, place: Place | None, address: str) -> Iterator[None]:
        """While something is asked from an address; through a proxy it takes a place itself.

        Raises Refused when there is none.
        """
        if place is not None and place.address is not None:
            if place.over:
                raise _too_many()
            yield
            return
        if self._from_one is not None and self._addresses[address] >= self._from_one:
            raise _too_many()
        self._addresses[address] += 1
        try:
            yield
        finally:
            self._let_go(address)

    def _let_go(self, address: str) -> None:
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]

    def _is_proxy(self, host: str | None) -> bool:
        if self._proxies is None:
            return True
        try:
            found = ipaddress.ip_address(host or "")
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


def _networks(proxies: str) -> Networks | None:
    """The machines whose word is taken for who is calling; None: all."""
    named = [name.strip() for name in proxies.split(",") if name.strip()]
    if "*" in named:
        return None
    found = []
    for name in named:
        try:
            found.append(ipaddress.ip_network(name, strict=False))
        except ValueError:  # a name is compared by uvicorn alone
            continue
    return tuple(found)


def _too_many() -> Refused:
    return Refused(
        "rate/connections",
        Text(
            "Il y a déjà beaucoup de connexions de chez vous ; fermez-en une.",
            "There are many connections from your address already; close one.",
        ),
        status=429,
        retry=30,
    )


RESTART = 1012
"""The code of a socket that is closed because the server stops."""
RETRY_MS = 1000
ASKING = 100
"""Connections kept free for those who only ask something."""
FAREWELL = 3.0
"""Seconds given to readers to take the last word."""


def send_back(listener: Listener) -> None:
    """Cut a connection; whoever it was may come back with what they now hold."""
    listener.dismiss(encode({"type": "bye", "retry_ms": 0}), RESTART)


class Connections:
    """The connections of this server."""

    def __init__(self, most: int, generosity: float = 1.0, proxies: str = "") -> None:
        self.most = most
        """Sockets and streams for which there is room."""
        self.tolls = Tolls(generosity)
        self.places = Places(generosity, proxies)
        self._here: set[Listener] = set()
        self.closing = False
        """Whether nobody is let in any more."""

    def __len__(self) -> int:
        return len(self._here)

    def fit(self, room: int | None) -> bool:
        """Let in no more than the system has room for; whether that is fewer than was wished."""
        self.places.room = room
        if room is None or self.most + ASKING <= room:
            return False
        self.most = max(1, room - ASKING)
        return True

    def admit(self) -> None:
        """Whether one more may stay and listen. Raises Refused."""
        if self.closing:
            raise Refused(
                "house/closing",
                Text("La maison ferme un instant.", "The house closes for a moment."),
                status=503,
                retry=RETRY_MS / 1000,
            )
        if len(self._here) >= self.most:
            raise Refused(
                "house/full",
                Text(
                    "La maison est pleine ; revenez dans un instant.",
                    "The house is full; come back in a moment.",
                ),
                status=503,
                retry=30,
            )

    @contextmanager
    def here(self, listener: Listener) -> Iterator[None]:
        """While somebody is connected."""
        self._here.add(listener)
        try:
            yield
        finally:
            self._here.discard(listener)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        """From now on a person does not hear these others."""
        for listener in self._here:
            if listener.person == person:
                listener.muted = muted

    def send_away(self, person: str) -> None:
        """Cut the connections of a person, who may come back with what they now hold."""
        for listener in self._here:
            if listener.person == person:
                send_back(listener)

    @staticmethod
    @contextmanager
    def until(listener: Listener, expires: int | None) -> Iterator[None]:
        """A connection that ends when what it was let in with is void (milliseconds)."""
        if expires is None:
            yield
            return
        seconds = expires / 1000 - time.time()
        ending = asyncio.get_running_loop().call_later(seconds, send_back, listener)
        try:
            yield
        finally:
            ending.cancel()

    async def send_everyone_away(self) -> None:
        """Let nobody in, tell everyone to come back, and wait until they have heard it."""
        self.closing = True
        bye = encode({"type": "bye", "retry_ms": RETRY_MS})
        for listener in self._here:
            listener.dismiss(bye, RESTART)
        deadline = asyncio.get_running_loop().time() + FAREWELL
        while self._here and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)


PLAIN = "plain"
"""Where a connection is found in the state of its requests."""
HEADERS = 10.0
"""Seconds until a request must have been made, since the connection or the last answer."""
SLOW = 30.0
"""Seconds for which nothing of an answer may be taken."""


class PlainConnection(H11Protocol):
    """One connection, until it ends or becomes a WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        places: Places,
    ) -> None:
        super().__init__(config, server_state, app_state | {PLAIN: self}, _loop)
        self._places = places
        self._patience = Timer()
        self._asked = 0
        """Requests that are being answered."""
        self.place: Place | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Somebody connects."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.place = self._places.arrive(peer[0] if isinstance(peer, tuple) else None)
        if self.place is None:
            transport.abort()
        else:
            self._patience.set(HEADERS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._patience.stop()
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Whoever asked does not take the answer."""
        super().pause_writing()
        self._patience.set(SLOW, self.transport.abort)

    def resume_writing(self) -> None:
        """They do again."""
        super().resume_writing()
        self._patience.stop()

    def asked(self) -> None:
        """A request is complete but for its body."""
        self._asked += 1
        self._patience.stop()

    def answered(self) -> None:
        """It was answered; the next one may come."""
        self._asked -= 1
        if not self._asked and not self.transport.is_closing():
            self._patience.set(HEADERS, self.transport.abort)

    def handed_over(self) -> Place | None:
        """The connection becomes a WebSocket, which takes its place."""
        self._patience.stop()
        place, self.place = self.place, None
        return place


def plain_of(scope: Mapping[str, Any]) -> PlainConnection | None:
    """The connection of a request, None under another server than ours."""
    found = scope.get("state", {}).get(PLAIN)
    return found if isinstance(found, PlainConnection) else None


def scope_of(
    config: Config,
    transport: asyncio.Transport,
    asked: str,
    headers: Iterable[tuple[str, str]],
) -> dict[str, Any]:
    """The request for a WebSocket as ASGI tells it."""
    path, _, query = asked.partition("?")
    root, told = config.root_path, transport.get_extra_info
    return {
        "type": "websocket",
        "asgi": {"version": config.asgi_version, "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "wss" if told("sslcontext") else "ws",
        "server": _address(told("sockname")),
        "client": _address(told("peername")),
        "root_path": root,
        "path": root + unquote(path),
        "raw_path": (root + path).encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [
            (name.lower().encode("ascii"), value.encode("latin-1")) for name, value in headers
        ],
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }


def _address(found: Any) -> tuple[str, int] | None:
    """A host and a port."""
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None
