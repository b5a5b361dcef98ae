"""What search is told of the two games is true: a play-out ends early only where all is decided."""

from typing import Any

import numpy as np
import pytest

from tabletier.games.kernel.contract import OVER, Game
from tests.peers.boards import KEYS, random_position, steps_of

WORDS = (0, 0x12345678, 0x80000000, 0xFFFFFFFF)


def wins(game: Game, state: Any) -> list[int]:
    """The steps that win at once."""
    ended = [(step, game.rules.apply(state, step)) for step in steps_of(game, state)]
    return [
        step
        for step, after in ended
        if game.rules.to_move(after) == OVER and game.rules.outcome(after)[0]
    ]


def losing(game: Game, state: Any) -> list[int]:
    """The steps after which the other side wins at once."""
    steps = steps_of(game, state)
    return [step for step in steps if wins(game, game.rules.apply(state, step))]


def positions(key: str) -> list[Any]:
    """Positions of random games in which somebody must move."""
    games = [(plies, seed) for plies in range(4, 64, 4) for seed in range(12)]
    found = [random_position(key, plies, seed) for plies, seed in games]
    return [both.ours for both in found if both.texts()]


@pytest.mark.parametrize("key", KEYS)
class TestJudging:
    def test_a_win_at_once_is_always_seen_and_what_is_called_decided_is(self, key: str) -> None:
        game = random_position(key, 0, 0).game
        heuristics: Any = game.heuristics
        seen = [0, 0, 0]
        for state in positions(key):
            value = np.full(2, 0.5)
            decided = heuristics.judge(state, state, value)
            if wins(game, state):
                assert decided
                assert value[state.turn] == 1.0
                seen[0] += 1
            elif decided:
                assert value[state.turn] == 0.0
                assert len(losing(game, state)) == len(steps_of(game, state))
                seen[1] += 1
            else:
                assert value.tolist() == [0.5, 0.5]
                seen[2] += 1
        assert all(seen), seen

    def test_the_policy_stops_a_win_that_can_be_stopped(self, key: str) -> None:
        game = random_position(key, 0, 0).game
        heuristics: Any = game.heuristics
        moves, stopped = np.zeros(game.rules.MAX_MOVES, np.int64), 0
        for state in positions(key):
            value = np.zeros(2)
            if heuristics.judge(state, state, value):
                continue
            lost, steps = set(losing(game, state)), steps_of(game, state)
            for word in WORDS:
                step = heuristics.policy_step(state, word, moves)
                assert step in steps
                if len(lost) < len(steps):
                    assert step not in lost
                    stopped += bool(lost)
        assert stopped
