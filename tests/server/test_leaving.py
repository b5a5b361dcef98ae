"""Who leaves a rated match has lost it; the others are not rated against an empty chair."""

from concurrent.futures import Future
from typing import Any

import pytest

from tabletier.server.db.ratings import rebuild, settle
from tabletier.server.db.schema import rating_changes
from tabletier.server.db.store import Store
from tabletier.server.live.bots import Opponents
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.decision import Decision
from tabletier.server.tables.due import wakes_at
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.outcome import SeatResult, result_in, result_of
from tabletier.server.tables.presence import expected, gone, next_alarm, returned
from tabletier.server.tables.seats import Clock
from tests.server.pure import Desk
from tests.server.test_presence import Thought, told
from tests.server.test_storage import give, in_two_stores, move, opened_room
from tests.server.test_waking import START, Server, Times, put_away, settled, times, until

MINUTE, DAY = 60_000, 86_400_000
__all__ = ["times"]


def desk_of(*seats: str | int, game: str = "expion", **agreed: Any) -> Desk:
    """A rated match between persons and levels of the house, in which everybody has moved."""
    options = agreed.pop("options", {"players": len(seats)})
    moves = agreed.pop("moves", len(seats))
    desk = Desk(game, options, **{"rated": True, **agreed})
    for number, seat in enumerate(seats):
        if isinstance(seat, str):
            desk.order(seat, "sit")
        else:
            desk.order("ann", "invite", seat=number, level=seat)
    desk.order("ann", "start")
    go_on(desk, moves)
    return desk


def go_on(desk: Desk, moves: int) -> None:
    """Let whoever is to move do so."""
    for _ in range(moves):
        assert desk.table.to_move is not None
        level = desk.table.seats[desk.table.to_move].level
        desk.move() if level is None else desk.stand_in_moves()


def ended(desk: Desk, *winners: int) -> tuple[SeatResult, ...]:
    """The rules end the match; what came of it is what the log tells."""
    desk.now += 1000
    desk.write(Decision((acts.Ended(winners=list(winners), reason="line"),)))
    found = result_of(desk.table)
    assert found is not None
    assert found == result_in("table", desk.log)
    return found.seats


def why(desk: Desk, *winners: int) -> list[str]:
    """Why the match does not count for each seat, once it is over."""
    return [seat.uncounted for seat in ended(desk, *winners)]


class TestAgainstTheHouseAlone:
    def test_who_is_away_for_a_day_has_left_and_lost(self) -> None:
        desk = desk_of("ann", 3)
        desk.write(gone(desk.table, ["ann"], set(), desk.now))
        assert desk.table.seats[0].away_until == desk.now + DAY == next_alarm(desk.table)
        sentence = "Ann is away. Unless they are back within 24 h, the house will play for them."
        assert told(desk) == [sentence]
        desk.now += DAY
        assert desk.ring().acts == (acts.StoodIn(seat=0, level=2),)
        go_on(desk, 3)
        left, house = ended(desk, 0)  # even where the stand-in wins
        assert (left.uncounted, left.stand_in) == ("", True)
        assert house.uncounted == "empty_chair"

    def test_who_is_back_by_then_plays_on(self) -> None:
        desk = desk_of("ann", 3)
        desk.write(gone(desk.table, ["ann"], set(), desk.now))
        desk.now += DAY - MINUTE
        desk.write(returned(desk.table, "ann", desk.now))
        desk.now += DAY
        with pytest.raises(Refused):
            desk.ring("ann")
        assert why(desk, 0) == ["", ""]

    @pytest.mark.parametrize(("winner", "reason"), [(1, ""), (0, "stand_in")])
    def test_who_is_back_later_than_that_has_not_left(self, winner: int, reason: str) -> None:
        desk = desk_of("ann", 3)
        desk.write(gone(desk.table, ["ann"], set(), desk.now))
        desk.now += DAY
        desk.ring()
        go_on(desk, 2)
        desk.write(returned(desk.table, "ann", desk.now))
        assert why(desk, winner) == [reason, reason]

    def test_what_the_stand_in_did_stays_done(self) -> None:
        desk = desk_of("ann", 3)
        desk.order("ann", "leave")
        go_on(desk, 2)
        desk.order("ann", "return")
        assert desk.shown("ann")["table"]["seats"][0]["played_for"] == 0
        with pytest.raises(Refused):
            desk.order("ann", "ask", question="stand_in")
        assert why(desk, 1) == ["", ""]

    def test_before_the_first_move_nobody_has_left_anything(self) -> None:
        desk = desk_of("ann", 3, moves=0)
        desk.write(gone(desk.table, ["ann"], set(), desk.now))
        desk.now += DAY
        desk.ring()
        go_on(desk, 4)
        assert why(desk, 1) == ["short", "short"]

    def test_nobody_is_waited_for_at_a_shared_screen_nor_where_nothing_is_rated(self) -> None:
        assert not expected(desk_of("ann", "ann").table, "ann")
        assert not expected(desk_of("ann", 3, rated=False).table, "ann")
        assert not expected(desk_of("ann", 3, clock=Clock("days", 86_400)).table, "ann")

    def test_a_table_is_put_away_meanwhile_and_opened_in_time(self) -> None:
        desk = desk_of("ann", 3)
        assert wakes_at(desk.table) == desk.now + DAY
        desk.now += 5
        desk.write(gone(desk.table, ["ann"], set(), desk.now))
        assert wakes_at(desk.table) == desk.now + DAY
        go_on(desk, desk.table.to_move or 0)
        assert desk.table.sleeps
        desk.now = desk.log[-1].at + DAY
        desk.ring()
        assert not desk.table.sleeps
        assert wakes_at(desk.table) == desk.now + MINUTE
        ended(desk, 1)
        assert wakes_at(desk.table) is None


