"""The client without `async` does the same."""

import inspect
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from tabletier.client import (
    Client,
    Ended,
    PlainClient,
    PlainTable,
    PlainTurn,
    Refused,
    Started,
    Table,
    Turn,
    Unreachable,
)
from tabletier.client.orders import Orders
from tabletier.client.plain import PlainOrders
from tests.server.houses import OpenHouse
from tests.server.services import free_port

PAIRS = [
    (Client, PlainClient),
    (Table, PlainTable),
    (Orders, PlainOrders),
    (Turn, PlainTurn),
]


@pytest.mark.parametrize(("real", "plain"), PAIRS)
def test_it_has_the_same_methods(real: type, plain: type) -> None:
    def public(kind: type) -> dict[str, Any]:
        return {name: found for name, found in vars(kind).items() if not name.startswith("_")}

    theirs, ours = public(real), public(plain)
    attributes = {"number", "state", "position", "moves", "chat"}  # fields there, properties here
    assert ours.keys() - attributes == theirs.keys()
    for name in theirs:
        if callable(theirs[name]):
            wanted, found = inspect.signature(theirs[name]), inspect.signature(ours[name])
            assert list(wanted.parameters) == list(found.parameters), name
            for one, other in zip(
                wanted.parameters.values(), found.parameters.values(), strict=True
            ):
                assert (one.default, one.kind) == (other.default, other.kind), name
    assert theirs


def test_a_plain_program_plays(house: OpenHouse) -> None:
    with PlainClient(house.address, name="Robi") as client:
        table = client.create("barrier", opponents=[1])
        events = table.events()
        for turn in table.turns():
            assert turn.legal
            if turn.ply > 4:
                table.resign()
                break
            turn.play(turn.legal[0])
        assert table.over().winners == [1]
        assert any(isinstance(event.act, Ended) for event in iter(lambda: next(events), None))


def test_a_program_has_days_to_think(house: OpenHouse) -> None:
    agreed = {"kind": "days", "seconds": 86_400, "hours": 14, "leave": 7}
    with (
        PlainClient(house.address, name="Ann") as ann,
        PlainClient(house.address, name="Ben") as ben,
    ):
        mine = ann.create("expion", clock=agreed)
        theirs = ben.join(mine.id)
        begun = next(event.number for event in theirs.events(0) if isinstance(event.act, Started))
        mine.wait_for(begun)
        first, second = (mine, theirs) if mine.turn is not None else (theirs, mine)
        turn = first.turn
        assert turn is not None
        with pytest.raises(Refused):
            second.plan([[turn.legal[0], "no move at all"]])
        second.plan([])
        second.keep_hours(time(22), time(7, 30), "Europe/Paris")
        days = second.state.days
        assert days is not None
        assert days.quiet is not None
        assert (days.quiet.since, days.quiet.until) == (22 * 60, 7 * 60 + 30)
        second.keep_hours()
        assert second.state.days is not None
        assert second.state.days.quiet is None
        second.take_leave(until=datetime.now(UTC) + timedelta(days=2))
        left = second.state.days.leave_left
        assert 4 < left / 86_400_000 < 6
        second.end_leave()
        assert second.state.days is not None
        assert second.state.days.leave_left > left
        with pytest.raises(ValueError, match="without a zone"):
            second.take_leave(until=datetime(2030, 1, 1))
        with pytest.raises(ValueError, match="give both times"):
            second.keep_hours(time(22))


def test_a_plain_program_plays_to_the_end(house: OpenHouse) -> None:
    with PlainClient(house.address, name="Robi", way="http") as client:
        table = client.create("punto", {"rounds_to_win": 1}, opponents=[1])
        result = table.play(lambda turn: turn.legal[-1])
        assert result == table.result
        assert table.record()


def test_errors_are_the_same(house: OpenHouse) -> None:
    with PlainClient(house.address, name="Robi") as client:
        with pytest.raises(Refused, match="There is no such table"):
            client.table("nowhere")
        assert client.me().name == "Robi"
    nobody = PlainClient(f"http://127.0.0.1:{free_port()}", name="Robi")
    with pytest.raises(Unreachable, match="No house answers"):
        nobody.__enter__()


def test_the_lobby_and_the_lists(house: OpenHouse) -> None:
    with PlainClient(house.address, name="Ann") as client:
        table = client.create("barrier")
        found = next(change for change in client.lobby() if change.table.id == table.id)
        assert found.kind == "here"
        assert table.id in {listed.id for listed in client.tables(status="open")}
        assert table.id in {mine.id for mine in client.my_tables()}


def test_an_answer_that_was_planned_is_played(house: OpenHouse) -> None:
    with (
        PlainClient(house.address, name="Ann") as ann,
        PlainClient(house.address, name="Ben") as ben,
    ):
        mine = ann.create("expion", clock={"kind": "days", "seconds": 86_400})
        theirs = ben.join(mine.id)
        turns = mine.turns()
        turn = next(turns)
        theirs.plan([["e9-e6", "i4-f4"]])
        assert theirs.state.days is not None
        assert theirs.state.days.plan == [["e9-e6", "i4-f4"]]
        assert mine.state.days is not None
        assert mine.state.days.plan == [], "nobody else is told"
        turn.play("e9-e6")
        assert next(turns).ply == 2, "the house has answered for Ben"
        assert mine.moves == ["e9-e6", "i4-f4"]
