"""Clocks of a match: how much time each seat has left. All times in milliseconds."""

from dataclasses import dataclass

from tabletier.server.tables.acts import Clock

SECOND = 1000


@dataclass(slots=True)
class Timing:
    """The clock of a table. It runs for one seat at a time, from `since` on."""

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
