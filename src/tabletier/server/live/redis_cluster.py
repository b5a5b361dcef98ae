"""What servers share over Redis: news by publish/subscribe; presence, claims and rates as keys.

Whoever tries every server is not better off.
"""

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
from tabletier.server.limits import REQUESTS, SOCKETS, InMemory, Rate
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


class RedisCluster:
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


PREFIX = "tabletier:rate:"
RATE_ANSWER = 1.0
"""Seconds that Redis is given to answer; without it every server counts for itself."""
FREQUENT = {REQUESTS.name, SOCKETS.name}
"""What each server counts for itself: asking Redis would cost more than it saves."""
BUCKET = """
local burst, speed = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local known = redis.call('HMGET', KEYS[1], 'tokens', 'touched')
local tokens = tonumber(known[1]) or burst
tokens = math.min(burst, tokens + (now - (tonumber(known[2]) or now)) * speed)
local wait = 0
if tokens >= 1 then tokens = tokens - 1 else wait = (1 - tokens) / speed end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'touched', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * burst / speed) + 1000)
return tostring(wait)
"""


class RedisRates:
    """The rates of all servers that share a Redis."""

    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url, decode_responses=True, socket_timeout=RATE_ANSWER)
        self._take = self._redis.register_script(BUCKET)
        self._own = InMemory()

    async def wait(self, rate: Rate, who: str) -> float:
        """Take one token; 0 if there was one, else the seconds until there will be."""
        if rate.name in FREQUENT:
            return await self._own.wait(rate, who)
        key = f"{PREFIX}{rate.name}:{who}"
        try:
            return float(await self._take(keys=[key], args=[rate.burst, rate.per_second]))
        except (RedisError, OSError) as error:
            log.warning("rates cannot be shared: %s", type(error).__name__)
            return await self._own.wait(rate, who)

    async def close(self) -> None:
        """Leave Redis."""
        await self._redis.aclose()
