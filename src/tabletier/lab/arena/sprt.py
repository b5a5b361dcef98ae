"""When to stop comparing two players: Wald's sequential probability ratio test, generalised.

Two claims about the difference in Elo are weighed while the games come in. The scores of the decks
may be spread in any way, so each claim is given the best spread it allows: the distribution of
greatest likelihood among those with the claimed mean (empirical likelihood, Owen 1988; used so
for chess programs by Van den Bergh).
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tabletier.lab.arena.rating import share_of_elo

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
