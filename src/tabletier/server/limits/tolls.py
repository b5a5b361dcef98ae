"""What a socket may send: frames and bytes, counted as they come in and before they are read."""

import time
from typing import NamedTuple
from weakref import WeakValueDictionary


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
