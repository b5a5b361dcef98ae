"""Whose opponents think first: those of tables where somebody is, then the others one by one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

LOOK = 1.0
"""Seconds after which a table that waits is looked at again: somebody may have come."""


class Turns:
    """The thoughts under way."""

    def __init__(self) -> None:
        self._attended = 0
        """At tables where somebody is."""
        self._alone = 0
        """At tables where nobody is: one at a time."""
        self._waiting: set[asyncio.Future[None]] = set()

    @asynccontextmanager
    async def taken(self, is_attended: Callable[[], bool]) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        while not (attended := is_attended()) and (self._attended or self._alone):
            await self._wait()
        self._attended += attended
        self._alone += not attended
        try:
            yield
        finally:
            self._attended -= attended
            self._alone -= not attended
            for waiting in self._waiting:
                if not waiting.done():
                    waiting.set_result(None)

    async def _wait(self) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            await asyncio.wait([waiting], timeout=LOOK)
        finally:
            self._waiting.discard(waiting)
