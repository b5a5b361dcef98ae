"""The queue of questions, in Redis through taskiq: the house's end of it, and the worker's.

Questions and answers go through it as JSON, and come back as exactly what they were.
"""

import asyncio
import json
import logging
import secrets
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq import AsyncBroker, TaskiqError
from taskiq.api import run_receiver_task
from taskiq.serializers import JSONSerializer
from taskiq_redis import ListQueueBroker, RedisAsyncResultBackend

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.text import Text
from tabletier.search.hints import Hint
from tabletier.search.knowledge import Knowledge
from tabletier.search.tree_search import Candidate, Thought
from tabletier.search.worker.pool import ThinkingFailed, WorkerPool
from tabletier.search.worker.protocol import CHOOSE, HINT
from tabletier.server.background import end

log = logging.getLogger(__name__)


KINDS: dict[str, Any] = {
    kind.__name__: kind for kind in (Candidate, Hint, Knowledge, Text, Thought)
}


def pack(value: Any) -> str:
    """A value of plain data, and of the kinds we know, as text."""
    return json.dumps(_packed(value), separators=(",", ":"), ensure_ascii=False)


def unpack(text: str) -> Any:
    """What was packed. Raises ValueError."""
    try:
        return _unpacked(json.loads(text))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError("this was not packed here") from error


def _packed(value: Any) -> Any:
    if isinstance(value, dict):
        return {"dict": [[_packed(key), _packed(part)] for key, part in value.items()]}
    if isinstance(value, list):
        return [_packed(part) for part in value]
    if isinstance(value, tuple):
        return {"tuple": [_packed(part) for part in value], "kind": _kind(value)}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"only plain data is sent to other machines, not {type(value)}")


def _kind(value: tuple[Any, ...]) -> str | None:
    if type(value) is tuple:
        return None
    if KINDS.get(type(value).__name__) is not type(value):
        raise TypeError(f"only plain data is sent to other machines, not {type(value)}")
    return type(value).__name__


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(part) for part in value]
    if not isinstance(value, dict):
        return value
    if "dict" in value:
        return {_unpacked(key): _unpacked(part) for key, part in value["dict"]}
    parts = [_unpacked(part) for part in value["tuple"]]
    return tuple(parts) if value["kind"] is None else KINDS[value["kind"]](*parts)


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


LOOK_ASIDE = 0.2
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
        while not (await asyncio.wait({answer}, timeout=LOOK_ASIDE))[0]:
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
