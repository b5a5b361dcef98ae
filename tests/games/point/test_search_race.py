"""What search is told of Point: burdens of rows, chances, a policy, and moves worth weighing."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletier.games.kernel.contract import OVER
from tabletier.games.point import rules, search
from tabletier.games.point.position.setup import setup
from tabletier.games.point.rules.choices import REGROUP
from tabletier.games.point.search import burden_of
from tabletier.games.point.state import DRAW, FINISHED, ROWS, State
from tests.games.point.tables import (
    ALL_OPTIONS,
    DUEL,
    FEW,
    listed,
    position,
    state_at,
    walk,
)

SEEDS = st.integers(0, 10**6)
WORDS = st.integers(0, 2**32 - 1)
OPTIONS = st.sampled_from(ALL_OPTIONS)


def short(state: State) -> list[int]:
    """The moves that are weighed."""
    moves = np.empty(rules.MAX_MOVES, np.int64)
    kept = search.shortlist(state, moves, rules.legal_moves(state, moves))
    return [int(move) for move in moves[:kept]]


def policy(state: State, word: int) -> int:
    return int(search.policy_step(state, word, np.empty(rules.MAX_MOVES, np.int64)))


def duel(mine: str, theirs: str | None = None, **parts: Any) -> State:
    """A duel in which black, seat 0, has this row."""
    return setup(position([mine, theirs], **parts), DUEL)[0]


def chances(state: State, sides: int) -> list[float]:
    """What the judge says of a state as if the play-out had begun long ago."""
    long_ago = state._replace(cards=state.cards._replace(rebuilds=-1))
    value = np.zeros(sides)
    assert search.judge(long_ago, state, value)
    return [float(chance) for chance in value]


@FEW
@given(OPTIONS, SEEDS, WORDS)
def test_the_policy_only_makes_legal_moves(options: dict[str, Any], seed: int, word: int) -> None:
    for state in list(walk(options, seed))[:-1][:40]:
        assert policy(state, word) in listed(state)


def test_a_policy_that_can_win_at_once_does() -> None:
    tried = 0
    for number in range(60):
        state = state_at(ALL_OPTIONS[number % len(ALL_OPTIONS)], number, 10**6)
        wins = [move for move in listed(state) if wins_at_once(state, move)]
        if any(move < REGROUP for move in wins) and not takes_only(wins):
            assert wins_at_once(state, policy(state, 5))
            tried += 1
    assert tried >= 5


def takes_only(wins: list[int]) -> bool:
    """Whether only the card left face up wins; a win with it is taken as well, in its own test."""
    return all(move >> 13 == 2 for move in wins)


def wins_at_once(state: State, move: int) -> bool:
    after = rules.apply(state, move)
    if after.phase != FINISHED:
        return False
    winners, reason = rules.outcome(after)
    return reason == rules.ONE_COLOUR and bool((winners >> state.turn) & 1)


def test_a_winning_card_left_face_up_is_taken() -> None:
    state = duel("BBBBBBBBWB", phase="start", offer="BB=BWB", bank=(0, 0))
    assert wins_at_once(state, policy(state, 1))


@FEW
@given(OPTIONS, SEEDS)
def test_the_shortlist_is_legal_and_leaves_out_no_win(options: dict[str, Any], seed: int) -> None:
    states = list(walk(options, seed))[:-1]
    for state in (*states[:30], *states[-3:]):
        moves, kept = listed(state), short(state)
        assert kept
        assert set(kept) <= set(moves)
        assert sorted(kept) == kept
        if state.phase != ROWS:
            assert outcomes(state, kept) == outcomes(state, [m for m in moves if m < REGROUP])


def outcomes(state: State, moves: list[int]) -> set[State]:
    """The states that uses and other simple moves lead to."""
    return {rules.apply(state, move) for move in moves if move < REGROUP}


def test_uses_that_leave_the_same_row_are_weighed_once() -> None:
    state = duel("BBBBWWWWBBBB", hands=[["BB=BBB"], []], phase="use")
    assert len(short(state)) < len(listed(state))


def test_few_regroupings_are_weighed() -> None:
    options = {**DUEL, "players": 4, "teams": True, "rows": "random"}
    every, weighed = 0, 0
    for seed in range(20):
        state = next(s for s in walk(options, seed) if any(m >= REGROUP for m in listed(s)))
        every += sum(move >= REGROUP for move in listed(state))
        weighed += sum(move >= REGROUP for move in short(state))
    assert 0 < weighed < every / 2


@FEW
@given(OPTIONS, SEEDS)
def test_chances_add_up_to_one(options: dict[str, Any], seed: int) -> None:
    sides = 2 if options["teams"] else options["players"]
    for state in list(walk(options, seed))[:-1][-20:]:
        drawing = state._replace(phase=DRAW)
        if rules.to_move(state) != OVER and state.phase != ROWS:
            value = chances(drawing, sides)
            assert sum(value) == pytest.approx(1.0)
            assert all(0.0 < chance < 1.0 for chance in value)


def test_a_lighter_row_has_the_better_chances() -> None:
    state = duel("BBBBBBBBWB", phase="start", offer="BB=BWB")
    mine, theirs = chances(state._replace(phase=DRAW), 2)
    assert mine > 0.7 > 0.3 > theirs


@pytest.mark.parametrize(
    ("lighter", "heavier"),
    [
        ("BBBBBBBB", "BBBBBBBW"),
        ("BBBBBBBBWB", "BBBBBBBWWB"),
        ("BBBBWWBBBB", "BBWBBBBWBB"),
        ("BBBBWB", "BBBBBBBWBB"),
        ("WWWBBBBBB", "WBWBWBBBB"),
    ],
)
def test_unwanted_pawns_weigh_less_when_few_and_close_together(lighter: str, heavier: str) -> None:
    assert burden(lighter) < burden(heavier)


def burden(row: str) -> int:
    """The burden of a row for one who collects black."""
    state = rules.initial(0, 0, 0)
    black = sum(1 << place for place, pawn in enumerate(row) if pawn == "B")
    white = ((1 << len(row)) - 1) ^ black
    rows = state.rows._replace(black=(black, 0, 0, 0), white=(white, 0, 0, 0))
    return int(burden_of(state._replace(rows=rows, colours=1), 0))


def test_partners_stop_with_enough_pawns_and_go_on_with_too_few() -> None:
    for rows, stops in ((["BBBBBBBB", "BBBBBWB"], True), (["BBB", "BBWB"], False)):
        given = position(
            [rows[0], None, rows[1], None], phase="start", hands=[[], [], [], []], bank=(0, 0)
        )
        state = setup(given, {**DUEL, "players": 4, "teams": True})[0]
        assert (rules.apply(state, policy(state, 3)).stopped == 1) is stops


def test_no_row_of_the_shortlist_is_silly() -> None:
    """No solid halves, no zebra; mirrored and with colours exchanged the rows are the same."""
    rows = set(short(GAME_START))
    assert 20 <= len(rows) <= 60
    assert all(2 < search.blocks(row) <= 5 for row in rows)
    assert {row ^ 0xFFF for row in rows} == rows
    assert {int(f"{row:012b}"[::-1], 2) for row in rows} == rows


GAME_START = rules.initial(0, 0, 0)
