"""`tabletier study` and `tabletier bench` from the command line: answers, errors, exit codes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tabletier.cli.commands import lab
from tabletier.cli.main import root
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.bulk import option_sets, seatings
from tests.lab.toys import DICE, LADDER

KEY = keys()[0]


def call(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["--lang", "en", *arguments])


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shelf with two small games, for commands that need no match."""
    shelf = {"dice": DICE, "ladder": LADDER}
    monkeypatch.setattr(lab, "keys", lambda: tuple(shelf))
    monkeypatch.setattr(lab, "find", lambda name: shelf[name])


def decoded(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


class TestStudy:
    def test_a_table_for_every_game_with_a_row_for_every_option_set(self, toys: None) -> None:
        result = call("study", "--games", "50")
        assert result.exit_code == 0
        assert "dice: 50 random games" in result.stdout
        assert "ladder: 50 random games" in result.stdout
        rows = re.findall(
            r"^.* \d+ \(\d+–\d+\) .* (?:50|33) [▲▼·] .*$", result.stdout, re.MULTILINE
        )
        assert len(rows) == len(option_sets(DICE)) + len(option_sets(LADDER))

    def test_the_same_seed_prints_the_same_and_another_does_not(self, toys: None) -> None:
        runs = [call("study", "ladder", "--games", "99", "--seed", s).stdout for s in "aab"]
        assert runs[0] == runs[1] != runs[2]

    def test_json_has_all_figures(self, toys: None) -> None:
        report = decoded(call("study", "dice", "--games", "30", "--seed", "s", "--json"))
        assert (report["seed"], report["games"]) == ("s", 30)
        (finding,) = report["findings"]
        assert finding["length"]["low"] <= finding["length"]["median"] <= finding["length"]["high"]
        assert finding["decisive"] == {"part": 30, "whole": 30, "value": 1.0} | {
            bound: finding["decisive"][bound] for bound in ("low", "high")
        }
        assert finding["reasons"]["sum"]["part"] == 30
        assert finding["first"]["fair"] == pytest.approx(1 / 3)

    def test_a_game_named_twice_is_studied_once(self, toys: None) -> None:
        report = decoded(call("study", "dice", "DICE", "--games", "2", "--json"))
        assert len(report["findings"]) == 1

    def test_markdown_writes_the_page_and_the_command_that_makes_it_again(
        self, toys: None, tmp_path: Path
    ) -> None:
        page = tmp_path / "page.md"
        result = call("study", "dice", "--games", "20", "--seed", "a b", "--markdown", str(page))
        assert result.exit_code == 0
        text = page.read_text("utf-8")
        assert "`tabletier study dice --games 20 --seed 'a b' --markdown`" in text
        assert "20 games per option set, seed `a b`, 20" in text
        assert "(rules version 1)" in text

    @pytest.mark.parametrize("command", [("study", "dice"), ("bench", "dice", "--quick")])
    def test_a_page_that_cannot_be_written_is_refused_before_anything_is_played(
        self, toys: None, command: tuple[str, ...], tmp_path: Path
    ) -> None:
        page = str(tmp_path / "nowhere" / "page.md")
        result = call(*command, "--markdown", page)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"Cannot write {page}: No such file or directory.\n"

    def test_markdown_without_a_name_is_the_page_of_the_docs(
        self, toys: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "docs" / "studies").mkdir(parents=True)
        monkeypatch.chdir(tmp_path)
        assert call("study", "dice", "--games", "20", "--markdown").exit_code == 0
        assert "# Random play" in Path("docs/studies/random-play.md").read_text("utf-8")

    def test_a_page_that_cannot_be_written_is_one_sentence(
        self, toys: None, tmp_path: Path
    ) -> None:
        target = str(tmp_path / "nowhere" / "page.md")
        result = call("study", "dice", "--games", "1", "--markdown", target)
        assert result.exit_code == 2
        assert result.stderr == f"Cannot write {target}: No such file or directory.\n"

    @pytest.mark.parametrize("number", ["0", "-1", "ten", "1.5", "1e3", "", "10000001", "9" * 5000])
    def test_a_bad_number_of_games_is_refused(self, number: str) -> None:
        result = call("study", KEY, "--games", number)
        assert result.exit_code == 2
        assert result.stderr.startswith("--games takes a number from 1 to 10000000, not '")
        assert len(result.stderr.splitlines()) == 1

    def test_french(self, toys: None) -> None:
        result = call("study", "dice", "--games", "5", "--lang", "fr")
        assert "5 parties au hasard" in result.stdout


class TestBench:
    def test_a_row_for_every_way_to_sit_down_and_the_cost_of_calls(self) -> None:
        result = call("bench", KEY, "--quick", "--seconds", "0.01")
        assert result.exit_code == 0, result.stderr
        assert re.search(r"\d+ cores, .*Python \d.*Numba \d", result.stdout)
        rows = re.findall(r"^.* \d+\.\d\d M +\d+ % .*$", result.stdout, re.MULTILINE)
        assert len(rows) == len(seatings(find(KEY)))
        assert re.search(rf"^{KEY} +\d+\.\d +\d+\.\d +\d+\.\d +– ", result.stdout, re.MULTILINE)

    def test_json_has_what_the_table_has(self, tmp_path: Path) -> None:
        page = tmp_path / "bench.md"
        page.write_text("# Benchmarks\n\nmade before\n\n<!-- a mark: written by `x`; -->\n\nkept\n")
        report = decoded(
            call("bench", KEY, "--quick", "--seconds", "0.01", "--json", "--markdown", str(page))
        )
        (game,) = report["games"]
        assert game["game"] == KEY
        assert game["startup_s"] is None
        assert set(game["calls_us"]) == {"play", "ask", "step"}
        for speed in game["speeds"]:
            assert speed["moves"] >= speed["games"] > 0
            assert speed["rates"] == sorted(speed["rates"])
            assert speed["rates"][0] <= speed["moves_per_second"] <= speed["rates"][-1]
            assert speed["mean_length"] == pytest.approx(speed["moves"] / speed["games"])
        text = page.read_text("utf-8")
        assert f"### {KEY} (rules version" in text
        assert re.search(
            r"commit \S+, load \S+, seeds `run 0` to `run 4`; 20\S+ Made by `tabletier bench", text
        )
        assert "made before" not in text
        assert text.endswith("\n\n<!-- a mark: written by `x`; -->\n\nkept\n")

    @pytest.mark.parametrize("number", ["0", "-1", "nan", "inf", "soon", "601"])
    def test_a_bad_number_of_seconds_is_refused(self, number: str) -> None:
        result = call("bench", KEY, "--seconds", number)
        assert result.exit_code == 2
        assert result.stderr == f"--seconds takes a number from 0.001 to 600, not '{number}'.\n"


@pytest.mark.parametrize("command", ["study", "bench"])
class TestBoth:
    def test_an_unknown_game_is_refused_with_the_nearest_name(self, command: str) -> None:
        result = call(command, KEY[:-1] + "x")
        assert result.exit_code == 2
        assert f"did you mean '{KEY}'?" in result.stderr
        assert result.stdout == ""

    def test_an_unknown_option_is_refused(self, command: str) -> None:
        result = call(command, "--jason")
        assert result.exit_code == 2
        assert "--json" in result.stderr

    def test_help_explains_every_option(self, command: str) -> None:
        result = call(command, "--help")
        assert result.exit_code == 0
        assert {"--json", "--markdown"} <= set(re.findall(r"--\w+", result.stdout))

    def test_it_is_listed_in_the_help_of_the_house(self, command: str) -> None:
        assert re.search(rf"^  {command} ", call("--help").stdout, re.MULTILINE)
