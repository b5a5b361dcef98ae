"""Questions that nobody wants answered any more, noted in Redis for the workers to see."""

from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

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
