"""Terminals that know only some signs are still good for playing."""

import pytest

from tabletier.cli.terminal import ARROWS, ASCII_FALLBACK, can_show_all
from tabletier.games.kernel.registry import keys
from tests.cli.terminal import environment, piped

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("déjà « joué » … \N{NO-BREAK SPACE}!", 'deja " joue " ...  !'),
        ("↑↗ ×2 — e5", "^9 x2 - e5"),
        ("œuvre", "oeuvre"),
        ("王", "?"),
    ],
)
def test_a_sign_becomes_the_nearest_one(text: str, shown: str) -> None:
    assert text.encode("ascii", ASCII_FALLBACK).decode() == shown


def test_no_two_arrows_look_alike_and_each_is_one_sign_wide() -> None:
    written = [arrow.encode("ascii", ASCII_FALLBACK) for arrow in ARROWS]
    assert len(set(written)) == len(ARROWS) == 8
    assert {len(sign) for sign in written} == {1}


def test_what_an_encoding_has_is_left_alone() -> None:
    assert "déjà ↑".encode("latin-1", ASCII_FALLBACK) == "déjà ^".encode("latin-1")
    assert can_show_all("utf-8")
    assert not can_show_all("latin-1")


@pytest.mark.parametrize("key", keys())
def test_no_table_has_question_marks_and_the_arrows_are_explained(key: str) -> None:
    run = piped("play", key, "--seed", "s", "--lang=fr", typed="aide\nquitter\n", **ASCII)
    assert run.returncode == 0, run.stderr
    assert "?" not in run.stdout
    assert "Ce terminal ne montre pas tous les signes." in run.stdout


def test_elsewhere_nothing_is_said_about_signs() -> None:
    assert "LC_ALL" not in environment()
    assert "does not show all signs" not in piped("play", keys()[0], typed="quit\n").stdout
