"""`tabletier arena` from the command line: tables, JSON, mistakes, and going on."""

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tabletier.cli import game_choice
from tabletier.cli.commands import arena, arena_report
from tabletier.cli.commands.arena_report import entrant_labels
from tabletier.games.kernel.extras import install_line
from tabletier.games.kernel.registry import keys
from tabletier.lab.arena import tournament
from tests.cli.helpers import tabletier

ONE_CORE = ("--jobs", "1")
ESTIMATE = {
    "type": "object",
    "properties": {name: {"type": ["number", "null"]} for name in ("value", "low", "high")},
    "required": ["value", "low", "high"],
    "additionalProperties": False,
}
COUNT, NUMBER, TEXT = {"type": "integer", "minimum": 0}, {"type": "number"}, {"type": "string"}


def complete(**properties: Any) -> dict[str, Any]:
    """A schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


TIMES = complete(
    moves=COUNT,
    cpu=NUMBER,
    wall=NUMBER,
    longest=NUMBER,
    allowed={"type": ["number", "null"]},
    overstep={"type": ["number", "null"]},
)
STANDING = complete(
    player=TEXT,
    games=COUNT,
    points=NUMBER,
    wins=COUNT,
    draws=COUNT,
    losses=COUNT,
    share=ESTIMATE,
    fair=NUMBER,
    rating={"anyOf": [ESTIMATE, {"type": "null"}]},
    times=TIMES,
)
DUEL = complete(first=COUNT, second=COUNT, games=COUNT, share=ESTIMATE, elo=ESTIMATE)
SPRT = complete(
    elo0=NUMBER,
    elo1=NUMBER,
    llr=NUMBER,
    low=NUMBER,
    high=NUMBER,
    verdict={"enum": ["H0", "H1", "undecided"]},
    decks=COUNT,
)
REPORT = complete(
    game=TEXT,
    version=TEXT,
    options={"type": "object"},
    players={"type": "array", "items": TEXT},
    seed=TEXT,
    opening=COUNT,
    planned=COUNT,
    games=COUNT,
    decks=COUNT,
    round=COUNT,
    finished={"type": "boolean"},
    moves={"type": ["number", "null"]},
    reasons={"type": "object", "additionalProperties": COUNT},
    standings={"type": "array", "items": STANDING},
    duels={"type": "array", "items": DUEL},
    sprt={"anyOf": [SPRT, {"type": "null"}]},
    results=TEXT,
)

pytestmark = pytest.mark.usefixtures("pebbles")


def held(*arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON report of an arena of pebbles."""
    run = tabletier("arena", "pebbles", *arguments, *ONE_CORE, "--json")
    assert run.exit_code == code, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    jsonschema.validate(answer, REPORT)
    return answer


def refused(*arguments: str) -> str:
    """The one sentence that a mistake is answered with."""
    run = tabletier("arena", *arguments)
    assert run.exit_code == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
    return run.stderr.strip()


