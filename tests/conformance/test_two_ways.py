"""One source, two ways to run it: plain and compiled rules play the same games, state by state."""

import os
import subprocess
import sys
from pathlib import Path

import tabletier
from tabletier.games.kernel.compiler import JIT
from tests.conformance import trace

ROOT = Path(__file__).parents[2]
SOURCES = Path(tabletier.__file__).parents[1]


def other_way(program: str, key: str) -> list[str]:
    """The lines of a process that compiles if we do not, and does not if we do."""
    run = subprocess.run(
        [sys.executable, "-m", program, key],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "TABLETIER_JIT": "0" if JIT else "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_plain_and_compiled_rules_play_the_same_games(key: str) -> None:
    ours, theirs = list(trace.lines(key)), other_way("tests.conformance.trace", key)
    for mine, other in zip(ours, theirs, strict=False):
        assert mine == other
    assert len(ours) == len(theirs) > 100
