"""Works out how many turns each row of Point is from being of one colour, and writes the table.

    python scripts/point_distances.py             # some minutes; writes games/point/distances.xz
    python scripts/point_distances.py --longest 14 --dry

The model stands in `games/point/distance.py`: value iteration (Gauss-Seidel) over all rows, the
unwanted colour as 0. Rows may grow to 22 pawns on the way, what a duel leaves to one player at
most; those up to 18 are written.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.compiler import compiled
from tabletier.games.point.cards import (
    DECK,
    FORMULAS,
    GIVE,
    GIVE_SIZE,
    NEED_BLACK,
    NEVER,
    TAKE,
    TAKE_SIZE,
)
from tabletier.games.point.distance import FILE, LONGEST, SHORTEST, packed, shares

LIMIT = 22
SETTLED = 1e-4
UNUSABLE = 1e9


@compiled
def mirrored(bits: int, size: int) -> int:
    """A row read from the other end."""
    found = 0
    for _ in range(size):
        found = 2 * found + (bits & 1)
        bits >>= 1
    return found


@compiled
def improve(values: Any, size: int, bits: int, uses: Any, weights: Any, limit: int) -> float:
    """What a row is worth by what the rows around it are worth, and by how much that differs."""
    best = np.full(weights.shape[0], UNUSABLE)
    for k in range(uses.shape[0]):
        give, give_size, take, take_size, kind = uses[k]
        new_size = size + take_size - give_size
        if new_size > limit or new_size < 2:
            continue
        for place in range(size - give_size + 1):
            if (bits >> place) & ((1 << give_size) - 1) == give:
                low, high = bits & ((1 << place) - 1), bits >> (place + give_size)
                row = low | (take << place) | (high << (place + take_size))
                best[kind] = min(best[kind], values[(1 << new_size) | row])
    best.sort()
    turns, used = 1.0, 0.0
    for k in range(best.shape[0]):
        if best[k] < UNUSABLE:
            turns += weights[k] * best[k]
            used += weights[k]
    new = turns / used
    here, there = (1 << size) | bits, (1 << size) | mirrored(bits, size)
    change = abs(new - values[here])
    values[here] = values[there] = new
    return float(change)


@compiled
def sweep(values: Any, uses: Any, weights: Any, limit: int, upwards: bool) -> float:
    """Improve every row once, short ones first or last; the largest change."""
    largest = 0.0
    for k in range(2, limit + 1):
        size = k if upwards else limit + 2 - k
        for bits in range((1 << size) - 1):
            if bits <= mirrored(bits, size):
                largest = max(largest, improve(values, size, bits, uses, weights, limit))
    return largest


def solve(limit: int) -> NDArray[np.float64]:
    """The turns of every row of up to so many pawns; a row's number has a 1 above its pawns."""
    rows = FORMULAS.tolist()
    uses = np.array(
        [
            (row[GIVE], row[GIVE_SIZE], row[TAKE], row[TAKE_SIZE], number // 2)
            for number, row in enumerate(rows)
            if row[NEED_BLACK] < NEVER
        ],
        np.int64,
    )
    assert len(set(DECK.values())) == 1, "cards of which there are equally many"
    weights = np.array(shares(len(DECK), next(iter(DECK.values()))))
    values = np.full(1 << (limit + 1), 5.0)
    for size in range(SHORTEST, limit + 1):
        values[(1 << (size + 1)) - 1] = 0.0
    upwards, change = True, 1.0
    while change > SETTLED:
        began = time.time()
        change = sweep(values, uses, weights, limit, upwards)
        print(f"{change:.5f} in {time.time() - began:.0f} s", flush=True)
        upwards = not upwards
    return values


def main() -> int:
    """Work it out, write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=LIMIT)
    parser.add_argument("--longest", type=int, default=LONGEST)
    parser.add_argument("--dry", action="store_true")
    asked = parser.parse_args()
    values = solve(asked.limit)
    data = packed(values, asked.longest)
    print(f"{len(data)} bytes")
    if not asked.dry:
        FILE.write_bytes(data)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
