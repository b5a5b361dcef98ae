"""A match remembers which moves it has listed, and plays them as if it had to read them anew."""

import random

import pytest

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.steps import turns
from tabletier.match.match import LISTED, Match
from tabletier.match.start import new

PLIES = 40


def positions(game: str, seed: str) -> list[Match]:
    """The positions of a match that is played at random."""
    match, draw = new(game, seed=seed), random.Random(seed)
    found: list[Match] = []
    while match.result is None and len(found) < PLIES:
        found.append(match)
        match = match.play(draw.choice(match.legal_moves()))
    return found


def anew(match: Match) -> Match:
    """The same match, which has listed nothing yet."""
    fresh = match._with()
    assert LISTED not in fresh.__dict__
    return fresh


@pytest.mark.parametrize("game", keys())
def test_the_text_of_every_legal_move_reads_as_its_steps(game: str) -> None:
    rules = find(game)
    for match in positions(game, "texts"):
        found = turns(rules, match._state)
        texts = [rules.write(match._state, steps) for steps in found]
        assert [rules.read(match._state, text) for text in texts] == found
        assert sorted(texts) == list(match.legal_moves())


@pytest.mark.parametrize("game", keys())
def test_a_move_that_was_listed_is_played_like_one_that_was_not(game: str) -> None:
    for match in positions(game, "choices")[::4]:
        for move in match.legal_moves()[:5]:
            assert match.play(move) == anew(match).play(move)
        after = match.play(match.legal_moves()[0])
        assert after.legal_moves() == anew(after).legal_moves()
        for wrong in ("", "a1", *set(after.legal_moves()) - set(match.legal_moves())):
            refused = []
            for same in (match, anew(match)):
                with pytest.raises(GameError) as error:
                    same.play(wrong)
                refused.append(str(error.value))
            assert refused[0] == refused[1]
