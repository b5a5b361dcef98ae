"""The few figures a study gives: shares with their uncertainty, and the middle of a spread."""

import math
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
