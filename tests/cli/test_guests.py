"""A game from elsewhere that fails while it is played is named, in the terminal's words."""

import shutil
from pathlib import Path

import pytest

from tests.cli.terminal import piped

GUEST = Path(__file__).parents[2] / "examples" / "guest_game" / "hexapawn"


class Guest:
    """The guest of the examples, with something changed in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(GUEST, root / "hexapawn", ignore=shutil.ignore_patterns("__pycache__"))

    def change(self, file: str, was: str, now: str) -> None:
        """Something else stands in one of its files."""
        path = self.root / "hexapawn" / file
        text = path.read_text("utf-8")
        assert was in text
        path.write_text(text.replace(was, now), "utf-8")

    def played(self, *words: str, typed: str = "", **more: str) -> tuple[int, str, str]:
        """What comes of a game of it: exit code, what is shown, complaints."""
        settings = {"TABLETIER_GAMES": "hexapawn", "PYTHONPATH": str(self.root), **more}
        done = piped("play", "hexapawn", "--seed", "1", *words, typed=typed, **settings)
        return done.returncode, done.stdout, done.stderr


@pytest.fixture
def guest(tmp_path: Path) -> Guest:
    return Guest(tmp_path)


class TestAnErrorInIt:
    def test_in_its_rules(self, guest: Guest) -> None:
        guest.change("rules.py", "source, target = 1 <<", "source, target = one <<")
        code, _, said = guest.played("--hot-seat", typed="a1-a2\n")
        assert code == 70
        assert said.startswith(
            "The guest game 'hexapawn' (named by TABLETIER_GAMES) failed while it was played: "
            "NameError: name 'one' is not defined (rules.py, line "
        )
        assert "The report, for whoever made that game, is in " in said

    def test_in_its_rules_as_they_are_compiled(self, guest: Guest) -> None:
        guest.change("rules.py", "source, target = 1 <<", "source, target = one <<")
        cache = str(guest.root / "cache")
        code, _, said = guest.played("--hot-seat", TABLETIER_JIT="1", TABLETIER_CACHE_DIR=cache)
        assert code == 2
        assert "The guest game 'hexapawn' (named by TABLETIER_GAMES) cannot be used: " in said
        assert "NameError: name 'one' is not defined" in said

    def test_in_its_words(self, guest: Guest) -> None:
        guest.change("texts.py", "def tell(", "def tell(_):\n    raise ValueError('odd')\n\ndef _(")
        code, _, said = guest.played("--seats", "random,random", "--lang", "fr")
        assert code == 70
        assert said.startswith(
            "Le jeu invité «\xa0hexapawn\xa0» (nommé par TABLETIER_GAMES) a échoué"
        )
        assert "ValueError: odd (texts.py, ligne " in said

    def test_in_the_process_of_an_opponent_that_thinks(self, guest: Guest) -> None:
        guest.change("rules.py", "source, target = 1 <<", "source, target = one <<")
        code, _, said = guest.played("--seats", "1,me")
        assert code == 70
        assert "The guest game 'hexapawn'" in said
        assert "NameError: name 'one' is not defined (rules.py, line " in said


def test_where_nobody_can_move_and_it_does_not_say_that_it_is_over(guest: Guest) -> None:
    guest.change(
        "rules.py",
        "return OVER if has_arrived(state) or not can_move(state) else state.turn",
        "return state.turn",
    )
    code, shown, said = guest.played("--seats", "random,random")
    assert (code, said) == (1, "")
    assert (
        "has no legal move, and the rules of this game do not say that the match is over" in shown
    )


def test_a_question_ends_as_it_was_asked(guest: Guest) -> None:
    assert "White: which pawn goes ahead?\n" in guest.played("--hot-seat", typed="quit\n")[1]
