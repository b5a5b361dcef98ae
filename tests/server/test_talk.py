"""Table talk: who hears whom, what is heard of it, and not having to hear it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tabletier.server.live.broadcast import Listener, tell
from tests.server.houses import OpenHouse, Served, open_house
from tests.server.pure import Desk
from tests.server.visitors import Visitor


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("talk")) as house:
        yield house


@pytest.fixture
def people(house: OpenHouse) -> Iterator[list[Visitor]]:
    names = ("Ada", "Bob", "Cleo", "Dan", "Eve")
    visitors = [Visitor(house.address, name) for name in names]
    yield visitors
    for visitor in visitors:
        visitor.http.close()


class Told(Listener):
    """Somebody who keeps what they are told."""

    def __init__(self, person: str) -> None:
        super().__init__(person)
        self.told: list[bytes] = []

    def tell(self, text: bytes) -> None:
        self.told.append(text)


def seated(people: list[Visitor], players: int, **asked: Any) -> str:
    """An Ex*pion match between the first few of some people."""
    table: str = people[0].open("expion", options={"players": players}, **asked)["id"]
    for visitor in people[1:players]:
        assert visitor.order(table, do="sit").status_code == 200
    assert people[0].order(table, do="start").status_code == 200
    return table


def say(visitor: Visitor, table: str, text: str, channel: str = "table") -> int:
    answer = visitor.order(table, do="say", text=text, channel=channel)
    assert answer.status_code == 200, answer.text
    number: int = answer.json()["number"]
    return number


def refusal(visitor: Visitor, table: str, **order: Any) -> str:
    answer = visitor.order(table, do="say", **order)
    assert answer.status_code >= 400
    code: str = answer.json()["code"]
    return code


def heard(visitor: Visitor, table: str) -> list[str]:
    return [saying["text"] for saying in visitor.look(table)["chat"]]


class TestChannels:
    def test_with_three_the_partners_confer_in_private(self, people: list[Visitor]) -> None:
        table = seated(people, 3)
        alone, *partners = people[:3]
        say(partners[0], table, "push west", "team")
        assert heard(partners[1], table) == ["push west"]
        assert heard(alone, table) == heard(people[4], table) == []
        assert refusal(alone, table, text="hm", channel="team") == "talk/no-conferring"

    def test_of_what_is_not_heard_only_the_number_is_told_and_not_when(
        self, people: list[Visitor]
    ) -> None:
        table = seated(people, 3)
        alone, *partners = people[:3]
        with alone.live(table) as live:
            live.until("hello")
            order = {"do": "say", "text": "push west", "channel": "team", "key": "psst"}
            number = partners[0].order(table, **order).json()["number"]
            say(partners[0], table, "hello all")
            unheard, heard_line = live.hear(), live.hear()
        assert unheard == {"type": "line", "number": number, "acts": []}
        assert (heard_line["number"], heard_line["acts"][0]["text"]) == (number + 1, "hello all")
        missed = alone.http.get(f"/tables/{table}/lines?after={number - 1}").json()
        assert missed[0] == unheard

    def test_what_is_not_heard_waits_for_what_is(self) -> None:
        desk = Desk("expion", {"players": 3}).seat_all()
        lone, partner = Told("ann"), Told("ben")
        listeners = [lone, partner]
        tell(desk.table, desk.order("ben", "say", text="west", channel="team"), listeners, 0)
        assert (len(lone.told), len(partner.told)) == (0, 1)
        tell(desk.table, desk.order("ben", "say", text="hello"), listeners, 0)
        assert (len(lone.told), len(partner.told)) == (2, 2)

    def test_with_four_nobody_who_plays_talks_until_the_end(self, people: list[Visitor]) -> None:
        table = people[0].open("expion", options={"players": 4})["id"]
        say(people[0], table, "before the start")
        for visitor in people[1:4]:
            visitor.order(table, do="sit")
        people[0].order(table, do="start")
        for visitor in people[:4]:
            for channel in ("table", "team", "spectators"):
                assert refusal(visitor, table, text="hm", channel=channel) == "talk/closed"
        say(people[4], table, "they cannot hear me", "spectators")
        assert heard(people[0], table) == ["before the start"]
        assert people[0].order(table, do="resign").status_code == 200
        say(people[2], table, "hello all")
        assert heard(people[1], table)[-2:] == ["they cannot hear me", "hello all"]

    def test_spectators_talk_among_themselves(self, people: list[Visitor]) -> None:
        table = seated(people, 2)
        say(people[4], table, "nice move", "spectators")
        assert heard(people[3], table) == ["nice move"]
        assert heard(people[0], table) == []
        assert refusal(people[4], table, text="psst") == "talk/spectators-only"

    def test_a_silent_table_is_silent_while_people_play(self, people: list[Visitor]) -> None:
        table = seated(people, 2, talk=False)
        assert refusal(people[0], table, text="hello") == "talk/off"
        people[0].order(table, do="resign")
        say(people[0], table, "well played")


class TestWords:
    def test_nothing_unseen_is_passed_on(self, people: list[Visitor]) -> None:
        table = seated(people, 2)
        say(people[0], table, " a\u202eb\u2066c\x07\n\td\u200b\ufeff e\U000e0041 ")
        assert heard(people[1], table) == ["abc d e"]
        say(people[0], table, "👩‍🚀 שלום")
        assert heard(people[1], table)[-1] == "👩‍🚀 שלום"

    @pytest.mark.parametrize("text", ["\u202e\u2066", "\u200d", " \n "])
    def test_nothing_to_see_is_nothing_said(self, people: list[Visitor], text: str) -> None:
        table = people[0].open()["id"]
        assert refusal(people[0], table, text=text) == "talk/empty"

    def test_words_are_bounded(self, people: list[Visitor]) -> None:
        table = people[0].open()["id"]
        say(people[0], table, "x" * 500)
        assert refusal(people[0], table, text="x" * 501) == "order/unreadable"


class TestMuting:
    def test_whoever_is_muted_is_not_heard_on_any_device(
        self, house: OpenHouse, people: list[Visitor]
    ) -> None:
        ada, bob, cleo = people[:3]
        table = seated(people, 3)
        with ada.live(table) as live:
            live.until("hello")
            number = say(bob, table, "you fool")
            assert live.until_act("said")["number"] == number
            answer = ada.http.post("/me/mutes", json={"table": table, "number": number})
            assert [mute["name"] for mute in answer.json()] == ["Bob"]
            say(bob, table, "fool again")
            say(cleo, table, "hello")
            texts = [act["text"] for act in live.until_act("said")["acts"]]
        assert texts == ["hello"]
        assert heard(ada, table) == ["hello"]
        assert heard(cleo, table) == ["you fool", "fool again", "hello"]
        told = json.dumps(ada.http.get(f"/tables/{table}/lines").json())
        assert "fool" not in told
        with (
            Visitor(house.address, "Ada", known=ada) as elsewhere,
            elsewhere.live(table, 0) as live,
        ):
            live.until("hello")
            assert "fool" not in json.dumps(live.heard)
            mute = elsewhere.http.get("/me/mutes").json()[0]["id"]
            assert elsewhere.http.delete(f"/me/mutes/{mute}").status_code == 204
            assert elsewhere.http.delete(f"/me/mutes/{mute}").status_code == 404
            say(bob, table, "sorry")
            assert live.until_act("said")["acts"][0]["text"] == "sorry"
        assert heard(ada, table)[-1] == "sorry"

    def test_only_what_one_heard_can_be_muted(self, people: list[Visitor]) -> None:
        ada, bob, cleo = people[:3]
        table = seated(people, 3)
        secret, own = say(bob, table, "secret", "team"), say(ada, table, "mine")
        for number in (secret, own, 1, 999):
            answer = ada.http.post("/me/mutes", json={"table": table, "number": number})
            assert (answer.status_code, answer.json()["code"]) == (404, "talk/unknown")
        again = {"table": table, "number": say(bob, table, "x")}
        assert len(ada.http.post("/me/mutes", json=again).json()) == 1
        assert len(ada.http.post("/me/mutes", json=again).json()) == 1
        assert cleo.http.get("/me/mutes").json() == []


class TestReporting:
    def test_a_report_is_read_by_whoever_runs_the_house(
        self, house: OpenHouse, people: list[Visitor]
    ) -> None:
        ada, bob, cleo = people[:3]
        table = seated(people, 3)
        say(cleo, table, "hello")
        say(cleo, table, "a secret of ours", "team")
        number = say(bob, table, "you fool")
        report = {"number": number, "reason": "rude\u202e"}
        for _ in range(2):
            assert ada.http.post(f"/tables/{table}/reports", json=report).status_code == 201
        nothing = ada.http.post(f"/tables/{table}/reports", json={"number": number + 9})
        assert (nothing.status_code, nothing.json()["code"]) == (404, "talk/unknown")
        assert house.client().post(f"/tables/{table}/reports", json=report).status_code == 401

        variables = {"TABLETIER_DATA_DIR": str(house.settings.data_dir)}
        code, out, err = Served("reports", "--json", **variables).end()
        assert code == 0, err
        found = [one for one in json.loads(out) if one["table"] == table]
        assert [one["reason"] for one in found] == ["rude"]
        texts = [(said["text"], said["reported"]) for said in found[0]["said"]]
        assert texts == [("hello", False), ("you fool", True)]

        code, out, _ = Served("reports", **variables).end()
        assert "> Bob (table): you fool" in out
        code, _, err = Served("reports", "--settle", "nonsense", **variables).end()
        assert (code, err) == (2, "There is no report nonsense.\n")
        code, out, _ = Served("reports", "--settle", found[0]["id"], "--json", **variables).end()
        assert (code, [one for one in json.loads(out) if one["table"] == table]) == (0, [])

    def test_whoever_is_forgotten_is_forgotten_here_too(
        self, house: OpenHouse, people: list[Visitor]
    ) -> None:
        ada, bob, cleo = people[:3]
        table = seated(people, 3)
        say(bob, table, "bob was here")
        number = say(cleo, table, "cleo was here")
        ada.http.post(f"/tables/{table}/reports", json={"number": number})
        ada.http.post("/me/mutes", json={"table": table, "number": number})
        exported = ada.http.get("/me/export").json()
        assert [mute["name"] for mute in exported["mutes"]] == ["Cleo"]
        assert [one["number"] for one in exported["reports"]] == [number]
        for visitor in (bob, cleo):
            assert visitor.http.post("/me/delete", json={}).status_code == 204
        assert ada.http.get("/me/mutes").json() == []
        variables = {"TABLETIER_DATA_DIR": str(house.settings.data_dir)}
        _, out, _ = Served("reports", "--json", **variables).end()
        assert "was here" not in out
