"""Student's law for five measurements, against figures of printed tables."""

import random
import statistics

import pytest

from tabletier.search.analysis.verdicts import QUANTILE, confidence, measured, student


@pytest.mark.parametrize(
    ("t", "below"),
    [(0.0, 0.5), (0.741, 0.75), (1.533, 0.90), (2.132, 0.95), (2.776, 0.975), (4.604, 0.995)],
)
def test_the_law_has_the_values_of_the_tables(t: float, below: float) -> None:
    assert student(t) == pytest.approx(below, abs=5e-4)
    assert student(-t) == pytest.approx(1 - below, abs=5e-4)


def test_the_interval_is_that_of_the_samples() -> None:
    samples = [0.1, 0.2, 0.3, 0.2, 0.2]
    found = measured(samples)
    error = statistics.stdev(samples) / 5**0.5
    assert found.mean == pytest.approx(0.2)
    assert found.low == pytest.approx(0.2 - QUANTILE * error)
    assert confidence(found, found.low) == pytest.approx(0.95, abs=1e-6)


def test_equal_samples_are_certain() -> None:
    found = measured([0.5] * 5)
    assert (found.low, found.high) == (0.5, 0.5)
    assert confidence(found, 0.2) == 1.0
    assert confidence(found, 0.6) == 0.0


def test_the_lower_end_is_too_high_about_once_in_twenty_times() -> None:
    """True mean 0, normal noise: four thousand intervals."""
    noise = random.Random(1)
    wrong = sum(measured([noise.gauss(0, 1) for _ in range(5)]).low > 0 for _ in range(4000))
    assert 140 <= wrong <= 260


def test_another_number_of_samples_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 5"):
        measured([0.1, 0.2])
