"""The seats of a table: who sits there, how much time each has left, what was said from them."""

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tabletier.server.tables.acts import Said

from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct


class Clock(Struct, frozen=True):
    """How long players may think; all times in seconds."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: float = 0
    """For each move, or for the whole match."""
    increment: float = 0
    """Added after each move when the time is for the whole match."""


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    person: str | None = None
    name: str = ""
    level: int | None = None
    """An opponent of the house, or the stand-in of someone who left."""
    opponent: str = ""
    """What that opponent or stand-in is called."""
    away_until: int | None = None
    """When a stand-in takes over, while nobody is connected; 0: not while nobody waits."""
    played: tuple[int, ...] = ()
    """Those of the moves that stand which a stand-in made, since the person last moved."""
    since: int = 0
    """The line in which the person sat down."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None

    @property
    def away(self) -> bool:
        """Whether others were told that nobody is connected for the person."""
        return self.away_until is not None


class Pause(NamedTuple):
    """While people look at what has just ended, nothing goes on."""

    until: int
    """When it is over whether they have looked or not (milliseconds)."""
    seats: frozenset[int]
    """Where those sit who have not looked yet."""


class Saying(NamedTuple):
    """Something that was said, and where in the log."""

    number: int
    at: int
    said: "Said"


SECOND = 1000


@dataclass(slots=True)
class Timing:
    """The clock of a table, in milliseconds. It runs for one seat at a time, from `since` on."""

    clock: Clock
    left: list[int]
    """What each seat has for the rest of the match, or for one move."""
    running: int | None = None
    since: int = 0

    @property
    def runs(self) -> bool:
        """Whether anybody's time is limited and counting."""
        return self.clock.kind != "none" and self.running is not None

    def start(self, seat: int | None, at: int) -> None:
        """The clock runs for a seat from now on (None: for nobody)."""
        self.running, self.since = seat, at
        if seat is not None and self.clock.kind == "move":
            self.left[seat] = allotted(self.clock)

    def stop(self, at: int) -> None:
        """The match is over: what was left then is left, and nothing to whoever ran out of time."""
        seat = self.running
        if seat is not None and self.clock.kind != "none":
            self.left[seat] = max(0, self.left[seat] - max(0, at - self.since))
        self.start(None, at)

    def press(self, spent: int) -> None:
        """The seat whose clock runs has moved."""
        seat = self.running
        if seat is None or self.clock.kind != "total":
            return
        self.left[seat] += int(SECOND * self.clock.increment) - spent

    def rest(self, since: int, until: int) -> None:
        """Nobody's time counted for a while."""
        if self.running is not None:
            self.since += max(0, until - since)

    def told(self, now: int, paused: bool) -> dict[str, Any] | None:
        """What every seat has left, and whose clock runs; None where nothing is limited."""
        if self.clock.kind == "none":
            return None
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - max(0, now - self.since))
        return {"left": left, "running": None if paused else self.running}

    def deadline(self) -> int | None:
        """When the running clock will be at zero."""
        if not self.runs or self.running is None:
            return None
        return self.since + self.left[self.running]


def allotted(clock: Clock) -> int:
    """What a seat has at the start."""
    return int(SECOND * clock.seconds)


def new_timing(clock: Clock, seats: int) -> Timing:
    """A clock that does not run yet."""
    return Timing(clock, [allotted(clock)] * seats)
