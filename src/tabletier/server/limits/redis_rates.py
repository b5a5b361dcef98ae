"""Rates that several servers share, in Redis; whoever tries every server is not better off."""

import logging
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tabletier.server.limits.rates import REQUESTS, SOCKETS, InMemory, Rate

log = logging.getLogger(__name__)
PREFIX = "tabletier:rate:"
ANSWER = 1.0
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


class OverRedis:
    """The rates of all servers that share a Redis."""

    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url, decode_responses=True, socket_timeout=ANSWER)
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
