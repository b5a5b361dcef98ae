"""A table is its log: reading it again gives the same table, whatever happened."""

import random
from dataclasses import fields
from typing import Any

import pytest

from tabletier.games.kernel.registry import keys
from tabletier.server.tables.seats import Clock
from tabletier.server.tables.table import Table
from tests.server.pure import PERSONS, Desk, any_order

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "expion": [{"players": 2}, {"players": 3}, {"players": 4}],
    "punto": [{"players": 2, "expert": True}, {"players": 4, "teams": True}],
    "point": [{"players": 2}, {"players": 3}],
    "barrier": [{}],
}
CASES = [(game, options) for game in keys() for options in OPTIONS[game]]


def summed_up(table: Table) -> dict[str, Any]:
    match = table.match
    known = {field.name: getattr(table, field.name) for field in fields(table) if field.compare}
    known["match"] = None if match is None else (match.position(), match.moves, match.result)
    return known


def busy_desk(game: str, options: dict[str, Any], seed: int) -> Desk:
    """A table where all sorts of orders were given, sensible or not."""
    dice = random.Random(seed)
    kind: Any = dice.choice(["none", "move", "total"])
    takeback: Any = dice.choice(["ask", "free"])
    desk = Desk(game, options, f"seed {seed}", clock=Clock(kind, 60, 1), takeback=takeback)
    for _ in range(10):
        any_order(desk, dice)
    if desk.table.status == "open":
        for seat, place in enumerate(desk.table.seats):
            if place.free:
                desk.order(PERSONS[seat], "sit", seat=seat)
        desk.order(PERSONS[0], "start")
    for _ in range(120):
        any_order(desk, dice)
    return desk


@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_reading_the_log_again_gives_the_same_table(
    game: str, options: dict[str, Any], seed: int
) -> None:
    desk = busy_desk(game, options, seed)
    assert len(desk.log) > 10
    assert summed_up(desk.again()) == summed_up(desk.table)


@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_what_was_missed_is_told_as_it_was_told_at_its_time(
    game: str, options: dict[str, Any]
) -> None:
    for seed in range(3):
        dice = random.Random(seed)
        desk = Desk(game, options, f"seed {seed}", takeback="free").seat_all()
        onlookers = (*PERSONS[: len(desk.table.seats)], None)
        told: dict[str | None, list[dict[str, Any]]] = {person: [] for person in onlookers}
        first = len(desk.log)
        for _ in range(60):
            before = len(desk.log)
            any_order(desk, dice)
            if len(desk.log) > before:
                for person in onlookers:
                    told[person].append(desk.told(person))
        for person in onlookers:
            assert desk.retold(person, first) == told[person]
            half = len(told[person]) // 2
            assert desk.retold(person, first + half) == told[person][half:]


def test_a_move_is_numbered_once_even_after_it_was_taken_back() -> None:
    desk = Desk(takeback="free").seat_all()
    for _ in range(3):
        desk.move()
    desk.order(desk.mover, "ask", question="takeback")
    desk.move()
    plies = [line.ply for line in desk.log if line.ply is not None]
    assert plies == [0, 1, 2, 3]
    assert desk.table.plies == 4
    assert len(desk.table.moves) == len(desk.table.numbers) < 4
