"""Ratings in the database: however matches come in, the numbers are those of a rebuild."""

import asyncio
import random
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.games.kernel.registry import find
from tabletier.search.levels import levels_of
from tabletier.search.ranks import RANKS
from tabletier.server.db import ratings as books
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.results import file_results, hand_over, renew_levels
from tabletier.server.db.schema import rating_changes, rating_queue, ratings, results, tables
from tabletier.server.db.store import Store
from tabletier.server.db.upgrading import upgrade
from tabletier.server.tables.outcome import MatchResult, SeatResult
from tests.server.houses import open_house
from tests.server.outside import until
from tests.server.test_storage import in_two_stores

GAME = "expion"
PEOPLE = ("ann", "ben", "cleo", "dan", "guest")
LAST: tuple[str | int, ...] = ("eve", 2, 3)
Rows = list[tuple[Any, ...]]


def match_of(number: int, dice: random.Random) -> MatchResult:
    """A match between people and levels drawn at random; some do not count, somebody may leave."""
    count = dice.choice((2, 2, 4))
    players: list[str | int] = [*dice.sample(PEOPLE, count - 1), dice.choice(LAST)]
    dice.shuffle(players)
    winner, left = dice.randrange(count + 1), dice.random() < 0.1
    seats = []
    for seat, player in enumerate(players):
        person = player if isinstance(player, str) else None
        gone = left and seat == 0 and person is not None
        reason = "empty_chair" if left and seat else ""
        seats.append(
            SeatResult(
                seat=seat,
                person=person,
                name=person or "",
                house=person is None,
                opponent="" if person else "Odile",
                level=None if isinstance(player, str) else player,
                team=seat,
                outcome="drawn" if winner == count else "won" if seat == winner else "lost",
                stand_in=gone,
                left=gone,
                first=True,
                mixed=False,
                uncounted="shared" if number % 7 == 0 else reason,
            )
        )
    return MatchResult(
        table_id=f"table{number:04}",
        game=GAME,
        players=count,
        options={},
        reason="line",
        public=True,
        rated=True,
        with_house=True,
        moves=9,
        opened=1,
        started=2,
        ended=1000 + number // 2,  # some end at the same moment
        seats=tuple(seats),
    )


async def file(store: Store, match: MatchResult) -> None:
    """Write down a match, as the line that ends it does."""
    async with store.engine.begin() as connection:
        values = {"id": match.table_id, "seed": "", "game": GAME, "public": True, "free": 0}
        opened = {"status": "over", "opened": 1, "touched": match.ended}
        await connection.execute(insert(tables).values(**values, **opened))
        await file_results(connection, [match])


def played_before(folder: Path, *matches: MatchResult) -> None:
    """A house where these matches have ended, and nobody has worked out anything yet."""

    async def play() -> None:
        engine = open_engine(sqlite_url(folder / "house.sqlite3"))
        await upgrade(engine)
        store = Store(engine)
        for match in matches:
            await file(store, match)
        store.close()
        await engine.dispose()

    asyncio.run(play())


async def kept(engine: AsyncEngine) -> tuple[Rows, Rows]:
    """All ratings and all changes."""
    async with engine.connect() as connection:
        rated = await connection.execute(
            select(ratings).where(ratings.c.matches > 0).order_by(ratings.c.player)
        )
        changed = await connection.execute(
            select(rating_changes).order_by(rating_changes.c.table_id, rating_changes.c.seat)
        )
        return [tuple(row) for row in rated], [tuple(row) for row in changed]


async def as_rebuilt(store: Store) -> None:
    """What is kept is what a rebuild finds, to the last digit."""
    before = await kept(store.engine)
    assert before[0]
    assert before[1]
    await books.rebuild(store.engine, GAME)
    assert await kept(store.engine) == before
    async with store.engine.connect() as connection:
        assert (await connection.execute(select(rating_queue))).first() is None


@pytest.mark.parametrize("seed", range(3))
def test_matches_that_come_in_any_order_are_rated_as_they_ended(database: str, seed: int) -> None:
    dice = random.Random(seed)
    matches = [match_of(number, dice) for number in range(40)]
    order = sorted(matches, key=lambda match: match.ended + dice.choice((0, 0, 0, 9)))

    async def work(one: Store, other: Store) -> None:
        for match in order:
            store = dice.choice((one, other))
            await file(store, match)
            if dice.random() < 0.6:
                await books.settle(store.engine, GAME)
        await books.settle(one.engine, GAME)
        await as_rebuilt(one)

    in_two_stores(database, work)


STRONGEST, FIFTH = RANKS[-1].people[0], RANKS[4].people[0]


def of_five_levels(match: MatchResult, name: str) -> MatchResult:
    """The same, where the house's opponent was the fifth and called so."""
    seats = (seat._replace(level=5, opponent=name) if seat.house else seat for seat in match.seats)
    return match._replace(seats=tuple(seats))


