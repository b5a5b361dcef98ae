"""Shares, Elo and OpenSkill: against numbers known in advance, and by simulation."""

import math
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletier.lab.statistics import (
    Estimate,
    elo_of,
    elo_of_share,
    open_skill,
    share,
    share_of_elo,
    share_of_points,
)


class TestElo:
    @pytest.mark.parametrize(
        ("points", "elo"),
        [(0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0), (0.75, 190.8485), (0.64, 99.9510)],
    )
    def test_known_differences(self, points: float, elo: float) -> None:
        assert elo_of_share(points) == pytest.approx(elo, abs=1e-4)
        assert share_of_elo(elo) == pytest.approx(points, abs=1e-6)

    @given(st.floats(0.001, 0.999))
    def test_there_and_back(self, points: float) -> None:
        assert share_of_elo(elo_of_share(points)) == pytest.approx(points)

    def test_all_won_is_infinitely_much_and_its_lower_end_is_not(self) -> None:
        found = elo_of(share_of_points([1.0] * 10, 2))
        assert (found.value, found.high) == (math.inf, math.inf)
        assert 0 < found.low < math.inf

    def test_the_two_views_of_a_match_mirror_each_other(self) -> None:
        scores = [1.0, 0.5, 0.75, 0.0, 1.0]
        ours = elo_of(share_of_points(scores, 2))
        theirs = elo_of(share_of_points([1 - s for s in scores], 2))
        assert (ours.value, ours.low, ours.high) == pytest.approx(
            (-theirs.value, -theirs.high, -theirs.low)
        )


class TestShareOfPoints:
    def test_of_nothing_nothing_is_known(self) -> None:
        found = share_of_points([], 2)
        assert math.isnan(found.value)
        assert (found.low, found.high) == (0.0, 1.0)

    @given(st.lists(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0]), min_size=1), st.just(2))
    def test_the_interval_holds_the_mean_and_lies_within_bounds(
        self, decks: list[float], games: int
    ) -> None:
        found = share_of_points(decks, games)
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.high - found.low > 0

    def test_decks_of_one_game_won_or_lost_have_nearly_wilsons_interval(self) -> None:
        found, wilson = share_of_points([1.0] * 81 + [0.0] * 182, 1), share(81, 263)
        assert found == pytest.approx((wilson.value, wilson.low, wilson.high), abs=1e-3)

    def test_luck_that_cancels_within_a_deck_narrows_the_interval(self) -> None:
        cancelling = share_of_points([0.5] * 90 + [0.0, 1.0] * 5, 2)
        independent = share_of_points([0.5] * 50 + [0.0, 1.0] * 25, 2)
        assert width(cancelling) < width(independent) / 1.8

    def test_games_of_a_deck_that_all_end_alike_count_as_one(self) -> None:
        alike = share_of_points([0.0, 1.0] * 100, 8)
        assert width(alike) == pytest.approx(width(share_of_points([0.0, 1.0] * 100, 1)), rel=0.03)

    @pytest.mark.parametrize(
        ("strength", "side"), list(product((0.5, 0.7, 0.9), (0.0, 0.3))), ids=str
    )
    @pytest.mark.parametrize("decks", [15, 100])
    def test_nineteen_intervals_in_twenty_hold_the_truth(
        self, strength: float, side: float, decks: int
    ) -> None:
        """Pairs of games in which a side is worth something, so that they depend on each other."""
        random, held, runs = Random(f"{strength} {side} {decks}"), 0, 1000
        for _ in range(runs):
            scores = [pair(random, strength, side) for _ in range(decks)]
            found = share_of_points(scores, 2)
            held += found.low <= strength <= found.high
        assert 0.925 <= held / runs <= 0.985


def pair(random: Random, strength: float, side: float) -> float:
    """The score of two games: with luck on one's side, then with the same luck against one."""
    reach = min(side, 1 - strength)
    lucky = random.choice([-reach, reach])
    won = (random.random() < strength + lucky) + (random.random() < strength - lucky)
    return won / 2


def width(found: Estimate) -> float:
    return found.high - found.low


class TestOpenSkill:
    def test_a_newcomer_stands_at_25_and_nobody_knows_better(self) -> None:
        (found,) = open_skill(1, [])
        assert found == pytest.approx((25, 25 - 1.959964 * 25 / 3, 25 + 1.959964 * 25 / 3))

    def test_who_wins_more_stands_higher_and_games_narrow_the_interval(self) -> None:
        random = Random("ratings")
        games = [rated(random, (8.0, 2.0, 0.5)) for _ in range(500)]
        few, many = open_skill(3, games[:20]), open_skill(3, games)
        assert many[0].low > many[1].high
        assert many[1].value > many[2].value
        assert all(width(late) < width(early) for early, late in zip(few, many, strict=True))

    def test_the_same_game_drawn_by_all_changes_nobody(self) -> None:
        found = open_skill(3, [{0: 1 / 3, 1: 1 / 3, 2: 1 / 3}] * 5)
        assert [estimate.value for estimate in found] == pytest.approx([25.0] * 3)

    def test_those_who_did_not_play_stay_as_they_were(self) -> None:
        found = open_skill(3, [{0: 1.0, 2: 0.0}])
        assert found[0].value > found[1].value > found[2].value
        assert found[1].value == 25


def rated(random: Random, weights: tuple[float, ...]) -> dict[int, float]:
    """A game for all, won in proportion to some weights."""
    winner = random.choices(range(len(weights)), weights)[0]
    return {entrant: float(entrant == winner) for entrant in range(len(weights))}
