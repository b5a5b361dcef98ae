"""Games from elsewhere in an open house: on the shelf, at tables, in hints; and when they are gone.

The house runs in a process of its own, told of its guests as whoever runs one would tell it.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import tabletier as tt
from tabletier.games.kernel.registry import house_keys
from tests.kernel.processes import SOURCES
from tests.server.houses import API, NO_TLS, PATIENCE, Served

PEERS = ("benchmarks.peers.connect_four", "benchmarks.peers.breakthrough")
CRASHING = """
from dataclasses import replace
from benchmarks.peers import connect_four

def nobody(options):
    raise RuntimeError("no teams today")

GAME = replace(connect_four.GAME, key="crashing", teams=nobody)
"""


class Visited:
    """A house with guests, and somebody in it."""

    def __init__(self, served: Served, client: httpx.Client) -> None:
        self.served, self.client = served, client

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.client.get(path, params=query)
        assert answer.status_code == status, answer.text
        kind = answer.headers["content-type"]
        return answer.json() if kind.startswith("application/json") else answer.text

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()


@contextmanager
def visited(data: Path, *guests: str, folder: Path | None = None) -> Iterator[Visited]:
    path = [str(SOURCES), str(SOURCES.parent), *([str(folder)] if folder else [])]
    served = Served(
        "serve",
        TABLETIER_DATA_DIR=str(data),
        TABLETIER_GAMES=",".join(guests),
        TABLETIER_LIMITS="0",
        TABLETIER_PACE="0",
        PYTHONPATH=":".join(path),
    )
    url = served.address() + API
    cookies = json.loads((data / "cookies").read_text()) if (data / "cookies").exists() else {}
    headers = {"Accept-Language": "en"}
    with httpx.Client(
        base_url=url, headers=headers, timeout=PATIENCE, verify=NO_TLS, cookies=cookies
    ) as client:
        if not cookies:
            assert client.post("/me", json={"name": "Ada", "language": "en"}).status_code == 201
            (data / "cookies").write_text(json.dumps(dict(client.cookies)))
        try:
            yield Visited(served, client)
        finally:
            served.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visited]:
    folder = tmp_path_factory.mktemp("guests")
    (folder / "crashing").mkdir()
    (folder / "crashing" / "__init__.py").write_text(CRASHING)
    (folder / "shards").mkdir()
    (folder / "shards" / "__init__.py").write_text("1 / 0")
    data = tmp_path_factory.mktemp("data")
    with visited(data, *PEERS, "shards", "crashing", folder=folder) as found:
        yield found


def table(house: Visited, game: str, seats: list[Any]) -> dict[str, Any]:
    wish = {"game": game, "seats": seats, "start": True}
    found: dict[str, Any] = house.post("/tables", wish, 201)
    return found


class TestTheShelf:
    def test_guests_stand_after_the_games_of_the_house_and_broken_ones_do_not(
        self, house: Visited
    ) -> None:
        listed = [game["key"] for game in house.get("/games")["games"]]
        assert listed == [*house_keys(), "breakthrough", "connect_four"]

    def test_a_guest_without_sheet_and_lessons_shows_what_it_has(self, house: Visited) -> None:
        text = house.get("/games/connect_four/rules")
        assert text.startswith("# Connect Four\n\nGet four stones in a row")
        assert house.get("/games/connect_four/lessons") == []
        assert house.get("/games/connect_four/pictures") == []

    @pytest.mark.parametrize("path", ["rules", "lessons", "pictures"])
    def test_a_game_that_is_not_there_or_broken_is_a_sentence(
        self, house: Visited, path: str
    ) -> None:
        unknown = house.get(f"/games/connect_fuor/{path}", 404)
        assert unknown["code"] == "game/unknown"
        assert "did you mean 'connect_four'?" in unknown["text"]
        broken = house.get(f"/games/shards/{path}", 404)
        assert broken["code"] == "game/broken"
        assert "ZeroDivisionError" in broken["text"]
        assert house.get(f"/games/..%2f..%2fREADME/{path}", 404)["code"].endswith(
            ("404", "unknown")
        )

    def test_no_table_of_such_a_game_is_opened(self, house: Visited) -> None:
        for game, code in (("hexapawn", "game/unknown"), ("shards", "game/broken")):
            assert house.post("/tables", {"game": game, "seats": ["me"]}, 422)["code"] == code

    def test_nobody_finds_tables_of_a_game_that_is_not_there(self, house: Visited) -> None:
        assert house.get("/tables", game="hexapawn") == []


class TestATable:
    def test_whoever_plays_is_sent_the_board_as_data_and_what_moves_touch(
        self, house: Visited
    ) -> None:
        shown = table(house, "connect_four", ["me", "me"])["position"]["view"]["diagram"]
        assert len(shown["cells"]) == 42
        assert shown["touches"]["d"] == ["d1"]
        assert [marks[0]["letter"] for marks in shown["marks"]] == ["x", "o"]

    def test_a_game_with_a_board_of_its_own_is_sent_none(self, house: Visited) -> None:
        assert "diagram" not in table(house, "expion", ["me", "me"])["position"]["view"]

    def test_the_house_plays_a_guest_and_gives_hints(self, house: Visited) -> None:
        opened = table(house, "breakthrough", ["me", 1])
        here = f"/tables/{opened['id']}"
        job = house.post(f"{here}/hint", {}, 202)
        while job["status"] in ("waiting", "running"):
            time.sleep(0.1)
            job = house.get(f"/jobs/{job['id']}")
        assert job["status"] == "done"
        house.post(f"{here}/orders", {"do": "move", "ply": 0, "move": "a7-a6", "key": "1"})
        until = time.monotonic() + PATIENCE
        while len(house.get(here)["moves"]) < 2:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert house.get(here)["position"]["view"]["diagram"]["last"] != []

    def test_it_is_looked_at_again_from_its_record_and_from_its_table(self, house: Visited) -> None:
        opened = table(house, "connect_four", ["me", "me"])
        here = f"/tables/{opened['id']}"
        for ply, move in enumerate("dede"):
            order = {"do": "move", "ply": ply, "move": move, "key": str(ply)}
            house.post(f"{here}/orders", order)
        steps = house.get(f"{here}/replay")["steps"]
        assert [step["view"]["diagram"]["last"] for step in steps[1:3]] == [["d1"], ["e1"]]
        assert all(step["view"]["diagram"]["touches"] == {} for step in steps)


class TestAGuestThatIsGone:
    def test_its_tables_wait_and_the_rest_of_the_house_is_open(self, tmp_path: Path) -> None:
        with visited(tmp_path, *PEERS) as house:
            gone = table(house, "connect_four", ["me", "me"])["id"]
            stays = table(house, "expion", ["me", "me"])["id"]
            assert {entry["id"] for entry in house.get("/me/tables")} == {gone, stays}
        with visited(tmp_path) as house:
            assert [entry["id"] for entry in house.get("/me/tables")] == [stays]
            assert [entry["id"] for entry in house.get("/tables")] == [stays]
            for path in ("", "/replay", "/record"):
                refused = house.get(f"/tables/{gone}{path}", 404)
                assert refused["code"] == "game/unknown"
                assert "no game called 'connect_four'" in refused["text"]
            assert house.get("/me/export")["tables"] != []
        with visited(tmp_path, *PEERS) as house:
            assert house.get(f"/tables/{gone}")["game"] == "connect_four"
        with visited(tmp_path) as house:
            assert house.client.post("/me/delete", json={}).status_code == 204

    def test_a_record_of_it_is_refused_in_a_sentence(self, tmp_path: Path) -> None:
        tt.register(PEERS[0])
        record = tt.new("connect_four", seed="x").play("d").record()
        with visited(tmp_path) as house:
            answer = house.client.post("/records", content=record)
            assert answer.status_code == 422
            assert "connect_four" in answer.json()["text"]
