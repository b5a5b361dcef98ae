"""Opponents find their way in a game, whether or not it brings heuristics."""

import pytest

from tabletier.games.kernel.registry import find
from tabletier.match.puzzles import LEVEL_RATINGS
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.levels import skills_of
from tabletier.search.ranks import MOST_LEVELS
from tabletier.search.tree_search import think
from tabletier.testing.conformance.tables import spread

pytestmark = pytest.mark.clause("rules, imagine(view, options, random), hidden(view), heuristics")


def test_an_opponent_finds_a_legal_move_and_the_same_one_again(key: str) -> None:
    match = spread(key)[0].sample(3)[-1]
    known, budget = knowledge_of(match), Budget(simulations=40)
    thought = think(known, budget, "seed")
    assert thought.move in match.legal_moves(), "imagine: a position that the view allows"
    assert thought == think(known, budget, "seed"), "the same seed gives the same thought"


def test_it_has_a_name_for_every_level_and_a_level_for_every_puzzle(key: str) -> None:
    count = len(skills_of(find(key)))
    assert len(LEVEL_RATINGS) <= count <= MOST_LEVELS, "SKILLS: a level each, five to eleven"
