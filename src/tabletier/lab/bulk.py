"""Many random games of one game under one option set, from a seed."""

import hashlib
import json
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.specialise import specialise

PLAYOUTS = "tabletier.lab.playouts"
REPETITION = "repetition"

Column = NDArray[np.int64]


class BulkGames(NamedTuple):
    """What became of some games, one item per game in each column."""

    lengths: Column
    """Whole moves; draws of chance are none."""
    winners: Column
    """A bit per winning seat; 0: a draw."""
    reasons: Column
    """An index into `reasons(game)`."""
    first: Column
    """The seat that decided first, -1 if nobody had anything to decide."""


def reasons(game: Game) -> tuple[str, ...]:
    """Every way a random game can end; the last one is the match's own."""
    return (*game.rules.REASONS, REPETITION)


def streams(count: int, *names: object) -> Column:
    """A random generator for each of `count` games, fixed by the names given.

    Game g has the same one however many are asked for, and any two are unrelated.
    """
    digest = hashlib.sha256(json.dumps(names).encode()).digest()
    source = np.random.PCG64(np.random.SeedSequence(int.from_bytes(digest, "big")))
    raw = np.atleast_1d(np.asarray(source.random_raw(count), dtype=np.uint64))
    return (raw >> np.uint64(2)).astype(np.int64) | 1


def play_games(game: Game, options: Options, count: int, seed: str) -> BulkGames:
    """Play `count` random games under complete options; the same seed gives the same games."""
    return play_streams(game, options, streams(count, seed, game.key, dict(options)))


def play_streams(game: Game, options: Options, generators: Column) -> BulkGames:
    """Play one random game per generator."""
    playouts = specialise(PLAYOUTS, game)
    rows = np.zeros((len(generators), playouts.COLUMNS), np.int64)
    playouts.play_many(game.start(options), generators, rows)
    return BulkGames(*(rows[:, column] for column in range(playouts.COLUMNS)))
