"""Shares and spreads, against values that others published or that can be counted by hand."""

import math

import numpy as np
import pytest

from tabletier.lab.statistics import share, spread


class TestShare:
    @pytest.mark.parametrize(
        ("part", "whole", "low", "high"),
        [
            # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ],
    )
    def test_the_wilson_interval_has_the_published_ends(
        self, part: int, whole: int, low: float, high: float
    ) -> None:
        found = share(part, whole)
        assert found.value == part / whole
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)

    def test_all_is_the_mirror_of_none(self) -> None:
        none, everything = share(0, 50), share(50, 50)
        assert none.low == 0.0
        assert everything.high == 1.0
        assert math.isclose(none.high, 1 - everything.low)

    def test_more_games_narrow_the_interval_around_the_same_share(self) -> None:
        few, many = share(30, 100), share(3000, 10_000)
        assert few.low < many.low < 0.3 < many.high < few.high

    def test_of_nothing_nothing_is_known(self) -> None:
        found = share(0, 0)
        assert math.isnan(found.value)
        assert (found.low, found.high) == (0.0, 1.0)


class TestSpread:
    def test_quantiles_are_numbers_that_occurred(self) -> None:
        found = spread(np.arange(1, 101, dtype=np.int64))
        assert (found.low, found.median, found.high, found.mean) == (5, 50, 95, 50.5)

    def test_one_number_is_its_own_spread(self) -> None:
        assert spread(np.array([7], np.int64)) == (7, 7, 7, 7.0)