class TestTogether:
    def test_two_who_both_go_have_only_put_it_off(self) -> None:
        desk = desk_of("ann", "ben")
        desk.write(gone(desk.table, ["ann"], {"ben"}, desk.now))
        desk.write(gone(desk.table, ["ben"], set(), desk.now))
        desk.now += DAY
        assert desk.ring().acts == (acts.Away(seat=0, until=0),)
        assert next_alarm(desk.table) is wakes_at(desk.table) is None

    def test_whoever_goes_after_somebody_left_is_not_rated(self) -> None:
        desk = desk_of("ann", "ben")
        desk.order("ann", "leave")
        desk.now += MINUTE
        desk.write(gone(desk.table, ["ben"], set(), desk.now))
        desk.now += DAY
        desk.ring()
        assert [seat.level for seat in desk.table.seats] == [2, 2]
        assert why(desk, 0) == ["", "empty_chair"]

    def test_unless_the_other_comes_back(self) -> None:
        desk = desk_of("ann", "ben")
        desk.order("ann", "leave")
        desk.now += MINUTE
        desk.order("ben", "leave")
        desk.order("ann", "return")
        assert why(desk, 0) == ["empty_chair", ""]

    def test_whoever_is_back_waits_for_the_last_one_as_agreed(self) -> None:
        desk = desk_of("ann", "ben")
        desk.order("ann", "leave")
        desk.write(gone(desk.table, ["ben"], set(), desk.now))
        desk.now += MINUTE
        line = desk.write(returned(desk.table, "ann", desk.now))
        assert line.acts == (acts.Back(seat=0), acts.Away(seat=1, until=desk.now + 15 * MINUTE))
        with pytest.raises(Refused):  # that is said once
            desk.write(returned(desk.table, "ann", desk.now + MINUTE))

    def test_of_four_the_first_has_lost(self) -> None:
        desk = desk_of("ann", "ben", 2, "cleo", game="punto")
        for person in ("cleo", "ann", "ben"):
            desk.now += MINUTE
            desk.order(person, "leave")
        assert why(desk, 3) == ["empty_chair", "empty_chair", "empty_chair", ""]

    def test_in_a_team_nobody_pays_for_another(self) -> None:
        teams = {"players": 4, "teams": True}
        desk = desk_of("ann", "ben", "cleo", "dan", game="punto", options=teams)
        desk.order("cleo", "leave")
        go_on(desk, 4)
        desk.order("ann", "leave")
        assert why(desk, 1, 3) == ["empty_chair", "empty_chair", "", "empty_chair"]


class Quick:
    """A mind that plays the first legal move at the only table at once."""

    def __init__(self, server: Server) -> None:
        self._hub = server.hub

    def prepare(self, game: str, options: Any) -> None:
        """There is nothing to prepare."""

    def submit(self, player: str, known: Any, seed: str) -> "Future[Any]":
        """The first legal move."""
        found: Future[Any] = Future()
        (room,) = self._hub.rooms.values()
        assert room.table.match is not None
        found.set_result(Thought(room.table.match.legal_moves()[0]))
        return found

    def close(self) -> None:
        """Nothing goes on."""


def test_a_house_that_was_killed_meanwhile_plays_it_to_its_end(database: str, times: Times) -> None:
    async def leave(one: Store, other: Store) -> None:
        server, later = Server(one), Server(other)
        opened = Desk("punto", {"rounds_to_win": 1, "first_player": 0}, rated=True).log[0].acts
        sat = acts.Sat(seat=0, person="ann", name="Ann")
        table = (await one.open_table(LogLine(1, START, (*opened, sat), "ann"))).id
        room = await opened_room(server.hub, table)
        await give(server.hub, room, "invite", seat=1, level=1)
        await give(server.hub, room, "start")
        await move(server.hub, room)
        opponents = Opponents(server.hub, Quick(server))  # type: ignore[arg-type]
        opponents.heard(room, None)
        await settled()
        assert room.table.to_move == 0
        put_away(server)
        server.close()
        await opponents.close()

        opponents = Opponents(later.hub, Quick(later))  # type: ignore[arg-type]
        times.go_by(DAY)
        await later.look()
        before = set[tuple[str, str]]()
        for _ in range(2):  # two rounds through the house
            later.timers._missed = set()
            await later.timers._look_at(later.hub.rooms[table], before)
            before = later.timers._missed
        assert later.hub.rooms[table].table.seats[0].away
        put_away(later)
        times.go_by(DAY)
        await later.look()

        async def over() -> bool:
            filed = await other.filed(table)
            return filed is not None and filed.status == "over"

        await until(over)
        await settle(other.engine, "punto")
        found = await changes(other)
        assert [(row.seat, row.mu < row.mu_before) for row in found] == [(0, True)]
        assert await rebuild(other.engine, "punto") == 1
        assert await changes(other) == found
        later.close()
        await opponents.close()

    in_two_stores(database, leave)


async def changes(store: Store) -> list[Any]:
    """What matches changed."""
    async with store.engine.connect() as connection:
        return list((await connection.execute(rating_changes.select())).all())
