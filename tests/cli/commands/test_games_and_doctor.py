"""What is on the shelf, and whether the house is in order."""

import builtins
import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletier.cli import game_choice
from tabletier.cli.game_choice import pick_game
from tabletier.games.kernel import compiler
from tabletier.games.kernel.registry import find, house_keys, keys
from tabletier.match.options import seat_counts
from tests.cli.helpers import tabletier
from tests.cli.terminal import piped


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game on the shelf that does not load."""
    folder = tmp_path / "shelf" / "shards"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise RuntimeError('in pieces')")
    games = sys.modules["tabletier.games"]
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder.parent)])
    house_keys.cache_clear()


@pytest.mark.usefixtures("pebbles")
class TestGames:
    def test_lists_every_game_with_players_and_goal(self) -> None:
        run = tabletier("games")
        assert "Pebbles (2 · 3 players)\n  Take the last pebble.\n" in run.stdout
        assert all(f"tabletier play {key}\n" in run.stdout for key in keys())

    def test_json(self) -> None:
        listed = {game["key"]: game for game in json.loads(tabletier("games", "--json").stdout)}
        assert set(listed) == set(keys())
        assert listed["pebbles"]["players"] == [2, 3]
        assert listed["pebbles"]["goal"]["fr"] == "Prenez le dernier caillou."

    def test_a_game_that_does_not_load_leaves_the_others_on_the_shelf(self, broken: None) -> None:
        run = tabletier("games")
        assert run.exit_code == 1
        assert "Take the last pebble." in run.stdout
        assert "The game shards does not load: RuntimeError: in pieces\n" in run.stderr


@pytest.mark.usefixtures("pebbles")
class TestDoctor:
    def test_names_everything_it_looked_at(self, home: Path) -> None:
        run = tabletier("doctor")
        seen = {line[9:].split("  ")[0] for line in run.stdout.splitlines()}
        assert {"python", "numba", "jit", "cache", "data", "box"} <= seen
        assert {f"game {key}" for key in keys()} <= seen
        assert f"{home} (will be made when needed)" in run.stdout

    def test_all_well(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETIER_PORT", "0")  # whatever else runs on this machine
        run = tabletier("doctor", "--json")
        report = json.loads(run.stdout)
        assert (run.exit_code, report["ok"]) == (0, True), run.stdout

    def test_without_a_house(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def missing(name: str, *given: Any) -> Any:
            if name == "tabletier.server.settings":
                raise ModuleNotFoundError("No module named 'pydantic'", name="pydantic")
            return real(name, *given)

        real = builtins.__import__
        monkeypatch.setattr(builtins, "__import__", missing)
        run = tabletier("doctor")
        line = next(line for line in run.stdout.splitlines() if " house " in line)
        assert line == (
            "WRONG    house          cannot open (No module named 'pydantic'): "
            "install it again with pip install --force-reinstall tabletier"
        )
        assert run.exit_code == 1

    def test_a_broken_game_is_wrong(self, broken: None) -> None:
        run = tabletier("doctor")
        assert run.exit_code == 1
        assert "WRONG    game shards    RuntimeError: in pieces\n" in run.stdout
        assert run.stderr == "Something is wrong: see the lines marked WRONG.\n"

    def test_a_data_folder_that_cannot_be_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETIER_DATA_DIR", "/dev/null/data")
        run = tabletier("doctor", "--json")
        findings = {f["name"]: f for f in json.loads(run.stdout)["findings"]}
        assert run.exit_code == 1
        assert findings["data"]["ok"] is False
        assert "cannot be written" in findings["data"]["value"]

    def findings(self) -> dict[str, tuple[bool, str]]:
        report = json.loads(tabletier("doctor", "--json").stdout)
        return {f["name"]: (f["ok"], f["value"]) for f in report["findings"]}

    def test_what_serve_would_find(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        found = self.findings()
        where = "127.0.0.1:8000 (this machine only); set by TABLETIER_DATA_DIR"
        assert found["settings"] == (True, where)
        assert found["database"] == (True, f"{home}/house.sqlite3 (will be made when needed)")
        assert found["compiled"][0]
        assert "redis" not in found
        monkeypatch.setenv("TABLETIER_HOST", "0.0.0.0")
        where = "0.0.0.0:8000 (open to other machines); set by TABLETIER_DATA_DIR, TABLETIER_HOST"
        assert self.findings()["settings"] == (True, where)
        monkeypatch.setenv("TABLETIER_PORT", "x")
        ok, value = self.findings()["settings"]
        assert not ok
        assert value.startswith("The setting TABLETIER_PORT (port) cannot be 'x': ")

    def test_the_database_of_the_house(self, home: Path) -> None:
        home.mkdir()
        (home / "house.sqlite3").write_bytes(b"")
        assert self.findings()["database"] == (True, "SQLite, version none: still empty")
        with sqlite3.connect(home / "house.sqlite3") as database:
            database.execute("create table alembic_version (version_num)")
            database.execute("insert into alembic_version values ('9999')")
        database.close()
        assert self.findings()["database"][0] is False
        (home / "house.sqlite3").write_bytes(b"not a database" * 100)
        assert self.findings()["database"] == (
            False,
            "SQLite does not answer: file is not a database",
        )

    def test_services_that_do_not_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(
            "TABLETIER_DATABASE_URL", "postgresql://house:silence_stdout@127.0.0.1:1/house"
        )
        monkeypatch.setenv("TABLETIER_REDIS_URL", "redis://:silence_stdout@127.0.0.1:1")
        found = self.findings()
        assert found["database"][1].startswith("PostgreSQL does not answer: ")
        assert found["redis"][1].startswith("Redis does not answer: ")
        assert not any("silence_stdout" in value for _, value in found.values())

    def test_box_data(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def box() -> tuple[bool, str]:
            findings = json.loads(tabletier("doctor", "--json").stdout)["findings"]
            return next((f["ok"], f["value"]) for f in findings if f["name"] == "box")

        assert box() == (True, "those of the house")
        monkeypatch.setenv("TABLETIER_BOX_DIR", str(tmp_path / "none"))
        assert box()[0] is False
        monkeypatch.setenv("TABLETIER_BOX_DIR", str(tmp_path))
        assert box() == (True, f"corrected in {tmp_path}: none")
        boxed = next(key for key in keys() if find(key).box is not None)
        (tmp_path / f"{boxed}.json").write_text("{}")
        assert box() == (True, f"corrected in {tmp_path}: {boxed}")

    def test_in_french_it_speaks_french_and_writes_french_figures(self, home: Path) -> None:
        home.mkdir()
        (home / "big").write_bytes(b"0" * 2_400_000)
        run = tabletier("doctor", "--lang", "fr")
        assert f"bien     parties        {home} (2,4 Mo)\n" in run.stdout
        assert f"bien     jeu {keys()[0]}" in run.stdout
        assert "game" not in run.stdout
        assert " data " not in run.stdout


class TestBoxData:
    """Box data is read once a process, so these look at processes of their own."""

    @pytest.fixture
    def key(self) -> str:
        return next(key for key in keys() if find(key).box is not None)

    def doctor(self, folder: Path, *flags: str) -> "subprocess.CompletedProcess[str]":
        return piped("doctor", *flags, TABLETIER_BOX_DIR=str(folder), TABLETIER_PORT="0")

    def test_a_folder_in_place_of_a_file_is_wrong_but_foreseen(
        self, key: str, tmp_path: Path
    ) -> None:
        (tmp_path / "box" / f"{key}.json").mkdir(parents=True)
        run = self.doctor(tmp_path / "box")
        assert run.returncode == 1
        assert re.search(rf"^WRONG +game {key} .*cannot be read", run.stdout, re.MULTILINE)
        assert re.search(rf"^WRONG +box .*: none; cannot be used: {key}$", run.stdout, re.MULTILINE)

    @pytest.mark.parametrize("command", ["serve", "play", "reports"])
    def test_a_bad_file_is_one_sentence_at_the_start_of_every_command(
        self, command: str, key: str, tmp_path: Path
    ) -> None:
        (tmp_path / f"{key}.json").write_text('{"half')
        run = piped(command, TABLETIER_BOX_DIR=str(tmp_path), TABLETIER_PORT="0")
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith(f"The box data {key}.json cannot be used: it is not JSON")
        assert run.stderr.endswith("Correct the file or unset TABLETIER_BOX_DIR.\n")
        assert run.stderr.count("\n") == 1

    def test_files_that_no_game_reads_are_named(self, key: str, tmp_path: Path) -> None:
        unread = next(other for other in keys() if find(other).box is None)
        names = sorted((f"{key.capitalize()}.json", "box.json", f"{unread}.json"))
        for name in (*names, "notes.txt"):
            (tmp_path / name).write_text("{}")
        run = self.doctor(tmp_path, "--lang=fr")
        assert run.returncode == 1
        assert run.stdout.count("PROBLÈME") == 1
        assert f"un fichier de ce nom\xa0: {', '.join(names)}\n" in run.stdout


@pytest.mark.usefixtures("new_game")
def test_the_first_time_a_game_is_compiled_we_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETIER_CACHE_DIR", str(tmp_path / "cache"))
    compiler.cache_dir().mkdir(parents=True)
    game_choice._warm_up(find("pebbles"))  # as this process runs its rules, whatever we say next
    monkeypatch.setattr(compiler, "JIT", True)
    waited = "Preparing the game (first time only)…\n"
    assert tabletier("play", "pebbles", typed="quit\n").stderr == waited
    assert tabletier("play", "pebbles", typed="quit\n").stderr == ""


def test_a_game_without_a_choice_of_players_says_how_many_it_has() -> None:
    counts = {key: seat_counts(pick_game(key)) for key in keys()}
    assert all(counts.values())
    assert all(count >= 2 for found in counts.values() for count in found)
