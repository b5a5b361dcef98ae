"""One source, two ways to run it: plain and compiled rules play the same games, state by state.

As a program it prints what whole random games look like, line by line.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tabletier.games.kernel.compiler import JIT
from tabletier.games.kernel.registry import look_on, shelves
from tabletier.testing.conformance.tables import spread
from tabletier.testing.conformance.walks import walk

pytestmark = pytest.mark.clause("rules: pure functions over whole numbers, compiled or plain")
REMARKED = 5
"""Every so many states a move is remarked on."""


def lines(key: str) -> Iterator[str]:
    """A line for every state: the state, who is to move, what may happen; some moves' remarks."""
    for table in spread(key):
        yield str(table)
        for number, node in enumerate(walk(table, "trace")):
            steps = hashlib.sha256(repr(node.steps).encode()).hexdigest()[:12]
            yield f"{number} {tuple(node.state)!r} {node.seat} {len(node.steps)} {steps}"
            if number % REMARKED == 0 and node.seat >= 0:
                after = table.game.rules.apply(node.state, node.steps[-1])
                yield str(table.game.remark(node.state, (node.steps[-1],), after))
        yield f"over {table.game.rules.outcome(node.state)}"


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
    ours, theirs = list(lines(key)), other_way("tabletier.testing.conformance.two_ways", key)
    for mine, other in zip(ours, theirs, strict=False):
        assert mine == other, "plain Python and compiled code disagree"
    assert len(ours) == len(theirs) > 1


def main() -> None:
    """Print the lines of the game that the first argument names, found where the second says."""
    look_on(*json.loads(sys.argv[2]))
    sys.stdout.writelines(f"{line}\n" for line in lines(sys.argv[1]))


if __name__ == "__main__":
    main()
