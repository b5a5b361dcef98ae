"""How often something may be done: buckets of tokens, one for each kind of thing and caller.

What a socket may send is counted in frames and bytes, as they come in and before they are read. And
how many connections there is room for: every one is an open file, and the system allows a process
only so many.
"""

import contextlib
import ipaddress
import math
import sys
import time
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from tabletier.games.kernel.text import Text
from tabletier.server.tables.errors import Refused

MOST_BUCKETS = 50_000
"""Buckets kept; full ones are thrown away first, and nobody notices."""


class Rate(NamedTuple):
    """So many at once, then so many a second."""

    name: str
    burst: float
    per_second: float
    what: str = ""
    """What is counted, and for whom; nothing: it is not for others to know."""


REQUESTS = Rate("request", 300, 60, "requests over HTTP, of an address")
TONGUES = Rate("tongue", 10, 1)
"""How often we look up in which language to refuse somebody who asks too often."""
SOCKETS = Rate("socket", 100, 5, "sockets and streams that are opened, of an address")
MESSAGES = Rate("message", 60, 20, "messages over one socket")
GUESTS = Rate("guest", 60, 0.2, "guests who come in from an address")
PASSWORDS = Rate("password", 10, 0.05, "passwords tried from an address, or in a known browser")
LOGINS = Rate("login", 20, 1 / 60, "tries of one login name from there")
"""Not of a name alone: strangers would lock its owner out."""
TABLES = Rate("table", 30, 0.1, "tables that a person opens, rematches included")
OFFERS = Rate("offer", 30, 0.2, "public tables that wait for others, opened from an address")
"""Not of a person alone: whoever comes in as sixty guests would fill the lobby."""
SAYINGS = Rate("say", 8, 0.5, "what a person says at tables")
REPORTS = Rate("report", 20, 1 / 30, "complaints and mutes of a person")
RECORDS = Rate("record", 20, 0.5, "records that are opened from an address")
REPLAYS = Rate("replay", 30, 1, "matches that are looked back at from an address")
PROFILES = Rate("profile", 60, 1, "profiles that are looked at from an address")
PICTURES = Rate("picture", 60, 1, "pictures of positions that are drawn for an address")
LINES = Rate("lines", 60, 2, "lines told again to an address, for which a log is read")
PREVIEWS = Rate("preview", 60, 5, "previews of moves, of a person")
LESSONS = Rate("lesson", 60, 3, "moves in lessons, from an address")
CHECKS = Rate("check", 60, 4, "positions that are checked or drawn, from an address")
JOBS = Rate("job", 30, 0.2, "hints and analyses that a person asks for")
STUDIES = Rate("study", 6, 1 / 60, "analyses of records that a person brings along")
EXPORTS = Rate("export", 5, 1 / 600, "exports of all that is known of a person")
MAILS = Rate("mail", 5, 1 / 600, "links to confirm that a person asks for, or an address gets")
TRIALS = Rate("trial", 10, 1 / 20, "trials of a way to be told, of a person")
PUBLISHED = (
    *(REQUESTS, SOCKETS, MESSAGES, GUESTS, PASSWORDS, LOGINS, TABLES, OFFERS, SAYINGS, REPORTS),
    *(RECORDS, REPLAYS, PROFILES, PICTURES, LINES, PREVIEWS, LESSONS, CHECKS, JOBS, STUDIES),
    *(EXPORTS, MAILS, TRIALS),
)
"""What `/api/v1/limits` and docs/protocol.md tell."""


class Rates(Protocol):
    """Who has done what how often. In memory here; several servers share theirs."""

    async def wait(self, rate: Rate, who: str) -> float:
        """Take one token; 0 if there was one, else the seconds until there will be."""

    async def close(self) -> None:
        """Nothing is counted any more."""


class Bucket:
    """The tokens of one caller for one kind of thing."""

    __slots__ = ("tokens", "touched")

    def __init__(self, rate: Rate, now: float) -> None:
        self.tokens, self.touched = rate.burst, now

    def has(self, rate: Rate, now: float) -> bool:
        """Whether there is a token to take."""
        return self.tokens + (now - self.touched) * rate.per_second >= 1

    def wait(self, rate: Rate, now: float) -> float:
        """Take one token; 0 if there was one, else the seconds until there will be."""
        gained = (now - self.touched) * rate.per_second
        self.tokens, self.touched = min(rate.burst, self.tokens + gained), now
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / rate.per_second


