"""How sure one may be of a difference that was measured a few times."""

import math
from collections.abc import Sequence
from typing import NamedTuple

SEARCHES = 5
"""Independent measurements; four degrees of freedom, for which Student's law has a short form."""
SURE = 0.95
QUANTILE = 2.131846786
"""Student's 95 % quantile, one side, four degrees of freedom."""


class Measure(NamedTuple):
    """A mean, and an interval: it lies above `low` with 95 %, and below `high` with 95 %."""

    mean: float
    low: float
    high: float
    error: float
    """The standard error of the mean."""


def measured(samples: Sequence[float]) -> Measure:
    """The mean of five independent measurements and what it may really be."""
    if len(samples) != SEARCHES:
        raise ValueError(f"expected {SEARCHES} measurements, but got {len(samples)}")
    mean = sum(samples) / SEARCHES
    variance = sum((sample - mean) ** 2 for sample in samples) / (SEARCHES - 1)
    error = math.sqrt(variance / SEARCHES)
    return Measure(mean, mean - QUANTILE * error, mean + QUANTILE * error, error)


def confidence(found: Measure, threshold: float) -> float:
    """How likely it is, by Student's law, that the true mean lies above a threshold."""
    distance = found.mean - threshold
    if found.error < 1e-9:
        return 1.0 if distance >= 0.0 else 0.0
    return student(distance / found.error)


def student(t: float) -> float:
    """Student's distribution function for four degrees of freedom."""
    spread = 1.0 + t * t / 4.0
    return 0.5 + 0.375 * t / math.sqrt(spread) * (1.0 - t * t / (12.0 * spread))
