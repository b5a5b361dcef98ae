"""Work that takes a while is done aside, in threads of its own, so that the loop goes on."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
THREADS = 2
"""One long log keeps nobody else from having theirs read."""


class Aside:
    """A few threads that read logs and write long answers; whatever else comes waits."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="aside")

    async def do(self, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Have something worked out; it must not touch anything that changes meanwhile."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*given, **named))

    def close(self) -> None:
        """Nothing more is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
