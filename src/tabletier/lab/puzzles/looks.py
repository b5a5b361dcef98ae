"""What every move of a position is worth, looked at again and again with other luck.

One look gives a chance to win for each of some moves, all of them in the same imagined worlds: what
one deal makes of two moves is compared within that deal. Where a game has an alpha-beta search
(nothing hidden, nothing drawn) a look is one such search, whose margin is so wide that all moves
worth comparing are weighed exactly; elsewhere each move has a tree of its own.
"""

import math
from collections.abc import Sequence
from statistics import mean, stdev
from typing import NamedTuple

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import ALPHABETA, Skill
from tabletier.match.match import Match
from tabletier.search.alphabeta_search import deepen
from tabletier.search.deep import is_deep
from tabletier.search.evaluation import best_tree, weigh
from tabletier.search.knowledge import Budget, Knowledge, knowledge_of, side_of
from tabletier.search.tree_search import Thought, think

LOOKS = 5
"""Looks of one seed."""
QUANTILE = 2.776445105
"""Student's 97.5 % quantile for four degrees of freedom: a two-sided interval of 95 %."""
WIDE = Skill(ALPHABETA, temper=0.08)
"""With this temper alpha-beta weighs exactly whatever loses less than about thirty points."""
PACES = (0.5, 0.75, 1.0, 1.5, 2.0)
"""Nothing is left to luck in an alpha-beta search: its looks differ in how far they see."""

Chances = dict[str, float]
"""The mover's chance to win after each move."""


class Depth(NamedTuple):
    """How long the looks of a stage take: in simulations, or in positions of alpha-beta."""

    screen: int
    """A glance at a position: is there anything to find?"""
    glance: int
    """One look at any legal move."""
    look: int
    """One look at a move that may matter."""
    review: int
    """One look of the second, longer search."""


BY_TREE = Depth(screen=500, glance=200, look=800, review=4_000)
BY_ALPHABETA = Depth(screen=20_000, glance=50_000, look=100_000, review=1_000_000)


class Gap(NamedTuple):
    """How much better one move is than another: the mean, and where it lies with 95 %."""

    mean: float
    low: float
    high: float


def gap_of(samples: Sequence[float]) -> Gap:
    """What five looks say of a difference."""
    if len(samples) != LOOKS:
        raise ValueError(f"expected {LOOKS} looks, but got {len(samples)}")
    error = QUANTILE * stdev(samples) / math.sqrt(LOOKS)
    middle = mean(samples)
    return Gap(middle, middle - error, middle + error)


def effort_for(game: str) -> Depth:
    """How long to look at positions of a game, where nobody says otherwise."""
    return BY_ALPHABETA if hasattr(find(game).heuristics, "evaluate") else BY_TREE


def glance(known: Knowledge, simulations: int, seed: str) -> Thought:
    """A short search of the whole position: which moves seem good."""
    if is_deep(known):
        return deepen(known, Budget(simulations), seed, WIDE)
    return think(known, Budget(simulations), seed, best_tree(find(known.game)))


def look(
    known: Knowledge, moves: Sequence[str], simulations: int, seed: str, number: int
) -> Chances:
    """What each of some moves is worth in the worlds, and with the luck, of one look of a seed."""
    side, own = side_of(known), f"{seed}/{number}"
    if is_deep(known):
        budget = Budget(round(PACES[number % LOOKS] * simulations))
        thought = deepen(known, budget, own, WIDE)
        found = {one.move: one.value[side] for one in thought.candidates}
        return {move: found[move] for move in moves if move in found}
    budget = Budget(simulations)
    return {move: weigh(known, move, budget, own).value[side] for move in moves}


def proves(match: Match, move: str, simulations: int, seed: str) -> bool:
    """Whether a move wins at once, or a search proves that it does, whatever the others do."""
    known, result = knowledge_of(match), match.play(move).result
    if find(known.game).hidden(known.table):
        return False  # some worlds that were imagined are not all there are
    if result is not None:
        return known.seat in result.winners
    thought = glance(known, simulations, seed)
    return any(found.move == move and found.proven > 0 for found in thought.candidates)
