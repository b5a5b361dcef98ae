"""A clock that hands out simulations, and trees grown by several threads."""

import time

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import keys
from tabletier.search.knowledge import Budget, Stopwatch, knowledge_of
from tabletier.search.tree_search import never, think


def spend(clock: Stopwatch, wanted: int = 256) -> int:
    taken = 0
    while count := clock.take(wanted):
        taken += count
    return taken


@pytest.mark.parametrize("limit", [1, 3, 256, 1000])
def test_exactly_the_simulations_of_the_budget_are_handed_out(limit: int) -> None:
    assert spend(Stopwatch(Budget(simulations=limit), never)) == limit


def test_nothing_is_handed_out_when_time_is_up_but_the_first() -> None:
    assert spend(Stopwatch(Budget(seconds=0.0), never), 1) == 1


def test_a_slow_thinker_is_handed_little_at_a_time() -> None:
    clock, most = Stopwatch(Budget(simulations=40), never), 0
    while count := clock.take(256):
        time.sleep(0.004 * count)
        most = max(most, count)
    assert most <= 8


def test_shares_divide_the_simulations_and_keep_the_start() -> None:
    clock = Stopwatch(Budget(simulations=10, seconds=5.0), never)
    shares = clock.shares(4)
    assert sum(share.budget.simulations or 0 for share in shares) == 10
    assert {share.began for share in shares} == {clock.began}


@pytest.mark.parametrize("key", keys())
def test_several_threads_share_the_work_and_can_be_repeated(key: str) -> None:
    match = tt.new(key, seed="t")
    known, budget = knowledge_of(match), Budget(simulations=600)
    first, again = (think(known, budget, "s", threads=2) for _ in range(2))
    assert first == again
    assert first.simulations == 600
    assert sum(candidate.visits for candidate in first.candidates) == 600


def test_who_waits_for_a_forced_move_does_not_wait_long() -> None:
    """Only with a budget of seconds: analysis wants the value of forced moves too."""
    forced = None
    for key in keys():
        match = tt.new(key, seed="t")
        if len(match.legal_moves()) == 1:
            forced = knowledge_of(match)
    assert forced is not None
    assert think(forced, Budget(seconds=600.0), "s").simulations <= 8 * 256
