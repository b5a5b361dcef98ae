"""What cannot be asked of the house from Python is said in a sentence."""

from typing import Any

import numpy as np
import pytest

import tabletier as tt


@pytest.mark.parametrize("ask", [tt.choose, tt.think, tt.hint, tt.analyse, tt.stepwise])
@pytest.mark.parametrize("what", [None, 5, ["punto"]])
def test_no_match(ask: Any, what: Any) -> None:
    with pytest.raises(tt.BadOption, match=r"A match is expected, such as tabletier.new\(…\)"):
        ask(what)


def test_a_game_is_no_match() -> None:
    with pytest.raises(tt.BadOption, match=r'A match is expected, .* not "punto"'):
        tt.choose("punto", 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [tt.choose, tt.think, tt.hint, tt.analyse])
@pytest.mark.parametrize("threads", [0, -1, "x", None, 1.5, True])
def test_no_number_of_threads(ask: Any, threads: Any) -> None:
    with pytest.raises(tt.BadOption, match="'threads' is a number of threads, at least 1, not "):
        ask(tt.new("expion"), threads=threads, simulations=10)


@pytest.mark.parametrize("ask", [tt.choose, tt.think, tt.hint, tt.analyse])
@pytest.mark.parametrize("seed", [b"x", 1.5, True, ["a"], "", "\ud800", "x" * 1001])
def test_no_seed(ask: Any, seed: Any) -> None:
    with pytest.raises(tt.BadOption, match="The seed is a text of 1 to 1000 characters"):
        ask(tt.new("expion"), simulations=10, seed=seed)


def test_a_seed_that_is_no_text_is_named() -> None:
    with pytest.raises(tt.BadOption, match=r"1000 characters, not b'x'\."):
        tt.new("expion", seed=b"x")  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [7, np.int64(7)])
def test_a_whole_number_is_a_seed(number: Any) -> None:
    match = tt.new("expion", seed="any text")
    chosen = [tt.choose(match, "random", seed=seed) for seed in (number, "7", 8, 9, 10)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


@pytest.mark.parametrize(
    "seconds", [0, -1, float("nan"), float("inf"), "1", True, 601, 10**400, [1]]
)
def test_no_time(seconds: Any) -> None:
    with pytest.raises(tt.BadPlayer, match="Thinking takes more than 0 and up to 600 seconds, not"):
        tt.choose(tt.new("expion"), seconds=seconds)


@pytest.mark.parametrize("simulations", [0, -1, 1.5, "3", True, 10**12])
def test_no_simulations(simulations: Any) -> None:
    with pytest.raises(tt.BadPlayer, match="Thinking takes 1 to 999999999999 simulations, not "):
        tt.choose(tt.new("expion"), simulations=simulations)


def test_numbers_of_numpy_are_numbers() -> None:
    match = tt.new("expion", seed="any text")
    found = tt.think(match, "tree", simulations=np.int32(20), threads=np.int64(1), seed=1)  # type: ignore[arg-type]
    assert found == tt.think(match, "tree", simulations=20, seed=1)
    assert tt.choose(match, "tree", seconds=np.float32(0.01)) in match.legal_moves()  # type: ignore[arg-type]
