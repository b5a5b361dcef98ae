"""`python -m tests.conformance.trace <game>`: what whole random games look like, line by line.

Run with and without `TABLETIER_JIT=0`, it must print the same.
"""

import hashlib
import sys
from collections.abc import Iterator

from tests.conformance.tables import spread
from tests.conformance.walks import walk


def lines(key: str) -> Iterator[str]:
    """A line for every state: the state, who is to move, and what may happen."""
    for table in spread(key):
        yield str(table)
        for number, node in enumerate(walk(table, "trace")):
            steps = hashlib.sha256(repr(node.steps).encode()).hexdigest()[:12]
            yield f"{number} {tuple(node.state)!r} {node.seat} {len(node.steps)} {steps}"
        yield f"over {table.game.rules.outcome(node.state)}"


def main() -> None:
    """Print the lines of the game named on the command line."""
    sys.stdout.writelines(f"{line}\n" for line in lines(sys.argv[1]))


if __name__ == "__main__":
    main()
