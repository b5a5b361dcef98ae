"""The test that stops an arena: against closed forms, and by simulation."""

import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletier.lab.statistics import BOUND, Weighing, log_likelihood_ratio, share_of_elo


def test_the_bounds_are_walds_for_errors_of_five_percent() -> None:
    assert pytest.approx(math.log(0.95 / 0.05)) == BOUND == pytest.approx(2.9444, abs=1e-4)


@given(st.integers(1, 300), st.integers(1, 300))
def test_won_or_lost_is_the_binomial_ratio(won: int, lost: int) -> None:
    """With scores of 0 and 1 only, the best distribution with a mean is the only one."""
    found = log_likelihood_ratio(Counter({1.0: won, 0.0: lost}), -20, 60)
    first, second = share_of_elo(-20), share_of_elo(60)
    expected = won * math.log(second / first) + lost * math.log((1 - second) / (1 - first))
    assert found == pytest.approx(expected, abs=1e-6)


def test_many_decks_come_near_to_the_normal_approximation() -> None:
    counts = Counter({0.0: 100, 0.25: 400, 0.5: 1000, 0.75: 400, 1.0: 120})
    first, second = share_of_elo(0), share_of_elo(10)
    total = counts.total()
    mean = sum(s * n for s, n in counts.items()) / total
    variance = sum(n * (s - mean) ** 2 for s, n in counts.items()) / total
    normal = total * (second - first) * (2 * mean - first - second) / (2 * variance)
    assert log_likelihood_ratio(counts, 0, 10) == pytest.approx(normal, rel=0.02)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60))
def test_seen_from_the_other_player_the_ratio_is_the_same(scores: list[float]) -> None:
    ours = log_likelihood_ratio(Counter(scores), 0, 80)
    theirs = log_likelihood_ratio(Counter(1 - score for score in scores), -80, 0)
    assert ours == pytest.approx(-theirs, abs=1e-6)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=40))
def test_a_better_score_speaks_more_for_the_stronger_claim(scores: list[float]) -> None:
    better = [min(1.0, score + 0.5) for score in scores]
    worse, best = (log_likelihood_ratio(Counter(s), 0, 80) for s in (scores, better))
    assert best >= worse - 1e-9


def test_after_the_verdict_nothing_changes() -> None:
    weighing = Weighing(0, 200)
    while not weighing.add(1.0):
        pass
    verdict = weighing.stands()
    assert verdict.verdict == "H1"
    assert weighing.add(0.0)
    assert weighing.stands() == verdict


@pytest.mark.parametrize(("truth", "rejecting"), [(0.0, "H1"), (80.0, "H0")])
def test_a_true_claim_is_rejected_about_once_in_twenty(truth: float, rejecting: str) -> None:
    """Pairs of games with draws; 400 tests, so 5 % are 20, give or take 4.4 a deviation."""
    random = Random(f"sprt {truth}")
    verdicts = Counter(verdict(random, truth) for _ in range(400))
    assert set(verdicts) <= {"H0", "H1"}
    assert 5 <= verdicts[rejecting] <= 34


def verdict(random: Random, truth: float) -> str:
    """What the test says of a player that is so much stronger and draws one game in four."""
    weighing, win = Weighing(0, 80), share_of_elo(truth) - 0.125
    while True:
        games = random.choices((1.0, 0.5, 0.0), (win, 0.25, 0.75 - win), k=2)
        if weighing.add(sum(games) / 2):
            return weighing.stands().verdict
