"""Whoever wants to be called for the puzzle of the day is, once, and not if they have answered."""

from datetime import UTC, datetime

from sqlalchemy import insert, select

from tabletier.server.db.schema import channels, notices, people, puzzle_answers
from tabletier.server.db.store import Store
from tabletier.server.notices.daily import MORNING, DailyCall
from tests.server.test_storage import in_two_stores


def at(day: int, hour: int) -> int:
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp() * 1000)


async def has_channel(store: Store, person: str, kinds: str) -> None:
    row = {"id": person, "name": person, "language": "en", "created": 0}
    channel = {
        "id": person,
        "person": person,
        "kind": "feed",
        "address": "",
        "target": "",
        "kinds": kinds,
        "secret": person,
        "state": "on",
        "made": 0,
    }
    async with store.engine.begin() as connection:
        await connection.execute(insert(people).values(handle=f"h-{person}", **row))
        await connection.execute(insert(channels).values(channel))
    store.outbox.reaches(person)


def test_each_is_called_once_a_day_by_all_servers_together(database: str) -> None:
    async def days(one: Store, other: Store) -> None:
        for store in (one, other):
            await store.outbox.open(shared=True)
        await has_channel(one, "ann", "ended daily")
        await has_channel(one, "ben", "daily")
        await has_channel(one, "eve", "ended")
        calls = [DailyCall(one.outbox), DailyCall(other.outbox)]
        for hour in (MORNING - 1, MORNING, MORNING, MORNING + 5):
            for call in calls:
                await call.call(at(18, hour))
        async with one.engine.begin() as connection:
            solved = {"person": "ben", "game": "any", "puzzle": "1", "day": "2026-11-19"}
            await connection.execute(insert(puzzle_answers).values(marks="b", at=0, **solved))
        for call in calls:
            await call.call(at(19, MORNING))
        async with one.engine.connect() as connection:
            found = await connection.execute(
                select(notices.c.channel, notices.c.number).order_by(notices.c.number)
            )
            called = sorted((row.channel, row.number) for row in found)
        assert called == [("ann", 20261118), ("ann", 20261119), ("ben", 20261118)]

    in_two_stores(database, days)