@pytest.mark.parametrize("names", [(STRONGEST, FIFTH), (STRONGEST,)])
def test_results_of_days_of_five_levels_are_of_who_played(
    database: str, names: tuple[str, ...]
) -> None:
    """The strongest was the fifth, and has another number; people's results stay theirs."""
    dice, last = random.Random(2), len(levels_of(find(GAME)))

    async def levels(store: Store) -> set[tuple[str, int]]:
        async with store.engine.connect() as connection:
            told = select(results.c.opponent, results.c.level)
            rows = await connection.execute(told.where(results.c.level.is_not(None)))
            return {(row[0], row[1]) for row in rows}

    async def work(one: Store, _: Store) -> None:
        drawn = (match_of(number, dice) for number in range(1, 40))
        with_house = [match for match in drawn if any(seat.house for seat in match.seats)]
        for match, name in zip(with_house, cycle(names), strict=False):
            await file(one, of_five_levels(match, name))
        await books.settle(one.engine, GAME)
        await renew_levels(one.engine, GAME)
        assert await levels(one) == {(STRONGEST, last), *((name, 5) for name in names[1:])}
        assert await books.queued(one.engine) == [GAME], "to be worked out, whatever happens now"
        await books.settle(one.engine, GAME)
        await as_rebuilt(one)
        await renew_levels(one.engine, GAME)
        assert await books.queued(one.engine) == [], "once is enough"

    in_two_stores(database, work)


def test_a_house_that_opens_works_out_who_played_then(tmp_path: Path) -> None:
    dice, last = random.Random(1), len(levels_of(find(GAME)))
    played_before(tmp_path, *(of_five_levels(match_of(n, dice), STRONGEST) for n in range(1, 30)))
    with open_house(tmp_path) as house:
        ann = house.guest("Ann")
        rungs = until(
            lambda: [r for r in ann.get(f"/ladder/{GAME}").json()["rungs"] if r["matches"]]
        )
    assert [rung["level"] for rung in rungs] == [last], "people are not in the register"


def test_two_servers_take_in_each_match_once(database: str) -> None:
    dice = random.Random(11)

    async def work(one: Store, other: Store) -> None:
        for number in range(0, 40, 4):
            for match in (match_of(number + more, dice) for more in range(4)):
                await file(one, match)
            taken = await asyncio.gather(
                *(books.settle(store.engine, GAME) for store in (one, other, one, other))
            )
            assert sorted(bool(count) for count in taken)[-2:] == [False, True]
        await as_rebuilt(other)

    in_two_stores(database, work)


def test_a_rebuild_mends_what_is_wrong(database: str) -> None:
    async def work(one: Store, _: Store) -> None:
        dice = random.Random(5)
        for number in range(20):
            await file(one, match_of(number, dice))
        await books.settle(one.engine, GAME)
        right = await kept(one.engine)
        async with one.engine.begin() as connection:
            await connection.execute(update(ratings).values(mu=1.5, matches=77))
            await connection.execute(update(rating_changes).values(mu=2.5))
        assert await kept(one.engine) != right
        assert await books.rebuild(one.engine, GAME) > 10
        assert await kept(one.engine) == right

    in_two_stores(database, work)


def test_a_guest_brings_their_matches_into_an_account(database: str) -> None:
    """Before, between and after those of the account; a table of both counts for nobody."""
    dice = random.Random(3)

    async def work(one: Store, other: Store) -> None:
        for number in range(40):
            await file(one, match_of(number, dice))
        await books.settle(one.engine, GAME)
        async with one.engine.begin() as connection:
            await hand_over(connection, "guest", "ann")
            await books.join(connection, "guest", "ann")
        await books.settle(other.engine, GAME)
        async with one.engine.connect() as connection:
            guest = select(ratings.c.player).where(ratings.c.player == "guest")
            assert (await connection.execute(guest)).first() is None
            shared = select(results.c.table_id).where(results.c.uncounted == "shared")
            assert len((await connection.execute(shared.distinct())).all()) > 40 // 7 + 1
        await as_rebuilt(one)

    in_two_stores(database, work)


def test_a_guest_who_brings_all_there_is_keeps_it(database: str) -> None:
    async def work(one: Store, _: Store) -> None:
        dice = random.Random(8)
        for number in range(12):
            await file(one, match_of(number, dice))
        await books.settle(one.engine, GAME)
        async with one.engine.begin() as connection:
            await hand_over(connection, "guest", "account")
            await books.join(connection, "guest", "account")
        async with one.engine.connect() as connection:
            assert (await connection.execute(select(rating_queue))).first() is None
        await as_rebuilt(one)

    in_two_stores(database, work)
