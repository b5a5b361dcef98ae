"""Connections of every kind, counted by where they come from: nobody takes all places."""

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tabletier.games.kernel.text import Text
from tabletier.server.limits.rates import network_of
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
