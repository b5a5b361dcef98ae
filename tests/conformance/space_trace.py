"""`python -m tests.conformance.space_trace <game>`: what random games look like in numbers.

Run with and without `TABLETIER_JIT=0`, it must print the same.
"""

import hashlib
import sys
from collections.abc import Iterator
from itertools import islice

import numpy as np

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.match.spaces import space_of
from tabletier.testing.conformance.tables import spread
from tabletier.testing.conformance.walks import walk

STATES = 120
"""How many states of a game are looked at."""


def lines(key: str) -> Iterator[str]:
    """A line for every state: its mask and what every seat sees, as a digest."""
    space = space_of(find(key))
    for table in spread(key):
        yield str(table)
        shown = tt.observations(key, table.options)
        for number, node in enumerate(islice(walk(table, "space trace"), STATES)):
            mask = np.zeros(len(tt.actions(key, table.options)), np.int8)
            space.mark(node.state, mask, 1)
            digest = hashlib.sha256(mask.tobytes())
            for seat in table.seats:
                planes = np.zeros(shown.shape, np.int8)
                scalars = np.zeros(len(shown.scalars), np.float32)
                space.observe(node.state, seat, planes.reshape(-1), scalars)
                digest.update(planes.tobytes() + scalars.tobytes())
            yield f"{number} {node.seat} {digest.hexdigest()[:16]}"


def main() -> None:
    """Print the lines of the game named on the command line."""
    sys.stdout.writelines(f"{line}\n" for line in lines(sys.argv[1]))


if __name__ == "__main__":
    main()
