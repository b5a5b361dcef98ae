"""Opponents find their way in a game, whether or not it brings heuristics."""

import pytest

from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.tree_search import think
from tabletier.testing.conformance.tables import spread

pytestmark = pytest.mark.clause("rules, imagine(view, options, random), hidden(view), heuristics")


def test_an_opponent_finds_a_legal_move_and_the_same_one_again(key: str) -> None:
    match = spread(key)[0].sample(3)[-1]
    known, budget = knowledge_of(match), Budget(simulations=40)
    thought = think(known, budget, "seed")
    assert thought.move in match.legal_moves(), "imagine: a position that the view allows"
    assert thought == think(known, budget, "seed"), "the same seed gives the same thought"
