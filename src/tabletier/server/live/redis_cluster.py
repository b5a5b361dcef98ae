"""Neighbours that talk over Redis: news by publish/subscribe, presence and claims as short keys."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tabletier.server.background import end
from tabletier.server.live.cluster import Ears, Unreachable

log = logging.getLogger(__name__)
NEWS = "tabletier:lines"
AWAY = "away"
"""In place of a line's number: the news is about a person."""
HERE = "tabletier:here:"
CLAIM = "tabletier:claim:"
REFRESH = 10.0
"""Seconds between two signs of life; who gives none for three times as long is gone."""
STALE = 3 * REFRESH
ANSWER = 3.0
"""Seconds that Redis is given to answer; nobody waits for it longer."""
PAUSE = 1.0
"""Seconds until Redis is tried again."""
MOST = 500


class OverRedis:
    """The servers that share a Redis."""

    shared = True

    def __init__(self, url: str) -> None:
        self.name = secrets.token_hex(6)
        self._redis: Any = Redis.from_url(url, decode_responses=True, socket_timeout=ANSWER)
        self._ear: Any = Redis.from_url(
            url, decode_responses=True, socket_timeout=None, health_check_interval=REFRESH
        )
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, ears: Ears) -> None:
        """Begin to listen and to tell; returns once this server hears its neighbours."""
        listening = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(ears, listening), name="neighbours: listen"),
            asyncio.create_task(self._publish(), name="neighbours: tell"),
            asyncio.create_task(self._refresh(ears), name="neighbours: presence"),
        ]
        with contextlib.suppress(TimeoutError):  # the house opens without Redis, and hears later
            await asyncio.wait_for(listening.wait(), STALE / 6)

    async def close(self) -> None:
        """Tell what is waiting, and go."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._out.join(), PAUSE)
        await end(*self._tasks)
        await self._redis.aclose()
        await self._ear.aclose()

    def tell(self, table: str, number: int) -> None:
        """This server has written a line."""
        self._out.put_nowait(f"{self.name} {table} {number}")

    def send_away(self, person: str) -> None:
        """A person's cookies or tokens are void: their connections are cut everywhere."""
        self._out.put_nowait(f"{self.name} {person} {AWAY}")

    async def came(self, table: str, person: str) -> None:
        """A person is connected here."""
        with contextlib.suppress(RedisError, OSError):  # the next sign of life will tell
            await self._note([(table, person)])

    async def left(self, table: str, person: str) -> None:
        """A person is not connected here any more."""
        with contextlib.suppress(RedisError, OSError):  # it is forgotten by itself
            await self._redis.zrem(HERE + table, f"{self.name} {person}")

    async def here(self, table: str) -> set[str]:
        """The persons connected to a table at any other server. Raises Unreachable."""
        try:
            found = await self._redis.zrangebyscore(HERE + table, time.time(), "+inf")
        except (RedisError, OSError) as error:
            raise Unreachable from error
        pairs = (member.split(" ", 1) for member in found)
        return {person for server, person in pairs if server != self.name}

    async def claim(self, task: str, seconds: float) -> bool:
        """Whether this server may do something that need not be done twice, for a while."""
        try:
            done = await self._redis.set(CLAIM + task, self.name, nx=True, px=int(1000 * seconds))
        except (RedisError, OSError):
            return True  # better twice than never: the log takes the first
        return done is not None

    async def _note(self, present: list[tuple[str, str]]) -> None:
        until = time.time() + STALE
        async with self._redis.pipeline(transaction=False) as pipe:
            for table, person in present:
                pipe.zadd(HERE + table, {f"{self.name} {person}": until})
                pipe.zremrangebyscore(HERE + table, "-inf", time.time())
                pipe.expire(HERE + table, int(2 * STALE))
            await pipe.execute()

    async def _refresh(self, ears: Ears) -> None:
        while True:
            await asyncio.sleep(REFRESH)
            present = list(ears.connected())
            async with _forgiving("presence could not be told"):
                for first in range(0, len(present), MOST):
                    await self._note(present[first : first + MOST])

    async def _publish(self) -> None:
        while True:
            news = [await self._out.get()]
            while len(news) < MOST and not self._out.empty():
                news.append(self._out.get_nowait())
            async with _forgiving("news could not be told"):
                await self._redis.publish(NEWS, "\n".join(news))
            for _ in news:
                self._out.task_done()

    async def _listen(self, ears: Ears, listening: asyncio.Event) -> None:
        while True:
            async with _forgiving("the neighbours cannot be heard"), self._ear.pubsub() as heard:
                await heard.subscribe(NEWS)
                async for message in heard.listen():
                    if message["type"] == "subscribe":
                        ears.missed()
                        listening.set()
                    elif message["type"] == "message":
                        self._hear(message["data"], ears)
            await asyncio.sleep(PAUSE)

    def _hear(self, text: str, ears: Ears) -> None:
        for news in text.splitlines():
            server, about, number = news.split(" ")
            if server != self.name and number == AWAY:
                ears.send_away(about)
            elif server != self.name:
                ears.wrote(about, int(number))


@contextlib.asynccontextmanager
async def _forgiving(trouble: str) -> AsyncIterator[None]:
    try:
        yield
    except (RedisError, OSError) as error:
        log.warning("%s: %s", trouble, type(error).__name__)
