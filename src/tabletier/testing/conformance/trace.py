"""What whole random games look like, line by line: `python -m …trace <game>`.

Run with and without `TABLETIER_JIT=0`, it must print the same.
"""

import hashlib
import json
import sys
from collections.abc import Iterator

from tabletier.games.kernel.registry import look_on
from tabletier.testing.conformance.tables import spread
from tabletier.testing.conformance.walks import walk

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


def main() -> None:
    """Print the lines of the game named on the command line, found where its second word says."""
    if len(sys.argv) > 2:
        look_on(*json.loads(sys.argv[2]))
    sys.stdout.writelines(f"{line}\n" for line in lines(sys.argv[1]))


if __name__ == "__main__":
    main()
