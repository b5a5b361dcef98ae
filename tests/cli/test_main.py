"""`tabletier` itself: help, version, languages, mistakes and exit codes."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.types import StringParamType as Plain

import tabletier as tt
from tabletier import __version__
from tabletier.cli import i18n
from tabletier.cli.click_ext import OneOf
from tabletier.cli.main import COMMANDS, CliGroup, root
from tests.cli.helpers import tabletier
from tests.cli.terminal import RUN, environment, piped


def imports(arguments: list[str], variables: dict[str, str]) -> set[str]:
    """The modules that a run imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", RUN, *arguments],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    return {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_table_of_the_documentation(command: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "terminal.md"
    assert f"| `tabletier {command}" in page.read_text(encoding="utf-8")


def test_python_runs_the_package_as_the_command() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tabletier", "--version"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, f"tabletier {__version__}\n")


@pytest.mark.parametrize(
    ("language", "figures"),
    [("en", "1,234,878 at 6.40 M"), ("fr", "1\u202f234\u202f878 at 6,40 M")],
)
def test_figures_are_written_as_the_language_does(language: str, figures: str) -> None:
    i18n.set_language([f"--lang={language}"], {})
    assert i18n.format_figures("1,234,878 at 6.40 M") == figures


def test_help_lists_every_command() -> None:
    run = tabletier("--help")
    assert run.exit_code == 0
    assert run.stdout.startswith("Usage: tabletier")
    assert all(f"\n  {command} " in run.stdout for command in COMMANDS)


def test_version() -> None:
    run = tabletier("--version")
    assert (run.exit_code, run.stdout) == (0, f"tabletier {__version__}\n")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["play", "--help"], ["serve", "--help"], ["nonsense"]]
)
def test_answers_at_once_because_numba_is_not_imported(arguments: list[str]) -> None:
    imported = imports(arguments, environment(TABLETIER_JIT="1"))
    assert "tabletier.cli.main" in imported
    assert "numba" not in imported
    assert "rich" not in imported


def alone(rest: str) -> subprocess.CompletedProcess[str]:
    """`tabletier` as a process of its own, the rest written as bash reads it."""
    return subprocess.run(
        ["bash", "-c", f'{sys.executable} -c "{RUN}" {rest}'],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("variables", "beginning"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "Utilisation"),
        ({"LANG": "de_DE.UTF-8"}, "Usage"),
        ({"LANG": "fr_CA", "LC_ALL": "en_GB"}, "Usage"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr"}, "Utilisation"),
        ({"LC_ALL": "", "LANG": "fr"}, "Utilisation"),
        ({}, "Usage"),
    ],
)
def test_the_locale_chooses_the_language(
    variables: dict[str, str], beginning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert tabletier("--help").stdout.startswith(beginning)


@pytest.mark.parametrize(
    "arguments",
    [["--lang", "fr", "--help"], ["--help", "--lang=fr"], ["play", "--lang", "fr", "-h"]],
)
def test_lang_chooses_the_language_wherever_it_stands(arguments: list[str]) -> None:
    assert tabletier(*arguments).stdout.startswith("Utilisation")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_command_has_help_without_a_word_of_the_other_language(
    command: str, language: str
) -> None:
    run = tabletier(command, "--help", "--lang", language)
    assert run.exit_code == 0
    assert ("Show this help." in run.stdout) == (language == "en")
    assert ("Affiche cette aide." in run.stdout) == (language == "fr")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plya"], "There is no command 'plya'; did you mean 'tabletier play'?"),
        (["zzz"], "There is no command 'zzz'; 'tabletier --help' shows them all."),
        (["--lang", "de"], "--lang cannot be 'de'; choose from: fr, en."),
        (["--colour"], "There is no option '--colour' here; 'tabletier --help' shows them all."),
        (["serve", "--port", "x"], "--port takes a number from 0 to 65535, not 'x'."),
        (["doctor", "--jsno"], "There is no option '--jsno' here; did you mean '--json'?"),
        (["doctor", "--json=1"], "The option --json takes no value."),
        (["play", "--seed"], "The option --seed needs a value."),
        (["games", "all"], "That is too much: 'all' is not expected here."),
        (["verify"], "This is missing: FILE."),
    ],
)
def test_a_mistake_is_one_sentence_on_stderr_and_exit_code_2(
    arguments: list[str], sentence: str
) -> None:
    run = tabletier(*arguments)
    assert (run.exit_code, run.stdout, run.stderr) == (2, "", sentence + "\n")


