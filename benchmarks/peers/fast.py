"""OpenSpiel's Python `MCTSBot` on our compiled rules: the same bot, a thousand times as fast.

Through the adapter a random game is a thousand calls from C++ to Python, and the bot has a handful
of simulations a second. Here its states are those of the rules, its random games are played in one
call by `lab/playouts.py`, and it has some thousands. All else is the bot's own.
"""

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.peers.openspiel import FEWEST, UCT_C
from tabletier.adapters.openspiel import name_of
from tabletier.games.kernel.contract import CHANCE, MOVE, OVER, Game
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.steps import bridge, listed
from tabletier.match.match import Match

MOST_OUTCOMES = 1024
LOSS, DRAW, WIN = -1.0, 0.0, 1.0


class Position:
    """A state of the rules as the bot's search asks for it. Its actions are the rules' steps."""

    def __init__(self, game: Game, state: Any, seats: int) -> None:
        self.game, self.state, self.seats = game, state, seats
        self.seat = int(game.rules.to_move(state))

    def clone(self) -> "Position":
        """Another one to walk on with."""
        copy = Position.__new__(Position)
        copy.game, copy.state, copy.seats, copy.seat = self.game, self.state, self.seats, self.seat
        return copy

    def apply_action(self, step: int) -> None:
        """A step, or what chance draws."""
        _, self.state, self.seat, _ = bridge(self.game).advance(self.state, int(step), MOVE)

    def current_player(self) -> Any:
        """Who decides."""
        return pyspiel.PlayerId.CHANCE if self.seat == CHANCE else self.seat

    def is_chance_node(self) -> bool:
        """Whether something is to be drawn."""
        return self.seat == CHANCE

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.seat == OVER

    def legal_actions(self) -> list[int]:
        """The legal steps."""
        return list(listed(self.game.rules, self.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn, and how likely."""
        drawn, weights = np.empty((2, MOST_OUTCOMES), np.int64)
        asked = specialise("benchmarks.peers.steps", self.game)
        count = asked.outcomes(self.state, drawn, weights)
        total = int(weights[:count].sum())
        return [
            (int(step), int(w) / total) for step, w in zip(drawn[:count], weights, strict=False)
        ]

    def returns(self) -> list[float]:
        """What every seat has got at the end."""
        return won_by(int(self.game.rules.outcome(self.state)[0]), self.seats)


def won_by(winners: int, seats: int) -> list[float]:
    """What every seat gets, from one bit for each that has won."""
    if winners == 0:
        return [DRAW] * seats
    return [WIN if winners >> seat & 1 else LOSS for seat in range(seats)]


class RandomGame(mcts.Evaluator):  # type: ignore[misc] # open_spiel ships no types
    """One random game to the end, as `mcts.RandomRolloutEvaluator` plays them."""

    def __init__(self, game: Game, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.playouts = specialise("tabletier.lab.playouts", game)
        self.row = np.empty((1, self.playouts.COLUMNS), np.int64)

    def evaluate(self, position: Position) -> list[float]:
        """What came of a random game."""
        stream = self.random.integers(1 << 32, 1 << 61, 1)
        self.playouts.play_many(position.state, stream, self.row)
        return won_by(int(self.row[0, self.playouts.WINNERS]), position.seats)

    def prior(self, position: Position) -> list[tuple[int, float]]:
        """Every step as likely, or as chance has it."""
        if position.is_chance_node():
            return position.chance_outcomes()
        steps = position.legal_actions()
        return [(step, 1 / len(steps)) for step in steps]


class TimeIsUp(Exception):
    """The bot has thought for as long as it may."""

    def __init__(self, root: Any) -> None:
        super().__init__()
        self.root = root


class TimedBot(mcts.MCTSBot):  # type: ignore[misc] # the same
    """OpenSpiel's bot, which counts simulations, with a clock: it ends once its time is over."""

    def __init__(self, game: Game, seconds: float, seed: int) -> None:
        random = np.random.RandomState(seed)
        spiel, evaluator = pyspiel.load_game(name_of(game.key)), RandomGame(game, seed)
        super().__init__(spiel, UCT_C, 10**9, evaluator, solve=True, random_state=random)
        self.until = time.perf_counter() + seconds

    def _apply_tree_policy(self, root: Any, state: Position) -> Any:
        if root.explore_count >= FEWEST and time.perf_counter() >= self.until:
            raise TimeIsUp(root)
        return super()._apply_tree_policy(root, state)


def thought(game: Game, state: Any, seats: int, seconds: float, seed: int) -> Any:
    """The root of the tree that the bot grows in so many seconds."""
    bot = TimedBot(game, seconds, seed)
    try:
        return bot.mcts_search(Position(game, state, seats))
    except TimeIsUp as over:
        return over.root


def steps_of(match: Match, seconds: float, seed: int) -> tuple[tuple[int, ...], int]:
    """The bot's whole move in a match, a second for every step; its simulations."""
    game, state = match._game, match._state
    unfinished = getattr(game.rules, "unfinished", None)
    steps, simulations = list[int](), 0
    while not steps or (unfinished is not None and unfinished(state)):
        only = listed(game.rules, state)
        if len(only) == 1:
            steps.append(only[0])
        else:
            root = thought(game, state, match.seats, seconds, seed + len(steps))
            steps.append(int(root.best_child().action))
            simulations += root.explore_count
        state = bridge(game).advance(state, steps[-1], MOVE)[1]
    return tuple(steps), simulations
