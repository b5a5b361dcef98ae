"""The shelf: games are found by looking, not listed."""

import difflib
import importlib
import pkgutil
from functools import cache

from tabletier import games
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import UnknownGame
from tabletier.games.kernel.texts import Text, shown

SHARED = "kernel"


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order; no game is loaded for that."""
    found = (module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg)
    return tuple(sorted(key for key in found if key != SHARED))


def find(key: object) -> Game:
    """The game with this key. Raises UnknownGame, with the nearest name there is."""
    if not isinstance(key, str) or key not in keys():
        raise UnknownGame(_unknown(key))
    game: Game = importlib.import_module(f"{games.__name__}.{key}").GAME
    return game


def _unknown(key: object) -> Text:
    shelf = ", ".join(keys())
    wanted = key[:80] if isinstance(key, str) else shown(key)
    near = difflib.get_close_matches(wanted.lower(), keys(), n=1)
    return Text(
        f"Aucun jeu ne s'appelle « {wanted} »"
        + (f" ; vouliez-vous dire « {near[0]} » ?" if near else f" ; la ludothèque a : {shelf}."),
        f"There is no game called '{wanted}'"
        + (f"; did you mean '{near[0]}'?" if near else f"; the library has: {shelf}."),
    )
