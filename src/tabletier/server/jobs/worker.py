"""`tabletier worker`: takes questions from the queue and has its own processes think about them."""

import asyncio
import logging
import signal
import time
from collections.abc import Awaitable, Callable

from taskiq.api import run_receiver_task

from tabletier.search.worker.pool import WorkerPool
from tabletier.search.worker.protocol import HINT
from tabletier.server.jobs.codec import pack, unpack
from tabletier.server.jobs.queue import PATIENCE, TASK, GivenUp, broker_for

log = logging.getLogger(__name__)
LOOK = 0.2
"""Seconds between two looks whether anybody still waits."""


class TooLate(Exception):
    """Nobody waits for this answer any more."""


def answering(
    thinkers: WorkerPool, given_up: GivenUp
) -> Callable[[str, float, str], Awaitable[str]]:
    """What is done with a packed question; thinking ends when nobody waits for the answer."""

    async def think(question: str, asked: float, ticket: str) -> str:
        if time.time() - asked > PATIENCE or await given_up.has(ticket):
            raise TooLate
        work, player, known, seed = unpack(question)
        if work == HINT:
            thinking = thinkers.hint(known, seed, float(player))
        else:
            thinking = thinkers.submit(player, known, seed)
        answer = asyncio.wrap_future(thinking)
        while not (await asyncio.wait({answer}, timeout=LOOK))[0]:
            if await given_up.has(ticket):
                thinking.cancel()
                raise TooLate
        return pack(answer.result())

    return think


async def work(
    redis_url: str, at_once: int, ready: Callable[[], None], compiles: bool = True
) -> None:
    """Answer questions until this task is cancelled or the process is told to stop."""
    broker, given_up = broker_for(redis_url), GivenUp(redis_url)
    with WorkerPool(compiles) as thinkers:
        broker.task(TASK)(answering(thinkers, given_up))
        await broker.startup()
        receiving = asyncio.create_task(
            run_receiver_task(broker, max_async_tasks=at_once, sync_workers=1)
        )
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, receiving.cancel)
        ready()
        await asyncio.gather(receiving, return_exceptions=True)
        await broker.shutdown()
        await given_up.close()
