"""What was learned of windows: what promises more is worth more, for either side."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import punto_patterns
from tabletier.games.kernel.bits import field
from tabletier.games.kernel.registry import find
from tabletier.games.punto.board import CELLS, DIRECTIONS, PLANE, STRIDE
from tabletier.games.punto.patterns import LENGTH, STARTS, WEIGHTS, closing, strength
from tabletier.games.punto.search import estimate
from tests.games.punto.boards import MODES, SIDES, new, table

GAME = find("punto")
VALUE = np.empty(2)


def state_of(drawing: str, hand: str = "r5", mode: str = "M2", **options: Any) -> Any:
    match = table(mode, drawing, {0: hand}, **options)
    return GAME.setup(match.position(), match.options)[0]


def worth(drawing: str, side: int = 0) -> float:
    return float(strength(state_of(drawing), side, WEIGHTS))


def cells(mask: int) -> set[int]:
    return {cell for cell in range(CELLS) if mask >> cell & 1}


class TestWindows:
    @pytest.mark.parametrize("number", range(4))
    def test_every_window_is_straight_and_stays_on_the_cloth(self, number: int) -> None:
        step, found = field(DIRECTIONS, number, 4), cells(STARTS[number])
        for start in found:
            columns = [(start + k * step) % STRIDE for k in range(LENGTH)]
            assert start + (LENGTH - 1) * step < CELLS
            assert len({b - a for a, b in pairwise(columns)}) == 1
        assert len(found) == {1: 21, 7: 21, 6: 9, 8: 9}[step]

    def test_closing_cells_are_those_that_make_five(self) -> None:
        row = 0b11101 << 8
        assert cells(closing(row)) == {9}
        assert closing(0b1111 << 8) & PLANE == 1 << 7 | 1 << 12
        assert closing(0b111 << 8) == 0


class TestStrength:
    def test_more_cards_in_a_window_are_worth_more(self) -> None:
        assert worth("y9 r1 r2 r3 .") > worth("y9 r1 r2 g3 .") > worth("y9 r1 g2 y3 .")

    def test_a_card_that_nothing_beats_ends_a_window(self) -> None:
        assert worth("y9 r1 r2 r3 r4 b9") < worth("y9 r1 r2 r3 r4 b3")

    def test_a_card_of_ones_own_in_two_colours_makes_no_line(self) -> None:
        assert worth("y9 r1 r2 g3 g4 .") < worth("y9 r1 r2 r3 r4 .")

    def test_a_window_counts_for_its_own_side(self) -> None:
        assert worth("y9 b1 b2 b3 b4", side=1) > worth("y9 b1 b2 b3 b4", side=0)


class TestEstimate:
    def test_chances_add_up_and_four_in_a_row_are_good_for_whose_they_are(self) -> None:
        ours, theirs = (chances(f"y9 {row} .") for row in ("r1 r2 r3 r4", "b1 b2 b3 b4"))
        assert max(ours) > 0.55
        assert min(theirs) < 0.45

    def test_it_says_nothing_while_a_card_is_to_be_placed(self) -> None:
        state = state_of("y9 r1 r2")
        assert not estimate(state, state, VALUE)

    @pytest.mark.parametrize("mode", [mode for mode in MODES if SIDES[mode] > 2])
    def test_it_says_nothing_where_more_than_two_sides_play(self, mode: str) -> None:
        match = new(mode)
        state = GAME.setup(match.position(), match.options)[0]
        after = GAME.rules.apply(state, first_step(state))
        assert not estimate(state, after, np.empty(SIDES[mode]))

    def test_experts_hands_were_not_learned(self) -> None:
        match = table("M2", "y9 r1 r2 r3", {0: "g7 r5", 1: "b1 b2"}, expert=True)
        state = GAME.setup(match.position(), match.options)[0]
        assert not estimate(state, GAME.rules.apply(state, first_step(state)), VALUE)


def chances(drawing: str) -> list[float]:
    """Side 0's, after each place of a card that has nothing to do with the row."""
    state, found = state_of(drawing, "g1"), []
    moves = np.empty(GAME.rules.MAX_MOVES, np.int64)
    for step in moves[: GAME.rules.legal_moves(state, moves)]:
        assert estimate(state, GAME.rules.apply(state, int(step)), VALUE)
        assert VALUE.sum() == pytest.approx(1.0)
        found.append(float(VALUE[0]))
    return found


def first_step(state: Any) -> int:
    moves = np.empty(GAME.rules.MAX_MOVES, np.int64)
    assert GAME.rules.legal_moves(state, moves)
    return int(moves[0])


class TestLearning:
    def test_two_games_are_played_kept_and_fitted(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        wanted = ["--games", "2", "--simulations", "10", "--results", str(tmp_path)]
        assert punto_patterns.main(wanted) == 0
        first = capsys.readouterr().out
        assert "WEIGHTS = (" in first
        assert punto_patterns.main(["--games", "0", "--results", str(tmp_path)]) == 0
        assert capsys.readouterr().out == first

    def test_weights_that_were_there_are_found_again(self) -> None:
        random = np.random.default_rng(1)
        patterns, true = random.normal(size=(20_000, 3)), np.array([1.0, -0.5, 0.0])
        won = (random.random(20_000) < 1 / (1 + np.exp(-patterns @ true))).astype(float)
        assert punto_patterns.fit(patterns, won) == pytest.approx(true, abs=0.1)
