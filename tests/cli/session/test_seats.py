"""Who sits where, and how an opponent plays at random."""

from collections import Counter

import pytest

from tabletier.cli.session.seats import random_move
from tabletier.match.start import new
from tests.cli.helpers import saved_games, tabletier

pytestmark = pytest.mark.usefixtures("pebbles")


def test_by_default_you_are_the_first_player_and_the_others_are_opponents() -> None:
    run = tabletier("play", "pebbles", "--players", "3", typed="quit\n")
    assert "You are Player 1. With you: Player 2 (at random), Player 3 (at random)." in run.stdout


@pytest.mark.parametrize("flags", [["--hot-seat"], ["--opponents", "none"], ["--seats", "me,moi"]])
def test_people_at_all_seats(flags: list[str]) -> None:
    run = tabletier("play", "pebbles", *flags, typed="\nquit\n")
    assert "At this keyboard: Player 1, Player 2." in run.stdout


def test_in_french_you_are_the_player() -> None:
    run = tabletier("play", "pebbles", "--lang", "fr", typed="quit\n")
    assert "Vous êtes le joueur 1. Avec vous\xa0: Joueur 2 (au hasard)." in run.stdout


def test_a_mix() -> None:
    seats = ["--players", "3", "--seats", "random,me,hasard"]
    run = tabletier("play", "pebbles", *seats, typed="quit\n")
    assert "You are Player 2. With you: Player 1 (at random), Player 3 (at random)." in run.stdout
    assert "Player 1 takes" in run.stdout


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--seats", "me"], "There are 2 seats, and only one name in --seats."),
        (["--seats", "me,you"], "There is no opponent 'you'; choose from: 1 Apprentice, 2 Journey"),
        (["--seats", "me,me", "--hot-seat"], "say the same thing: keep only one."),
        (["--opponents", "good"], "There is no opponent 'good'; choose from: 1 Apprentice, 2 Jour"),
        (["--opponents", "mastr"], "There is no opponent 'mastr'; did you mean 'Master'?"),
        (
            ["--opponents", "6"],
            "Pebbles has no level 6. Its levels: 1 Apprentice, 2 Journeyman",
        ),
        (["--opponents", ""], "There is no opponent ''; choose from: 1 Apprentice, 2 Journeyman"),
        (["--opponents", "-1"], "There is no opponent '-1'; choose from: 1 Apprentice, 2 Journeym"),
        (["--opponents", "me"], "There is no opponent 'me'; choose from: 1 Apprentice, 2 Journey"),
        (["--opponents", "2,3"], "There is only one other seat, and 2 names in --opponents."),
        (["--players", "3", "--opponents", "1,2,3"], "There are 2 other seats, and 3 names in --o"),
        (["--opponents", "2@3"], "'2' has its own time to think"),
        (["--opponents", "2-gredy"], "There is no manner 'gredy': expected careful, greedy, "),
        (["--opponents", "alphabeta"], "'alphabeta' cannot play Pebbles"),
    ],
)
def test_wishes_that_cannot_be(flags: list[str], sentence: str) -> None:
    run = tabletier("play", "pebbles", *flags)
    assert (run.exit_code, run.stdout) == (2, "")
    assert sentence in run.stderr


def test_a_random_opponent_plays_all_moves_equally_often() -> None:
    matches = (new("pebbles", seed=f"seed {number}") for number in range(2000))
    counted = Counter(random_move(match) for match in matches)
    assert set(counted) == {"draw", "take 1", "take 2", "take 3"}
    assert all(400 < count < 600 for count in counted.values())


def test_the_same_seed_gives_the_same_game() -> None:
    for _ in range(2):
        tabletier("play", "pebbles", "--seats", "random,random", "--seed", "x")
    first, second = (path.read_text() for path in saved_games())
    assert first == second
