"""Both sides of a comparison, step by step: our rules and OpenSpiel's."""

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not here: pip install open_spiel")

from benchmarks.peers.openspiel import moves_of  # noqa: E402 - only where pyspiel is
from benchmarks.peers.ours import KEYS  # noqa: E402 - the same

__all__ = ["KEYS", "Both", "peer_perft", "perft", "random_position", "start", "steps_of"]


class Both(NamedTuple):
    """The same position twice."""

    key: str
    ours: Any
    theirs: Any

    @property
    def game(self) -> Game:
        return find(self.key)

    def texts(self) -> dict[str, int]:
        """Our legal steps by their texts."""
        write = self.game.write
        return {write(self.ours, (step,)): step for step in steps_of(self.game, self.ours)}

    def their_texts(self) -> dict[str, int]:
        return {} if self.theirs.is_terminal() else moves_of(self.theirs, self.key)

    def after(self, text: str) -> "Both":
        theirs = self.theirs.clone()
        theirs.apply_action(self.their_texts()[text])
        return Both(self.key, self.game.rules.apply(self.ours, self.texts()[text]), theirs)


def start(key: str) -> Both:
    """The opening position."""
    return Both(key, find(key).start({}), pyspiel.load_game(key).new_initial_state())


def random_position(key: str, plies: int, seed: int) -> Both:
    """After so many random moves, fewer if the game ends."""
    both, random = start(key), Random(seed)
    for _ in range(plies):
        texts = sorted(both.texts())
        if not texts:
            break
        both = both.after(random.choice(texts))
    return both


def steps_of(game: Game, state: Any) -> list[int]:
    """Our legal steps."""
    moves = np.zeros(game.rules.MAX_MOVES, np.int64)
    return [int(move) for move in moves[: game.rules.legal_moves(state, moves)]]


def perft(game: Game, state: Any, depth: int) -> int:
    """How many sequences of so many moves there are, by our rules."""
    steps = steps_of(game, state)
    if depth == 1:
        return len(steps)
    return sum(perft(game, game.rules.apply(state, step), depth - 1) for step in steps)


def peer_perft(state: Any, depth: int) -> int:
    """The same by OpenSpiel's."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(peer_perft(state.child(action), depth - 1) for action in actions)
