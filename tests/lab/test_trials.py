"""What the laboratory cannot do is said in a sentence before anything is played."""

from typing import Any

import numpy as np
import pytest

import tabletier as tt
from tabletier.lab import trials
from tabletier.lab.arena.plan import BadArena

BAD: list[tuple[dict[str, Any], str]] = [
    ({"games": "x"}, "'games' is a whole number, at least 1, not \"x\""),
    ({"games": 0}, "'games' is a whole number, at least 1, not 0"),
    ({"jobs": "x"}, "'jobs' is a whole number, at least 1, not \"x\""),
    ({"jobs": 0}, "'jobs' is a whole number, at least 1, not 0"),
    ({"players": None}, "'players' is a list, such as"),
    ({"players": 5}, "'players' is a list, such as .* not 5"),
    ({"players": "random"}, "'players' is a list, such as .* not \"random\""),
    ({"sprt": "x"}, "'sprt' is two differences in Elo"),
    ({"sprt": (5,)}, "'sprt' is two differences in Elo"),
    ({"sprt": (0, "x")}, "'sprt' is two differences in Elo"),
    ({"results": 5}, "'results' is the name of a file or a folder, not 5"),
    ({"records": ""}, "'records' is the name of a file or a folder"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD)
def test_an_arena(wrong: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"players": ["random", "random"], **wrong}
    with pytest.raises(BadArena, match=said):
        tt.arena("expion", **given)


def test_options_of_an_arena() -> None:
    with pytest.raises(tt.BadOption, match="Options are a dictionary, not 5"):
        tt.arena("expion", ["random", "random"], options=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [-1, 1.5, "3", None, True])
def test_no_number_of_games(n: Any) -> None:
    with pytest.raises(tt.BadOption, match="'n' is a number of games, not "):
        tt.random_games("expion", n=n)


@pytest.mark.parametrize("seed", [b"x", 1.5, True, ["a"], "", "\ud800"])
def test_no_seed(seed: Any) -> None:
    for ask in (
        lambda: tt.random_games("expion", n=1, seed=seed),
        lambda: tt.arena("expion", ["random", "random"], games=2, seed=seed),
    ):
        with pytest.raises(tt.BadOption, match="The seed is a text of 1 to 1000 characters"):
            ask()


def test_numbers_of_numpy_are_numbers_and_seeds() -> None:
    ours = tt.random_games("expion", n=np.int64(3), seed=np.int64(5))  # type: ignore[arg-type]
    assert ours.lengths.tolist() == tt.random_games("expion", n=3, seed="5").lengths.tolist()
    report = tt.arena("expion", ["random", "random"], games=np.int64(2), seed=5)  # type: ignore[arg-type]
    assert report.games == 2


def test_games_beyond_all_memory() -> None:
    with pytest.raises(tt.BadOption, match=r"not enough memory for 10{30} games at once"):
        tt.random_games("expion", n=10**30)


def test_more_games_than_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(trials, "streams", full)
    with pytest.raises(tt.BadOption, match="not enough memory for 1000000000000 games at once"):
        tt.random_games("expion", n=10**12)
