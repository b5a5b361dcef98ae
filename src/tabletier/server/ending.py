"""Ending tasks for certain."""

import asyncio
from typing import Any

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
