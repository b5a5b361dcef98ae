"""Positions that people make, over HTTP: checked, drawn, asked about, played, shared and edited."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import tabletier as tt
from tests.server.houses import OpenHouse, open_house

SOON = {"marbles": {"g5": "n", "d7": "e", "a5": "w", "d1": "s"}, "expion": "h5"}
"""North can push the Ex*pion into the eastern camp."""
EXPION = {**SOON, "first_capture": True, "cycle": 0, "quiet": 3}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("positions")) as house:
        yield house


@pytest.fixture
def ada(house: OpenHouse) -> httpx.Client:
    return house.guest("Ada")


def checked(client: httpx.Client, game: str, position: Any, **options: Any) -> dict[str, Any]:
    asked = {"game": game, "position": position, "options": options}
    answer = client.post("/positions/check", json=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


class TestChecking:
    @pytest.mark.parametrize("game", tt.games())
    def test_the_beginning_is_a_position_that_stands(self, house: OpenHouse, game: str) -> None:
        client = house.client()
        first = checked(client, game, None)
        assert first["wrong"] is None
        assert first["to_move"] is not None
        again = checked(client, game, first["position"])
        assert again == first

    def test_what_is_wrong_is_said_with_rule_and_cells(self, house: OpenHouse) -> None:
        crowded = {**EXPION, "marbles": {"g5": "n", "d7": "e", "h5": "w", "d1": "s"}}
        told = checked(house.client(), "expion", crowded)
        wrong = told["wrong"]
        assert (wrong["code"], wrong["rule"], wrong["cells"]) == (
            "position/bad",
            "EXPION-17",
            ["h5"],
        )
        assert wrong["text"]["fr"] != wrong["text"]["en"]
        assert told["position"] is told["view"] is told["result"] is None

    @pytest.mark.parametrize("nonsense", ["text", 7, [], {}, {"marbles": None}, [[[[]]]], True])
    def test_nonsense_is_answered_with_a_sentence(self, house: OpenHouse, nonsense: Any) -> None:
        for game in tt.games():
            told = checked(house.client(), game, nonsense)
            assert told["wrong"]["code"] == "position/bad"

    def test_what_it_comes_to(self, house: OpenHouse) -> None:
        match = tt.setup("expion", EXPION)
        told = checked(house.client(), "expion", EXPION)
        assert told["legal"] == len(match.legal_moves())
        assert told["position"] == match.position()
        assert (told["to_move"], told["draws"], told["result"]) == (0, False, None)
        assert told["teams"] == [[0], [1]]

    def test_that_it_is_over_is_told(self, house: OpenHouse) -> None:
        told = checked(house.client(), "expion", {**EXPION, "expion": "c1"})
        assert told["result"]["winners"] == [1]
        assert (told["to_move"], told["legal"]) == (None, 0)
        assert told["told"]["en"]

    def test_options_and_games_that_are_not_there_are_refused(self, house: OpenHouse) -> None:
        client = house.client()
        for asked, status in (
            ({"game": "chess"}, 404),
            ({"game": "expion", "options": {"players": 9}}, 422),
            ({"game": "expion", "position": {}, "more": 1}, 422),
        ):
            assert client.post("/positions/check", json=asked).status_code == status

    def test_a_position_is_drawn(self, house: OpenHouse) -> None:
        asked = {"game": "expion", "position": EXPION}
        answer = house.client().post("/positions/picture", json=asked)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text == tt.setup("expion", EXPION).svg(None, "en")
        bad = {"game": "expion", "position": {}}
        assert house.client().post("/positions/picture", json=bad).status_code == 422


class TestAskingTheHouse:
    def test_it_finds_the_move_that_wins(self, ada: httpx.Client) -> None:
        asked = {"game": "expion", "position": EXPION}
        job = ada.post("/positions/hint", json=asked).json()
        assert (job["kind"], job["table"]) == ("hint", None)
        told = ada.get(f"/jobs/{job['id']}", params={"wait": 25}).json()
        assert told["result"]["move"] == "g5-h5"
        assert ada.post("/positions/hint", json=asked).json()["id"] == job["id"]

    def test_others_do_not_see_it(self, ada: httpx.Client, house: OpenHouse) -> None:
        asked = {"game": "expion", "position": EXPION}
        job = ada.post("/positions/hint", json=asked).json()
        other = house.guest("Bob")
        assert other.get(f"/jobs/{job['id']}").status_code == 404
        assert other.post("/positions/hint", json=asked).json()["id"] != job["id"]

    def test_where_nothing_is_to_be_decided_it_says_so(self, ada: httpx.Client) -> None:
        over = {"game": "expion", "position": {**EXPION, "expion": "c1"}}
        answer = ada.post("/positions/hint", json=over)
        assert answer.status_code == 422
        assert answer.json()["code"] == "position/nothing-to-decide"


class TestPlaying:
    def test_a_table_begins_in_a_position(self, ada: httpx.Client) -> None:
        asked = {
            "game": "expion",
            "position": EXPION,
            "seats": ["me", "me"],
            "start": True,
        }
        told = ada.post("/tables", json=asked).json()
        assert told["table"]["begins"] == {"table": None, "moves": 0, "redrawn": False}
        assert told["position"]["view"]["expion"] == "h5"
        assert told["position"]["legal"] == list(tt.setup("expion", EXPION).legal_moves())
        table = told["id"]
        order = {"do": "move", "move": "g5-h5", "ply": 0}
        assert ada.post(f"/tables/{table}/orders", json=order).status_code == 200
        record = ada.get(f"/tables/{table}/record").text
        match = tt.verify(record).match
        assert ada.post("/records", content=record).json()["set_up"] is True
        assert match.start == EXPION
        assert match.result is not None
        steps = ada.get(f"/tables/{table}/replay").json()["steps"]
        assert [step["view"]["expion"] for step in steps] == ["h5", "i5"]
        assert ada.get(f"/tables/{table}/position?moves=0").json()["position"] == EXPION

    def test_a_position_that_cannot_stand_opens_nothing(self, ada: httpx.Client) -> None:
        before = ada.get("/me/tables").json()
        for position, code in (
            ({**EXPION, "cycle": 9}, "position/bad"),
            ({**EXPION, "expion": "c1"}, "position/over"),
        ):
            answer = ada.post("/tables", json={"game": "expion", "position": position})
            assert answer.status_code == 422
            assert answer.json()["code"] == code
        assert ada.get("/me/tables").json() == before


def played(client: httpx.Client, game: str, moves: int, **options: Any) -> str:
    """A match that somebody played with themselves, and gave up."""
    asked = {"game": game, "options": options, "seats": ["me", "me"], "start": True}
    told = client.post("/tables", json=asked).json()
    table: str = told["id"]
    for ply in range(moves):
        legal = client.get(f"/tables/{table}").json()["position"]["legal"]
        order = {"do": "move", "move": legal[-1], "ply": ply}
        assert client.post(f"/tables/{table}/orders", json=order).status_code == 200
    assert client.post(f"/tables/{table}/orders", json={"do": "resign"}).status_code == 200
    return table


class TestPlayingOn:
    def test_a_finished_match_goes_on_at_another_table(self, ada: httpx.Client) -> None:
        table = played(ada, "barrier", 4)
        then = ada.get(f"/tables/{table}/position", params={"moves": 3}).json()
        asked = {
            "game": "barrier",
            "continues": {"table": table, "moves": 3},
            "seats": ["me", "me"],
            "start": True,
        }
        told = ada.post("/tables", json=asked).json()
        assert told["table"]["begins"] == {"table": table, "moves": 3, "redrawn": False}
        assert len(told["position"]["legal"]) == then["legal"]
        assert told["position"]["to_move"] == then["to_move"]

    def test_what_was_drawn_anew_is_told_nobody(self, ada: httpx.Client) -> None:
        table = played(ada, "punto", 3, expert=True)
        asked = {
            "game": "punto",
            "continues": {"table": table, "moves": 3},
            "seats": ["me", "open"],
        }
        told = ada.post("/tables", json=asked).json()
        assert told["table"]["begins"]["redrawn"] is True
        (line,) = ada.get(f"/tables/{told['id']}/lines").json()
        assert "position" not in line["acts"][0]
        (mine,) = [t for t in ada.get("/me/export").json()["tables"] if t["id"] == told["id"]]
        assert mine["did"][0]["acts"][0]["position"] is None

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"game": "punto"}, "table/wrong-time"),
            ({"options": {"capture": "mandatory"}}, "table/wrong-time"),
            ({"position": {}}, "table/wrong-time"),
            ({"continues": {"table": "nowhere", "moves": 0}}, "table/unknown"),
            ({"continues": {"moves": 99}}, "position/no-move"),
        ],
    )
    def test_what_does_not_go_together_is_refused(
        self, ada: httpx.Client, changes: dict[str, Any], code: str
    ) -> None:
        table = played(ada, "barrier", 1)
        asked = {"game": "barrier", **changes}
        asked["continues"] = {"table": table, "moves": 1, **changes.get("continues", {})}
        answer = ada.post("/tables", json=asked)
        assert answer.json()["code"] == code

    def test_a_match_that_goes_on_tells_no_position(self, ada: httpx.Client) -> None:
        asked = {"game": "barrier", "seats": ["me", "me"], "start": True}
        table = ada.post("/tables", json=asked).json()["id"]
        assert ada.get(f"/tables/{table}/position").status_code == 409
        asked = {"game": "barrier", "continues": {"table": table, "moves": 0}}
        assert ada.post("/tables", json=asked).status_code == 409


class TestRecords:
    def test_the_position_of_a_record_can_be_edited(self, house: OpenHouse) -> None:
        match = tt.new("punto", seed="record")
        for _ in range(4):
            match = match.play(match.legal_moves()[0])
        text = match.record()
        client = house.client()
        told = client.post("/records/position", params={"moves": 4}, content=text).json()
        assert told["position"] == match.position()
        answer = client.post("/records/position", params={"moves": 5}, content=text)
        assert answer.json()["code"] == "position/no-move"
        hidden = match.record(reveal=False)
        answer = client.post("/records/position", params={"moves": 4}, content=hidden)
        assert answer.json()["code"] == "record/seed-hidden"
