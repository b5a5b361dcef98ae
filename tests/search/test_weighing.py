"""A move weighed by itself: exact at the end, repeatable, and blind to what is hidden."""

import random
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.search.budget import Budget
from tabletier.search.knowledge import knowledge_of
from tabletier.search.weighing import of_result, weigh
from tests.search.courses import about_to_win, every_table, random_match

FEW = Budget(simulations=24)


def test_a_finished_match_is_worth_one_nought_or_equal_shares() -> None:
    assert of_result(((0,), (1,)), (1,)) == (0.0, 1.0)
    assert of_result(((0, 2), (1, 3)), (0, 2)) == (1.0, 0.0)
    assert of_result(((0,), (1,), (2,)), ()) == pytest.approx((1 / 3,) * 3)


@pytest.mark.parametrize("key", keys())
def test_a_move_that_wins_the_match_is_worth_exactly_one(key: str) -> None:
    match, win = about_to_win(key)
    value = weigh(knowledge_of(match), win, FEW, "x")
    side = next(side for side, team in enumerate(match.teams) if match.to_move in team)
    assert value[side] == 1.0
    assert sum(value) == 1.0


@pytest.mark.parametrize(("key", "options"), every_table(), ids=str)
def test_chances_add_up_to_one_and_can_be_had_again(key: str, options: dict[str, Any]) -> None:
    match = random_match(key, options, 3)
    known, move = knowledge_of(match), match.legal_moves()[0]
    value = weigh(known, move, FEW, "x")
    assert len(value) == len(match.teams)
    assert sum(value) == pytest.approx(1.0)
    assert weigh(known, move, FEW, "x") == value


@pytest.mark.parametrize(("key", "options"), every_table(), ids=str)
def test_what_the_seat_cannot_see_changes_nothing(key: str, options: dict[str, Any]) -> None:
    match = random_match(key, options, 4)
    known, move = knowledge_of(match), match.legal_moves()[-1]
    imagined = find(key).imagine(known.table, match.options, random.Random(5))
    twin = tt.setup(key, imagined, options)
    same = knowledge_of(twin)._replace(past=known.past)
    assert weigh(same, move, FEW, "x") == weigh(known, move, FEW, "x")


def test_a_third_repetition_is_worth_a_draw() -> None:
    """Going back and forth until the position has been there twice: the next time is the end."""
    repeating = [key for key in keys() if hasattr(find(key).rules, "repetition_key")]
    assert repeating
    for key in repeating:
        match, move = about_to_repeat(key)
        assert weigh(knowledge_of(match), move, FEW, "x") == (0.5, 0.5)


def about_to_repeat(key: str) -> tuple[tt.Match, str]:
    """A match in which a move brings about a position for the third time."""
    match = random_match(key, {}, 24)
    for _ in range(60):
        for move in match.legal_moves():
            after = match.play(move)
            if after.result is not None and after.result.reason == "repetition":
                return match, move
        match = match.play(max(match.legal_moves(), key=lambda m: seen_after(match, m)))
    raise AssertionError(f"no repetition in {key}")


def seen_after(match: tt.Match, move: str) -> tuple[int, str]:
    """How often the position after a move has been on the table."""
    after = match.play(move)
    return (after.seen.count(after.seen[-1]), move) if after.seen else (0, move)
