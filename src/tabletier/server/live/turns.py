"""Whose opponents think first: those of tables where somebody is, then the others one by one.

Those others take turns by whoever they belong to: many tables of one wait for each other, and not
in front of the only one of somebody else.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

LOOK = 1.0
"""Seconds after which a table that waits is looked at again: somebody may have come."""

Place = tuple[int, int]
"""Where a table stands in the queue: in which round, and who came first."""


class Turns:
    """The thoughts under way."""

    def __init__(self) -> None:
        self._attended = 0
        """At tables where somebody is."""
        self._alone = 0
        """At tables where nobody is: one at a time."""
        self._waiting: dict[Place, asyncio.Future[None]] = {}
        self._round = 0
        self._rounds: dict[str, int] = {}
        """Of everybody who waits, the round of their last table."""
        self._count = itertools.count()

    def __len__(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def taken(
        self, owner: str, is_attended: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        attended = await is_attended()
        if not attended:
            attended = await self._come_up(owner, is_attended)
        self._attended += attended
        self._alone += not attended
        try:
            yield
        finally:
            self._attended -= attended
            self._alone -= not attended
            self._call()

    async def _come_up(self, owner: str, is_attended: Callable[[], Awaitable[bool]]) -> bool:
        """Wait until the only turn of tables without anybody is free, or somebody comes."""
        place = (self._next_round(owner), next(self._count))
        loop, attended = asyncio.get_running_loop(), False
        try:
            while not attended:
                self._waiting[place] = called = loop.create_future()
                if self._is_free and place == min(self._waiting):
                    self._round = place[0]
                    break
                await asyncio.wait([called], timeout=LOOK)
                attended = await is_attended()
        finally:
            del self._waiting[place]
            if not self._waiting:
                self._rounds.clear()
        return attended

    @property
    def _is_free(self) -> bool:
        return not self._attended and not self._alone

    def _next_round(self, owner: str) -> int:
        """The round in which one more table of somebody comes up."""
        found = self._rounds.get(owner)
        self._rounds[owner] = self._round if found is None else max(self._round, found + 1)
        return self._rounds[owner]

    def _call(self) -> None:
        """Have whoever is first look whether it is their turn."""
        if self._waiting and self._is_free:
            called = self._waiting[min(self._waiting)]
            if not called.done():
                called.set_result(None)
