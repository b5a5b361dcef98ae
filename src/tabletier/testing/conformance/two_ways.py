"""One source, two ways to run it: plain and compiled rules play the same games, state by state."""

import json
import os
import subprocess
import sys

import pytest

from tabletier.games.kernel.compiler import JIT
from tabletier.games.kernel.registry import shelves
from tabletier.testing.conformance import trace

pytestmark = pytest.mark.clause("rules: pure functions over whole numbers, compiled or plain")


def other_way(program: str, key: str) -> list[str]:
    """The lines of a process that compiles if we do not, and does not if we do."""
    path = os.pathsep.join(folder or os.curdir for folder in sys.path)
    run = subprocess.run(
        [sys.executable, "-m", program, key, json.dumps(shelves())],
        env={**os.environ, "PYTHONPATH": path, "TABLETIER_JIT": "0" if JIT else "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_plain_and_compiled_rules_play_the_same_games(key: str) -> None:
    ours, theirs = list(trace.lines(key)), other_way("tabletier.testing.conformance.trace", key)
    for mine, other in zip(ours, theirs, strict=False):
        assert mine == other, "plain Python and compiled code disagree"
    assert len(ours) == len(theirs) > 1
