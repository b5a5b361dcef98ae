"""Who is ahead in Barrier: what search is told beyond the rules."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.barrier import rules
from tabletier.games.barrier.board import amount
from tabletier.games.barrier.search import age, evaluate, noisy_moves
from tests.games.barrier.tables import laid, table
from tests.games.barrier.test_properties import (
    EAST_WEST,
    FILES_TURNED,
    NORTH_SOUTH,
    ROWS_TURNED,
    mapped,
    options_of,
    swapped,
    walk,
)


def lead(text: str, **arguments: Any) -> int:
    """Yellow's lead on a table."""
    return evaluate(table(text, **arguments)._state)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 120))
def test_noisy_moves_are_those_that_take(seed: int, number: int, moves: int) -> None:
    state = walk(seed, options_of(number), moves)._state
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    noisy = buffer[: noisy_moves(state, buffer)].tolist()
    legal = buffer[: rules.legal_moves(state, buffer)].tolist()
    before = amount(state.pawns.yellow) + amount(state.pawns.colourless)
    after = [rules.apply(state, step).pawns for step in legal]
    taking = [amount(pawns.yellow) + amount(pawns.colourless) < before for pawns in after]
    assert noisy == [step for step, takes in zip(legal, taking, strict=True) if takes]


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 120))
def test_a_half_turn_turns_the_lead_round(seed: int, number: int, moves: int) -> None:
    match = walk(seed, options_of(number), moves)
    position = mapped(
        match.position(),
        lambda cell: cell.translate(FILES_TURNED | ROWS_TURNED),
        lambda name: name.translate(NORTH_SOUTH | EAST_WEST),
        match.options["tiles"],
    )
    other = tt.setup("barrier", swapped(position), match.options)
    assert evaluate(other._state) == -evaluate(match._state)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 120))
def test_left_and_right_are_worth_the_same(seed: int, number: int, moves: int) -> None:
    match = walk(seed, options_of(number), moves)
    mirrored = mapped(
        match.position(),
        lambda cell: cell.translate(FILES_TURNED),
        lambda name: name.translate(EAST_WEST),
        match.options["tiles"],
    )
    assert evaluate(tt.setup("barrier", mirrored, match.options)._state) == evaluate(match._state)


def test_pawns_and_crowns_are_a_lead() -> None:
    assert lead("y: a1 c1, c: b8") > lead("y: a1, c: b8") + 50
    assert lead("Y: c6, c: b8 d8") > lead("y: c6, c: b8 d8") + 20


def test_a_pawn_is_better_on_a_tile_that_leads_across_than_on_one_that_leads_back() -> None:
    across, back = laid(c5=8), laid(c5=6)
    assert lead("y: c5 a1, c: h8", barrier=across) > lead("y: c5 a1, c: h8", barrier=back) + 10


def test_only_the_last_quiet_moves_tell_positions_apart() -> None:
    ages = [age(table("y: a1, c: b8", quiet=quiet)._state) for quiet in (0, 30, 60, 61, 79)]
    assert ages[0] == ages[1]
    assert len(set(ages)) == 4
