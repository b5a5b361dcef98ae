"""How the bytes of a socket are taken in: a little at a time, and not faster than is allowed."""

import asyncio
import time
from collections.abc import Callable
from enum import IntFlag

from tabletier.server.limits.tolls import Toll

PIECE = 1024
"""Bytes that are read at a time; what they hold is counted before more are."""
REST = 1.0
"""Seconds at least for which a socket that sent too much is not read."""
OFFENCES = 5
"""How often a socket may send too much; then it is closed."""
FORGIVEN = 60.0
"""Seconds after which that is forgotten."""


class Held(IntFlag):
    """Why nothing is read just now."""

    HANDSHAKE = 1
    UNHEARD = 2
    """Messages wait that nobody has heard yet."""
    UNSENT = 4
    """The other side does not take what we send, pongs included."""
    TOLL = 8
    """It has sent too much."""


class Intake:
    """Hands on what comes in, and stops reading while there is a reason to."""

    def __init__(
        self,
        transport: asyncio.Transport,
        take: Callable[[bytes], int],
        give_up: Callable[[], None],
        toll: Toll | None,
    ) -> None:
        self._transport, self._take, self._give_up = transport, take, give_up
        self._own = toll
        self.shared: Toll | None = None
        """What all sockets of its address may send; one alone is not blamed for it."""
        self._unread = b""
        self._at = 0
        self.held = Held(0)
        """Why nothing is read."""
        self._offences = 0
        self._last = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        """Bytes came."""
        self._unread = self._unread[self._at :] + data if self._at < len(self._unread) else data
        self._at = 0
        if not self.held:
            self._read()

    def hold(self, why: Held) -> None:
        """Read nothing for a reason."""
        if not self.held and not self._transport.is_closing():
            self._transport.pause_reading()
        self.held |= why

    def go_on(self, why: Held) -> None:
        """A reason is gone."""
        if not self.held & why:
            return
        self.held &= ~why
        if not self.held:
            self._read()
        if not self.held and not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        """Nothing more is read."""
        self._unread, self._at = b"", 0
        if self._timer is not None:
            self._timer.cancel()

    def _read(self) -> None:
        """Hand on what is there, a piece at a time."""
        while self._at < len(self._unread) and not self.held:
            if self._owes():
                return
            piece = self._unread[self._at : self._at + PIECE]
            self._at += PIECE
            frames = self._take(piece)
            for toll in (self._own, self.shared):
                if toll is not None:
                    toll.pay(frames, len(piece))

    def _owes(self) -> bool:
        """Whether too much was sent already; then nothing is read for a while."""
        now = time.monotonic()
        own = 0.0 if self._own is None else self._own.wait(now)
        wait = own if self.shared is None else max(own, self.shared.wait(now))
        if not wait:
            return False
        if own:
            self._offences = 1 if now - self._last > FORGIVEN else self._offences + 1
            self._last = now
        self.hold(Held.TOLL)
        if self._offences > OFFENCES:
            self._give_up()
        else:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(wait, REST), self.go_on, Held.TOLL)
        return True
