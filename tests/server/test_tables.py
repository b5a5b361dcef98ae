"""Tables over real sockets: agreed on, found again, and played once more."""

from collections.abc import Iterator
from typing import Any

import pytest

import tabletier as tt
from tabletier.search.ranks import RANKS
from tests.server.houses import OpenHouse, open_house
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("tables")) as house:
        yield house


@pytest.fixture
def ada(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Ada") as visitor:
        yield visitor


@pytest.fixture
def bob(house: OpenHouse) -> Iterator[Visitor]:
    with Visitor(house.address, "Bob") as visitor:
        yield visitor


def ordered(visitor: Visitor, table: str, **order: Any) -> int:
    answer = visitor.order(table, **order)
    assert answer.status_code == 200, answer.text
    number: int = answer.json()["number"]
    return number


def refused(visitor: Visitor, table: str, **order: Any) -> str:
    answer = visitor.order(table, **order)
    assert answer.status_code >= 400
    code: str = answer.json()["code"]
    return code


def begun(one: Visitor, other: Visitor, game: str = "expion", **asked: Any) -> str:
    """A match of two."""
    table: str = one.open(game, **asked)["id"]
    ordered(other, table, do="sit")
    ordered(one, table, do="start")
    return table


class TestLevels:
    @pytest.mark.parametrize(("game", "level"), [("punto", 9), ("expion", 12), ("expion", 99)])
    def test_that_a_game_does_not_have_are_answered_with_those_it_has(
        self, ada: Visitor, game: str, level: int
    ) -> None:
        for asked in ({"seats": ["me", level]}, {"stand_in": level}):
            answer = ada.http.post("/tables", json={"game": game, **asked})
            assert (answer.status_code, answer.json()["code"]) == (422, "level/unknown")
            assert f" has no level {level}. Its levels: 1 Apprentice, " in answer.json()["text"]
        table = ada.open(game)["id"]
        invite: dict[str, Any] = {"do": "invite", "seat": 1, "level": level}
        assert refused(ada, table, **invite) == "level/unknown"
        assert refused(ada, table, do="change", stand_in=level) == "level/unknown"
        with ada.live(table) as live:
            live.send(**invite)
            told = live.until("refused")
        assert told["code"] == "level/unknown"

    def test_are_numbers_and_true_is_none(self, ada: Visitor) -> None:
        for asked in ({"seats": ["me", True]}, {"seats": ["me", 1], "start": "yes"}):
            answer = ada.http.post("/tables", json={"game": "expion", **asked})
            assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")


class TestAgreeing:
    def test_the_host_changes_everything_before_the_start(self, ada: Visitor, bob: Visitor) -> None:
        table = ada.open("punto")["id"]
        ordered(bob, table, do="sit")
        with bob.live(table) as live:
            live.until("hello")
            change = {
                "options": {"players": 3, "rounds_to_win": 1},
                "clock": {"kind": "total", "seconds": 300, "increment": 2},
                "takeback": "never",
                "talk": False,
                "public": False,
                "hints": False,
                "stand_in": 4,
                "patience": 300,
            }
            ordered(ada, table, do="change", **change)
            told = live.until_act("changed")["table"]
        assert told["options"]["players"] == 3
        assert [seat["name"] for seat in told["seats"]] == ["Ada", "Bob", ""]
        clock = told["house"].pop("clock")
        assert (clock["kind"], clock["seconds"], clock["increment"]) == ("total", 300, 2)
        assert told["house"] == {
            "public": False,
            "takeback": "never",
            "takeback_draws": True,
            "talk": False,
            "stand_in": 4,
            "pace": None,
            "patience": 300,
            "hints": False,
            "hints_agreed": True,
            "rated": False,
        }
        ordered(ada, table, do="change", takeback="free")
        kept = ada.look(table)["table"]
        assert (kept["house"]["takeback"], kept["house"]["talk"]) == ("free", False)
        assert kept["options"]["players"] == 3

    def test_nobody_else_and_not_later(self, ada: Visitor, bob: Visitor) -> None:
        table = ada.open()["id"]
        assert refused(bob, table, do="change", talk=False) == "table/not-host"
        ordered(bob, table, do="sit")
        assert refused(ada, table, do="change", options={"players": 9}) == "option/bad"
        ordered(ada, table, do="start")
        assert refused(ada, table, do="change", talk=False) == "table/wrong-time"

    def test_nobody_loses_their_seat(self, ada: Visitor, bob: Visitor) -> None:
        table = ada.open("punto", options={"players": 4})["id"]
        ordered(bob, table, do="sit", seat=3)
        assert refused(ada, table, do="change", options={"players": 2}) == "table/wrong-time"
        ordered(bob, table, do="stand", seat=3)
        ordered(ada, table, do="invite", seat=3, level=1)
        ordered(ada, table, do="change", options={"players": 2})
        assert len(ada.look(table)["table"]["seats"]) == 2

    def test_a_clock_gives_some_time(self, ada: Visitor) -> None:
        clock = {"kind": "move", "seconds": 0}
        answer = ada.http.post("/tables", json={"game": "expion", "clock": clock})
        assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")

    def test_opponents_come_and_go(self, ada: Visitor, bob: Visitor) -> None:
        table = ada.open()["id"]
        assert refused(bob, table, do="invite", seat=1, level=3) == "table/not-host"
        ordered(ada, table, do="invite", seat=1, level=3)
        assert ada.look(table)["table"]["seats"][1]["level"] == 3
        assert refused(bob, table, do="stand", seat=1) == "table/not-host"
        ordered(ada, table, do="stand", seat=1)
        assert not ada.look(table)["table"]["seats"][1]["taken"]


class TestTheLobby:
    def test_tables_are_found_by_what_is_looked_for(self, ada: Visitor, bob: Visitor) -> None:
        three = ada.open("punto", options={"players": 3})["id"]
        two = ada.open("barrier", seats=["me", 2])["id"]
        secret = ada.open("punto", options={"players": 3}, public=False)["id"]

        def found(**query: Any) -> set[str]:
            entries = bob.http.get("/tables", params=query).raise_for_status().json()
            return {entry["id"] for entry in entries} & {three, two, secret}

        assert found() == {three, two}
        assert found(game="punto") == {three}
        assert found(players=2) == {two}
        assert found(free=1) == {three}
        assert found(free=3) == set()
        assert found(status="open") == {three, two}
        assert found(status="over") == set()
        assert bob.http.get("/tables", params={"status": "lost"}).status_code == 422
        assert bob.look(secret)["id"] == secret, "the link is the invitation"

    def test_a_list_tells_what_is_played_by_whom(self, ada: Visitor, bob: Visitor) -> None:
        table = ada.open("punto", seats=["me", 4, "open"], options={"players": 3})["id"]
        entry = next(e for e in bob.http.get("/tables").json() if e["id"] == table)
        assert entry["players"] == [
            {"name": "Ada", "level": None, "opponent": "", "taken": True},
            {"name": "", "level": 4, "opponent": RANKS[3].people[0], "taken": True},
            {"name": "", "level": None, "opponent": "", "taken": False},
        ]
        assert (entry["seats"], entry["free"]) == (3, 1)
        assert entry["options"]["players"] == 3
        assert entry["clock"]["kind"] == "none"

    def test_rated_tables_are_found_and_those_that_begin_in_a_position_say_so(
        self, house: OpenHouse, ada: Visitor, bob: Visitor
    ) -> None:
        rated = ada.open("expion", rated=True)["id"]
        begins = ada.open("expion", position=tt.new("expion").play("e9-e6").position())["id"]
        with Visitor(house.address, '"rated": true') as joker:
            plain = joker.open("expion")["id"]

        def found(**query: Any) -> dict[str, tuple[bool, bool]]:
            entries = bob.http.get("/tables", params=query).raise_for_status().json()
            told = {entry["id"]: (entry["rated"], entry["begins"]) for entry in entries}
            return {table: told[table] for table in (rated, begins, plain) if table in told}

        assert found(rated=True) == {rated: (True, False)}
        assert found(rated=False) == {begins: (False, True), plain: (False, False)}
        assert len(found()) == 3

    def test_a_search_finds_names_and_games_whatever_their_accents(
        self, ada: Visitor, house: OpenHouse
    ) -> None:
        with Visitor(house.address, "Éloïse d'Ô 100%") as eloise:
            table = eloise.open("punto", clock={"kind": "move", "seconds": 60})["id"]
            eloise.open("barrier")

        def found(**query: Any) -> list[str]:
            return [entry["id"] for entry in ada.http.get("/tables", params=query).json()]

        assert len(found(search="ELOISE")) == 2
        assert found(search="eloïse punto") == [table]
        assert found(search="100%", clock="move") == [table]
        assert found(search="100%", clock="total") == []
        assert found(search="%loise") == []
        assert table in found(search="pun")
        assert found(search="nobody of that name") == []

    def test_thirty_at_a_time_none_twice_none_left_out(
        self, ada: Visitor, house: OpenHouse
    ) -> None:
        with Visitor(house.address, "Pagina") as host, pytest.MonkeyPatch.context() as patch:
            patch.setattr("tabletier.server.http.routes.lobby.now_ms", lambda: 4_000_000_000_000)
            opened = {host.open("barrier")["id"] for _ in range(5)}
            seen: list[str] = []
            query: dict[str, Any] = {"search": "pagina", "limit": 2}
            while page := ada.http.get("/tables", params=query).json():
                seen += [entry["id"] for entry in page]
                query |= {"before": page[-1]["touched"], "last": page[-1]["id"]}
        assert len(seen) == 5
        assert set(seen) == opened

    def test_pages(self, ada: Visitor) -> None:
        for _ in range(3):
            ada.open("barrier")
        first = ada.http.get("/me/tables", params={"limit": 1}).json()
        query = {"limit": 200, "before": first[-1]["touched"]}
        rest = ada.http.get("/me/tables", params=query).json()
        assert first[0]["id"] not in {entry["id"] for entry in rest}

    def test_my_tables_say_where_i_must_move(self, ada: Visitor, bob: Visitor) -> None:
        table = begun(ada, bob)
        waiting = ada.open("barrier")["id"]

        def mine(visitor: Visitor) -> dict[str, Any]:
            return {entry["id"]: entry for entry in visitor.http.get("/me/tables").json()}

        for _ in range(2):
            seat = ada.look(table)["position"]["to_move"]
            mover = (ada, bob)[seat]
            for visitor in (ada, bob):
                entry = mine(visitor)[table]
                assert entry["your_turn"] is (visitor is mover)
                assert entry["to_move"] == seat
                assert [player["name"] for player in entry["players"]] == ["Ada", "Bob"]
            mover.move(table)
        assert mine(ada)[waiting]["to_move"] is None
        assert not mine(ada)[waiting]["your_turn"]
        assert mine(bob)[table]["yours"] == [1]
        assert waiting not in mine(bob)

    def test_the_list_tells_partners_from_opponents(self, ada: Visitor) -> None:
        wish = {"players": 4, "teams": True}
        table = ada.open("punto", seats=["me", 1, 1, 1], options=wish)["id"]
        entry = next(e for e in ada.http.get("/me/tables").json() if e["id"] == table)
        assert entry["teams"] == [[0, 2], [1, 3]]

    def test_my_turn_is_known_of_tables_that_were_put_away(
        self, house: OpenHouse, ada: Visitor
    ) -> None:
        table = ada.open("punto", seats=["me", "me"], start=True)["id"]
        del house.house.hub.rooms[table]
        entry = next(e for e in ada.http.get("/me/tables").json() if e["id"] == table)
        assert entry["your_turn"]
        assert table not in house.house.hub.rooms


class TestOneKeyboard:
    def test_one_person_plays_all_seats(self, ada: Visitor) -> None:
        table = ada.open("punto", seats=["me", "me", "me"], options={"players": 3}, start=True)
        assert table["table"]["yours"] == [0, 1, 2]
        movers = set()
        for _ in range(3):
            shown = ada.look(table["id"])["position"]
            assert shown["legal"], "whoever is to move is shown what they may do"
            movers.add(shown["to_move"])
            ada.move(table["id"])
        assert movers == {0, 1, 2}

    def test_each_of_them_has_a_name(self, ada: Visitor) -> None:
        wish = {"seats": ["me", "me"], "names": ["", " Ben  "], "start": True}
        table = ada.open("punto", **wish)
        assert [seat["name"] for seat in table["table"]["seats"]] == ["Ada", "Ben"]
        ordered(ada, table["id"], do="rename", seat=1, name="Bo")
        assert ada.look(table["id"])["table"]["seats"][1]["name"] == "Bo"
        assert refused(ada, table["id"], do="rename", seat=1, name="\u200b") == "person/name"
        assert (
            ada.http.post("/tables", json={"game": "punto", "names": ["\u200b"]}).status_code == 422
        )


class TestRematch:
    def test_everybody_goes_on_one_seat_further(self, ada: Visitor, bob: Visitor) -> None:
        table = begun(ada, bob, public=False)
        assert refused(ada, table, do="rematch") == "table/wrong-time"
        ordered(ada, table, do="resign")
        with ada.live(table) as live:
            live.until("hello")
            first = ordered(bob, table, do="rematch", key="again", talk=False)
            assert live.until_act("asked")["table"]["next"] is None
            live.send(do="answer", yes=True)
            told = live.until_act("rematched")
        there = told["table"]["next"]
        assert ordered(bob, table, do="rematch", key="again", talk=False) == first
        shown = ada.look(there)
        assert [seat["name"] for seat in shown["table"]["seats"]] == ["Bob", "Ada"]
        assert shown["table"]["before"] == table
        assert shown["table"]["house"]["talk"] is False
        assert shown["table"]["house"]["public"] is False
        assert bob.look(there)["table"]["host"] is True
        assert ada.look(table)["table"]["next"] == there
        assert there in {entry["id"] for entry in ada.http.get("/me/tables").json()}
        ordered(bob, there, do="start")
        assert ada.look(there)["table"]["status"] == "playing"

    def test_there_is_one_rematch_and_only_players_ask_for_it(
        self, ada: Visitor, bob: Visitor, house: OpenHouse
    ) -> None:
        table = begun(ada, bob)
        ordered(bob, table, do="resign")
        with Visitor(house.address, "Eve") as eve:
            assert refused(eve, table, do="rematch") == "table/not-seated"
        ordered(ada, table, do="rematch")
        assert ada.look(table)["table"]["next"] is None, "nobody is seated who has not agreed"
        ordered(bob, table, do="rematch")
        before = {entry["id"] for entry in ada.http.get("/me/tables").json()}
        assert refused(bob, table, do="rematch") == "table/wrong-time"
        assert {entry["id"] for entry in ada.http.get("/me/tables").json()} == before

    def test_opponents_go_on_too_and_more_may_sit_down(self, ada: Visitor) -> None:
        table = ada.open("barrier", seats=["me", 1], start=True)["id"]
        ordered(ada, table, do="resign")
        ordered(ada, table, do="rematch", clock={"kind": "move", "seconds": 60})
        there = ada.look(table)["table"]["next"]
        shown = ada.look(there)["table"]
        assert [(seat["name"], seat["level"]) for seat in shown["seats"]] == [
            ("", 1),
            ("Ada", None),
        ]
        assert shown["seats"][0]["opponent"] == RANKS[0].people[0]
        assert shown["house"]["clock"]["seconds"] == 60
        assert shown["status"] == "open"

    def test_with_fewer_seats_people_stay(self, ada: Visitor, bob: Visitor) -> None:
        options = {"players": 4, "teams": True}
        table = ada.open("punto", options=options, seats=["me", 1, "open", 2])["id"]
        ordered(bob, table, do="sit")
        ordered(ada, table, do="start")
        ordered(ada, table, do="resign")
        ordered(ada, table, do="rematch", options={"players": 2})
        ordered(bob, table, do="answer", yes=True)
        shown = ada.look(ada.look(table)["table"]["next"])["table"]
        assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Bob"]
