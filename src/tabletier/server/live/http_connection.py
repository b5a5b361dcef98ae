"""A connection that speaks HTTP: uvicorn's own, which does not wait for ever.

Only asyncio's methods of a protocol are overridden; what is under way is told by `Guard`, which
finds the connection in the state of its requests.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tabletier.server.live.connections import Place, Places

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
        self._patience: asyncio.TimerHandle | None = None
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
            self._wait(HEADERS, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._wait(0, None)
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Whoever asked does not take the answer."""
        super().pause_writing()
        self._wait(SLOW, self.transport.abort)

    def resume_writing(self) -> None:
        """They do again."""
        super().resume_writing()
        self._wait(0, None)

    def asked(self) -> None:
        """A request is complete but for its body."""
        self._asked += 1
        self._wait(0, None)

    def answered(self) -> None:
        """It was answered; the next one may come."""
        self._asked -= 1
        if not self._asked and not self.transport.is_closing():
            self._wait(HEADERS, self.transport.abort)

    def handed_over(self) -> Place | None:
        """The connection becomes a WebSocket, which takes its place."""
        self._wait(0, None)
        place, self.place = self.place, None
        return place

    def _wait(self, seconds: float, then: Callable[[], None] | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if then is not None:
            self._patience = self.loop.call_later(seconds, then)


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
