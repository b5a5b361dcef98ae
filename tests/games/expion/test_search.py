"""Who is ahead in Ex*pion: what search is told beyond the rules."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tabletier.games.expion import GAME, rules
from tabletier.games.expion.board import BASE
from tabletier.games.expion.search import age, evaluate, noisy_moves
from tabletier.games.expion.state import State
from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.contract import OVER
from tests.games.expion.tables import table
from tests.games.expion.test_properties import choices, options, turned, wander


def lead(**arguments: Any) -> int:
    """North and South's lead on a table."""
    return evaluate(table(**arguments)._state)


def marble_count(state: State) -> int:
    return sum(map(popcount, (*state.board.marbles, *state.board.homes)))


@settings(max_examples=60)
@given(options, choices)
def test_noisy_moves_are_those_that_capture_or_enter_a_base(
    agreed: dict[str, Any], words: list[int]
) -> None:
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    for state in wander(agreed, words):
        if rules.to_move(state) == OVER:
            break
        noisy = buffer[: noisy_moves(state, buffer)].tolist()
        legal = buffer[: rules.legal_moves(state, buffer)].tolist()
        after = [rules.apply(state, step) for step in legal]
        expected = [
            step
            for step, then in zip(legal, after, strict=True)
            if marble_count(then) < marble_count(state) or then.board.expion >= BASE
        ]
        assert noisy == expected


@pytest.mark.parametrize("symmetry", ["half turn", "left and right", "quarter turn", "diagonal"])
@settings(max_examples=25)
@given(agreed=options, words=choices)
def test_the_lead_turns_with_the_board(
    symmetry: str, agreed: dict[str, Any], words: list[int]
) -> None:
    swaps = symmetry in ("quarter turn", "diagonal")
    agreed = {**agreed, "players": 2}
    for state in wander(agreed, words)[:-1:7]:
        twin, _ = GAME.setup(turned(GAME.position(state, None), symmetry), agreed)
        assert evaluate(twin) == (-evaluate(state) if swaps else evaluate(state))


def test_a_marble_more_is_a_lead() -> None:
    assert lead(n="b9 c9", s="d1", e="i5", w="a5") > lead(n="b9", s="d1", e="i5", w="a5") + 50
    assert lead(n="b9", s="d1", e="i5 i7", w="a5") < lead(n="b9", s="d1", e="i5", w="a5") - 50


def test_a_marble_behind_the_expion_is_good_where_the_base_is_open() -> None:
    behind, aside = {"n": "b5 c9", "expion": "c5"}, {"n": "b7 c9", "expion": "c5"}
    shut = {"e": "i5 i3", "w": "a2"}
    ajar = {"e": "i4 i3", "w": "a2"}
    assert lead(**behind, **ajar) > lead(**aside, **ajar)
    assert lead(**behind, **ajar) > lead(**behind, **shut)


def test_the_same_lead_is_worth_less_when_the_end_without_a_winner_comes_near() -> None:
    marbles = {"n": "b9 c9 d9", "e": "i5"}
    leads = [lead(quiet=quiet, **marbles) for quiet in (0, 50, 80, 95)]
    assert leads == sorted(leads, reverse=True)
    assert leads[0] > leads[-1] > 0


def test_only_the_last_quiet_turns_tell_positions_apart() -> None:
    ages = [age(table(n="b9", e="i5", quiet=quiet)._state) for quiet in (0, 30, 70, 71, 99)]
    assert ages[0] == ages[1]
    assert len(set(ages)) == 4
