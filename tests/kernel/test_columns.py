"""States as rows: what is stored is loaded again, in every game."""

import numpy as np
import pytest

from tabletier.games.kernel.columns import load, store, width
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.registry import find, keys
from tabletier.match.options import fill


@compiled
def through(like, state, rows):  # type: ignore[no-untyped-def]
    store(state, rows, 1)
    return load(like, rows, 1)


@pytest.mark.parametrize("key", keys())
def test_a_state_comes_back_as_it_was(key: str) -> None:
    game = find(key)
    start = game.start(fill(game, {}))
    rows = np.zeros((3, width(start)), np.int64)
    numbered = load(start, np.arange(3 * width(start)).reshape(3, -1), 1)
    assert numbered.table == start.table
    again = through(start, numbered, rows)
    assert again == numbered
    assert type(again) is type(start)
    assert rows[1].tolist() == list(range(width(start), 2 * width(start)))
    assert not rows[0].any()
    assert not rows[2].any()
