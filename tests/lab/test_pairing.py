"""Everybody plays everywhere, and equally often."""

from collections import Counter
from itertools import chain, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletier.lab.arena.plan import lineups, neighbourhoods, round_size

SIDES, ENTRANTS = st.integers(2, 6), st.integers(2, 6)
DECKS = st.integers(0, 10**9)


@given(SIDES, ENTRANTS, DECKS)
def test_every_entrant_plays_every_side_equally_often(sides: int, entrants: int, deck: int) -> None:
    found = lineups(sides, entrants, deck)
    for side in range(sides):
        times = Counter(lineup[side] for lineup in found)
        assert set(times) == set(range(entrants))
        assert len(set(times.values())) == 1


@given(SIDES, ENTRANTS, DECKS)
def test_all_sides_are_taken_and_no_line_up_comes_twice(
    sides: int, entrants: int, deck: int
) -> None:
    found = lineups(sides, entrants, deck)
    assert len(set(found)) == len(found) == round_size(sides, entrants)
    assert all(len(lineup) == sides for lineup in found)


@given(SIDES, ENTRANTS, DECKS)
def test_in_a_game_the_sides_are_shared_as_evenly_as_can_be(
    sides: int, entrants: int, deck: int
) -> None:
    for lineup in lineups(sides, entrants, deck):
        times = Counter(lineup)
        assert len(times) == min(sides, entrants)
        assert max(times.values()) - min(times.values()) <= 1


@given(st.integers(3, 5))
def test_over_the_decks_everybody_sits_beside_everybody_equally_often(count: int) -> None:
    decks = range(neighbourhoods(count))
    seated = set(chain.from_iterable(lineups(count, count, deck) for deck in decks))
    assert seated == set(permutations(range(count)))


@given(st.integers(2, 4), st.integers(5, 7), DECKS)
def test_with_more_entrants_than_sides_every_group_meets_equally_often(
    sides: int, entrants: int, deck: int
) -> None:
    groups = Counter(frozenset(lineup) for lineup in lineups(sides, entrants, deck))
    assert set(groups.values()) == {sides}


@pytest.mark.parametrize(
    ("sides", "entrants", "expected"),
    [
        (2, 2, {(0, 1), (1, 0)}),
        (4, 2, {(0, 1, 0, 1), (1, 0, 1, 0)}),
        (3, 2, {(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)}),
        (2, 3, {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)}),
    ],
)
def test_small_rounds(sides: int, entrants: int, expected: set[tuple[int, ...]]) -> None:
    assert set(lineups(sides, entrants, 0)) == expected
