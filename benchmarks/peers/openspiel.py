"""The peer: OpenSpiel's C++, through the calls that its Python package ships, at its own best.

Nothing here is slowed down by Python. A rollout is what `RandomRolloutEvaluator` does in C++; one
simulation of `MCTSBot` with an evaluator of N rollouts calls it once, at the root, so N whole
random games are played inside a single call from Python. A search is one call of `mcts_search`.
"""

import time
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from typing import Any, NamedTuple

import pyspiel

UCT_C = 1.0
"""Exploration on OpenSpiel's scale, where a loss is -1 and a win is 1; on 0 … 1 it is half that.
Of 0.7, 1, 1.4 and 2 the first two made the peer strongest against us, on both games."""
MEMORY_MB = 4096
UNLIMITED = 1_000_000_000
FEWEST = 2
"""Simulations after which moves have been looked at: the first one only reaches the position."""


def _column(text: str) -> str:
    """`x3` drops a stone into the fourth column."""
    return "abcdefg"[int(text[1:])]


def _cells(text: str) -> str:
    """`a7b6*` takes, `a7a6` steps."""
    return f"{text[:2]}{'x' if text.endswith('*') else '-'}{text[2:4]}"


TEXTS: dict[str, Callable[[str], str]] = {"connect_four": _column, "breakthrough": _cells}
"""How each game's actions are written on our side."""


class Timed(NamedTuple):
    """How many of something were done, and the seconds of processor time they took."""

    done: float
    seconds: float

    @property
    def rate(self) -> float:
        """So many a second."""
        return self.done / self.seconds


def edition() -> str:
    """The name and version of the peer."""
    return f"OpenSpiel {version('open_spiel')}"


def moves_of(state: Any, key: str) -> dict[str, int]:
    """Every legal action in a state, by the text of the same move in our notation."""
    written, player = TEXTS[key], state.current_player()
    return {
        written(state.action_to_string(player, action)): action for action in state.legal_actions()
    }


def mean_length(key: str, games: int, seed: int) -> float:
    """Moves a random game, which the C++ evaluator does not count: games stepped from Python."""
    game, random, moves = pyspiel.load_game(key), Random(seed), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / games


def rollouts(key: str, games: int, seed: int) -> Timed:
    """Whole random games from the opening position, in one call."""
    game = pyspiel.load_game(key)
    evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, 1, MEMORY_MB, False, seed, False)
    state = game.new_initial_state()
    begun = time.thread_time()
    bot.mcts_search(state)
    return Timed(games, time.thread_time() - begun)


def simulations(key: str, count: int, seed: int) -> Timed:
    """Tree search from the opening position: one rollout a simulation, wins proven."""
    game = pyspiel.load_game(key)
    bot = _bot(game, seed, count, -1.0)
    state = game.new_initial_state()
    begun = time.thread_time()
    root = bot.mcts_search(state)
    return Timed(root.explore_count, time.thread_time() - begun)


def choose(state: Any, seconds: float, seed: int) -> int:
    """The action of an `MCTSBot` that thinks for so many seconds."""
    return int(thought(state, seconds, seed).best_child().action)


def thought(state: Any, seconds: float, seed: int) -> Any:
    """The root of the tree that an `MCTSBot` grows in so many seconds; it has looked at moves."""
    game = state.get_game()
    root = _bot(game, seed, UNLIMITED, seconds).mcts_search(state)
    if not root.children:  # the machine was busy elsewhere; `step` would end the process
        root = _bot(game, seed, FEWEST, -1.0).mcts_search(state)
    return root


def _bot(game: Any, seed: int, count: int, seconds: float) -> Any:
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(1, seed),
        UCT_C,
        count,
        MEMORY_MB,
        True,
        seed,
        False,
        max_wall_clock_time=seconds,
    )
