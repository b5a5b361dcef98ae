"""What came of a match is written down with its end, for each seat; older logs are read again."""

import random
from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from tabletier.server.db.results import Backlog, file_results, hand_over, strike_out
from tabletier.server.db.schema import results, tables
from tabletier.server.db.store import Store
from tabletier.server.live.hub import Hub
from tabletier.server.tables import acts
from tabletier.server.tables.decision import Decision
from tabletier.server.tables.outcome import MatchResult, result_in, result_of
from tests.server.pure import Desk, any_order
from tests.server.test_storage import give, in_two_stores, new_table, opened_room

RULES: list[tuple[str, dict[str, Any]]] = [
    ("expion", {}),
    ("punto", {"players": 3}),
    ("point", {"players": 4}),
    ("barrier", {}),
]


@pytest.mark.parametrize("number", range(12))
def test_a_log_tells_what_the_table_knew_when_it_ended(number: int) -> None:
    dice = random.Random(number)
    game, options = RULES[number % len(RULES)]
    desk = Desk(game, options)
    desk.seat_all()
    for _ in range(60):
        if desk.table.status == "playing":
            any_order(desk, dice)
    if desk.table.status == "playing":
        ended = acts.Ended(winners=[dice.randrange(2)], reason="agreement")
        desk.write(Decision((ended,)))
    known = result_of(desk.table)
    assert known is not None
    assert known == result_in("table", desk.log)
    assert {seat.outcome for seat in known.seats} <= {"won", "lost", "drawn"}


def test_whoever_left_and_whoever_sits_twice_is_told_apart() -> None:
    desk = Desk("punto", {"players": 4})
    for person in ("ann", "ben", "ben"):
        desk.order(person, "sit")
    desk.order("ann", "invite", seat=3, level=2)
    desk.order("ann", "start")
    desk.order("ann", "leave")
    desk.now += 5
    desk.write(Decision((acts.Ended(winners=[1], reason="line"),)))
    found = result_of(desk.table)
    assert found is not None
    ann, ben, again, house = found.seats
    assert (ann.stand_in, ann.left, ann.house, ann.outcome) == (True, True, False, "lost")
    assert (ben.first, ben.mixed, ben.outcome) == (True, True, "won")
    assert (again.first, again.mixed) == (False, True)
    assert (house.person, house.house, house.level) == (None, True, 2)
    assert (found.with_house, found.players) == (True, 4)
    assert found.opened <= found.started < found.ended == desk.now


def test_nobody_wins_a_draw() -> None:
    desk = Desk()
    desk.seat_all()
    desk.write(Decision((acts.Ended(winners=[], reason="agreement"),)))
    found = result_of(desk.table)
    assert found is not None
    assert [seat.outcome for seat in found.seats] == ["drawn", "drawn"]


def test_a_match_that_goes_on_has_no_result() -> None:
    desk = Desk()
    desk.seat_all()
    assert result_of(desk.table) is None
    assert result_in("table", desk.log) is None


async def rows(store: Store) -> list[dict[str, Any]]:
    async with store.engine.connect() as connection:
        found = await connection.execute(
            select(results).order_by(results.c.table_id, results.c.seat)
        )
        return [dict(row._mapping) for row in found]


async def resigned(store: Store) -> str:
    """A match that Ann lost against herself."""
    hub = Hub(store)
    table = await new_table(store)
    room = await opened_room(hub, table)
    await give(hub, room, "start")
    await give(hub, room, "resign")
    return table


def test_results_are_stored_with_the_end_and_filled_in_for_matches_of_old(database: str) -> None:
    async def play(one: Store, other: Store) -> None:
        table = await resigned(one)
        stored = await rows(other)
        assert [(row["table_id"], row["seat"], row["outcome"]) for row in stored] == [
            (table, 0, "lost"),
            (table, 1, "won"),
        ]
        assert all(row["person"] == "ann" and row["mixed"] for row in stored)
        backlog = Backlog(other.engine, other.aside)
        assert await backlog.fill() == 0, "nothing is missing"
        async with one.engine.begin() as connection:
            await connection.execute(delete(results))
        more = [await resigned(one) for _ in range(2)]
        assert await backlog.fill() == 1
        assert [row for row in await rows(one) if row["table_id"] not in more] == stored

    in_two_stores(database, play)


def three(table: str) -> MatchResult:
    """A match of Ann, a guest and Zoë."""
    desk = Desk("punto", {"players": 3})
    desk.seat_all("ann", "guest", "zoë")
    desk.write(Decision((acts.Ended(winners=[0], reason="line"),)))
    found = result_of(desk.table)
    assert found is not None
    return found._replace(table_id=table)


def test_people_vanish_from_results_and_guests_join_accounts(database: str) -> None:
    async def change(one: Store, _: Store) -> None:
        row = {"seed": "s", "opened": 1, "game": "punto", "public": True, "clock": "none"}
        row |= {"status": "over", "seats": 3, "summary": "{}", "free": 0, "touched": 1, "names": ""}
        async with one.engine.begin() as connection:
            for table in ("t1", "t2"):
                await connection.execute(insert(tables).values(id=table, **row))
            await file_results(connection, [three("t1"), three("t2")])
            await strike_out(connection, "t1", "zoë", "—")
            await hand_over(connection, "guest", "ann")
        first, second = (await rows(one))[:3], (await rows(one))[3:]
        assert [row["name"] for row in first] == ["Ann", "Guest", "—"]
        assert first[0]["others"] == "guest —"
        assert second[0]["others"] == "guest zoe"
        assert [row["person"] for row in second] == ["ann", "ann", "zoë"]
        assert [(row["first"], row["mixed"]) for row in second] == [
            (True, True),
            (False, True),
            (True, False),
        ]

    in_two_stores(database, change)