class InMemory:
    """The rates of one server."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], tuple[Rate, Bucket]] = {}

    async def wait(self, rate: Rate, who: str) -> float:
        """Take one token; 0 if there was one, else the seconds until there will be."""
        now = time.monotonic()
        found = self._buckets.get((rate.name, who))
        if found is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._tidy(now)
            found = self._buckets[rate.name, who] = rate, Bucket(rate, now)
        return found[1].wait(rate, now)

    async def close(self) -> None:
        """There is nothing to leave."""

    def _tidy(self, now: float) -> None:
        """Throw away the buckets that are full again; if none is, the older half."""
        kept = {
            key: (rate, bucket)
            for key, (rate, bucket) in self._buckets.items()
            if bucket.tokens + (now - bucket.touched) * rate.per_second < rate.burst
        }
        if len(kept) >= MOST_BUCKETS:
            kept = dict(list(kept.items())[MOST_BUCKETS // 2 :])
        self._buckets = kept


class Gate:
    """Lets callers do things as often as the settings allow."""

    def __init__(self, rates: Rates, generosity: float) -> None:
        self._rates, self._generosity = rates, generosity

    def scaled(self, rate: Rate) -> Rate | None:
        """A rate as this house allows it; None: without limit."""
        if not self._generosity:
            return None
        burst, per_second = (
            max(1, rate.burst * self._generosity),
            rate.per_second * self._generosity,
        )
        return rate._replace(burst=burst, per_second=per_second)

    async def close(self) -> None:
        """Nobody passes any more."""
        await self._rates.close()

    async def pass_through(self, rate: Rate, who: str) -> None:
        """Do a thing once. Raises Refused when it was done too often."""
        scaled = self.scaled(rate)
        wait = 0.0 if scaled is None else await self._rates.wait(scaled, who)
        if wait:
            raise too_often(rate, wait)


def too_often(rate: Rate, wait: float) -> Refused:
    """Come back later."""
    seconds = max(1, math.ceil(wait))
    when = in_time(seconds)
    return Refused(
        f"rate/{rate.name}",
        Text(
            f"Trop de demandes en peu de temps ; réessayez {when.fr}.",
            f"Too many requests in a short time; try again {when.en}.",
        ),
        status=429,
        retry=seconds,
    )


def in_time(seconds: int) -> Text:
    """When so many seconds have gone by: up to a minute to the second, then in whole minutes."""
    if seconds <= 60:
        return Text(f"dans {seconds} s", f"in {seconds} s")
    minutes = math.ceil(seconds / 60)
    return Text(f"dans {minutes} minutes", f"in {minutes} minutes")


def network_of(host: str | None) -> str:
    """Whose address it is: an IPv4 address, or the network that one house has in IPv6."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or ""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


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


OFFENCES = 5
"""How often a socket may send too much; then it is closed."""
FORGIVEN = 60.0
"""Seconds after which that is forgotten."""


class Debt:
    """What one socket has sent, by itself and with all others of its address."""

    def __init__(self, own: Toll | None) -> None:
        self._own = own
        self.shared: Toll | None = None
        """What all sockets of its address may send; one alone is not blamed for it."""
        self._offences, self._last = 0, 0.0

    def wait(self, now: float) -> float:
        """Seconds until more may be read; 0: now."""
        own = 0.0 if self._own is None else self._own.wait(now)
        if own:
            self._offences = 1 if now - self._last > FORGIVEN else self._offences + 1
            self._last = now
        return own if self.shared is None else max(own, self.shared.wait(now))

    def pay(self, frames: int, size: int) -> None:
        """So much was read."""
        for toll in (self._own, self.shared):
            if toll is not None:
                toll.pay(frames, size)

    @property
    def is_hopeless(self) -> bool:
        """Whether too much was sent too often."""
        return self._offences > OFFENCES


RESERVE = 200
"""Files that the house itself needs: database, processes, libraries."""


def raise_limit(connections: int) -> int | None:
    """Ask for room for so many connections; how many the system allows, None: any number."""
    soft, hard = open_files()
    if soft is None or soft >= connections + RESERVE:
        return room(soft)
    import resource

    wanted = connections + RESERVE if hard is None else min(hard, connections + RESERVE)
    told = resource.RLIM_INFINITY if hard is None else hard
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, told))
    return room(open_files()[0])


def open_files() -> tuple[int | None, int | None]:
    """Files that this process may open now, and were it to ask for more; None: any number."""
    if sys.platform == "win32":
        return None, None
    import resource

    soft, hard = (
        None if limit == resource.RLIM_INFINITY else limit
        for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    return soft, hard


def room(files: int | None) -> int | None:
    """How many connections fit into a number of files."""
    return None if files is None else max(1, files - RESERVE, files // 2)


def published_table() -> str:
    """The limits as docs/protocol.md has them: `python -m tabletier.server.limits`."""
    rows = (f"| `{r.name}` | {r.burst:g} | {60 * r.per_second:g} | {r.what} |" for r in PUBLISHED)
    return "\n".join(("| name | at once | then a minute | what |", "|---|---|---|---|", *rows))


if __name__ == "__main__":
    sys.stdout.write(published_table() + "\n")
