"""The games as the terminal shows them: picked by a forgiving name, loaded, described."""

import re
from contextlib import suppress
from typing import NamedTuple

import click

from tabletier.cli.i18n import say, tell
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.match.options import seat_counts
from tabletier.match.start import new

WARM_UP = 200


class Broken(NamedTuple):
    """A game whose folder is there but does not load."""

    key: str
    why: str


def pick(name: str) -> Game:
    """The game of this name, ready to be played. Raises UnknownGame."""
    key = key_of(name)
    return find(key) if key not in keys() else _prepared(key)


def key_of(name: str) -> str:
    """The key of a game whose name is written as one likes: `Punto`, `Ex*pion`."""
    plain = re.sub(r"[^a-z0-9_]", "", name.lower())
    return plain if plain in keys() else name


def _prepared(key: str) -> Game:
    """The game, its rules compiled; the first time that takes a while, and we say so."""
    from tabletier.games.kernel.compiler import JIT, cache_dir

    if not JIT:
        return find(key)
    ready = cache_dir() / f"{key}.ready"
    if ready.exists():
        return find(key)
    click.echo(say("play.preparing"), err=True)
    game = find(key)
    _warm_up(game)
    with suppress(OSError):
        ready.touch()
    return game


def _warm_up(game: Game) -> None:
    """Play a game for nobody, so that every rule is compiled before someone waits for it."""
    match = new(game.key, seed="warm up")
    for _ in range(WARM_UP):
        moves = match.legal_moves()
        if not moves:
            break
        match = match.play(moves[len(moves) // 2])


def load_all() -> tuple[list[Game], list[Broken]]:
    """Every game of the library; those that do not load, with the reason."""
    games, broken = [], []
    for key in keys():
        try:
            games.append(find(key))
        except Exception as error:  # noqa: BLE001 -- one broken folder must not close the house
            broken.append(Broken(key, _why(error)))
    return games, broken


def _why(error: Exception) -> str:
    """An error of the house in its own words, any other as Python names it."""
    return tell(error.text) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"


def player_counts(game: Game) -> tuple[int, ...]:
    """For how many players the game is."""
    return seat_counts(game)


def players_in_words(game: Game) -> str:
    """For how many players, as one says it: `2 · 3 · 4 players`."""
    return say("games.players", count=" · ".join(map(str, player_counts(game))))
