"""How a result changes ratings: Glicko's step (Glickman 1999), for any number of equal sides.

A rating is a strength, in Elo, and how uncertain it is. The chance of a side grows with the mean
of its players' strengths; where one side wins, nothing is learnt about the order of the others.
With two sides of one player it is Glicko, a match at a time; docs/decisions/0024 compares it.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

ELO = 400 / math.log(10)
"""The difference at which the odds are e to 1, in Elo."""
UNSURE = 3 / math.pi**2
"""How much of others' variance blurs what a result says (Glickman's g)."""
DRIFT = 6.0
"""What a match adds to the deviation of a person, who learns and forgets; not to a level's."""
LEAST = 15.0
"""No deviation becomes smaller: nobody is that well known."""
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known."""
Z_95 = 1.96
PROVISIONAL = 200
"""A rating whose interval is wider, to either side, is provisional: a dozen matches or two."""


class Rating(NamedTuple):
    """A strength in Elo, and its standard deviation."""

    mu: float
    sigma: float

    @property
    def margin(self) -> int:
        """The true strength is so much higher or lower at most, in 95 of 100 cases."""
        return round(Z_95 * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known to compare it with others'."""
        return self.margin > PROVISIONAL


class Setting(NamedTuple):
    """What a kind of table (two sides of one player, four …) does to chances."""

    offsets: tuple[float, ...]
    """What each side gains by its place, in Elo."""
    spread: float = 1.0
    """How much luck there is: a difference counts for a spread-th of what it does in Elo."""


def rest(rating: Rating) -> Rating:
    """A person's rating before a match: a little less certain than after the last."""
    sigma = math.sqrt(rating.sigma * rating.sigma + DRIFT * DRIFT)
    return Rating(rating.mu, min(sigma, max(WIDEST, rating.sigma)))


def rate(
    sides: Sequence[Sequence[Rating]], shares: Sequence[float | None], setting: Setting
) -> list[list[Rating]]:
    """The ratings after a match in which each side took a share of the one point.

    A share of None leaves a side as it was: others were rated against it, it is not.
    """
    strengths = [_mean(side) + offset for side, offset in zip(sides, setting.offsets, strict=True)]
    variances = [_variance(side) for side in sides]
    total, others, base = sum(variances), len(sides) - 1, (ELO * setting.spread) ** 2
    after = []
    for number, side in enumerate(sides):
        share = shares[number]
        if share is None:
            after.append(list(side))
            continue
        scale = math.sqrt(base + UNSURE * max(0.0, total - variances[number]) / others)
        own = strengths[number]
        chance = 1 / sum([math.exp(min(60.0, (other - own) / scale)) for other in strengths])
        slope = (share - chance) / (scale * len(side))
        known = chance * (1 - chance) / (scale * len(side)) ** 2
        after.append([_learnt(player, slope, known) for player in side])
    return after


def _mean(side: Sequence[Rating]) -> float:
    """The strength of a side."""
    if len(side) == 1:
        return side[0].mu
    return sum([player.mu for player in side]) / len(side)


def _variance(side: Sequence[Rating]) -> float:
    """How uncertain the strength of a side is."""
    return sum([player.sigma * player.sigma for player in side]) / len(side) ** 2


def _learnt(player: Rating, slope: float, known: float) -> Rating:
    variance = 1 / (1 / (player.sigma * player.sigma) + known)
    return Rating(player.mu + variance * slope, max(LEAST, math.sqrt(variance)))


def chances(sides: Sequence[Sequence[Rating]], setting: Setting) -> list[float]:
    """How likely each side is to win, as far as is known."""
    strengths = [_mean(side) + offset for side, offset in zip(sides, setting.offsets, strict=True)]
    variance = sum(_variance(side) for side in sides)
    scale = math.sqrt((ELO * setting.spread) ** 2 + UNSURE * 2 * variance / len(sides))
    top = max(strengths)
    weights = [math.exp((strength - top) / scale) for strength in strengths]
    return [weight / sum(weights) for weight in weights]
