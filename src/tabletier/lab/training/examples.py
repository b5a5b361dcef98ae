"""Positions as examples to learn from: what the network sees, and what it should have said."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.network import MOST
from tabletier.games.kernel.specialise import specialise
from tabletier.lab.training.shards import Shard, load_shard
from tabletier.search.alphabeta_parts import CERTAIN
from tabletier.search.alphabeta_search import SPREAD

SOURCE = "tabletier.lab.training.seen"
LATER = 0.93
"""How much of a target is what the search said later in the game, and in the end the result; the
rest is what it said at once. The search's own value tells little that the judgement under it does
not; what it comes to see ten or twenty moves later does, and is steadier than the result alone."""
PROVEN = 12.0
"""A proven value is worth so many spreads: the chances are as good as certain."""


class Sightings(NamedTuple):
    """Columns, one item per position."""

    rows: Any
    """int16[n, MOST]: trained rows that are active; the number of rows itself fills up."""
    heads: Any
    """int16[n]."""
    targets: Any
    """float32[n]: the chances of the side to move."""
    leads: Any
    """float32[n]: the hand-made judgement, in spreads."""


def examples_in(game: Game, paths: Iterable[Path]) -> Sightings:
    """What the shards hold; positions near the limit on quiet moves are left out."""
    parts = [examples_of(game, load_shard(path)) for path in paths]
    return Sightings(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def examples_of(game: Game, shard: Shard) -> Sightings:
    """The same of one shard."""
    network: Any = game.heuristics.network  # type: ignore[union-attr]
    count = len(shard.states)
    listed = np.zeros((count, MOST + 1), np.int64)
    counts, heads = np.zeros(count, np.int64), np.zeros(count, np.int64)
    leads = np.zeros(count, np.int64)
    like = game.start(shard.options)
    specialise(SOURCE, game).look(like, shard.states, listed, counts, heads, leads)
    if counts.max(initial=0) > MOST:
        raise ValueError(f"{game.key}: {counts.max()} rows are active at once, {MOST} at most")
    row_of, head_of = network.trained()
    active = np.arange(MOST) < counts[:, None]
    rows = np.where(active, row_of[listed[:, :MOST]], network.MADE_OF[0])
    spread = spread_of(game)
    kept = counts > 0
    return Sightings(
        rows[kept].astype(np.int16),
        head_of[heads][kept].astype(np.int16),
        targets_of(shard.facts, spread)[kept].astype(np.float32),
        (leads[kept] / spread).astype(np.float32),
    )


def spread_of(game: Game) -> int:
    """The lead at which chances are e to 1."""
    return int(getattr(game.heuristics, "SPREAD", SPREAD))


def targets_of(facts: Any, spread: int) -> Any:
    """What the network should say: what the search found, from here on to the end of the game."""
    values, sides, places = facts[:, 0].astype(float), facts[:, 2], facts[:, 3]
    leads = np.where(np.abs(values) >= CERTAIN, PROVEN * np.sign(values), values / spread)
    chances = 1 / (1 + np.exp(-np.clip(leads, -PROVEN, PROVEN)))
    first = np.where(sides == 0, chances, 1 - chances)  # of side 0, like the next two
    ends = np.where(sides == 0, facts[:, 1] + 1, 1 - facts[:, 1]) / 2
    targets, later = np.empty(len(facts)), 0.0
    for row in range(len(facts) - 1, -1, -1):
        if row == len(facts) - 1 or places[row + 1] == 0:
            later = ends[row]
        targets[row] = later = (1 - LATER) * first[row] + LATER * later
    return np.where(sides == 0, targets, 1 - targets)
