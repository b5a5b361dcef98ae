"""How strong players are: shares of points with their uncertainty, Elo, OpenSkill."""

import math
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from tabletier.lab.statistics import Z_95, wilson

PRIOR_DECKS = 4
"""So many decks' worth of belief that games of one deck are independent."""


class Estimate(NamedTuple):
    """A figure, and the interval that holds the true one (95 %)."""

    value: float
    low: float
    high: float


def share_of_points(decks: Sequence[float], games: int) -> Estimate:
    """The mean score of some decks of `games` games each, every score from 0 to 1.

    Games of one deck depend on each other: who wins with good cards on one side often loses on the
    other. So the interval is Wilson's, for as many independent games as would spread like these
    decks (Kish's design effect). A few decks say little about their spread; they are believed in
    part only, and the interval never shrinks to nothing.
    """
    if not decks:
        return Estimate(math.nan, 0.0, 1.0)
    mean, count = min(1.0, fmean(decks)), len(decks)
    single = mean * (1 - mean)
    seen = _variance(decks, mean) * games / single if count > 1 and single > 0 else 1.0
    effect = ((count - 1) * seen + PRIOR_DECKS) / (count - 1 + PRIOR_DECKS)
    return Estimate(mean, *wilson(mean, count * games / effect))


def _variance(numbers: Sequence[float], mean: float) -> float:
    return math.fsum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)


def elo_of_share(share: float) -> float:
    """The difference in Elo at which a player is expected to take this share of the points."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def share_of_elo(elo: float) -> float:
    """The share of the points that a player so much stronger is expected to take."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: Estimate) -> Estimate:
    """The difference in Elo that belongs to a share; all won or all lost is infinitely much."""
    return Estimate(*map(elo_of_share, share))


def open_skill(entrants: int, games: Iterable[dict[int, float]]) -> list[Estimate]:
    """OpenSkill ratings (Plackett-Luce, Weng and Lin 2011) after games given as entrant: points.

    Players do not learn between games, so nothing is added to the uncertainty as time goes by.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(entrants)]
    for points in games:
        rated = model.rate([[ratings[e]] for e in points], scores=list(points.values()))
        for entrant, (rating,) in zip(points, rated, strict=True):
            ratings[entrant] = rating
    return [Estimate(r.mu, r.mu - Z_95 * r.sigma, r.mu + Z_95 * r.sigma) for r in ratings]
