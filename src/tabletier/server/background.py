"""Work that takes a while is done aside, in threads of its own, so that the loop goes on.

And one thing at a time: a lock that is taken at once where it is free.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

P = ParamSpec("P")
R = TypeVar("R")
WORK, REST = 0.002, 0.004
"""Seconds for which something is worked out at a time, and for which nothing is after them."""


def paced(items: Iterable[R]) -> Iterator[R]:
    """The items one by one, and a rest whenever a little was done with them.

    A thread at work has the interpreter whenever the loop has not just asked for it back: whoever
    plays would wait at every step of a move. While it rests, nobody does.
    """
    until = time.perf_counter() + WORK
    for item in items:
        yield item
        if time.perf_counter() >= until:
            time.sleep(REST)
            until = time.perf_counter() + WORK


class Aside:
    """A thread that does one thing after the other; whatever else comes waits its turn.

    More threads would only share the interpreter's time, and leave the loop less of it.
    """

    def __init__(self, name: str) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(self, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Have something worked out; it must not touch anything that changes meanwhile."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*given, **named))

    def turn_of(self, address: str) -> asyncio.Lock:
        """Held while something is done for an address: others never wait for more than one."""
        return self._turns.setdefault(address, asyncio.Lock())

    def close(self) -> None:
        """Nothing more is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Timer:
    """One thing that is to happen later, unless it is put off or given up."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float, then: Callable[..., None], *told: Any) -> None:
        """Have it happen then, and nothing that was to happen before."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, then, *told)

    def stop(self) -> None:
        """Nothing happens."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


AGAIN = 0.1
"""Seconds until a task that has not ended is cancelled once more."""


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancel tasks, and wait until they have ended.

    One cancellation may not do: Python 3.11's `asyncio.wait_for`, which the Redis client uses,
    loses one that comes in the moment of the answer.
    """
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=AGAIN)


class QuickLock:
    """Like asyncio's lock, but taken at once where it is free, without a coroutine.

    Whoever lets go hands it to whoever has waited longest.
    """

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
