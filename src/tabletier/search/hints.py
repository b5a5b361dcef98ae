"""A good move for whoever is to move, with a reason in words."""

from collections.abc import Callable
from typing import NamedTuple

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.texts import Text
from tabletier.search.budget import Budget
from tabletier.search.knowledge import Knowledge, side_of
from tabletier.search.reasons import generic, remark
from tabletier.search.thinking import Candidate, never, think
from tabletier.search.weighing import Value, best_tree

MOST = 3


class Hint(NamedTuple):
    """A move worth making."""

    move: str
    reason: Text
    """Why: the rest of a sentence that begins with the move, `completes four in a row`."""
    value: Value
    """Each side's chances after it."""
    alternatives: tuple[Candidate, ...]
    """A few more moves, the better ones first."""


def hint(
    known: Knowledge,
    budget: Budget,
    seed: str,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> Hint:
    """A good move and why; the same knowledge, simulations and seed give the same hint."""
    thought = think(known, budget, seed, best_tree(find(known.game)), stopped, threads)
    reason = remark(known, thought.move) or generic(thought, side_of(known))
    others = tuple(found for found in thought.candidates if found.move != thought.move)
    return Hint(thought.move, reason, thought.value, others[:MOST])
