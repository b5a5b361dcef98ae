"""One thing at a time: a lock that is taken at once where it is free, without a coroutine."""

import asyncio
from collections import deque


class Latch:
    """Like asyncio's lock; whoever lets go hands it to whoever has waited longest."""

    __slots__ = ("_held", "_waiting")

    def __init__(self) -> None:
        self._held = False
        self._waiting: deque[asyncio.Future[None]] | None = None

    def locked(self) -> bool:
        """Whether somebody holds it."""
        return self._held

    def take(self) -> bool:
        """Take it if nobody holds it; whether that went well."""
        if self._held:
            return False
        self._held = True
        return True

    def release(self) -> None:
        """Let go of it."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():  # otherwise its coroutine was cancelled
                first.set_result(None)
                return
        self._held = False

    async def __aenter__(self) -> None:
        if not self.take():
            await self.wait()

    async def wait(self) -> None:
        """Wait until it is handed over by somebody who holds it."""
        handed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(handed)
        try:
            await handed
        except asyncio.CancelledError:
            if not handed.cancelled():  # it was handed over in the same moment
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
