"""How bytes go in and out of a socket: in no faster than is allowed, out once all is said.

What a socket may send is counted in frames and bytes, as they come in and before they are read.
"""

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletier.server.live.websocket import Wire

import asyncio
import time
from collections.abc import Callable
from enum import IntFlag
from typing import NamedTuple
from weakref import WeakValueDictionary

log = logging.getLogger(__name__)


class Fare(NamedTuple):
    """So many frames and bytes at once, then so many a second."""

    frames: float
    frames_a_second: float
    size: float
    bytes_a_second: float

    def times(self, factor: float) -> "Fare":
        """So many times as much."""
        return Fare(*(factor * part for part in self))


SOCKET = Fare(240, 60, 128 * 1024, 32 * 1024)
"""One socket: several times what the limit of messages lets through."""
ADDRESS = SOCKET.times(8)
"""All sockets of one address together."""


class Toll:
    """Counts what was sent; whoever has sent too much is not read until that is forgotten."""

    __slots__ = ("__weakref__", "_bytes", "_fare", "_frames", "_touched")

    def __init__(self, fare: Fare, now: float) -> None:
        self._fare, self._touched = fare, now
        self._frames, self._bytes = fare.frames, fare.size

    def wait(self, now: float) -> float:
        """Seconds until more may be read; 0: now."""
        fare, passed = self._fare, now - self._touched
        self._touched = now
        self._frames = min(fare.frames, self._frames + passed * fare.frames_a_second)
        self._bytes = min(fare.size, self._bytes + passed * fare.bytes_a_second)
        if self._frames >= 0 and self._bytes >= 0:
            return 0.0
        return max(-self._frames / fare.frames_a_second, -self._bytes / fare.bytes_a_second)

    def pay(self, frames: int, size: int) -> None:
        """So much was read."""
        self._frames -= frames
        self._bytes -= size


class Tolls:
    """What each socket and each address may send, in a house that is so generous (0: anything)."""

    def __init__(self, generosity: float) -> None:
        self._generosity = generosity
        self._addresses: WeakValueDictionary[str, Toll] = WeakValueDictionary()

    def of_socket(self) -> Toll | None:
        """A toll for one more socket; None: it may send what it likes."""
        if not self._generosity:
            return None
        return Toll(SOCKET.times(self._generosity), time.monotonic())

    def of_address(self, address: str) -> Toll | None:
        """The toll that all sockets of an address share."""
        if not self._generosity:
            return None
        found = self._addresses.get(address)
        if found is None:
            found = Toll(ADDRESS.times(self._generosity), time.monotonic())
            self._addresses[address] = found
        return found


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


class Outbox:
    """Wires on which something was said: it is sent once all that is to be told now is said.

    Sending takes longer than saying, and wakes whoever reads: the moves that were read together
    are all decided and told before the first of their players has to share the machine with us.
    """

    def __init__(self) -> None:
        self._waiting: dict[Wire, None] = {}

    def put(self, wire: "Wire") -> None:
        """Send what was said on a wire when the loop turns to the next thing."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting[wire] = None

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for wire in waiting:
            try:
                wire.flush()
            except OSError:  # that link is cut; the others are not
                log.debug("a link was cut while something was sent")
