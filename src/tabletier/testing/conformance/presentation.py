"""A game presents itself: what it is called, what it is about, who made it, how it ends."""

import pytest

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.testing.conformance.sentences import is_said

pytestmark = pytest.mark.clause("GAME: key, name, goal, credits, version, endings, reconstruction")


def test_a_game_has_a_name_an_aim_an_author_and_a_version(key: str) -> None:
    game = find(key)
    assert isinstance(game, Game)
    assert game.key == key
    assert is_said(game.name), "name: a Text, in French and in English"
    assert is_said(game.goal), "goal: a Text, in French and in English"
    assert game.goal.fr != game.goal.en, "goal: one sentence in French, one in English"
    assert game.goal.fr.endswith("."), "goal: a whole sentence"
    assert game.goal.en.endswith("."), "goal: a whole sentence"
    assert len(game.credits) > 5, "credits: author, publisher, year"
    assert game.version, "version: a text, raised when the same moves lead to something else"


def test_every_ending_has_a_name_and_nothing_else_has(key: str) -> None:
    game = find(key)
    if game.endings:
        assert set(game.endings) == set(game.rules.REASONS), "endings: one for each of REASONS"
        assert all(is_said(name) for name in game.endings.values())


def test_reconstructed_parts_are_admitted(key: str) -> None:
    game = find(key)
    assert game.reconstruction is None or is_said(game.reconstruction)
    assert game.box is None or len(game.box) == 64
