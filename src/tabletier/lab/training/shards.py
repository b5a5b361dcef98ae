"""Self-play, kept in shards: files of some thousand positions, made by a seed and a number.

A run that was stopped goes on with the first number that is missing, and any number of processes
can share the work. Shards of several generations may stand in one folder.
"""

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.columns import width
from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.weights import load_weights
from tabletier.lab.bulk import option_sets, streams
from tabletier.search.alphabeta_parts import work_of
from tabletier.search.tree_search import sides_of

SOURCE = "tabletier.lab.training.selfplay"
SHARD = 10_000
"""Positions in a shard."""
USUAL = 0.65
"""The share of shards under the usual options; the others are drawn from the sensible list."""
ROWS = 1 << 12
"""Of the table in which a search remembers positions."""


class ShardOrder(NamedTuple):
    """One shard to be made."""

    game: str
    seed: str
    generation: int
    number: int
    folder: Path
    teacher: Path | None
    """The folder of the weights that the players judge by; None: the hand-made judgement."""
    positions: int = SHARD


class Shard(NamedTuple):
    """Positions under one set of options."""

    options: Options
    states: Any
    """int64[positions, width]: see `columns.py`."""
    facts: Any
    """int64[positions, 4]: see `selfplay.py`."""


def name_of(generation: int, number: int) -> str:
    """The file name of a shard."""
    return f"positions-{generation}-{number:05d}.npz"


def choices(game: Game) -> list[dict[str, Any]]:
    """The option sets under which the game's network can judge, the usual ones first."""
    network: Any = getattr(game.heuristics, "network", None)
    sets = option_sets(game)
    return sets if network is None else [one for one in sets if network.fits(game.start(one))]


def options_for(wanted: ShardOrder, game: Game) -> dict[str, Any]:
    """Under which options a shard is played."""
    sets = choices(game)
    random = Random(f"{wanted.seed} {wanted.generation} {wanted.number}")
    return sets[0] if len(sets) == 1 or random.random() < USUAL else random.choice(sets[1:])


def make(wanted: ShardOrder) -> Path:
    """Play the games of one shard and write it; a file that is there is whole."""
    path = wanted.folder / name_of(wanted.generation, wanted.number)
    if path.exists():
        return path
    game = find(wanted.game)
    options = options_for(wanted, game)
    shard = played(wanted, game, options)
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        np.savez_compressed(
            file,
            states=shard.states,
            facts=shard.facts.astype(np.int32),
            options=np.array(json.dumps(options)),
        )
    part.replace(path)
    return path


def played(wanted: ShardOrder, game: Game, options: Options) -> Shard:
    """The positions of as many games as it takes."""
    source, start = specialise(SOURCE, game), game.start(options)
    work = np.zeros(1, work_of(game.rules.MAX_MOVES)).view(np.recarray)[0]
    sides = sides_of(game.teams(options))
    work.sides[: len(sides)] = sides
    work.settles, work.reduces = 1, 1
    net = np.zeros(1, np.int64)
    if wanted.teacher is not None:
        network: Any = game.heuristics.network  # type: ignore[union-attr]
        net, work.learned = network.packed(load_weights(wanted.teacher, network.MADE_OF), start), 1
    table, stop = np.zeros((ROWS, 2), np.int64), np.zeros(1, np.int64)
    longest = source.LONGEST
    states = np.zeros((wanted.positions + longest, width(start)), np.int64)
    facts = np.zeros((len(states), source.FIELDS), np.int64)
    generators = streams(wanted.positions, wanted.seed, wanted.generation, wanted.number)
    count = 0
    for stream in generators.tolist():
        here = slice(count, count + longest)
        count += source.play(start, stream, states[here], facts[here], work, table, net, stop)
        if count >= wanted.positions:
            break
    return Shard(options, states[: wanted.positions], facts[: wanted.positions])


def load_shard(path: Path) -> Shard:
    """A shard that was written."""
    with np.load(path, allow_pickle=False) as arrays:
        options = json.loads(str(arrays["options"]))
        return Shard(options, arrays["states"], arrays["facts"])


def make_all(shards: list[ShardOrder], jobs: int, hear: Callable[[Path], None]) -> None:
    """Make every shard that is missing, in `jobs` processes; `hear` is told of each."""
    missing = [w for w in shards if not (w.folder / name_of(w.generation, w.number)).exists()]
    if missing:
        missing[0].folder.mkdir(parents=True, exist_ok=True)
        for path in _made(missing, jobs):
            hear(path)


def _made(missing: list[ShardOrder], jobs: int) -> Iterator[Path]:
    if jobs == 1:
        yield from map(make, missing)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(make, wanted) for wanted in missing}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (job.result() for job in done)
        finally:
            for job in waiting:
                job.cancel()
