"""At a real terminal: whole games of every kind, Ctrl-C, Ctrl-D, colours, the choice of a game."""

import random
import re

import pytest

from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find, keys
from tabletier.match.record import load
from tabletier.match.start import new
from tests.cli.helpers import saved_games
from tests.cli.terminal import (
    CTRL_D,
    PROMPT,
    Terminal,
    piped,
    resume_path,
    without_colours,
)

ANY = keys()[0]
OVER = "tabletier replay "
ARROW_UP = "\x1b[A"
COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])[0-9;]*m")


def offered(screen: str) -> list[str]:
    """The moves that `moves all` has listed."""
    listed = without_colours(screen).rpartition("Legal moves: ")[2].split("\n", 1)[1]
    return re.split(r" {3}|\n(?=\S)", listed.removesuffix(PROMPT).strip())


def one_move(screen: Terminal, dice: random.Random) -> None:
    """Ask what is legal, and play one of it."""
    screen.type("/moves all")
    screen.expect("Legal moves: ")
    moves = offered("Legal moves: " + screen.expect(PROMPT))
    screen.type(dice.choice(moves).replace("\n", " "))


@pytest.mark.slow
@pytest.mark.parametrize("key", keys())
def test_a_whole_game_of_every_kind(key: str) -> None:
    dice = random.Random(key)
    flags = ["--seed", "whole game", "--opponents", "random"]
    with Terminal("play", key, *flags, COLUMNS="400") as screen:
        screen.expect(PROMPT)
        while True:
            one_move(screen, dice)
            if OVER in screen.expect(PROMPT, OVER):
                break
        assert screen.end() == 0
        assert "(move/" not in screen.screen
    match = load(saved_games()[0].read_text())
    assert match.result is not None
    assert piped("verify", str(saved_games()[0])).returncode == 0


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", ["fr", "en"])
def test_chance_plays_every_game_to_the_end_in_both_languages(key: str, language: str) -> None:
    seats = sum(map(len, find(key).teams({o.key: o.default for o in find(key).options})))
    run = piped(
        "play", key, "--lang", language, "--seed", "x", "--seats", ",".join(["random"] * seats)
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert ("tabletier verify" in run.stdout) is True
    assert ("La partie est gardée" in run.stdout) == (language == "fr")


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(("language", "order"), [("fr", "aide"), ("en", "help")])
def test_a_newcomer_is_helped_in_every_game(key: str, language: str, order: str) -> None:
    run = piped("play", key, "--lang", language, typed=f"{order}\nrules\nmoves\nwhy nonsense\n??\n")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count(find(key).goal.say("fr" if language == "fr" else "en")) == 2
    assert f"{key.upper()}-1 " in run.stdout


def test_ctrl_c_keeps_the_game_and_exits_with_130() -> None:
    with Terminal("play", ANY, "--seed", "s") as screen:
        screen.expect(PROMPT)
        one_move(screen, random.Random(1))
        screen.expect(PROMPT)
        assert screen.interrupt() == 130
        path = resume_path(screen.screen)
    assert load(path.read_text()).moves
    assert "Traceback" not in screen.screen


def test_ctrl_d_keeps_the_game_and_exits_with_0_and_it_goes_on() -> None:
    with Terminal("play", ANY, "--seed", "s") as screen:
        screen.expect(PROMPT)
        one_move(screen, random.Random(1))
        screen.expect(PROMPT)
        screen.type(CTRL_D, enter=False)
        assert screen.end() == 0
        path = resume_path(screen.screen)
    with Terminal("play", "--resume", str(path)) as screen:
        screen.expect(PROMPT)
        screen.type("undo")
        screen.expect("Move taken back.")
        screen.expect(PROMPT)
        screen.type("quit")
        assert screen.end() == 0


def test_ctrl_c_elsewhere_is_quiet() -> None:
    with Terminal("play") as screen:
        screen.expect("Number or name (q to quit): ")
        assert screen.interrupt() == 130
        assert "Traceback" not in screen.screen


def test_tabletier_alone_opens_the_house_and_ctrl_c_closes_it() -> None:
    with Terminal(LANG="fr_FR.UTF-8", TABLETIER_PORT="0") as screen:
        screen.expect("La maison est ouverte\xa0: http://127.0.0.1:")
        assert screen.interrupt() == 0
        assert "Traceback" not in screen.screen


def test_play_asks_which_game() -> None:
    with Terminal("play", LANG="fr_FR.UTF-8") as screen:
        screen.expect("À quoi jouons-nous")
        screen.expect("Numéro ou nom (q pour quitter)")
        screen.type("1")
        screen.expect("Votre coup")
        screen.type("quitter")
        assert screen.end() == 0


def test_leaving_the_choice_of_a_game_is_fine() -> None:
    with Terminal("play") as screen:
        screen.expect("Number or name")
        screen.type(CTRL_D, enter=False)
        assert screen.end() == 0


def first_screen(**extra: str) -> str:
    with Terminal("play", ANY, "--seed", "s", **extra) as screen:
        screen.expect(PROMPT)
        screen.type("quit")
        assert screen.end() == 0
        return screen.screen


def test_colours_at_a_terminal_that_has_them() -> None:
    assert COLOUR.search(first_screen()) is not None


def test_no_colour_when_asked_for_none() -> None:
    assert COLOUR.search(first_screen(NO_COLOR="1")) is None


def test_nothing_but_text_on_a_dumb_terminal_or_in_a_pipe() -> None:
    assert "\x1b" not in first_screen(TERM="dumb")
    assert "\x1b" not in piped("play", ANY, "--seed", "s", typed="help\nmoves\n").stdout


def test_the_cursor_is_never_moved() -> None:
    codes = set(re.findall(r"\x1b\[[0-9;?]*([A-Za-z])", first_screen()))
    assert codes <= {"m"}


def test_a_terminal_without_unicode_gets_question_marks_instead_of_an_error() -> None:
    run = piped(
        "play", ANY, "--lang", "fr", typed="aide\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_bytes_that_are_no_text_are_nonsense_like_any_other() -> None:
    with Terminal("play", ANY, "--seed", "s") as screen:
        screen.expect(PROMPT)
        screen.send(b"\xff\xfe\x00 \xc3\r")
        screen.expect(PROMPT)
        screen.type("quit")
        assert screen.end() == 0


def hidden_hands() -> list[str]:
    """The command line of some game in which two players see different things."""
    for key in keys():
        for option in find(key).options:
            for value in option.values:
                try:
                    match = new(key, {option.key: value}, seed="s")
                except BadOption:
                    continue
                if match.view(0)["table"] != match.view(1)["table"]:
                    flag = "--" + option.key.replace("_", "-")
                    return [key, flag] if value is True else [key, f"{flag}={value}"]
    raise AssertionError("No game hides anything.")


def test_the_next_person_cannot_fetch_back_what_the_last_one_typed() -> None:
    with Terminal("play", *hidden_hands(), "--hot-seat", "--seed", "s") as screen:
        screen.expect("press Enter")
        screen.type("")
        screen.expect(PROMPT)
        one_move(screen, random.Random(1))
        screen.expect("press Enter")
        screen.type("")
        screen.expect(PROMPT)
        screen.type(ARROW_UP + "moves")
        shown = screen.expect(PROMPT)
        assert "Legal moves: " in shown
        screen.type("quit")
        assert screen.end() == 0