class TestReports:
    def test_a_table_and_what_it_means(self) -> None:
        run = tabletier("arena", "pebbles", "random", "random", "--games", "20", *ONE_CORE)
        assert run.exit_code == 0, run.stderr
        assert "Pebbles: 20 games (10 × 2, every deck with all places)" in run.stdout
        assert "random #1 against random #2: " in run.stdout
        assert "the last pebble 20." in run.stdout
        assert "95 % interval" in run.stdout
        assert "Games: 20 of 20; random #1 " in run.stderr
        assert "Results kept in " in run.stderr

    def test_in_french(self) -> None:
        words = ("random", "random", "--games", "20", "--mood", "grave", "--sprt", "0", "30")
        run = tabletier("arena", "Pebbles", *words, *ONE_CORE, "--lang", "fr")
        assert run.exit_code == 0, run.stderr
        assert "Cailloux (mood=grave)\N{NO-BREAK SPACE}: 20 parties (10 × 2" in run.stdout
        assert "random #1 contre random #2" in run.stdout
        assert "SPRT après 10 donnes" in run.stdout
        assert "Fins\N{NO-BREAK SPACE}: le dernier caillou 20." in run.stdout
        assert "Parties\N{NO-BREAK SPACE}: 20 sur 20" in run.stderr
        assert "Résultats gardés dans " in run.stderr

    def test_json_of_two(self) -> None:
        found = held("random", "random", "--games", "6", "--seed", "s")
        assert (found["game"], found["seed"], found["games"]) == ("pebbles", "s", 6)
        assert found["standings"][0]["rating"] is None
        assert Path(found["results"]).exists()

    def test_json_of_three_and_a_flag_of_the_game(self) -> None:
        found = held("random", "random", "random", "--games", "3", "--players", "3")
        assert found["options"]["players"] == 3
        assert all(standing["rating"] for standing in found["standings"])

    def test_a_clear_case_is_decided_early(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nobody is 1500 Elo weaker than its like."""
        words = ("--games", "4000", "--sprt", "-1500", "0")
        found = held("random", "random", *words)
        assert found["sprt"]["verdict"] == "H1"
        assert found["finished"]
        assert found["games"] < 100
        assert found["sprt"]["decks"] == found["decks"]

    def test_records_are_kept_on_request(self, tmp_path: Path) -> None:
        folder = tmp_path / "new" / "records"
        held("random", "random", "--games", "2", "--records", str(folder))
        records = sorted(folder.iterdir())
        assert [path.name for path in records] == ["deck00001-01.jsonl", "deck00001-02.jsonl"]
        for path in records:
            assert tabletier("verify", str(path)).exit_code == 0

    def test_help_shows_the_flags_of_the_game(self) -> None:
        run = tabletier("arena", "pebbles", "--help")
        assert run.exit_code == 0
        assert "--heap-size" in run.stdout
        assert "--sprt ELO0 ELO1" in run.stdout

    def test_a_player_that_takes_part_twice_is_numbered(self) -> None:
        assert entrant_labels(("a", "b", "a")) == ("a #1", "b", "a #2")


class TestGoingOn:
    def test_the_file_alone_is_enough(self, tmp_path: Path) -> None:
        results = tmp_path / "r.jsonl"
        first = held("random", "random", "--games", "4", "--seed", "x", "--results", str(results))
        run = tabletier("arena", "--resume", str(results), "--games", "8", *ONE_CORE, "--json")
        assert run.exit_code == 0, run.stderr
        again = json.loads(run.stdout)
        assert (first["games"], again["games"], again["seed"]) == (4, 8, "x")

    def test_what_differs_is_refused(self, tmp_path: Path) -> None:
        results = str(tmp_path / "r.jsonl")
        held("random", "random", "--games", "2", "--results", results)
        resume = ("pebbles", "random", "random", "--resume", results)
        assert '\'seed\' is "tabletier" there, "y" here' in refused(*resume, "--seed", "y")
        assert "'options' is" in refused(*resume, "--mood", "grave")
        sentence = refused("pebbles", "random", "1", "--resume", results, "--lang", "fr")
        assert "est celui d’une autre arène" in sentence or "d'une autre arène" in sentence

    def test_ctrl_c_tells_what_there_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        results = tmp_path / "r.jsonl"
        monkeypatch.setattr(arena_report, "_tell_progress", interrupted_at(5))
        words = ("random", "random", "--games", "40", "--results", str(results), *ONE_CORE)
        run = tabletier("arena", "pebbles", *words)
        assert run.exit_code == 130
        assert "Pebbles: 4 games (2 × 2" in run.stdout
        assert f"to go on: tabletier arena --resume {results} --games 40" in run.stderr
        assert held("--resume", str(results))["games"] == 40

    def test_a_lost_worker_is_a_failure_and_what_is_finished_is_told(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def lose(*_: Any) -> None:
            raise tournament.WorkersLost

        monkeypatch.setattr(tournament, "run", lose)
        run = tabletier("arena", "pebbles", "random", "random")
        assert run.exit_code == 1
        assert "A process ended in the middle of a game" in run.stderr
        assert "--resume" in run.stderr


def interrupted_at(count: int) -> Any:
    def tell(score: arena_report.RunningScore, played: Any, _: int) -> None:
        score.add(played)
        if score.games == count:
            raise KeyboardInterrupt

    return tell


class TestMistakes:
    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            ((), "Name a game and players: tabletier arena GAME PLAYER PLAYER."),
            (("pebbles",), "At least two players are needed, for example: best random."),
            (("pebbles", "random"), "At least two players are needed, for example: best random."),
            (("pebles", "random", "random"), "did you mean 'pebbles'?"),
            (("pebbles", "random", "randm"), "did you mean 'random'?"),
            (("pebbles", "random", "tree:0"), "'tree' must be able to think"),
            (("pebbles", "random", "alphabeta"), "'alphabeta' cannot play Pebbles"),
            (("pebbles", "random", "alphabeta@1"), "'alphabeta@1' cannot play Pebbles"),
            (("pebbles", "random", "random", "--games", "0"), "--games takes a number from 1"),
            (("pebbles", "random", "random", "--jobs", "x"), "--jobs takes a number from 1"),
            (("pebbles", "random", "random", "--sprt", "a", "1"), "--sprt takes a number from"),
            (("pebbles", "random", "random", "--sprt", "5", "1"), "in increasing order"),
            (("pebbles", "random", "random", "--sprt", "1"), "--sprt needs a value"),
            (("pebbles", "random", "random", "1", "--sprt", "0", "9"), "compares two players"),
            (("pebbles", "random", "random", "--seed", ""), "The seed is a text"),
            (("pebbles", "random", "random", "--mood", "sad"), "--mood cannot be 'sad'"),
            (("pebbles", "random", "random", "--calm", "--players", "3"), "Calm is for two."),
            (("pebbles", "random", "random", "--resume", "no.jsonl"), "There is no file no.jsonl."),
            (("--resume", "."), ". is a folder, not a results file."),
            (("--resume", "a", "--results", "b"), "keep only one"),
            (("--mood", "gay"), "name the game first: tabletier arena GAME --mood"),
            (("pebbles", "random", "random", "--results", "no/r.jsonl"), "Cannot write no/r.jsonl"),
            (
                ("pebbles", "random", "random", "--results", "x" * 300),
                "Cannot write xxx",
            ),  # too long
        ],
        ids=str,
    )
    def test_one_sentence(
        self,
        words: tuple[str, ...],
        sentence: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert sentence in refused(*words)

    def test_results_that_are_there_already(self, tmp_path: Path) -> None:
        path = tmp_path / "r.jsonl"
        path.write_text("")
        said = refused("pebbles", "random", "random", "--results", str(path))
        assert said == f"{path} exists already; to go on with its arena: --resume."

    def test_a_mistake_leaves_no_file(self, home: Path) -> None:
        refused("pebbles", "random", "nobody")
        assert not (home / "arena").exists()

    def test_without_ray_it_says_what_to_install_and_leaves_no_file(
        self, monkeypatch: pytest.MonkeyPatch, home: Path
    ) -> None:
        monkeypatch.setitem(sys.modules, "ray", None)
        said = refused("pebbles", "random", "random", "--ray", "auto", "--lang", "fr")
        assert install_line("cluster").fr in said.replace("’", "'")
        assert list((home / "arena").iterdir()) == []


def test_there_is_at_least_one_core() -> None:
    assert arena.cores() >= 1


def test_a_mistake_is_told_before_any_rule_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_choice, "_prepare", lambda _: pytest.fail("rules were compiled"))
    assert tabletier("arena", keys()[0], "random").exit_code == 2
