"""The queue of questions, in Redis through taskiq, and the house's end of it."""

import asyncio
import secrets
import time
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq import AsyncBroker, TaskiqError
from taskiq.serializers import JSONSerializer
from taskiq_redis import ListQueueBroker, RedisAsyncResultBackend

from tabletier.games.kernel.contract import Options
from tabletier.search.knowledge import Knowledge
from tabletier.search.worker.pool import ThinkingFailed
from tabletier.search.worker.protocol import CHOOSE, HINT
from tabletier.server.background import end
from tabletier.server.jobs.codec import pack, unpack

QUEUE = "tabletier:questions"
ANSWERS = "tabletier:answers"
TASK = "think"
PATIENCE = 30.0
"""Seconds that the house waits for an answer; nobody begins with an older question."""
KEEP_ALIVE: dict[str, Any] = {"socket_keepalive": True}
"""Workers wait for questions without end; a link that is dead must be noticed all the same."""
PAUSE = 0.05
LOOK = 0.02
"""Seconds between two looks for the answer."""


def broker_for(redis_url: str) -> AsyncBroker:
    """The queue. A question that is lost with its worker is asked again by the house."""
    answers: RedisAsyncResultBackend[str] = RedisAsyncResultBackend(
        redis_url,
        keep_results=False,
        result_ex_time=int(2 * PATIENCE),
        serializer=JSONSerializer(),
        prefix_str=ANSWERS,
    )
    queue = ListQueueBroker(redis_url, queue_name=QUEUE, socket_timeout=None, **KEEP_ALIVE)
    return queue.with_result_backend(answers)


class QueueMinds:
    """Has workers elsewhere think; otherwise like `search.worker.pool.WorkerPool`."""

    def __init__(self, redis_url: str) -> None:
        self._broker = broker_for(redis_url)
        self._ask = self._broker.task(TASK)(nothing)
        self._asking: set[Future[Any]] = set()
        self._given_up = GivenUp(redis_url)
        self._answering: set[asyncio.Task[Any]] = set()
        self._leaving: set[asyncio.Task[Any]] = set()

    def prepare(self, game: str, options: Options) -> None:
        """Workers get ready when they are first asked about a game."""

    def submit(self, player: str, known: Knowledge, seed: str) -> "Future[Any]":
        """Ask for an opponent's move; to be called where the event loop runs."""
        return self._start(self._answer(CHOOSE, player, known, seed))

    def hint(self, known: Knowledge, seed: str, seconds: float = 1.0) -> "Future[Any]":
        """Ask for a good move with a reason in words."""
        return self._start(self._answer(HINT, f"{seconds:g}", known, seed))

    def close(self) -> None:
        """Nobody waits for answers any more."""
        for asked in list(self._asking):
            asked.cancel()

    async def shut(self) -> None:
        """Leave the queue."""
        self.close()
        await asyncio.sleep(PAUSE)  # so that whoever asked hears of it
        await end(*self._answering)
        await asyncio.gather(*self._leaving, return_exceptions=True)
        await self._given_up.close()
        await self._broker.shutdown()

    def _start(self, asking: Coroutine[Any, Any, Any]) -> "Future[Any]":
        future = asyncio.run_coroutine_threadsafe(asking, asyncio.get_running_loop())
        self._asking.add(future)
        future.add_done_callback(self._asking.discard)
        return future

    async def _answer(self, work: str, player: str, known: Knowledge, seed: str) -> Any:
        _keep(self._answering, asyncio.current_task())
        ticket = secrets.token_urlsafe(12)
        waiting = asyncio.create_task(self._waited_for(pack((work, player, known, seed)), ticket))
        try:
            return await asyncio.shield(waiting)
        except (asyncio.CancelledError, ThinkingFailed):
            _keep(self._leaving, asyncio.create_task(self._leave(waiting, ticket)))
            raise

    async def _leave(self, waiting: "asyncio.Task[Any]", ticket: str) -> None:
        """Wait no longer, and tell the workers."""
        await end(waiting)
        await self._given_up.note(ticket)

    async def _waited_for(self, question: str, ticket: str) -> Any:
        try:
            task = await self._ask.kiq(question, time.time(), ticket)
            result = await task.wait_result(check_interval=LOOK, timeout=PATIENCE)
        except (TaskiqError, RedisError, OSError) as error:
            raise ThinkingFailed(f"no worker answered: {type(error).__name__}") from error
        if result.is_err or not result.return_value:
            raise ThinkingFailed(f"a worker failed: {type(result.error).__name__}")
        return unpack(result.return_value)


def _keep(tasks: "set[asyncio.Task[Any]]", task: "asyncio.Task[Any] | None") -> None:
    """Remember a task until it is done."""
    if task is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def nothing(question: str, asked: float, ticket: str) -> str:
    """What the house knows of the task: how it is called."""
    raise NotImplementedError("questions are answered by workers")


GIVEN_UP = "tabletier:given-up:"
KEPT = 120
"""Seconds for which it is remembered; no question is thought about for longer."""
ANSWER = 2.0
"""Seconds that Redis is given; a thought that goes on costs less than waiting."""


class GivenUp:
    """Which questions are given up, by the tickets that they were asked with."""

    def __init__(self, redis_url: str) -> None:
        self._redis: Any = Redis.from_url(redis_url, socket_timeout=ANSWER)

    async def note(self, ticket: str) -> None:
        """Nobody waits for the answer to this question."""
        with suppress(RedisError, OSError):
            await self._redis.set(GIVEN_UP + ticket, 1, ex=KEPT)

    async def has(self, ticket: str) -> bool:
        """Whether nobody waits; where that cannot be known, somebody may."""
        try:
            return bool(await self._redis.exists(GIVEN_UP + ticket))
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        """Leave Redis."""
        await self._redis.aclose()
