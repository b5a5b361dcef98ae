"""Lessons in the terminal: played to the end, left, skipped; every mistake is explained."""

import pytest

from tabletier.cli import game_choice
from tabletier.cli.session.lesson import example_move
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Language
from tabletier.match.lessons import Lesson, answers, lessons, start_of
from tests.cli.helpers import tabletier
from tests.cli.terminal import Terminal, piped

GAME = keys()[0]
FIRST, SECOND = lessons(GAME)[:2]


def right_moves(lesson: Lesson) -> list[str]:
    done: list[str] = []
    while moves := answers(lesson, done):
        done.append(moves[0])
    return done


def learned(*typed: str, flags: tuple[str, ...] = ()) -> str:
    run = piped("learn", GAME, *flags, typed="\n".join(typed) + "\n")
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", keys())
def test_every_course_can_be_taken_to_its_end(game: str, language: Language) -> None:
    course = lessons(game)
    typed = [line for lesson in course for line in (*right_moves(lesson), "")]
    run = piped("learn", game, "--lang", language, typed="\n".join(typed))
    assert (run.returncode, run.stderr) == (0, "")
    for lesson in course:
        assert lesson.title.say(language) in run.stdout
        assert all(step.text.say(language) in run.stdout for step in lesson.steps)
        assert lesson.praise.say(language) in run.stdout
        assert all(rule in run.stdout for rule in lesson.rules)
    assert run.stdout.endswith(f"\n  tabletier play {game}\n")


def test_a_wrong_move_is_explained_and_nothing_is_lost() -> None:
    wrong = FIRST.steps[0].tempting[0]
    shown = learned(wrong, *right_moves(FIRST), "q")
    assert shown.endswith(f"\n  tabletier learn {GAME} --from 2\n")
    assert shown.index(FIRST.rules[0]) < shown.index(FIRST.praise.en)


def test_a_legal_move_that_misses_the_point_is_explained_by_the_lesson() -> None:
    step = FIRST.steps[0]
    assert step.misses
    missed = [move for move in step.tempting if move not in right_moves(FIRST)][-1]
    assert step.misses[0].text.en in learned(missed, "quit")


def test_enter_twice_leaves_and_says_how_to_come_back() -> None:
    shown = learned("", "", flags=("--from", "2"))
    assert FIRST.title.en not in shown
    assert SECOND.title.en in shown
    assert "Enter again to stop" in shown
    assert shown.endswith(f"\n  tabletier learn {GAME} --from 2\n")


def test_enter_a_move_enter_does_not_leave() -> None:
    shown = learned("", FIRST.steps[0].tempting[0], "", right_moves(FIRST)[0], "quit")
    assert FIRST.praise.en in shown


def test_words_that_help() -> None:
    shown = learned(
        "hint", "moves", "rules", "rules 1", "board", "why 9", "help", "draw", "next", "q"
    )
    assert f"Try {right_moves(FIRST)[0]}." in shown
    assert "Legal moves: " in shown
    assert shown.count(FIRST.text.en) == 2
    assert "Type a move, for example" in shown
    assert SECOND.title.en in shown


@pytest.mark.parametrize("game", keys())
def test_the_example_is_a_good_one_where_most_are(game: str) -> None:
    for lesson in lessons(game):
        legal, good = start_of(lesson).legal_moves(), answers(lesson)
        shown = example_move(lesson)
        assert shown in legal
        assert shown in good or 2 * len(good) <= len(legal)


def test_a_part_of_a_move_is_enough_as_in_a_game() -> None:
    move = right_moves(FIRST)[0]
    assert FIRST.praise.en in learned(move.upper(), "q")


@pytest.mark.parametrize("given", ["0", "13", "one", "-1", "9999999"])
def test_a_lesson_that_is_not_there(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_choice, "_prepare", find)  # with nothing to say of compiling
    run = tabletier("learn", GAME, f"--from={given}")
    count = len(lessons(GAME))
    sentence = f"Lessons run from 1 to {count}, not '{given}'.\n"
    assert (run.exit_code, run.stdout, run.stderr) == (2, "", sentence)


@pytest.mark.usefixtures("pebbles")
def test_a_game_without_lessons() -> None:
    run = tabletier("learn", "pebbles")
    assert (run.exit_code, run.stdout) == (2, "")
    assert "has no lessons" in run.stderr


def test_without_a_name_the_house_asks_and_a_script_is_told() -> None:
    run = tabletier("learn", typed="")
    assert run.exit_code == 2
    assert find(GAME).name.en in run.stdout
    assert run.stderr.startswith("Name a game: tabletier learn GAME")


def test_ctrl_c_at_a_terminal_leaves_with_its_code() -> None:
    with Terminal("learn", GAME) as terminal:
        terminal.expect("Your move: ")
        assert terminal.interrupt() == 130
        assert f"tabletier learn {GAME} --from 1" in terminal.screen
