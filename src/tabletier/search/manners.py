"""Manners: what decides among moves that seem about as good. Nobody plays better or worse for it.

An opponent first chooses as its level does. Then it looks at the moves about as good as that one,
and makes the one that it likes most: what is liked is said by the game (`likes` of its record).
"""

import math
from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.contract import MOVE, Game
from tabletier.games.kernel.steps import bridge

if TYPE_CHECKING:
    from tabletier.search.tree_search import Candidate

PLAIN_MANNER = ""
"""The manner of whoever has none."""
LEEWAY = 0.1
"""Moves are about as good if the logarithms of their odds are so close: 2.5 % of an even match,
and less where it is nearly decided."""


def suited(
    game: Game, state: Any, side: int, manner: str, chosen: "Candidate", others: "list[Candidate]"
) -> "Candidate":
    """The move about as good as the chosen one that a manner likes most; of equals the better.

    Wins are made as they were seen, and whoever is lost holds out as long as the level can.
    """
    if chosen.proven or not 0.0 < chosen.value[side] < 1.0:
        return chosen
    equals = [other for other in others if other.proven == 0 and is_near(chosen, other, side)]
    return max([chosen, *equals], key=lambda move: liking(game, state, manner, move.move))


def is_near(chosen: "Candidate", other: "Candidate", side: int) -> bool:
    """Whether a move seems about as good as the chosen one, and no better: a manner is no skill."""
    return 0.0 <= log_odds(chosen.value[side]) - log_odds(other.value[side]) < LEEWAY


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance: 0 at one half, without end where all is decided."""
    if not 0.0 < chance < 1.0:
        return math.copysign(math.inf, chance - 0.5)
    return math.log(chance / (1.0 - chance))


def liking(game: Game, state: Any, manner: str, move: str) -> float:
    """How much a manner likes a legal move."""
    return float(getattr(game.likes(state, after_move(game, state, move)), manner))


def after_move(game: Game, state: Any, move: str) -> Any:
    """The state after a legal move, before chance draws anything."""
    steps = game.read(state, move)
    assert steps is not None
    for step in steps:
        state = bridge(game).advance(state, step, MOVE)[1]
    return state
