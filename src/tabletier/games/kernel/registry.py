"""The shelf: games are found by looking, not listed; guests say that they are there.

A guest is a package of the same make as those on the shelf, in somebody else's folder. One that
announces itself (`guests.py`) stands on the shelf after the games of the house. One that a program
registers is found by its key like any other game, and stands on no shelf. A guest that cannot be
used is left out, and there is a sentence about it.
"""

import difflib
import importlib
import pkgutil
import sys
import threading
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tabletier import games
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError, UnknownGame
from tabletier.games.kernel.guests import (
    PACKAGE,
    REGISTERED,
    Announcement,
    BrokenGuest,
    announcements,
    broken,
    failed,
)
from tabletier.games.kernel.text import Text, shown

SHARED = "kernel"

_guests: dict[str, str] = {}
"""The package of every guest that is known, by its key."""


class Shelf(NamedTuple):
    """The guests that announced themselves."""

    keys: tuple[str, ...] = ()
    """Those that can be played, in alphabetical order."""
    broken: tuple[BrokenGuest, ...] = ()
    """What is wrong with the others."""


_looking = threading.RLock()
_looks = threading.local()


@cache
def house_keys() -> tuple[str, ...]:
    """The keys of the games of the house, in alphabetical order; no game is loaded for that."""
    found = (module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    return tuple(sorted(key for key in found if key != SHARED))


def keys() -> tuple[str, ...]:
    """The keys of all games on the shelf, those of the house first, in alphabetical order.

    Guests that announced themselves are loaded for that, the games of the house are not.
    """
    return (*house_keys(), *_announced().keys)


def guests() -> tuple[str, ...]:
    """The keys of all known guests, in alphabetical order."""
    _announced()
    return tuple(sorted(_guests))


def broken_guests() -> tuple[BrokenGuest, ...]:
    """The guests that announced themselves and cannot be played, each with a sentence."""
    return _announced().broken


def blame(trace: str) -> Text | None:
    """What to say of an error that arose in a guest, as its traceback tells; None if in none."""
    for package in _guests.values():
        for folder in getattr(sys.modules.get(package), "__path__", ()):
            said = failed(_announcement(package), trace, folder)
            if said is not None:
                return said
    return None


def check_guest(key: str, error: Exception) -> None:
    """Raises BrokenGuest where an error arose while a guest was prepared."""
    if key in _guests and not isinstance(error, GameError):
        raise broken(_announcement(_guests[key]), error) from error


def _announcement(package: str) -> Announcement:
    told = (one for one in announcements() if one.package == package)
    return next(told, Announcement(package, REGISTERED))


def register(package: str) -> str:
    """Make a game known that lives outside the house; its key.

    `package` is the dotted name of its package, whose last part is the key and whose `GAME` is the
    game. Nothing is loaded yet. Raises ValueError if another game has that key already, or if this
    is no name of a package.
    """
    objection = _objection(package)
    if objection is not None:
        raise ValueError(f"{package[:80]}: {objection.en}")
    key = package.rpartition(".")[2]
    _guests[key] = package
    return key


def _objection(package: str) -> Text | None:
    """Why a package cannot be a guest, None if it may."""
    if PACKAGE.fullmatch(package) is None:
        return Text(
            "ce n'est pas le nom d'un paquet, comme mon_projet.mon_jeu",
            "this is not the name of a package, such as my_project.my_game",
        )
    key = package.rpartition(".")[2]
    if key in house_keys() or _guests.get(key, package) != package:
        return Text(f"un jeu s'appelle déjà « {key} »", f"there is a game called {key!r} already")
    return None


def shelves() -> tuple[list[str], dict[str, str]]:
    """Where games are found: folders, and the packages of guests."""
    _announced()
    return list(games.__path__), dict(_guests)


def look_on(folders: list[str], packages: dict[str, str]) -> None:
    """Find games there from now on, as another process of the house does."""
    games.__path__[:] = folders
    _guests.update(packages)
    house_keys.cache_clear()
    _of_the_house.cache_clear()


def find(key: object) -> Game:
    """The game with this key. Raises UnknownGame (with the nearest name), or BrokenGuest."""
    if isinstance(key, str):
        if key in house_keys():
            return _of_the_house(key)
        if key not in _guests:
            _announced()
        if key in _guests:
            return _guest(key, _guests[key])
        for error in broken_guests():
            if error.key == key:
                raise error
    raise UnknownGame(_unknown(key))


def folder_of(key: str) -> Path:
    """Where a game lives that is known: its modules, and whatever travels beside them."""
    package = importlib.import_module(_guests.get(key, f"{games.__name__}.{key}"))
    return Path(package.__path__[0])


def cache_name(key: str) -> str:
    """What compiled code of a game is kept under: its key, and for a guest its sources too."""
    if key in house_keys():
        return key
    from tabletier.games.kernel.compiler import folder_key

    return f"{key}-{folder_key(folder_of(key))}"


@cache
def _of_the_house(key: str) -> Game:
    game: Game = importlib.import_module(f"{games.__name__}.{key}").GAME
    return game


def _announced() -> Shelf:
    """The guests that announced themselves, each tried once; none while one of them loads."""
    if getattr(_looks, "under_way", False):
        return Shelf()
    with _looking:
        _looks.under_way = True
        try:
            return _loaded()
        finally:
            _looks.under_way = False


@cache
def _loaded() -> Shelf:
    found, failed = [], []
    for guest in announcements():
        objection = _objection(guest.package)
        if objection is not None:
            failed.append(broken(guest, objection))
            continue
        key = register(guest.package)
        try:
            _guest(key, guest.package, guest.source)
            found.append(key)
        except BrokenGuest as error:
            del _guests[key]
            failed.append(error)
    return Shelf(tuple(sorted(found)), tuple(failed))


def _guest(key: str, package: str, source: Text = REGISTERED) -> Game:
    """A guest; its rules are compiled into a folder that changes with its sources."""
    game = _games.get(package)
    if game is None:
        game = _games[package] = _import(key, Announcement(package, source))
    return game


_games: dict[str, Game] = {}


def _import(key: str, guest: Announcement) -> Game:
    from tabletier.games.kernel.specialise import guest_cache  # not before a guest is asked for

    try:
        with guest_cache(guest.package):
            game = importlib.import_module(guest.package).GAME
    except (Exception, SystemExit) as error:
        raise broken(guest, error) from error
    if not isinstance(game, Game):
        kind = type(game).__name__
        raise broken(
            guest, Text(f"son GAME est un {kind}, pas un Game", f"its GAME is a {kind}, no Game")
        )
    if game.key != key:
        raise broken(
            guest,
            Text(
                f"son GAME a la clé « {game.key} », pas « {key} »",
                f"its GAME has the key {game.key!r}, not {key!r}",
            ),
        )
    for part, names in (("rules", VERBS), ("space", NUMBERS)):
        module = getattr(game, part)
        missing = ", ".join(name for name in names if not hasattr(module, name))
        if module is not None and missing:
            fr, en = f"{part}.py n’a pas {missing}", f"{part}.py has no {missing}"
            raise broken(guest, Text(fr, en))
    return game


VERBS = (
    *("MAX_MOVES", "REASONS", "to_move", "legal_moves"),
    *("tickets", "chance", "apply", "outcome"),
)
"""What no game's rules can do without."""
NUMBERS = (
    *("HIGH", "texts", "planes", "grid", "scalars", "extent"),
    *("action_of", "step_of", "mark", "observe"),
)
"""What a game's space is made of, if it has one."""


def _unknown(key: object) -> Text:
    known = (*house_keys(), *guests())
    shelf = ", ".join(known)
    wanted = key[:80] if isinstance(key, str) else shown(key)
    near = difflib.get_close_matches(wanted.lower(), known, n=1)
    return Text(
        f"Aucun jeu ne s'appelle « {wanted} »"
        + (f" ; vouliez-vous dire « {near[0]} » ?" if near else f" ; la ludothèque a : {shelf}."),
        f"There is no game called '{wanted}'"
        + (f"; did you mean '{near[0]}'?" if near else f"; the library has: {shelf}."),
    )
