"""Nobody loses a game by looking away."""

import asyncio
import contextlib
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tabletier.server.db.database import sqlite_url
from tabletier.server.http.models.messages import TableAsked
from tabletier.server.live import timers
from tabletier.server.live.bots import Opponents
from tabletier.server.live.hub import Hub, Room
from tabletier.server.live.timers import Timers
from tabletier.server.tables import acts, presence
from tabletier.server.tables.acts import LogLine
from tabletier.server.tables.decision import Decision
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.orders import ORDERS
from tabletier.server.tables.presence import expected, found, gone, next_alarm, returned
from tabletier.server.tables.seats import Clock
from tabletier.server.tables.show import SharedBoard, line
from tabletier.server.tables.talk import audience_of
from tests.server.houses import OpenHouse
from tests.server.pure import PERSONS, Desk
from tests.server.test_storage import give, opened_room, store_at
from tests.server.visitors import Visitor, served

MINUTE, DAY = 60_000, 86_400_000


def against_the_house(**house: Any) -> Desk:
    """Ann alone with three opponents of the house."""
    desk = Desk(options={"players": 4}, **house)
    desk.order("ann", "sit")
    for seat in (1, 2, 3):
        desk.order("ann", "invite", seat=seat, level=1)
    desk.order("ann", "start")
    return desk


def told(desk: Desk, language: Any = "en") -> list[str]:
    """The last line in sentences."""
    assert desk.table.match is not None
    board = SharedBoard(desk.table, desk.table.match, desk.log[-1].at)
    shown = line(desk.table, desk.log[-1], board, audience_of(desk.table, None, language=language))
    return [text for act in shown["acts"] for text in act["told"]]


class TestAlone:
    @pytest.mark.parametrize("patience", [120, 900, 1])
    def test_against_the_house_nobody_ever_stands_in(self, patience: int) -> None:
        desk = against_the_house(patience=patience)
        assert not expected(desk.table, "ann")
        with pytest.raises(Refused):
            desk.write(gone(desk.table, ["ann"], set(), desk.now))
        assert next_alarm(desk.table) is None

    def test_nor_at_a_shared_screen(self) -> None:
        assert not expected(Desk().seat_all("ann", "ann").table, "ann")

    def test_nor_where_the_others_have_left_to_the_house(self) -> None:
        desk = Desk().seat_all()
        desk.order("ben", "leave")
        assert not expected(desk.table, "ann")

    def test_nor_at_an_older_table_where_it_was_said_that_somebody_would(self) -> None:
        desk = against_the_house(patience=60)
        desk.write(Decision((acts.Away(seat=0, until=desk.now + MINUTE),)))
        desk.now += DAY
        assert desk.ring().acts == (acts.Away(seat=0, until=0),)
        assert next_alarm(desk.again()) is None

    def test_a_clock_keeps_its_own_rule(self) -> None:
        desk = Desk(clock=Clock("move", 30))
        desk.order("ann", "sit")
        desk.order("ann", "invite", seat=1, level=1)
        desk.order("ann", "start")
        while desk.table.to_move != 0:
            desk.stand_in_moves()
        desk.now += 30_000
        assert isinstance(desk.ring().acts[0], acts.Ended)


