"""Accuracy by level: who meets whom, what the table says, and that matches are kept."""

import argparse
import math
from pathlib import Path

import pytest

from benchmarks import neighbours
from benchmarks.accuracy import Job, Played, interval, kept, measure, results_of, rows, table
from tabletier.games.kernel.registry import find, keys
from tabletier.search.players import everyone


def job(number: int) -> Job:
    return Job("punto", number, "best:10", 10)


def of(number: int, low: float, high: float) -> Played:
    """A match in which the lower and the higher level had such accuracies."""
    found = job(number)
    in_order = (low, high) if found.lineup[0] < found.lineup[1] else (high, low)
    return Played(found, in_order, (10, 10), ((1, 0, 0), (0, 0, 2)))


def test_neighbours_meet_equally_often_from_both_seats() -> None:
    for key in keys():
        last = len(everyone(find(key)))
        lineups = [Job(key, number, "best:10", 10).lineup for number in range(4 * (last - 1))]
        assert {level for lineup in lineups for level in lineup} == set(range(1, last + 1))
        for low in range(1, last):
            assert lineups.count((low, low + 1)) == lineups.count((low + 1, low)) == 2


def test_a_mean_and_its_interval() -> None:
    middle, half = interval([0.8, 0.9, 1.0])
    assert middle == pytest.approx(0.9)
    assert half == pytest.approx(1.96 * 0.1 / math.sqrt(3))
    assert interval([0.5]) == (0.5, math.inf)


def test_levels_are_compared_where_they_met() -> None:
    found = rows([of(0, 0.5, 0.7), of(4, 0.6, 0.9), of(1, 0.2, 0.8)])
    assert [row.level for row in found] == [1, 2, 3]
    first, second, third = found
    assert first.above is None
    assert first.accuracy[0] == pytest.approx(0.55)
    assert second.above is not None
    assert second.above[0] == pytest.approx(0.25)  # not what it lost to level 3
    assert second.accuracy[0] == pytest.approx((0.7 + 0.9 + 0.2) / 3)
    assert third.named == pytest.approx((0.0, 0.0, 20.0))
    assert "| 3 | 1 | 80.0 %" in table("any", found)


def test_matches_are_played_once_and_kept(tmp_path: Path) -> None:
    asked = argparse.Namespace(
        results=tmp_path, matches=1, strongest="best:50", simulations=1, jobs=1
    )
    (one,) = measure(keys()[-1], asked)
    assert one.job.lineup == (1, 2)
    assert all(share is None or 0.0 <= share <= 1.0 for share in one.accuracy)
    assert measure(keys()[-1], asked) == [one] == kept(results_of(keys()[-1], asked))


def test_matches_of_levels_that_were_others_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match is kept with its number alone, which said who played among the levels of its day."""
    asked = argparse.Namespace(results=tmp_path)
    before = results_of("punto", asked)
    monkeypatch.setattr(neighbours, "skill_of", lambda _, number: number)
    assert results_of("punto", asked) != before
