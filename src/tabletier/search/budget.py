"""How long to think: so many simulations, so many seconds, or whichever ends first."""

import time
from collections.abc import Callable
from typing import NamedTuple

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
