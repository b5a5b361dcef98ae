"""What cannot be asked of the house from Python is said in a sentence."""

from typing import Any

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
