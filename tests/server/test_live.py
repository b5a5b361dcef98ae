"""Live play over real sockets, by two and by four people."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tabletier.match.record import verify
from tabletier.server.http.auth import preferred
from tabletier.server.live import timers
from tabletier.server.tables import presence
from tests.server.houses import PATIENCE, OpenHouse, open_house
from tests.server.rounds import NAMES, Round


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("live")) as house:
        yield house


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class TestTwoPeople:
    def test_a_move_is_taken_back_when_the_other_agrees(
        self, house: OpenHouse, stack: ExitStack
    ) -> None:
        table = Round(house, stack, 2, "barrier")
        mover = table.move()
        table.lives[mover].send(do="ask", question="takeback")
        table.all_hear("asked")
        table.lives[1 - mover].send(do="answer", yes=False)
        refused = table.all_hear("answered")
        assert (refused["table"]["question"], table.moves()) == (None, 1)
        table.lives[mover].send(do="ask", question="takeback")
        table.all_hear("asked")
        table.lives[1 - mover].send(do="answer", yes=True)
        agreed = table.all_hear("took_back")
        assert agreed["position"]["to_move"] == mover
        assert agreed["position"]["plies"] == 1, "numbers of moves are never given twice"
        assert table.moves() == 0

    def test_a_draw_is_agreed(self, house: OpenHouse, stack: ExitStack) -> None:
        table = Round(house, stack, 2, "expion")
        table.lives[1].send(do="ask", question="draw")
        table.all_hear("asked")
        table.lives[0].send(do="answer", yes=True)
        ended = table.all_hear("ended")["table"]
        assert ended["result"] == {"winners": [], "reason": "agreement"}
        assert ended["seed"]

    def test_one_resigns_and_the_other_wins(self, house: OpenHouse, stack: ExitStack) -> None:
        table = Round(house, stack, 2, "punto")
        table.lives[1].send(do="resign", key="enough")
        ended = table.all_hear("ended")["table"]
        assert ended["result"] == {"winners": [0], "reason": "resignation"}
        table.lives[1].send(do="resign", key="enough")
        assert table.lives[1].until("done")["key"] == "enough"
        record = table.visitors[0].http.get(f"/tables/{table.table}/record")
        opened = table.visitors[0].http.post("/records", content=record.text).json()
        assert (opened["deal_verified"], opened["seed"]) == (True, ended["seed"])

    def test_refusals_speak_to_each_in_their_language(
        self, house: OpenHouse, stack: ExitStack
    ) -> None:
        table = Round(house, stack, 2, "barrier")
        table.visitors[1].http.patch("/me", json={"language": "fr"}).raise_for_status()
        french, mover = table.connect(1), table.move()
        waiting = [table.lives[0], french][mover]
        waiting.send(do="move", move="nonsense", ply=1)
        said = waiting.until("refused")
        assert said["code"] == "table/not-your-turn"
        for live, words in ((table.lives[0], "Nothing was"), (french, "Aucune proposition")):
            live.send(do="answer", yes=True)
            assert live.until("refused")["text"].startswith(words)
        mover = 1 - mover
        live = [table.lives[0], french][mover]
        live.send(do="move", move="8@z9", ply=1, key="x")
        assert live.until("refused", key="x")["code"] == "move/notation"
        laid = table.visitors[0].look(table.table)["moves"][0].partition("@")[2]
        hand = table.visitors[mover].look(table.table)["position"]["legal"][0].partition("@")[0]
        live.send(do="move", move=f"{hand}@{laid}", ply=1, key="y")
        refusal = live.until("refused", key="y")
        assert refusal["code"] == "move/illegal"
        assert refusal["rule"].startswith("BARRIER-")

    def test_another_device_gets_the_rest(self, house: OpenHouse, stack: ExitStack) -> None:
        table = Round(house, stack, 2, "barrier")
        seen = table.visitors[0].look(table.table)["number"]
        for _ in range(3):
            table.move()
        second = table.connect(0, after=seen)
        numbers = [message["number"] for message in second.heard]
        assert numbers == [seen + 1, seen + 2, seen + 3, seen + 3]
        assert [message["type"] for message in second.heard] == ["line"] * 3 + ["hello"]
        first = [message for message in table.lives[0].heard if message.get("number", 0) > seen]
        for told, before in zip(second.heard[:3], first, strict=True):
            assert told["acts"] == before["acts"]
            assert told["position"] == before["position"]


class TestFourPeople:
    def test_nobody_resigns_for_three_others(self, house: OpenHouse, stack: ExitStack) -> None:
        table = Round(house, stack, 4, "punto", options={"players": 4})
        table.lives[2].send(do="resign", key="r")
        refusal = table.nobody_hears_but(2)
        assert (refusal["code"], refusal["key"]) == ("match/not-allowed", "r")
        assert "stand-in" in refusal["text"] or "seat" in refusal["text"]
        table.lives[2].send(do="leave")
        table.all_hear("stood_in")

    def test_partners_resign_together(self, house: OpenHouse, stack: ExitStack) -> None:
        table = Round(house, stack, 4, "expion", options={"players": 4})
        table.lives[3].send(do="resign")
        assert table.all_hear("ended")["table"]["result"]["winners"] == [0, 2]

    @pytest.mark.parametrize(("question", "act"), [("draw", "ended"), ("takeback", "took_back")])
    def test_all_four_must_agree(
        self, house: OpenHouse, stack: ExitStack, question: str, act: str
    ) -> None:
        table = Round(house, stack, 4, "punto", options={"players": 4})
        mover = table.move()
        others = [seat for seat in range(4) if seat != mover]
        table.lives[mover].send(do="ask", question=question)
        table.all_hear("asked")
        table.lives[others[0]].send(do="answer", yes=True)
        told = table.all_hear("answered")
        assert told["table"]["agreed"] == sorted([mover, others[0]])
        table.lives[others[1]].send(do="answer", yes=False)
        assert table.all_hear("answered")["table"]["question"] is None
        table.lives[mover].send(do="ask", question=question)
        table.all_hear("asked")
        for seat in others:
            assert table.visitors[0].look(table.table)["table"]["question"] == question
            table.lives[seat].send(do="answer", yes=True)
            told = table.all_hear("answered")
        assert told["acts"][-1]["act"] == act


class TestLeaving:
    @pytest.fixture(autouse=True)
    def _quickly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(timers, "GRACE", 0.05)
        monkeypatch.setattr(presence, "patience_of", lambda _: 1.0)

    @pytest.mark.parametrize("people", [2, 4])
    def test_a_countdown_then_a_stand_in_then_the_person_again(
        self, house: OpenHouse, stack: ExitStack, people: int
    ) -> None:
        table = Round(house, stack, people, "punto", options={"players": people}, stand_in=1)
        gone = table.visitors[0].look(table.table)["position"]["to_move"]
        table.lives.pop(gone).socket.close()
        away = table.all_hear("away")
        (act,) = away["acts"]
        assert (act["seat"], act["until"]) == (gone, away["at"] + 1000)
        assert away["table"]["seats"][gone]["away_until"] == act["until"]
        taken = table.all_hear("stood_in")["table"]["seats"][gone]
        assert (taken["level"], taken["person"], taken["away_until"]) == (1, True, None)
        moved = table.all_hear("moved")["acts"][0]
        assert (moved["seat"], moved["stand_in"]) == (gone, True)
        again = table.connect(gone)
        back = again.until_act("back")["table"]["seats"][gone]
        assert (back["level"], back["name"]) == (None, NAMES[gone])

    def test_who_comes_back_in_time_has_lost_nothing(
        self, house: OpenHouse, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(presence, "patience_of", lambda _: 600.0)
        table = Round(house, stack, 2, "barrier")
        table.lives.pop(1).socket.close()
        table.all_hear("away")
        table.connect(1)
        told = table.all_hear("back")["table"]["seats"][1]
        assert (told["level"], told["away_until"]) == (None, None)

    def test_one_device_of_two_is_enough(self, house: OpenHouse, stack: ExitStack) -> None:
        table = Round(house, stack, 2, "barrier")
        second = table.connect(1)
        table.lives[1].socket.close()
        table.lives[1] = second
        table.move()
        table.move()
        heard = [act["act"] for message in table.lives[0].heard for act in message.get("acts", [])]
        assert "away" not in heard


SHORT = {"kind": "move", "seconds": 1}


class TestClocks:
    def test_of_two_the_one_whose_time_is_up_has_lost(
        self, house: OpenHouse, stack: ExitStack
    ) -> None:
        table = Round(house, stack, 2, "barrier", clock=SHORT)
        late = table.lives[0].heard[-1]["position"]["to_move"]
        ended = table.all_hear("ended")
        (act,) = ended["acts"]
        assert (act["reason"], act["by"], act["winners"]) == ("time", late, [1 - late])
        assert ended["table"]["result"]["reason"] == "time"
        ann = table.visitors[0].http
        for language, words in (("fr", "temps écoulé"), ("en", "out of time")):
            lines = ann.get(f"/tables/{table.table}/lines", params={"tell": language}).json()
            (sentence,) = lines[-1]["acts"][0]["told"]
            assert words in sentence
        record = ann.get(f"/tables/{table.table}/record").text
        assert verify(record).deal_verified, "records know no clocks: there somebody gave up"
        assert json.loads(record.splitlines()[-1])["result"] == [[1 - late], "resignation"]

    def test_of_four_a_stand_in_plays_for_whoever_is_late(
        self, house: OpenHouse, stack: ExitStack
    ) -> None:
        table = Round(house, stack, 4, "punto", options={"players": 4}, clock=SHORT, stand_in=1)
        late = table.lives[0].heard[-1]["position"]["to_move"]
        (act,) = table.all_hear("stood_in")["acts"]
        assert (act["seat"], act["level"]) == (late, 1)
        moved = table.all_hear("moved")["acts"][0]
        assert (moved["seat"], moved["stand_in"]) == (late, True)

    def test_everybody_sees_what_is_left(self, house: OpenHouse, stack: ExitStack) -> None:
        clock = {"kind": "total", "seconds": 3000, "increment": 60}
        table = Round(house, stack, 2, "barrier", clock=clock)
        mover = table.move()
        shown = table.visitors[0].look(table.table)["position"]["clock"]
        assert shown["running"] == 1 - mover
        assert 3_000_000 < shown["left"][mover] <= 3_060_000
        assert shown["left"][1 - mover] <= 3_000_000


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "fr"),
        ("en", "en"),
        ("en-GB,fr;q=0.8", "en"),
        ("de-DE, en;q=0.7, fr;q=0.3", "en"),
        ("de, fr;q=0.5, en;q=0.4", "fr"),
        ("de, it", "fr"),
        ("en;q=x", "fr"),
        ("*", "fr"),
    ],
)
def test_strangers_are_answered_in_the_language_their_browser_likes_best(
    accepted: str, language: str
) -> None:
    assert preferred(accepted) == language


def test_a_stranger_who_watches_is_refused_in_their_language(house: OpenHouse) -> None:
    from websockets.sync.client import connect

    table = house.guest().post("/tables", json={"game": "barrier"}).json()["id"]
    for accepted, words in (("en", "Say who"), ("fr", "Présentez-vous")):
        headers = {"Accept-Language": accepted}
        url = f"{house.live}/tables/{table}/live"
        with connect(url, additional_headers=headers, proxy=None) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "hello"
            socket.send(json.dumps({"do": "sit"}))
            refusal = json.loads(socket.recv(timeout=PATIENCE))
        assert refusal["code"] == "person/unknown"
        assert refusal["text"].startswith(words)
