"""What is measured while many tables play: moves, and how long until both players have each."""

import asyncio
import contextlib
import math
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import picows

GLANCE = 0.1
"""Seconds between two looks whether anything is left to look at."""


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
    idle: int = 0
    """Tables whose games had ended when we stopped looking, and no other was left to begin."""
    wrong: tuple[str, ...] = ()
    """What the server said instead of a line, or what became of a link: the first of it."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def doubts(self) -> str:
        """Why the figures are not what they should be; empty: they are."""
        found = []
        if self.idle:
            found.append(f"games had run out at {self.idle} of {self.tables} tables")
        if self.wrong:
            found.append(f"the server said: {'; '.join(self.wrong)[:300]}")
        return ", and ".join(found)


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
        self.over = False
        """Whether no move is sent any more."""
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
        """Look on for a while; for less where most games have run out."""
        await self._pass(warm)
        self.times.clear()
        self.on, before, began = True, cpu(), time.perf_counter()
        await self._pass(seconds)
        self.on, used = False, cpu() - before
        took, times = time.perf_counter() - began, sorted(self.times)
        return Measured(
            tables=self.tables,
            seconds=took,
            moves=len(times),
            p50=1000 * _at(times, 0.5),
            p99=1000 * _at(times, 0.99),
            cpu=1e6 * used / max(1, len(times)),
            busy=used / took,
            idle=self.idle,
            wrong=tuple(self.wrong[:3]),
        )

    async def _pass(self, seconds: float) -> None:
        """Let time pass, as long as there is enough to look at."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0 and self.idle <= self.tables // 20:
            await asyncio.sleep(min(left, GLANCE))


def _at(times: list[float], part: float) -> float:
    """The time that a part of all was quicker than."""
    return times[min(len(times) - 1, int(part * len(times)))] if times else math.nan


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
        if self.meter.over:
            return
        if self.move is None:
            self.meter.ended()
        elif self.meter.rate:
            pause = random.expovariate(self.meter.rate / self.meter.tables)
            asyncio.get_running_loop().call_later(pause, self._go)
        else:
            self._go()

    def _go(self) -> None:
        if self.meter.over or self.move is None:
            return
        move, self.move, self.waiting = self.move, None, 2
        self.sent = time.perf_counter()
        move()

    def broke(self, why: str) -> None:
        """A link of this table is gone: nobody plays here any more."""
        self.move = None
        if not self.meter.over:
            self.meter.wrong.append(why)
            self.meter.ended()


def send(transport: Any, text: bytes) -> None:
    """Send a text, unless the link is gone; its player has heard of that or will."""
    if not transport.is_disconnected:
        with contextlib.suppress(RuntimeError):  # closed, and not yet told
            transport.send(picows.WSMsgType.TEXT, text)
