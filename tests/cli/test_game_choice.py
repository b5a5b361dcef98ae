"""Options on the command line: made from each game's own list."""

from dataclasses import replace

import pytest

from tabletier.cli.click_ext import CliOption
from tabletier.cli.game_choice import game_flags, named_game
from tabletier.games.kernel.contract import Option
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.match.record import load
from tests.cli.helpers import saved_games, tabletier

pytestmark = pytest.mark.usefixtures("pebbles")
TAKING = {"--seed", "--lang"}


@pytest.mark.parametrize(
    ("arguments", "game"),
    [
        (["pebbles"], "pebbles"),
        (["--players", "3", "pebbles"], "pebbles"),
        (["--calm", "Pebbles"], "Pebbles"),
        (["--seed", "pebbles", "pebbles"], "pebbles"),
        (["--seed", "pebbles"], None),
        (["--seed", "a", "pebles"], "pebles"),
        (["pebles", "--players", "3"], "pebles"),
        (["--players", "3"], None),
        ([], None),
    ],
)
def test_the_game_is_found_wherever_it_stands(arguments: list[str], game: str | None) -> None:
    assert named_game(arguments, TAKING) == game


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_help_of_every_game_lists_its_options_with_labels_and_values(
    key: str, language: str
) -> None:
    run = tabletier("play", key, "--help", "--lang", language)
    text = "".join(run.stdout.split())
    for option in find(key).options:
        assert "--" + option.key.replace("_", "-") in text
        assert "".join(option.label.say("fr" if language == "fr" else "en").split()) in text
        assert option.rule in text


def test_help_tells_what_values_mean_and_which_holds() -> None:
    text = " ".join(tabletier("play", "pebbles", "--help").stdout.split())
    assert "--mood [gay|grave] Mood (gay: light). Default: gay. [PEBBLES-4]" in text
    assert "--calm / --no-calm Calm. Default: no. [PEBBLES-3]" in text


def test_french_help_sets_its_signs_as_french_does() -> None:
    text = tabletier("play", "pebbles", "--help", "--lang", "fr").stdout
    assert "(gay\xa0: légère)" in " ".join(text.replace("\xa0", "~").split()).replace("~", "\xa0")
    assert "\nOptions\xa0:\n" in text


@pytest.mark.parametrize(
    ("name", "meaning"), [("2: North and South", "2: North and South"), ("solo", "2: solo")]
)
def test_a_value_is_not_named_twice(name: str, meaning: str) -> None:
    names = {2: Text(name, name)}
    option = Option("players", (2,), 2, Text("Joueurs", "Players"), "TOY-1", names)
    (flag,) = game_flags(replace(find("pebbles"), options=(option,)))
    assert isinstance(flag, CliOption)
    assert flag.help == f"Players ({meaning}). Default: 2. [TOY-1]"


def test_flags_become_options_of_the_match() -> None:
    flags = ["--heap-size", "9", "--calm", "--mood", "GRAVE"]
    assert tabletier("play", "pebbles", *flags, typed="take 1\n").exit_code == 0
    options = load(saved_games()[0].read_text()).options
    assert options == {"players": 2, "heap_size": 9, "calm": True, "mood": "grave"}


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--player", "3"], "There is no option '--player' here; did you mean '--players'?"),
        (["--players", "4"], "--players cannot be '4'; choose from: 2, 3."),
        (["--players", "3", "--calm"], "Calm is for two. (PEBBLES-3)"),
        (["--seed", ""], "The seed is a text of 1 to 1000 characters."),
    ],
)
def test_a_bad_option_is_one_sentence(flags: list[str], sentence: str) -> None:
    run = tabletier("play", "pebbles", *flags)
    assert (run.exit_code, run.stderr) == (2, sentence + "\n")


def test_an_option_of_a_game_that_was_not_named() -> None:
    run = tabletier("play", "--heap-size", "9")
    assert run.exit_code == 2
    assert "name the game first: tabletier play GAME --heap-size" in run.stderr


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    run = tabletier("play", "peebles")
    assert (run.exit_code, run.stdout) == (2, "")
    assert "did you mean 'pebbles'?" in run.stderr


def test_a_game_is_named_as_one_likes() -> None:
    assert tabletier("play", "PEB*bles", typed="quit\n").exit_code == 0
