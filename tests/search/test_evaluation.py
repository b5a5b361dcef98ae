"""A move weighed by itself: exact at the end, repeatable, and blind to what is hidden."""

import random
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE
from tabletier.games.kernel.registry import find, keys
from tabletier.search.evaluation import after, of_result, weigh
from tabletier.search.knowledge import Budget, knowledge_of
from tests.search.courses import about_to_win, every_table, random_match

FEW = Budget(simulations=24)
SOME = Budget(simulations=1000)


def test_a_finished_match_is_worth_one_nought_or_equal_shares() -> None:
    assert of_result(((0,), (1,)), (1,)) == (0.0, 1.0)
    assert of_result(((0, 2), (1, 3)), (0, 2)) == (1.0, 0.0)
    assert of_result(((0,), (1,), (2,)), ()) == pytest.approx((1 / 3,) * 3)


@pytest.mark.parametrize("key", keys())
def test_a_move_that_wins_the_match_is_worth_exactly_one(key: str) -> None:
    match, win = about_to_win(key)
    value = weigh(knowledge_of(match), win, FEW, "x").value
    side = next(side for side, team in enumerate(match.teams) if match.to_move in team)
    assert value[side] == 1.0
    assert sum(value) == 1.0


@pytest.mark.parametrize(("key", "options"), every_table(), ids=str)
def test_chances_add_up_to_one_and_can_be_had_again(key: str, options: dict[str, Any]) -> None:
    match = random_match(key, options, 3)
    known, move = knowledge_of(match), match.legal_moves()[0]
    value = weigh(known, move, FEW, "x").value
    assert len(value) == len(match.teams)
    assert sum(value) == pytest.approx(1.0)
    assert weigh(known, move, FEW, "x").value == value


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
        assert weigh(knowledge_of(match), move, FEW, "x").value == (0.5, 0.5)


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


@pytest.mark.parametrize("key", keys())
def test_luck_evens_out_over_all_that_could_have_been_drawn(key: str) -> None:
    """Nobody is called lucky for what a longer look would have told as well."""
    match, chooser = tt.new(key, seed="luck"), random.Random(2)
    while match.to_move is not None and not next_draw(match, match.legal_moves()[0]):
        match = match.play(chooser.choice(match.legal_moves()))
    if match.to_move is None:
        return  # a game without chance
    known, move = knowledge_of(match), match.legal_moves()[0]
    draws = next_draw(match, move)
    found = [weigh(known, move, SOME, "x", drawn=(draw,)) for draw in draws]
    side = match.teams.index(next(team for team in match.teams if match.to_move in team))
    swings = [weight.drawn[side] - weight.value[side] for weight in found]
    assert len({weight.value for weight in found}) == 1
    assert max(swings) > 0.0 > min(swings)
    assert abs(sum(swings) / len(swings)) < max(map(abs, swings)) / 4


def next_draw(match: tt.Match, move: str) -> list[int]:
    """Everything that may be drawn after a move, once for each ticket."""
    rules = find(match.game).rules
    state = after(find(match.game), match._state, move)
    if rules.to_move(state) != CHANCE:
        return []
    return [rules.chance(state, ticket) for ticket in range(rules.tickets(state))]
