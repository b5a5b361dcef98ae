"""How a match stands for a side, as one of its seats may judge it, whoever is to move."""

from typing import Literal

from tabletier.games.kernel.registry import find
from tabletier.match.match import Match
from tabletier.search.knowledge import Knowledge, side_of
from tabletier.search.thinking import Thought
from tabletier.search.weighing import Value

Standing = Literal["ahead", "even", "behind"]
ABOUT = 0.1
"""How much more than an equal share of the chances still counts as about even."""


def known_by(match: Match, seat: int) -> Knowledge:
    """What a seat knows of a match that goes on; where nothing is hidden, what everybody does."""
    if match.to_move is None:
        raise ValueError("the match is over: there is nothing left to judge")
    if not find(match.game).hidden(match.view(seat)["table"]):
        seat = match.to_move  # all know the same, and searches begin with the seat to move
    return Knowledge(match.game, match.options, seat, match.view(seat)["table"], match.seen)


def chances(thought: Thought, known: Knowledge, mover: int) -> Value:
    """Each side's chances in a position that was thought about, if its mover plays well."""
    if known.seat == mover:
        return thought.value
    side = side_of(known._replace(seat=mover))
    expected = max(thought.candidates, key=lambda c: (c.value[side] >= 1.0, c.visits))
    return expected.value


def standing(value: Value, side: int) -> Standing:
    """Whether a side has about its share of the chances, more or less."""
    share = value[side] * len(value)
    if share > 1.0 + ABOUT:
        return "ahead"
    return "behind" if share < 1.0 - ABOUT else "even"
