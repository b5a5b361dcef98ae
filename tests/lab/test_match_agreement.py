"""A match, fed the same random words, ends exactly as the bulk player says: one truth."""

from typing import Any

import numpy as np
import pytest

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.random import advance, scale, word
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.bulk import play_streams, reasons, seatings, streams
from tabletier.match import course
from tabletier.match.match import Match
from tabletier.match.start import new


class Words:
    """A stream of random words, one after another, for draws and choices alike."""

    def __init__(self, stream: int) -> None:
        self.stream = stream

    def below(self, count: int) -> int:
        self.stream = advance(self.stream)
        return scale(word(self.stream), count)

    def ticket(self, seed: str, number: int, count: int) -> int:
        """Takes the place of the match's own draws, which come from its seed."""
        return self.below(count)


def random_move(game: Game, match: Match, words: Words) -> str:
    """A move of random legal steps, as text."""
    rules: Any = game.rules
    state = match._state
    steps: list[int] = []
    buffer = np.zeros(rules.MAX_MOVES, np.int64)
    while not steps or (hasattr(rules, "unfinished") and rules.unfinished(state)):
        step = int(buffer[words.below(rules.legal_moves(state, buffer))])
        steps.append(step)
        state = rules.apply(state, step)
    return game.write(match._state, tuple(steps))


@pytest.mark.parametrize("key", keys())
def test_a_match_ends_as_bulk_play_says(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(key)
    for options in seatings(game):
        generators = streams(2, "agreement", key, options)
        played = play_streams(game, options, generators)
        for number, stream in enumerate(generators.tolist()):
            words = Words(stream)
            monkeypatch.setattr(course, "ticket", words.ticket)
            match = new(key, options, seed="unused")
            while match.result is None:
                match = match.play(random_move(game, match, words))
            assert sum(1 << seat for seat in match.result.winners) == played.winners[number]
            assert match.result.reason == reasons(game)[played.reasons[number]]
            assert len(match.moves) == played.lengths[number]