@pytest.mark.parametrize("command", [[], ["games"], ["doctor"]])
def test_whether_to_compile_is_said_by_0_or_1(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETIER_JIT", "maybe")
    run = tabletier(*command)
    told = "TABLETIER_JIT cannot be 'maybe': 0 interprets the rules, 1 compiles them.\n"
    assert (run.exit_code, run.stdout, run.stderr) == (2, "", told)
    assert tabletier("--version").exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_no_value_is_read_by_click_which_would_refuse_it_in_its_own_words(command: str) -> None:
    found = root.get_command(click.Context(root), command)
    assert found is not None
    values = [param for param in found.params if not getattr(param, "is_flag", False)]
    assert [param for param in values if not isinstance(param.type, (Plain, OneOf))] == []


def test_a_number_with_a_default_is_refused_in_both_languages() -> None:
    run = tabletier("ratings", "--most", "x")
    assert (run.exit_code, run.stderr) == (2, "--most takes a number from 1 to 1000, not 'x'.\n")
    run = tabletier("ratings", "--most", "x", "--lang", "fr")
    assert "--most attend un nombre de 1 à 1000, pas" in run.stderr


def test_the_same_mistake_in_french() -> None:
    run = tabletier("verify", "--lang", "fr")
    assert (run.exit_code, run.stderr) == (2, "Il manque\xa0: FICHIER.\n")


@pytest.mark.usefixtures("pebbles")
def test_the_name_of_a_game_is_answered_with_the_way_to_play_it() -> None:
    assert "did you mean 'tabletier play pebbles'?" in tabletier("pebble").stderr


class TestSomethingUnexpected:
    @pytest.fixture(autouse=True)
    def _break(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object) -> None:
            raise ZeroDivisionError("never seen before")

        monkeypatch.setattr(CliGroup, "get_command", broken)

    def test_one_sentence_says_where_the_report_is(self, home: Path) -> None:
        run = tabletier("games")
        (report,) = (home / "reports").iterdir()
        assert (run.exit_code, run.stdout) == (70, "")
        assert run.stderr == f"Something unexpected went wrong; the report is in {report}.\n"
        assert "ZeroDivisionError: never seen before" in report.read_text()

    def test_even_when_no_folder_takes_the_report(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETIER_DATA_DIR", "/dev/null/data")
        monkeypatch.setattr("tempfile.tempdir", "/dev/null/temporary")
        run = tabletier("games")
        assert run.exit_code == 70
        assert "no folder took the report" in run.stderr
        assert "Traceback" not in run.stderr


def test_a_closed_keyboard_is_like_an_empty_one() -> None:
    run = alone("play <&-")
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_an_own_process_runs_the_rules_at_once_instead_of_compiling_them_first() -> None:
    assert "rules are compiled; " in piped("doctor", "--json", TABLETIER_JIT="1").stdout
    usual = environment()
    del usual["TABLETIER_JIT"]
    assert "numba" not in imports(["games"], usual)
    assert "numba" in imports(["games"], {**usual, "TABLETIER_JIT": "1"})


class TestAReaderWhoLeaves:
    """As `| head` does; here nobody reads from the start."""

    @pytest.fixture
    def game(self, tmp_path: Path) -> Path:
        match = tt.new("expion", seed="a seed")
        for _ in range(5):
            match = match.play(match.legal_moves()[0])
        path = tmp_path / "game.jsonl"
        path.write_text(match.record())
        return path

    @pytest.mark.parametrize(
        "words",
        [("replay", "--all", "{}"), ("replay", "--json", "{}"), ("games",), ("play", "--help")],
    )
    def test_ends_it_quietly_and_as_other_programs_end(
        self, words: tuple[str, ...], game: Path
    ) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        try:
            run = subprocess.run(
                [sys.executable, "-c", RUN, *(word.format(game) for word in words)],
                env=environment(),
                stdout=writing,
                stderr=subprocess.PIPE,
                check=False,
            )
        finally:
            os.close(writing)
        assert (run.returncode, run.stderr) == (141, b"")
