"""Every example runs, as a newcomer runs it; bots play at a real house on loopback."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tests.server.houses import OpenHouse, open_house
from tests.server.services import free_port

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PATIENCE = 600.0


def run(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What an example does, in a process of its own."""
    return subprocess.run(
        [sys.executable, f"examples/{name}", *arguments],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | environment,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def told(done: subprocess.CompletedProcess[str]) -> str:
    """What an example printed, if it went well."""
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("house"), pace=0) as house:
        house.wait_until_ready()
        yield house


def test_the_list_names_them_all() -> None:
    listed = set(re.findall(r"\]\(([\w./]+)\)", (EXAMPLES / "README.md").read_text("utf-8")))
    there = {path.name for path in EXAMPLES.iterdir() if path.name != "README.md"}
    there -= {"__pycache__", "guest_game"}
    assert there <= listed
    assert [name for name in listed if not (EXAMPLES / name).exists()] == []


def test_a_random_game_is_the_same_for_the_same_seed() -> None:
    first, again, other = (
        told(run("random_game.py", "--game", "expion", "--seed", seed)) for seed in "aab"
    )
    assert first == again != other
    assert "moves" in first


def test_many_games_are_counted() -> None:
    text = told(run("bulk_statistics.py", "--game", "expion", "--games", "500"))
    shares = dict(re.findall(r"^(\w+(?: \d wins)?) +([\d.]+)%", text, re.M))
    endings = ("base", "elimination", "blocked", "stall", "repetition")
    assert sum(float(shares[ending]) for ending in endings) == pytest.approx(100, abs=0.5)
    who = ("seat 0 wins", "seat 1 wins", "drawn")
    assert sum(float(shares[one]) for one in who) == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize("name", ["random_game.py", "bulk_statistics.py"])
def test_an_unknown_game_is_a_sentence(name: str) -> None:
    done = run(name, "--game", "nonesuch")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "nonesuch" in done.stderr


class TestFairSearch:
    def test_it_is_as_short_as_it_says(self) -> None:
        assert len((EXAMPLES / "fair_mcts.py").read_text("utf-8").splitlines()) <= 60

    def test_it_finds_a_move(self) -> None:
        text = told(run("fair_mcts.py", "--worlds", "300"))
        found = re.fullmatch(r"I would play (\S+)\n([\d,]+) worlds a second\n", text)
        assert found is not None
        assert found[1] in tt.new("punto", seed="a fair match").legal_moves()

    def test_it_knows_no_more_than_its_seat(self) -> None:
        """The same table with other cards to come: it makes the same move."""
        match = tt.new("punto", {"first_player": 0}, seed="any text")
        for _ in range(6):
            match = match.play(match.legal_moves()[0])
        chosen = {
            searching()(tt.setup("punto", match.position(), match.options, seed=seed), 150)
            for seed in ("one", "other", "third")
        }
        assert len(chosen) == 1

    def test_it_sees_a_win(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.syspath_prepend(str(EXAMPLES / "guest_game"))
        tt.register("hexapawn")
        pawns = {"a2": "w", "b1": "w", "c1": "w", "b3": "b", "c3": "b"}
        match = tt.setup("hexapawn", {"pawns": pawns, "to_move": 0})
        assert searching()(match, 100) in {"a2-a3", "a2xb3"}


def searching() -> Any:
    """The search of the example."""
    known: dict[str, Any] = {"__name__": "fair_mcts"}
    exec((EXAMPLES / "fair_mcts.py").read_text("utf-8"), known)
    return known["search"]


def test_a_guest_is_registered_from_outside() -> None:
    text = told(run("guest_game/play.py"))
    assert text.startswith("Black wins, if nobody errs:\n")


def test_the_notebook_runs() -> None:
    book = json.loads((EXAMPLES / "tour.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 6
    assert all(not cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code")
    known: dict[str, Any] = {}
    for cell in cells:
        exec(cell, known)
    assert known["match"].result is not None


class TestBots:
    @pytest.mark.parametrize("game", ["punto", "expion"])
    def test_over_a_socket(self, house: OpenHouse, game: str) -> None:
        lines = told(run("socket_bot.py", "--url", house.address, "--game", game)).splitlines()
        assert lines[0].startswith(f"watch it at {house.address}/table/")
        assert re.match(r"won|lost|a draw", lines[-1])

    def test_over_http_with_a_token_that_it_made(self, house: OpenHouse) -> None:
        first = told(run("http_bot.py", "--url", house.address))
        token = re.findall(r"--token (tt_\S+)", first)[0]
        again = told(run("http_bot.py", "--url", house.address, "--token", token))
        for text in (first, again):
            assert re.search(r"^ +1 I played \S+$", text, re.M)
            assert text.splitlines()[-1].startswith("Robi: Result(")

    def test_in_the_lobby(self, house: OpenHouse) -> None:
        host = house.guest("Ann")
        with ThreadPoolExecutor() as aside:
            bot = aside.submit(
                run, "lobby_bot.py", "--url", house.address, "--game", "barrier", "--matches", "1"
            )
            asked = {"game": "barrier", "seats": ["open", "me"]}
            table = host.post("/tables", json=asked).raise_for_status().json()["id"]
            place, after = f"/tables/{table}", 1
            with host.stream("GET", f"{place}/stream?after={after}") as stream:
                for line in stream.iter_lines():
                    if '"act":"sat"' in line:
                        break
            host.post(f"{place}/orders", json={"do": "start"}).raise_for_status()
            with host.stream("GET", f"{place}/stream?after={after}") as stream:
                for line in stream.iter_lines():
                    if '"act":"moved"' in line:
                        break
            host.post(f"{place}/orders", json={"do": "resign"}).raise_for_status()
            text = told(bot.result(PATIENCE))
        assert f"{table}: sat down" in text
        assert f"{table}: Result(winners=[0], reason='resignation')" in text

    @pytest.mark.parametrize("name", ["socket_bot.py", "http_bot.py", "lobby_bot.py"])
    def test_nobody_answers(self, name: str) -> None:
        done = run(name, "--url", f"http://127.0.0.1:{free_port()}")
        assert done.returncode == 1
        assert re.fullmatch(r"No house answers at http://\S+ .*Is it open\?.*\n", done.stderr)

    def test_an_unknown_game(self, house: OpenHouse) -> None:
        done = run("socket_bot.py", "--url", house.address, "--game", "nonesuch")
        assert done.returncode == 1
        assert "nonesuch" in done.stderr
        assert len(done.stderr.splitlines()) == 1
