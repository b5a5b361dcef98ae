"""Everyone connected to this server, over a socket or a stream: how many, and a last word."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tabletier.games.kernel.text import Text
from tabletier.server.limits.tolls import Tolls
from tabletier.server.live.broadcast import Listener, encode
from tabletier.server.live.connection_limits import Places
from tabletier.server.tables.errors import Refused

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


class Callers:
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
