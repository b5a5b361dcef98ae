"""What is measured while many tables play: moves, and how long until both players have each."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import NamedTuple


class Measured(NamedTuple):
    """What a server did while it was looked at."""

    tables: int
    seconds: float
    moves: int
    p50: float
    """Milliseconds from sending a move until the last of both players has it: half were quicker."""
    p99: float
    cpu: float
    """Microseconds of the server's processor time a move."""
    busy: float
    """Of one core, how much the server used."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


class Meter:
    """Counts the moves of all tables while it is on; between moves, tables may wait a little."""

    def __init__(self, tables: int, rate: float = 0) -> None:
        self.tables, self.rate = tables, rate
        """Moves a second of all tables together, 0: as many as possible."""
        self.on = False
        self.games: list[Game] = []
        """All that were set up; as many as there are tables are played at a time."""
        self.next: int | None = None
        """The first game that has not begun, None before any may."""
        self.times: list[float] = []
        self.idle = 0
        """Tables at which nobody plays any more: their games ended, and no other was left."""
        self.wrong: list[str] = []
        """What a server said instead."""

    def start(self) -> None:
        """Let the games begin."""
        self.next = self.tables
        for game in self.games[: self.tables]:
            game.go_on()

    def ended(self) -> None:
        """A game is over; another one begins in its place."""
        if self.next is not None and self.next < len(self.games):
            self.games[self.next].go_on()
            self.next += 1
        else:
            self.idle += 1

    async def watch(self, cpu: Callable[[], float], warm: float, seconds: float) -> Measured:
        """Look on for a while."""
        await asyncio.sleep(warm)
        self.times.clear()
        self.on, before, began = True, cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        self.on, used = False, cpu() - before
        took, times = time.perf_counter() - began, sorted(self.times)
        if self.idle > self.tables // 20:
            raise RuntimeError(f"games ran out at {self.idle} of {self.tables} tables")
        if self.wrong or not times:
            raise RuntimeError(f"no moves, or wrong ones: {self.wrong[:3]}")
        return Measured(
            tables=self.tables,
            seconds=took,
            moves=len(times),
            p50=1000 * times[len(times) // 2],
            p99=1000 * times[min(len(times) - 1, int(0.99 * len(times)))],
            cpu=1e6 * used / len(times),
            busy=used / took,
        )


class Game:
    """One table as its two players see it: the next move is sent once both have the last."""

    def __init__(self, meter: Meter) -> None:
        self.meter, self.number = meter, len(meter.games)
        meter.games.append(self)
        self.waiting = 2
        """Players who have not yet heard of the last move."""
        self.sent: float | None = None
        self.move: Callable[[], None] | None = None
        """Sends the next move; set by the player whose turn it is."""

    def heard(self) -> None:
        """One of the two knows where the game stands."""
        self.waiting -= 1
        if self.waiting > 0:
            return
        if self.sent is not None and self.meter.on:
            self.meter.times.append(time.perf_counter() - self.sent)
        self.sent = None
        if self.meter.next is not None and self.number < self.meter.next:
            self.go_on()

    def go_on(self) -> None:
        """Send the next move, perhaps after a pause."""
        if self.move is None:
            self.meter.ended()
        elif self.meter.rate:
            pause = random.expovariate(self.meter.rate / self.meter.tables)
            asyncio.get_running_loop().call_later(pause, self._go)
        else:
            self._go()

    def _go(self) -> None:
        move, self.move, self.waiting = self.move, None, 2
        self.sent = time.perf_counter()
        if move is not None:
            move()