class TestTogether:
    def test_others_wait_a_quarter_of_an_hour_and_are_told(self) -> None:
        desk = Desk().seat_all()
        desk.write(gone(desk.table, ["ben"], {"ann"}, desk.now))
        assert desk.table.seats[1].away_until == desk.now + 15 * MINUTE
        away = "Ben is away. Unless they are back within 15 min, the house will play for them."
        assert told(desk) == [away]
        desk.now += 15 * MINUTE
        assert desk.ring("ann").acts == (acts.StoodIn(seat=1, level=2),)
        assert told(desk) == ["The house plays for Ben until they are back."]
        desk.write(returned(desk.table, "ben", desk.now))
        assert (told(desk), told(desk, "fr")) == (["Ben is back."], ["Ben est de retour."])
        board = SharedBoard(desk.table, desk.table.match, desk.now) if desk.table.match else None
        himself = audience_of(desk.table, "ben", language="en")
        assert line(desk.table, desk.log[-1], board, himself)["acts"][0]["told"] == []

    def test_where_everybody_has_gone_nobody_plays_on(self) -> None:
        desk = Desk().seat_all()
        desk.write(gone(desk.table, ["ben"], {"ann"}, desk.now))
        desk.now += MINUTE
        desk.write(gone(desk.table, ["ann"], set(), desk.now))
        shown = desk.shown(None)["table"]["seats"]
        assert [seat["away"] for seat in shown] == [True, True]
        assert [seat["away_until"] is None for seat in shown] == [True, False]
        desk.now += DAY
        assert desk.ring().acts == (acts.Away(seat=1, until=0),)
        assert next_alarm(desk.table) is None
        desk.now += DAY
        line = desk.write(returned(desk.table, "ann", desk.now))
        assert line.acts == (acts.Back(seat=0), acts.Away(seat=1, until=desk.now + 15 * MINUTE))

    def test_who_left_and_looks_on_is_not_put_back_before_they_connect_again(self) -> None:
        desk = Desk(options={"players": 3}).seat_all()
        desk.order("ben", "leave")
        with pytest.raises(Refused):
            desk.write(found(desk.table, ["ben"], desk.now))
        assert desk.table.seats[1].level == 2
        desk.write(returned(desk.table, "ben", desk.now))
        assert desk.table.seats[1].level is None

    @pytest.mark.parametrize(("agreed", "seconds"), [(60, 900), (120, 120), (86_400, 86_400)])
    def test_what_older_tables_agreed_on_is_read_and_never_too_short(
        self, agreed: int, seconds: int
    ) -> None:
        desk = Desk(patience=agreed).seat_all()
        assert desk.again().house.patience == agreed
        assert presence.patience_of(desk.table) == seconds


class TestTakingBackWhatTheStandInDid:
    def test_against_the_house_it_is_done_at_once(self) -> None:
        desk = Desk()
        desk.order("ann", "sit")
        desk.order("ann", "invite", seat=1, level=1)
        desk.order("ann", "start")
        while desk.table.to_move != 0:
            desk.stand_in_moves()
        before = list(desk.table.moves)
        desk.order("ann", "leave")
        for _ in range(3):
            desk.stand_in_moves()
        desk.order("ann", "return")
        assert desk.shown("ann")["table"]["seats"][0]["played_for"] == 2
        line = desk.order("ann", "ask", question="stand_in")
        assert [type(act) for act in line.acts] == [acts.Asked, acts.TookBack]
        assert desk.table.moves == before
        assert (desk.table.to_move, desk.table.seats[0].played) == (0, ())
        assert desk.again().seats == desk.table.seats
        with pytest.raises(Refused, match="Nobody has played"):
            desk.order("ann", "ask", question="stand_in")

    def absent(self, **house: Any) -> tuple[Desk, str, str, list[str]]:
        """A table for two at which one was away for a move; who, who else, what stood before."""
        desk = Desk(**house).seat_all()
        desk.move()
        desk.move()
        person, before = desk.mover, list(desk.table.moves)
        desk.order(person, "leave")
        desk.stand_in_moves()
        desk.move()
        desk.order(person, "return")
        return desk, person, next(one for one in PERSONS[:2] if one != person), before

    @pytest.mark.parametrize("takeback", ["ask", "never", "free"])
    def test_people_are_asked_by_name_and_may_agree(self, takeback: str) -> None:
        desk, person, other, before = self.absent(takeback=takeback)
        desk.order(person, "ask", question="stand_in")
        shown = desk.shown(other)["table"]
        assert (shown["question"], shown["asked_by"]) == ("stand_in", PERSONS.index(person))
        assert len(desk.table.moves) == 4
        line = desk.order(other, "answer", yes=True)
        assert isinstance(line.acts[1], acts.TookBack)
        assert desk.table.moves == before

    def test_or_decline_and_then_it_stands(self) -> None:
        desk, person, other, _ = self.absent()
        desk.order(person, "ask", question="stand_in")
        desk.order(other, "answer", yes=False)
        assert len(desk.table.moves) == 4
        assert desk.shown(person)["table"]["seats"][PERSONS.index(person)]["played_for"] == 0

    def test_who_has_moved_since_has_let_it_stand(self) -> None:
        desk, person, *_ = self.absent()
        desk.move()
        with pytest.raises(Refused):
            desk.order(person, "ask", question="stand_in")


