"""Figures with their uncertainty: shares, spreads, Elo, OpenSkill, and when two players differ.

When to stop comparing two players is Wald's sequential probability ratio test, generalised. Two
claims about the difference in Elo are weighed while the games come in. The scores of the decks may
be spread in any way, so each claim is given the best spread it allows: the distribution of greatest
likelihood among those with the claimed mean (empirical likelihood, Owen 1988; used so for chess
programs by Van den Bergh).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Z_95 = 1.959963984540054  # 95 % of a normal distribution lie within ± this many deviations


class Share(NamedTuple):
    """A part of a whole that was counted, and the interval that holds the true one (95 %)."""

    part: int
    whole: int
    value: float
    low: float
    high: float


def share(part: int, whole: int) -> Share:
    """The share `part / whole` with its Wilson score interval; of nothing, nothing is known."""
    if whole == 0:
        return Share(0, 0, math.nan, 0.0, 1.0)
    value = part / whole
    low, high = wilson(value, whole)
    return Share(part, whole, value, low, high)


def wilson(value: float, count: float) -> tuple[float, float]:
    """The Wilson score interval (95 %) of a share that was seen in `count` independent trials."""
    square = Z_95 * Z_95
    middle = (value + square / (2 * count)) / (1 + square / count)
    inner = value * (1 - value) / count + square / (4 * count * count)
    reach = Z_95 * math.sqrt(inner) / (1 + square / count)
    return 0.0 if value == 0 else middle - reach, 1.0 if value == 1 else middle + reach


class Spread(NamedTuple):
    """Where the middle of some whole numbers lies, and where nine tenths of them do."""

    low: int
    """5 % are at most this."""
    median: int
    high: int
    """95 % are at most this."""
    mean: float


def spread(numbers: NDArray[np.int64]) -> Spread:
    """The spread of some whole numbers; each quantile is one of them."""
    low, median, high = np.quantile(numbers, (0.05, 0.5, 0.95), method="inverted_cdf")
    return Spread(int(low), int(median), int(high), float(np.mean(numbers)))


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


ERROR = 0.05
"""How often either claim may be rejected although it is true."""
BOUND = math.log((1 - ERROR) / ERROR)
WHISPER = 1e-3
"""The weight of a deck lost whole and of one won whole, so that any mean is possible."""
HALVINGS = 60

UNDECIDED, FIRST, SECOND = "undecided", "H0", "H1"


class Sprt(NamedTuple):
    """How the two claims stand: `H0`, the difference is `elo0`; `H1`, it is `elo1`."""

    elo0: float
    elo1: float
    llr: float
    """The logarithm of the likelihood ratio: above 0 the scores speak for H1."""
    low: float
    high: float
    verdict: str
    """`H0` or `H1`, the claim that was accepted, or `undecided`."""
    decks: int
    """How many decks were weighed."""


class Weighing:
    """A test in progress: scores go in deck by deck, until the verdict falls."""

    def __init__(self, elo0: float, elo1: float) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.counts: Counter[float] = Counter()
        self.verdict, self.llr = UNDECIDED, 0.0

    def add(self, score: float) -> bool:
        """Weigh one more deck; whether the verdict has fallen. Later decks change nothing."""
        if self.verdict == UNDECIDED:
            self.counts[round(score, 9)] += 1
            self.llr = log_likelihood_ratio(self.counts, self.elo0, self.elo1)
            if abs(self.llr) >= BOUND:
                self.verdict = SECOND if self.llr > 0 else FIRST
        return self.verdict != UNDECIDED

    def stands(self) -> Sprt:
        """The test as it stands."""
        decks = self.counts.total()
        return Sprt(self.elo0, self.elo1, self.llr, -BOUND, BOUND, self.verdict, decks)


def log_likelihood_ratio(counts: Counter[float], elo0: float, elo1: float) -> float:
    """How much better the scores fit the second difference than the first."""
    weights = {score: float(count) for score, count in counts.items()}
    for end in (0.0, 1.0):
        weights[end] = weights.get(end, 0.0) or WHISPER
    values, masses = list(weights), list(weights.values())
    return _fit(values, masses, share_of_elo(elo1)) - _fit(values, masses, share_of_elo(elo0))


def _fit(values: Sequence[float], masses: Sequence[float], mean: float) -> float:
    """The log-likelihood of the best distribution with this mean, less that of the best of all.

    It gives the value a the probability mass(a) / (1 + tilt * (a - mean)), all masses being 1.
    """
    tilt = _tilt(values, masses, mean)
    pairs = zip(values, masses, strict=True)
    return -sum(mass * math.log1p(tilt * (value - mean)) for value, mass in pairs)


def _tilt(values: Sequence[float], masses: Sequence[float], mean: float) -> float:
    """The tilt that moves the mean there, found by halving; the sum falls as it grows."""
    low, high = -1 / (max(values) - mean), 1 / (mean - min(values))
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        pairs = zip(values, masses, strict=True)
        surplus = sum(m * (v - mean) / (1 + tilt * (v - mean)) for v, m in pairs)
        low, high = (tilt, high) if surplus > 0 else (low, tilt)
    return (low + high) / 2
