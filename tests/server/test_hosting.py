"""A host who has gone keeps nobody from playing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletier.server.live import timers
from tabletier.server.live.hub import Room
from tabletier.server.tables import acts
from tabletier.server.tables.decision import passed_on
from tabletier.server.tables.errors import Refused
from tests.server.houses import OpenHouse
from tests.server.pure import Desk
from tests.server.visitors import Visitor, served


class TestLeaving:
    def test_a_host_who_leaves_hands_the_table_to_whoever_sat_down_first(self) -> None:
        desk = Desk(options={"players": 4})
        for person, seat in (("ann", 0), ("cleo", 3), ("ben", 1)):
            desk.order(person, "sit", seat=seat)
        line = desk.order("ann", "leave")
        assert line.acts == (acts.Stood(seat=0), acts.Hosted(person="cleo", seat=3))
        assert (desk.table.host, desk.table.seats[0].free) == ("cleo", True)
        assert desk.again().host == "cleo"
        desk.order("cleo", "invite", seat=0, level=1)
        with pytest.raises(Refused, match="host"):
            desk.order("ann", "start")

    def test_at_a_table_without_a_host_whoever_sits_down_is(self) -> None:
        desk = Desk()
        desk.order("ann", "sit")
        desk.order("ann", "leave")
        assert (desk.table.host, desk.again().host) == ("", "")
        assert desk.order("ben", "sit").acts[-1] == acts.Hosted(person="ben", seat=0)
        desk.order("ben", "invite", seat=1, level=1)
        desk.order("ben", "start")
        assert desk.table.status == "playing"

    def test_a_host_without_a_seat_may_leave_and_a_stranger_may_not(self) -> None:
        desk = Desk()
        desk.order("ben", "sit")
        with pytest.raises(Refused):
            desk.order("cleo", "leave")
        desk.order("ann", "leave")
        assert desk.table.host == "ben"

    def test_standing_up_is_not_leaving(self) -> None:
        desk = Desk()
        desk.order("ann", "sit", seat=0)
        desk.order("ben", "sit", seat=1)
        desk.order("ann", "stand", seat=0)
        assert desk.table.host == "ann"
        desk.order("ben", "leave")
        assert [seat.free for seat in desk.table.seats] == [True, True]

    def test_after_the_start_a_stand_in_plays_as_ever(self) -> None:
        desk = Desk().seat_all()
        assert desk.order("ann", "leave").acts == (acts.StoodIn(seat=0, level=2),)
        assert desk.table.host == "ann"

    def test_ids_of_people_are_not_told(self) -> None:
        desk = Desk()
        desk.order("ann", "sit")
        desk.order("ben", "sit")
        desk.order("ann", "leave")
        told = desk.told("ben")
        assert told["acts"] == [{"act": "stood", "seat": 0}, {"act": "hosted", "seat": 1}]
        assert told["table"]["host"] is True
        assert [seat["host"] for seat in told["table"]["seats"]] == [False, True]


class TestAbsence:
    def test_only_who_is_there_becomes_host_and_only_while_the_host_is_not(self) -> None:
        desk = Desk(options={"players": 3})
        for person in ("ann", "ben", "cleo"):
            desk.order(person, "sit")
        for present in ({"ann", "ben"}, set(), {"stranger"}):
            with pytest.raises(Refused):
                passed_on(desk.table, present)
        desk.write(passed_on(desk.table, {"cleo", "stranger"}))
        assert desk.table.host == "cleo"
        desk.order("cleo", "start")
        with pytest.raises(Refused):
            passed_on(desk.table, {"ben"})


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "ROUND", 0.05)
    monkeypatch.setattr(timers, "HOSTLESS", 1.0)


def waits_and_starts(ann: Visitor, ben: Visitor) -> None:
    """Ann opens a table and goes; Ben, who waits, can begin after a while."""
    table = ann.open("expion", seats=["me", "open"])["id"]
    with ann.live(table) as live:
        live.until("hello")
        assert ben.order(table, do="sit").status_code == 200
        with ben.live(table) as other:
            other.until("hello")
            assert ben.order(table, do="start").json()["code"] == "table/not-host"
            live.socket.close()
            told = other.until_act("hosted")
            assert told["acts"] == [{"act": "hosted", "seat": 1}]
            assert [seat["host"] for seat in told["table"]["seats"]] == [False, True]
            other.send(do="start")
            assert other.until_act("started")["table"]["status"] == "playing"


class TestLive:
    @pytest.fixture
    def house(self, tmp_path: Path) -> Iterator[OpenHouse]:
        with served(tmp_path) as house:
            yield house

    def test_whoever_waits_becomes_host_after_a_while(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann, Visitor(house.address, "Ben") as ben:
            waits_and_starts(ann, ben)

    def test_a_host_who_is_there_stays_host(
        self, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looked: list[bool] = []
        look = timers.Timers._look_for_host

        async def counted(self: timers.Timers, room: Room) -> None:
            await look(self, room)
            looked.append(True)

        monkeypatch.setattr(timers.Timers, "_look_for_host", counted)
        with Visitor(house.address, "Ann") as ann, Visitor(house.address, "Ben") as ben:
            table = ann.open("expion", seats=["me", "open"])["id"]
            ben.order(table, do="sit")
            with ann.live(table) as live, ben.live(table) as other:
                live.until("hello")
                other.until("hello")
                while len(looked) < 30:  # well over that
                    ann.http.get("/me")
                live.send(do="start")
                assert other.until_act("started")["number"] == 3

    def test_it_holds_after_a_restart(self, tmp_path: Path) -> None:
        with served(tmp_path) as before, Visitor(before.address, "Ann") as ann:
            table = ann.open("expion", seats=["me", "open"])["id"]
            with Visitor(before.address, "Ben") as ben:
                ben.order(table, do="sit")
        with (
            served(tmp_path) as after,
            Visitor(after.address, "Ben", known=ben) as again,
            again.live(table) as live,
        ):
            live.until_act("hosted")
            live.send(do="start")
            live.until_act("started")

    def test_it_holds_where_the_host_was_at_another_server(
        self, tmp_path: Path, postgres_url: str, redis_url: str
    ) -> None:
        shared = {"database_url": postgres_url, "redis_url": redis_url}
        with (
            served(tmp_path, **shared) as one,
            served(tmp_path, **shared) as other,
            Visitor(one.address, "Ann") as ann,
            Visitor(other.address, "Ben") as ben,
        ):
            waits_and_starts(ann, ben)
