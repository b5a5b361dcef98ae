"""What an opponent is told: its seat's view and the public record; and how long it may think."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Options, View
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match


class Knowledge(NamedTuple):
    """Everything an opponent may use."""

    game: str
    options: Options
    seat: int
    table: View
    """The seat's view of the table."""
    past: tuple[Any, ...] = ()
    """What earlier positions are compared by; all can see them in the games that count them."""


def knowledge_of(match: Match) -> Knowledge:
    """What the seat to move in a match knows. Raises GameOver, or DrawDue."""
    seat = match.decider()
    return Knowledge(match.game, match.options, seat, match.view(seat)["table"], match.seen)


def side_of(known: Knowledge) -> int:
    """The side that the seat belongs to."""
    teams = find(known.game).teams(known.options)
    return next(side for side, team in enumerate(teams) if known.seat in team)


GLANCE = 0.003
"""Seconds between two looks at the clock."""
FIRST, MOST = 4, 1 << 20


class Budget(NamedTuple):
    """When to stop: after so many simulations, so many seconds, or whichever comes first."""

    simulations: int | None = None
    seconds: float | None = None


class Stopwatch:
    """Hands out simulations while the budget lasts, few enough at a time to stop in time."""

    def __init__(self, budget: Budget, stopped: Callable[[], bool]) -> None:
        self.budget, self.stopped = budget, stopped
        self.began, self.taken = time.monotonic(), 0
        self._pace, self._asked = FIRST, self.began

    def goes_on(self) -> bool:
        """Whether anything is left of the budget."""
        if self.taken == 0:
            return True  # without any simulation there would be nothing to choose from
        limit, seconds = self.budget.simulations, self.budget.seconds
        late = seconds is not None and time.monotonic() - self.began >= seconds
        spent = limit is not None and self.taken >= limit
        return not (late or spent or self.stopped())

    def take(self, wanted: int) -> int:
        """How many simulations may be run before asking again; 0 when the budget is spent."""
        if not self.goes_on():
            return 0
        now = time.monotonic()
        if self.taken:
            quick = now - self._asked < GLANCE
            self._pace = min(2 * self._pace, MOST) if quick else max(1, self._pace // 2)
        self._asked = now
        granted = min(wanted, self._pace)
        if self.budget.simulations is not None:
            granted = min(granted, self.budget.simulations - self.taken)
        self.taken += max(1, granted)
        return max(1, granted)

    def shares(self, count: int) -> "list[Stopwatch]":
        """The same clock for each of several threads, the simulations divided among them."""
        limit, found = self.budget.simulations, []
        for number in range(count):
            part = None if limit is None else (limit + number) // count
            clock = Stopwatch(Budget(part, self.budget.seconds), self.stopped)
            clock.began = self.began
            found.append(clock)
        return found
