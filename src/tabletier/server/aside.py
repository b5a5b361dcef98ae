"""Work that takes a while is done aside, in threads of its own, so that the loop goes on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Aside:
    """A thread that does one thing after the other; whatever else comes waits its turn.

    More threads would only share the interpreter's time, and leave the loop less of it.
    """

    def __init__(self, name: str) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Have something worked out; it must not touch anything that changes meanwhile."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*given, **named))

    def close(self) -> None:
        """Nothing more is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
