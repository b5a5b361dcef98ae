"""The shelf: games are found by looking, not listed; guests say that they are there.

A guest is a package of the same make as those on the shelf, in somebody else's folder. Once it is
registered, matches, search and benchmarks find it by its key like any other game.
"""

import difflib
import importlib
import pkgutil
from functools import cache
from pathlib import Path

from tabletier import games
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import UnknownGame
from tabletier.games.kernel.text import Text, shown

SHARED = "kernel"

_guests: dict[str, str] = {}


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order; no game is loaded for that."""
    found = (module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    return tuple(sorted(key for key in found if key != SHARED))


def guests() -> tuple[str, ...]:
    """The keys of the registered games, in alphabetical order."""
    return tuple(sorted(_guests))


def register(package: str) -> str:
    """Make a game known that lives outside the house; its key.

    `package` is the dotted name of its package, whose last part is the key and whose `GAME` is the
    game. Nothing is loaded yet. Raises ValueError if another game has that key already.
    """
    key = package.rpartition(".")[2]
    if key in keys() or _guests.get(key, package) != package:
        raise ValueError(f"{package}: there is a game called {key!r} already")
    _guests[key] = package
    return key


def shelves() -> tuple[list[str], dict[str, str]]:
    """Where games are found: folders, and the packages of registered ones."""
    return list(games.__path__), dict(_guests)


def look_on(folders: list[str], packages: dict[str, str]) -> None:
    """Find games there from now on, as another process of the house does."""
    games.__path__[:] = folders
    _guests.update(packages)
    keys.cache_clear()
    _of_the_house.cache_clear()


def find(key: object) -> Game:
    """The game with this key. Raises UnknownGame, with the nearest name there is."""
    if isinstance(key, str) and key in _guests:
        return _guest(key)
    if not isinstance(key, str) or key not in keys():
        raise UnknownGame(_unknown(key))
    return _of_the_house(key)


def folder_of(key: str) -> Path:
    """Where a game lives that is known: its modules, and whatever travels beside them."""
    package = importlib.import_module(_guests.get(key, f"{games.__name__}.{key}"))
    return Path(package.__path__[0])


@cache
def _of_the_house(key: str) -> Game:
    game: Game = importlib.import_module(f"{games.__name__}.{key}").GAME
    return game


@cache
def _guest(key: str) -> Game:
    """A registered game; its rules are compiled into a folder that changes with its sources."""
    from tabletier.games.kernel.specialise import guest_cache  # not before a guest is asked for

    with guest_cache(_guests[key]):
        game: Game = importlib.import_module(_guests[key]).GAME
    if game.key != key:
        raise ValueError(f"{_guests[key]}: its GAME has the key {game.key!r}, not {key!r}")
    return game


def _unknown(key: object) -> Text:
    known = (*keys(), *guests())
    shelf = ", ".join(known)
    wanted = key[:80] if isinstance(key, str) else shown(key)
    near = difflib.get_close_matches(wanted.lower(), known, n=1)
    return Text(
        f"Aucun jeu ne s'appelle « {wanted} »"
        + (f" ; vouliez-vous dire « {near[0]} » ?" if near else f" ; la ludothèque a : {shelf}."),
        f"There is no game called '{wanted}'"
        + (f"; did you mean '{near[0]}'?" if near else f"; the library has: {shelf}."),
    )
