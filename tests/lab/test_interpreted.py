"""The same source, interpreted and compiled, plays the same games."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletier.games.kernel.registry import find, keys
from tabletier.lab.bulk import option_sets, play_games

ROOT = Path(__file__).resolve().parents[2]
GAMES = 1

PROGRAM = """
import json, sys
from tests.lab.test_interpreted import everything
print(json.dumps(everything(sys.argv[1], int(sys.argv[2]))))
"""


def everything(key: str, step: int) -> list[Any]:
    """A game under every option set, or one set in so many, in plain values."""
    game = find(key)
    sets = option_sets(game)[::step]
    return [
        [column.tolist() for column in play_games(game, options, GAMES, "both ways")]
        for options in sets
    ]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("key", keys())
def test_interpreted_and_compiled_play_agree(key: str, step: int) -> None:
    """Position by position, under every value of every option: tests/conformance/test_two_ways."""
    ways = {}
    for jit in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, key, str(step)],
            cwd=ROOT,
            env=os.environ | {"TABLETIER_JIT": jit},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        ways[jit] = json.loads(done.stdout)
    assert len(ways["0"]) == len(option_sets(find(key))[::step])
    assert ways["0"] == ways["1"]
