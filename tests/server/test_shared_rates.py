"""Rates are shared by all servers of a house."""

import asyncio
from pathlib import Path

from tabletier.server.limits import Rate
from tabletier.server.live.redis_cluster import RedisRates
from tests.server.houses import open_house
from tests.server.visitors import SECRET, Visitor

SLOW = Rate("slow", 3, 0.001)


def test_two_servers_count_together(redis_url: str) -> None:
    async def take() -> list[float]:
        one, other = RedisRates(redis_url), RedisRates(redis_url)
        waits = [await rates.wait(SLOW, "ann") for rates in (one, other, one, other, one)]
        assert await other.wait(SLOW, "ben") == 0
        await one.close()
        await other.close()
        return waits

    waits = asyncio.run(take())
    assert waits[:3] == [0, 0, 0]
    assert all(900 < wait <= 1000 for wait in waits[3:])


def test_without_redis_every_server_counts_for_itself() -> None:
    async def take() -> list[float]:
        rates = RedisRates("redis://127.0.0.1:1/0")
        waits = [await rates.wait(SLOW, "ann") for _ in range(4)]
        await rates.close()
        return waits

    assert [wait > 0 for wait in asyncio.run(take())] == [False, False, False, True]


def test_who_says_too_much_at_one_server_is_not_heard_at_another(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    settings = {"database_url": postgres_url, "redis_url": redis_url, "secret": SECRET}
    with (
        open_house(tmp_path, limits=1, **settings) as one,
        open_house(tmp_path, limits=1, **settings) as other,
        Visitor(one.address, "Ann") as here,
        Visitor(other.address, "Ann", known=here) as there,
    ):
        table = here.open("expion", seats=["me", "open"])["id"]
        answers = [
            visitor.order(table, do="say", text=f"{number}")
            for number in range(8)
            for visitor in (here, there)
        ]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].headers["Retry-After"]
