"""Point: how much each row to start with is worth against sensible ones, played very quickly.

    python -m benchmarks.point_rows               # 3,000 games of each of the 252 different rows
    python -m benchmarks.point_rows --games 300

Rows that are mirror images, or of exchanged colours, are one. Both sides play by the policy of
play-outs, which is quick and not strong; the other has one of the sensible rows, any as likely.
Seats, cards and lots at random. What came of it: docs/studies/point-rows.md.
"""

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, seeded, word
from tabletier.games.kernel.registry import find
from tabletier.games.point.rules import MAX_MOVES, apply, chance, outcome, tickets, to_move
from tabletier.games.point.rules.setup import PATTERNS
from tabletier.games.point.search import SENSIBLE_ROWS, blocks, policy_step
from tabletier.games.point.state import ROW
from tabletier.match.options import fill

FULL = (1 << ROW) - 1
BOTH = 0b11


class Worth(NamedTuple):
    """What a row is worth."""

    points: float
    """The share of the points that it took."""
    row: int
    sensible: bool


@compiled
def played(state: Any, stream: int, moves: Any) -> tuple[int, int]:
    """One game by the policy: who won, a bit per seat, and the generator's new state."""
    while to_move(state) != OVER:
        stream = advance(stream)
        if to_move(state) == CHANCE:
            step = chance(state, scale(word(stream), tickets(state)))
        else:
            step = policy_step(state, word(stream), moves)
        state = apply(state, step)
    return outcome(state)[0], stream


@compiled
def points_of(
    start: Any, row: int, others: Any, games: int, stream: int, moves: Any
) -> tuple[float, int]:
    """The points of a row in some games against others in turn, and the generator's new state."""
    total = 0.0
    for game in range(games):
        other, stream = others[game % len(others)], advance(stream)
        seat = word(stream) & 1
        first, second = (row, other) if seat == 0 else (other, row)
        won, stream = played(apply(apply(start, first), second), stream, moves)
        total += 0.5 if won in (0, BOTH) else float((won >> seat) & 1)
    return total / games, stream


def likeness(row: int) -> int:
    """The same number for a row, its mirror image, and both with colours exchanged."""
    mirrored = int(f"{row:0{ROW}b}"[::-1], 2)
    return min(row, mirrored, row ^ FULL, mirrored ^ FULL)


def different() -> list[int]:
    """One of all rows that are alike."""
    return sorted({likeness(int(row)) for row in PATTERNS})


def worths(games: int, seed: int) -> Iterator[Worth]:
    """Every row, played."""
    found = find("point")
    start, stream = found.start(fill(found, None)), seeded(seed)
    moves = np.empty(MAX_MOVES, np.int64)
    sensible = {likeness(int(row)) for row in SENSIBLE_ROWS}
    for row in different():
        points, stream = points_of(start, row, SENSIBLE_ROWS, games, stream, moves)
        yield Worth(points, row, row in sensible)


def text(row: int) -> str:
    """A row as players write it, one of its two readings."""
    return f"{row:0{ROW}b}".replace("1", "B").replace("0", "W")


def main(arguments: list[str] | None = None) -> int:
    """Play and print, best first."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=3000, help="of each row")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args(arguments)
    found = sorted(worths(asked.games, asked.seed), reverse=True)
    for worth in found:
        sign = "sensible" if worth.sensible else ""
        print(f"{text(worth.row)}  {100 * worth.points:.1f} %  {blocks(worth.row)} blocks  {sign}")
    kept = [worth.points for worth in found if worth.sensible]
    print(f"sensible rows: {100 * np.mean(kept):.1f} %, all: ", end="")
    print(f"{100 * np.mean([worth.points for worth in found]):.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
