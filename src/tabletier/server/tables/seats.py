"""The seats of a table: who sits there, how much time each has left, what was said from them."""

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tabletier.server.tables.acts import Said

from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct

from tabletier.server.tables.hours import (
    DAY_MS,
    MINUTES,
    Quiet,
    Span,
    counted,
    reached,
    stands_until,
    united,
)

Kind = Literal["none", "move", "total", "days"]
"""Nothing is limited; each move; the whole match; each move by days, with what else that needs."""
AtTheEnd = Literal["loss", "stand_in"]


class Clock(Struct, frozen=True):
    """How long players may think; all times in seconds."""

    kind: Kind = "none"
    seconds: float = 0
    """For each move, or for the whole match."""
    increment: float = 0
    """Added after each move when the time is for the whole match."""
    bank: float = 0
    """Days: what everybody has for the whole match, used once the time of a move is gone."""
    hours: int = 24
    """Days: hours of every day that count at least; in the others somebody may have it quiet."""
    leave: float = 0
    """Days: how many days of leave everybody may take in a match, in which their clock stands."""
    end: AtTheEnd = "loss"
    """Days: what becomes of whoever runs out of time where there are two sides."""


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
    away_told: int = 0
    """When that was said."""
    left_at: int = 0
    """When the stand-in sat down that plays for the person; 0: nobody does."""
    played: tuple[int, ...] = ()
    """Those of the moves that stand which a stand-in made, since the person last moved."""
    since: int = 0
    """The line in which the person sat down."""
    quiet: Quiet | None = None
    """When the person's clock stands every day, from their next turn on."""
    leave: tuple[Span, ...] = ()
    """The person's days of leave."""

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
    """What each seat has for the rest of the match, or for one move; with its bank, if any."""
    running: int | None = None
    since: int = 0
    quiet: Quiet | None = None
    """Days: the quiet hours of the seat whose clock runs, as they were when it began to."""
    leave: tuple[Span, ...] = ()
    """Days: the leave of that seat."""
    closed: tuple[Span, ...] = ()
    """Days: when the house was closed since then."""

    @property
    def runs(self) -> bool:
        """Whether anybody's time is limited and counting."""
        return self.clock.kind != "none" and self.running is not None

    def start(self, seat: int | None, at: int, sitter: Seat | None = None) -> None:
        """The clock runs for a seat from now on (None: for nobody)."""
        self.running, self.since = seat, at
        if self.clock.kind == "move" and seat is not None:
            self.left[seat] = allotted(self.clock)
        elif self.clock.kind == "days":
            self.quiet = None if sitter is None else allowed(self.clock, sitter.quiet)
            self.leave = () if sitter is None else sitter.leave
            self.closed = ()

    def used(self, now: int) -> int:
        """What the running clock has counted so far."""
        if self.clock.kind != "days":
            return max(0, now - self.since)
        return counted(self.since, now, self.quiet, self._rests)

    @property
    def _rests(self) -> tuple[Span, ...]:
        return (*self.leave, *self.closed)

    def stop(self, at: int) -> None:
        """The match is over: what was left then is left, and nothing to whoever ran out of time."""
        seat = self.running
        if seat is not None and self.clock.kind != "none":
            self.left[seat] = max(0, self.left[seat] - self.used(at))
        self.start(None, at)

    def press(self, spent: int) -> None:
        """The seat whose clock runs has moved."""
        seat = self.running
        if seat is None:
            return
        if self.clock.kind == "total":
            self.left[seat] += int(SECOND * self.clock.increment) - spent
        elif self.clock.kind == "days":
            move = for_a_move(self.clock)
            self.left[seat] = max(move, self.left[seat] - max(0, spent - move))

    def rest(self, since: int, until: int) -> None:
        """Nobody's time counted for a while."""
        if self.running is None:
            return
        if self.clock.kind == "days":
            self.closed = united((*self.closed, Span(since, until)))
        else:
            self.since += max(0, until - since)

    def told(self, now: int, paused: bool) -> dict[str, Any] | None:
        """What every seat has left, and whose clock runs; None where nothing is limited."""
        if self.clock.kind == "none":
            return None
        left = list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - self.used(now))
        shown: dict[str, Any] = {"left": left, "running": None if paused else self.running}
        if self.clock.kind == "days":
            move = for_a_move(self.clock)
            banks = [max(0, had - move) for had in self.left]
            shown["bank"] = [min(bank, has) for bank, has in zip(banks, left, strict=True)]
            shown["due"] = self.deadline()
            standing = stands_until(now, self.quiet, self._rests)
            shown["stands_until"] = None if self.running is None else standing
        return shown

    def deadline(self) -> int | None:
        """When the running clock will be at zero."""
        if not self.runs or self.running is None:
            return None
        left = self.left[self.running]
        if self.clock.kind != "days":
            return self.since + left
        return reached(self.since, left, self.quiet, self._rests)


def allowed(clock: Clock, quiet: Quiet | None) -> Quiet | None:
    """Quiet hours, where so many of them are agreed."""
    fits = quiet is not None and quiet.minutes <= MINUTES - 60 * clock.hours
    return quiet if fits else None


def for_a_move(clock: Clock) -> int:
    """What every move has for itself."""
    return int(SECOND * clock.seconds)


def allotted(clock: Clock) -> int:
    """What a seat has at the start."""
    return int(SECOND * clock.seconds) + int(SECOND * clock.bank)


def leave_left(clock: Clock, taken: tuple[Span, ...]) -> int:
    """How much leave is left to somebody who has taken some (milliseconds)."""
    return int(DAY_MS * clock.leave) - sum(span.until - span.since for span in taken)


def new_timing(clock: Clock, seats: int) -> Timing:
    """A clock that does not run yet."""
    return Timing(clock, [allotted(clock)] * seats)