class Slow:
    """Thinks until a test says what of."""

    def __init__(self) -> None:
        self.asked: list[Future[Any]] = []

    def prepare(self, game: str, options: dict[str, Any]) -> None:
        pass

    def submit(self, player: str, known: Any, seed: str) -> "Future[Any]":
        self.asked.append(Future())
        return self.asked[-1]

    def answer(self, room: Room) -> None:
        """The first legal move."""
        assert room.table.match is not None
        self.asked.pop().set_result(Thought(room.table.match.legal_moves()[0]))

    def close(self) -> None:
        pass


class Thought:
    def __init__(self, move: str) -> None:
        self.move = move


async def _until(holds: Any) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def test_the_stand_in_stops_the_moment_its_person_connects_and_its_thought_is_dropped(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with store_at(sqlite_url(tmp_path / "house.db")) as store:
            hub, slow = Hub(store), Slow()
            opponents, alarms = Opponents(hub, slow), Timers(hub)  # type: ignore[arg-type]
            sat = acts.Sat(seat=0, person="ann", name="Ann")
            table = await store.open_table(LogLine(1, 1, (*Desk().log[0].acts, sat), "ann"))
            room = await opened_room(hub, table.id)
            await give(hub, room, "invite", seat=1, level=1)
            await give(hub, room, "start")
            if room.table.to_move != 0:
                await _until(lambda: slow.asked)
                slow.answer(room)
                await _until(lambda: room.table.to_move == 0)
            await give(hub, room, "leave")
            await _until(lambda: slow.asked)
            plies = room.table.plies
            async with room.lock:  # the move is thought of and waits for the table
                slow.answer(room)
                for _ in range(10):
                    await asyncio.sleep(0)
                alarms.came(room, "ann")
            await _until(lambda: room.table.seats[0].level is None)
            assert room.table.plies == plies
            assert not opponents._thinking
            await _until(lambda: not room.coming)
            alarms.close()
            await opponents.close()

    asyncio.run(play())


def test_a_table_without_others_waits_for_ever_even_over_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "GRACE", 0.02)
    monkeypatch.setattr(presence, "patience_of", lambda _: 0.01)
    with served(tmp_path) as house, Visitor(house.address, "Ann") as ann:
        table = ann.open("expion", seats=["me", "me"], start=True)["id"]  # both are Ann's
        with ann.live(table) as live:
            live.until("hello")
        number = ann.look(table)["number"]
        _go_round(house)
        assert ann.look(table)["number"] == number
    with served(tmp_path) as house, Visitor(house.address, "Ann", known=ann) as again:
        again.look(table)
        _go_round(house)
        assert again.look(table)["number"] == number


def _go_round(house: OpenHouse) -> None:
    """A server goes round its tables, where everybody has been missed before."""

    async def look() -> None:
        for room in list(house.house.hub.rooms.values()):
            missed = {(room.table.id, seat.person or "") for seat in room.table.seats}
            for _ in range(3):
                await house.house.timers._look_at(room, missed)
                await asyncio.sleep(0.05)

    asyncio.run_coroutine_threadsafe(look(), house.loop).result()


@pytest.mark.parametrize(
    ("seconds", "fine"), [(119, False), (120, True), (86_400, True), (86_401, False)]
)
def test_people_agree_on_two_minutes_to_a_day(seconds: int, fine: bool) -> None:
    asked = {"game": "expion", "patience": seconds}
    order = {"do": "change", "patience": seconds}
    for read, given in ((TableAsked.model_validate, asked), (ORDERS.validate_python, order)):
        with contextlib.nullcontext() if fine else pytest.raises(ValidationError):
            read(given)
    assert TableAsked(game="expion").patience == 900
