"""Barrier's weights: games against itself, and the weights that tell best who wins.

    python -m benchmarks.barrier_weights --positions 450000               # play, fit, print
    python -m benchmarks.barrier_weights --positions 0 --results FOLDER   # only fit

Games are played by the search with the hand-made judgement, as `tabletier train` has them played
(`lab/training/selfplay.py`), under the options of the sensible list; a run that was stopped goes
on where it stopped. Of each position the terms of `games/barrier/search.py` are kept, of yellow
less those of colourless, and what the search came to say later in the game and in the end its
result (`targets_of`). Positions in which the limit on quiet moves is in view are left out. The
weights are those of logistic regression, one set for a board with all pawns and one for an empty
one, in between so much of each. One game in five is held back while the loss is measured; the
weights that are printed are fitted to all. What came of it: decision 0033.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.punto_patterns import HELD_BACK, fit, loss
from tabletier.games.barrier.board import YELLOW
from tabletier.games.barrier.search import ALL_PAWNS, SPREAD, WEIGHTS, age, terms
from tabletier.games.kernel.columns import load
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.registry import find
from tabletier.lab.training.examples import targets_of
from tabletier.lab.training.shards import SHARD, ShardOrder, load_shard, make_all

TERMS = len(WEIGHTS)
MEN, KINGS = 0, 1
"""The terms that count pawns."""
SIDE, PLACE = 2, 3
"""Columns of a shard's facts: the side to move, the number of the position in its game."""


class Positions(NamedTuple):
    """What was seen."""

    terms: Any
    """float64[n, TERMS]: of yellow, less those of colourless."""
    left: Any
    """float64[n]: pawns on the board, as a share of all."""
    targets: Any
    """float64[n]: yellow's chances, as they turned out."""
    game: Any
    """int64[n]."""


@compiled
def look(like: Any, states: Any, found: Any, left: Any) -> None:
    """Fills in the terms and the pawns left; none where the limit on quiet moves is in view."""
    for row in range(len(states)):
        state = load(like, states, row)
        if age(state) > 0:
            continue
        mine, theirs = terms(state, YELLOW), terms(state, 1 - YELLOW)
        left[row] = mine[MEN] + mine[KINGS] + theirs[MEN] + theirs[KINGS]
        for k in range(len(mine)):
            found[row, k] = mine[k] - theirs[k]


def seen(path: Path) -> Positions:
    """The positions of one shard."""
    shard = load_shard(path)
    found, left = np.zeros((len(shard.states), TERMS)), np.zeros(len(shard.states))
    look(find("barrier").start(shard.options), shard.states, found, left)
    targets = targets_of(shard.facts, SPREAD)
    targets = np.where(shard.facts[:, SIDE] == YELLOW, targets, 1 - targets)
    games = np.cumsum(shard.facts[:, PLACE] == 0)
    kept = left > 0
    return Positions(found[kept], left[kept] / ALL_PAWNS, targets[kept], games[kept])


def read(folder: Path) -> Positions:
    """All that was kept in a folder; games of different shards are different games."""
    parts = [seen(path) for path in sorted(folder.glob("positions-*.npz"))]
    parts = [part._replace(game=part.game + 1_000_000 * n) for n, part in enumerate(parts)]
    return Positions(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def changing(found: Positions) -> Any:
    """The terms twice: as far as the board is full, and as far as it is empty."""
    left = found.left[:, None]
    return np.concatenate((found.terms * left, found.terms * (1 - left)), axis=1)


def told(found: Positions) -> str:
    """The losses, and the weights as they stand in the source."""
    columns, held = changing(found), found.game % HELD_BACK == 0
    learned = fit(columns[~held], found.targets[~held])
    lead = (found.terms @ np.array(WEIGHTS))[:, None] / SPREAD
    scale = fit(lead[~held], found.targets[~held])
    losses = (
        loss(columns[~held], found.targets[~held], learned),
        loss(columns[held], found.targets[held], learned),
        loss(lead[held], found.targets[held], scale),
    )
    weights = np.rint(SPREAD * fit(columns, found.targets)).astype(int).reshape(2, TERMS)
    early, late = (tuple(row) for row in weights.tolist())
    return (
        f"{len(held)} positions of {len(np.unique(found.game))} games; loss {losses[0]:.4f}, "
        f"held back {losses[1]:.4f}, by hand at its best scale {losses[2]:.4f}\n"
        f"EARLY = {early}\nLATE = {late}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--positions", type=int, default=450_000, help="0: only fit")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--results", type=Path, default=Path("build/barrier-weights"))
    asked = parser.parse_args(arguments)
    size = max(1, min(SHARD, asked.positions))
    orders = [
        ShardOrder("barrier", asked.seed, 1, number, asked.results, None, size)
        for number in range(-(-asked.positions // size))
    ]
    make_all(orders, asked.jobs, lambda path: print(path.name, flush=True))
    print(told(read(asked.results)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
