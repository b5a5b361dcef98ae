"""What a table needs of a game is compiled before the box is open, and nothing afterwards."""

import os
import subprocess
import sys

import pytest

from tabletier.games.kernel.registry import keys

PLAY = """
import gc
import sys
from random import Random

from numba.core.dispatcher import Dispatcher

from tabletier.match.start import new
from tabletier.server.live.warmup import leaf_through


def compiled():
    found = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    return {f"{each.__module__}.{each.__name__}" for each in found if each.overloads}


game, random = sys.argv[1], Random(7)
leaf_through(game)
before = compiled()
for seed in ("one", "two"):
    match = new(game, seed=seed)
    for _ in range(120):
        if match.to_move is None:
            break
        legal = match.legal_moves()
        one, other = random.choice(legal), random.choice(legal)
        match.explain(one[:2] + other[2:])
        match.ask()
        match = match.play(one)
        match.events_for(0)
        match.view(0)
print(*sorted(compiled() - before))
"""


@pytest.mark.parametrize("game", keys())
def test_nothing_is_compiled_once_the_box_is_open(game: str) -> None:
    """Compiling takes a second, and would keep every table of the house waiting."""
    ended = subprocess.run(
        [sys.executable, "-c", PLAY, game],
        env={**os.environ, "TABLETIER_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.split() == []
