"""Several people at one keyboard: nobody sees what only another may know."""

import re

import pytest

from tests.cli.helpers import tabletier

pytestmark = pytest.mark.usefixtures("pebbles")
BLANKS = "\n" * 50


def screens(*typed: str, flags: tuple[str, ...] = ("--hot-seat",)) -> list[str]:
    """What is shown between one handing over of the keyboard and the next."""
    lines = "\n".join(typed) + "\n"
    run = tabletier("play", "pebbles", "--seed", "a seed", *flags, typed=lines)
    assert run.exit_code == 0, run.output
    return re.split(r"\n{50,}", run.stdout)


def secrets(screen: str) -> set[str]:
    return set(re.findall(r"secret=(\d{3})", screen))


def test_the_keyboard_is_handed_over_before_another_hand_is_shown() -> None:
    before, first, second, third = screens("", "take 1", "", "take 1", "", "quit")
    assert secrets(before) == set()
    assert "Player 1, press Enter when you alone can see the screen." in first
    assert "Player 2, press Enter when you alone can see the screen." in second
    assert len(secrets(first)) == len(secrets(second)) == 1
    assert secrets(first) != secrets(second)
    assert secrets(third) == secrets(first)


def test_no_number_of_a_player_appears_on_another_players_screen() -> None:
    _, first, second, *_ = screens("", "draw", "take 1", "", "draw", "take 1", "", "quit")
    numbers = [set(re.findall(r"\b[1-9]\d{2}\b", screen)) for screen in (first, second)]
    assert all(len(found) == 2 for found in numbers)
    assert numbers[0] & numbers[1] == set()


def test_what_happened_meanwhile_is_told_to_whoever_sits_down() -> None:
    *_, third = screens("", "take 1", "", "take 2", "", "quit")
    assert "Player 2 takes 2.\n" in third
    assert "Player 1 takes" not in third


def test_one_who_moves_twice_keeps_the_keyboard() -> None:
    assert len(screens("", "draw", "draw", "quit")) == 2


def test_alone_against_chance_nothing_is_handed_over() -> None:
    assert len(screens("take 1", "quit", flags=())) == 1


def test_all_may_agree_to_a_draw() -> None:
    *_, last = screens("", "/draw", "n", "/draw", "y")
    assert "Does everybody agree to a draw? (y/n)" in last
    assert "The game is a draw (by agreement)." in last


def test_the_last_table_shows_no_hand() -> None:
    *_, last = screens("", "/draw", "y")
    assert "secret=None" in last


def test_undo_hands_the_keyboard_back() -> None:
    *_, last = screens("", "take 1", "", "undo", "", "quit")
    assert last.lstrip().startswith("Player 1, press Enter")


def test_the_way_to_go_on_names_the_seats() -> None:
    *_, last = screens("", "take 1", "", "quit")
    assert re.search(r"--resume \S+ --seats me,me\n", last)
