"""Looking back at a match; what a move would cause, and why another would not do."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import tabletier as tt
from tabletier.server.live.broadcast import encode
from tabletier.server.tables import replay
from tabletier.server.tables.replay import film, replayed
from tabletier.server.tables.seats import Clock
from tabletier.server.tables.talk import audience_of
from tests.server.houses import OpenHouse, open_house
from tests.server.pure import PERSONS, Desk
from tests.server.shapes import check
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("replays")) as house:
        house.wait_until_ready()
        yield house


def look_back(desk: Desk, person: str | None) -> dict[str, Any]:
    told = replayed(film(desk.table, audience_of(desk.table, person), desk.log))
    check("ReplayShown", told)
    found: dict[str, Any] = json.loads(encode(told))
    return found


CASES: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in tt.games()),
    ("punto", {"players": 2, "expert": True}),
    ("point", {"players": 3}),
]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_each_step_is_shown_as_it_was_told_at_its_time(game: str, options: dict[str, Any]) -> None:
    desk, dice = Desk(game, options, takeback="free").seat_all(), random.Random(game)
    for number in range(16):
        assert desk.table.match is not None
        desk.move(dice.choice(desk.table.match.legal_moves()))
        if number == 9:
            asker = desk.table.seats[desk.table.match.log[-1].by].person or PERSONS[0]
            desk.order(asker, "ask", question="takeback")
    for person in (*PERSONS[: len(desk.table.seats)], None):
        steps = look_back(desk, person)["steps"]
        shown = json.loads(encode(desk.shown(person)))
        assert [step["move"] for step in steps] == [None, *shown["moves"]]
        assert steps[-1]["view"] == shown["position"]["view"]
        assert steps[-1]["to_move"] == shown["position"]["to_move"]
        told = {
            act["ply"]: (line["at"], act, line["position"]["view"])
            for line in json.loads(encode(desk.retold(person)))
            for act in line["acts"]
            if act["act"] == "moved"
        }
        for step, ply in zip(steps[1:], desk.table.numbers, strict=True):
            at, act, view = told[ply]
            assert (step["at"], step["seat"], step["view"]) == (at, act["seat"], view)
            assert step["events"] == act["events"]


def test_both_languages_are_told() -> None:
    desk = Desk("barrier").seat_all()
    desk.move()
    (fr, en) = look_back(desk, None)["steps"][1]["told"][0].values()
    assert fr != en


@pytest.mark.parametrize(
    ("do", "clock", "words"),
    [("resign", None, "(resignation)"), ("time", Clock("move", 5), "(out of time)")],
)
def test_the_end_is_a_step(do: str, clock: Clock | None, words: str) -> None:
    desk = Desk("barrier", clock=clock or Clock()).seat_all()
    desk.move()
    if do == "resign":
        desk.order("ann", "resign")
    else:
        desk.now += 60_000
        desk.ring()
    last = look_back(desk, None)["steps"][-1]
    assert (last["act"], last["move"], last["to_move"]) == ("resign", None, None)
    assert last["told"][-1]["en"].endswith(f"{words}.")
    assert last["at"] == desk.now


def test_before_the_start_there_is_nothing_to_see() -> None:
    assert look_back(Desk(), None) == {"first": 0, "steps": []}


def test_of_a_very_long_match_the_end_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST", 3)
    desk = Desk("barrier").seat_all()
    for _ in range(6):
        desk.move()
    whole = look_back(desk, None)
    assert (whole["first"], len(whole["steps"])) == (4, 3)
    assert [step["move"] for step in whole["steps"]] == desk.table.moves[-3:]


def test_over_the_wire_while_it_is_played_and_when_it_is_over(house: OpenHouse) -> None:
    with Visitor(house.address, "Ann") as ann:
        table = ann.open("point", seats=["me", "me"], start=True)["id"]
        for _ in range(4):
            ann.move(table)
        told = house.client().get(f"/tables/{table}/replay").json()
        check("ReplayShown", told)
        assert [step["move"] for step in told["steps"]] == [None, *ann.look(table)["moves"]]
        ann.order(table, do="resign").raise_for_status()
        steps = ann.http.get(f"/tables/{table}/replay").json()["steps"]
        assert [step["act"] for step in steps] == [None, *["move"] * 4, "resign"]
        assert all(step["at"] for step in steps)
        record = ann.http.get(f"/tables/{table}/record").text
        again = ann.http.post("/records", content=record).json()["steps"]
        spectator = house.client().get(f"/tables/{table}/replay").json()["steps"]
        assert [{**step, "at": None} for step in spectator] == again


def test_who_made_each_move_and_what_it_caused(house: OpenHouse) -> None:
    with Visitor(house.address, "Ann") as ann:
        table = ann.open("point", seats=["me", "me"], start=True)["id"]
        assert ann.http.get(f"/tables/{table}/deeds").json() == {"first": 0, "deeds": []}
        ann.move(table)
        secret = house.client().get(f"/tables/{table}/deeds").json()["deeds"]
        assert [(deed["seat"], deed["move"]) for deed in secret] == [(0, None)]
        assert secret[0]["events"][0]["row"] is None
        for _ in range(3):
            ann.move(table)
        told = house.client().get(f"/tables/{table}/deeds").json()
        check("DeedsShown", told)
        steps = house.client().get(f"/tables/{table}/replay").json()["steps"][1:]
        kept = [{key: step[key] for key in ("seat", "move", "events")} for step in steps]
        assert told == {"first": 0, "deeds": kept}
        ann.order(table, do="resign").raise_for_status()
        assert house.client().get(f"/tables/{table}/deeds").json() == told


class TestExplaining:
    def test_a_legal_move_is_not_objected_to_and_not_played(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            opened = ann.open("expion", seats=["me", "me"], start=True)
            table, move = opened["id"], opened["position"]["legal"][0]
            answer = ann.http.post(f"/tables/{table}/explain", json={"move": move})
            assert (answer.status_code, answer.json()) == (200, None)
            assert ann.look(table)["moves"] == []

    def test_a_refusal_is_that_of_the_move_itself(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            table = ann.open("expion", seats=["me", "me"], start=True)["id"]
            for move in ("e9-d8", "nonsense", ""):
                why = ann.http.post(f"/tables/{table}/explain", json={"move": move}).json()
                check("RefusalShown", why)
                assert why == ann.order(table, do="move", move=move, ply=0).json()
            why = ann.http.post(f"/tables/{table}/explain", json={"move": "e9-d8"}).json()
            assert why["rule"].startswith("EXPION-")
            params = {"lang": "fr"}
            french = ann.http.post(
                f"/tables/{table}/explain", json={"move": "e9-d8"}, params=params
            ).json()
            assert french["text"] != why["text"]

    def test_only_for_whoever_is_to_move(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann, Visitor(house.address, "Ben") as ben:
            table = ann.open("barrier", seats=["me", "open"])["id"]

            def code(person: Visitor) -> Any:
                return person.http.post(f"/tables/{table}/explain", json={"move": "?"}).json()[
                    "code"
                ]

            assert code(ann) == code(ben) == "table/wrong-time"
            ben.order(table, do="sit").raise_for_status()
            ann.order(table, do="start").raise_for_status()
            mine = ann.look(table)["position"]["to_move"] == 0
            mover, other = (ann, ben) if mine else (ben, ann)
            assert code(mover) == "move/notation"
            assert code(other) == "table/not-your-turn"


class TestPreviewing:
    def test_what_moves_would_cause_is_told_and_nothing_is_played(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            opened = ann.open("expion", seats=["me", "me"], start=True)
            table, moves = opened["id"], opened["position"]["legal"][:3]
            told = ann.http.post(f"/tables/{table}/preview", json={"moves": moves}).json()
            check("PreviewShown", told)
            assert (told["plies"], list(told["caused"])) == (0, moves)
            assert ann.look(table)["moves"] == []
            ann.order(table, do="move", move=moves[1], ply=0).raise_for_status()
            (line,) = ann.http.get(f"/tables/{table}/lines", params={"after": 2}).json()[-1:]
            assert told["caused"][moves[1]] == line["acts"][0]["events"]

    @pytest.mark.parametrize("lang", ["fr", "en"])
    def test_what_is_not_legal_is_refused_as_the_move_itself(
        self, house: OpenHouse, lang: str
    ) -> None:
        with Visitor(house.address, "Ann") as ann:
            opened = ann.open("expion", seats=["me", "me"], start=True)
            table, legal = opened["id"], opened["position"]["legal"][0]
            for move in ("e9-d8", "nonsense", ""):
                asked, params = {"moves": [legal, move]}, {"lang": lang}
                why = ann.http.post(f"/tables/{table}/preview", json=asked, params=params)
                order = {"do": "move", "move": move, "ply": 0}
                refused = ann.http.post(f"/tables/{table}/orders", json=order, params=params)
                assert (why.status_code, why.json()) == (refused.status_code, refused.json())

    def test_too_many_moves_are_not_an_order(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann:
            table = ann.open("expion", seats=["me", "me"], start=True)["id"]
            answer = ann.http.post(f"/tables/{table}/preview", json={"moves": ["e9-e8"] * 33})
            assert (answer.status_code, answer.json()["code"]) == (422, "order/unreadable")

    def test_only_for_whoever_is_to_move(self, house: OpenHouse) -> None:
        with Visitor(house.address, "Ann") as ann, Visitor(house.address, "Ben") as ben:
            table = ann.open("expion", seats=["me", "open"])["id"]

            def answer(person: Visitor) -> Any:
                asked = {"moves": ["e9-e8"]}
                return person.http.post(f"/tables/{table}/preview", json=asked).json()

            assert answer(ann)["code"] == answer(ben)["code"] == "table/wrong-time"
            ben.order(table, do="sit").raise_for_status()
            ann.order(table, do="start").raise_for_status()
            assert answer(ben)["code"] == "table/not-your-turn"
            assert [event["type"] for event in answer(ann)["caused"]["e9-e8"]] == ["moved"]
