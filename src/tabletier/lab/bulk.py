"""Many random games of one game under one option set, from a seed; which option sets to try.

A sensible list has every way to sit down, and every choice at least once.
"""

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import READINGS, Game, Option, Options
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.specialise import specialise
from tabletier.match.options import fill

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
    return play_from(game, game.start(options), generators)


def play_from(game: Game, state: Any, generators: Column) -> BulkGames:
    """Play one random game per generator on from a state."""
    playouts = specialise(PLAYOUTS, game)
    rows = np.zeros((len(generators), playouts.COLUMNS), np.int64)
    playouts.play_many(state, generators, rows)
    return BulkGames(*(rows[:, column] for column in range(playouts.COLUMNS)))


Choice = dict[str, Any]


def option_sets(game: Game) -> list[Choice]:
    """A sensible list of option sets, the defaults first; each is complete and allowed.

    Options that change who sits where, and options with two values, are tried in every
    combination; the values of the others, and other readings of the rule, one at a time, with all
    else as usual.
    """
    crossed = _crossed(game)
    singles = [option for option in game.options if option.key not in crossed]
    combined = _allowed(game, _product(o for o in game.options if o.key in crossed))
    return _unique([fill(game, None), *combined, *_allowed(game, _one_by_one(singles))])


def seatings(game: Game) -> list[Choice]:
    """One option set for each way to sit down, with all else as usual."""
    seating = _seating(game)
    return _allowed(game, _product(o for o in game.options if o.key in seating))


def label(game: Game, options: Choice) -> str:
    """What is special about an option set: `players=3 expert`; nothing for the defaults."""
    usual = fill(game, None)
    parts = [_part(key, value) for key, value in options.items() if value != usual[key]]
    return " ".join(parts)


def _part(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return key if value else f"no {key}"
    return f"{key}={value}"


def _product(options: Iterable[Option]) -> Iterator[Choice]:
    """Every combination of the values of some options."""
    listed = list(options)
    for values in itertools.product(*(option.values for option in listed)):
        yield dict(zip((option.key for option in listed), values, strict=True))


def _one_by_one(options: Iterable[Option]) -> Iterator[Choice]:
    for option in options:
        for value in option.values:
            yield {option.key: value}


def _allowed(game: Game, choices: Iterable[Choice]) -> list[Choice]:
    """The choices that the game accepts, complete, each once."""
    accepted = []
    for choice in choices:
        try:
            accepted.append(fill(game, choice))
        except BadOption:
            continue
    return _unique(accepted)


def _unique(choices: Iterable[Choice]) -> list[Choice]:
    return list({json.dumps(choice): choice for choice in choices}.values())


def _crossed(game: Game) -> set[str]:
    """The options that are tried in every combination."""
    choices = [option for option in game.options if option.group != READINGS]
    two_valued = {option.key for option in choices if len(option.values) == 2}
    return two_valued | _seating(game)


def _seating(game: Game) -> set[str]:
    """The options of which a change, and nothing else, can change who plays with whom."""
    options = [option for option in game.options if option.group != READINGS]
    tables = [(choice, game.teams(choice)) for choice in _allowed(game, _product(options))]
    seating = set()
    for key in (option.key for option in options):
        teams_by_rest: dict[str, set[Any]] = {}
        for choice, teams in tables:
            rest = json.dumps({k: v for k, v in choice.items() if k != key})
            teams_by_rest.setdefault(rest, set()).add(teams)
        if any(len(teams) > 1 for teams in teams_by_rest.values()):
            seating.add(key)
    return seating
