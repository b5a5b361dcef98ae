"""What is known of a game before anybody has played it here: its levels, its places, its luck.

A game keeps it in `ratings.toml` in its own folder, written by `python -m benchmarks.anchors` from
matches of the house's levels. A game without the file, such as a guest, gets the usual figures.
"""

from functools import lru_cache
from pathlib import Path

import msgspec

from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.registry import find, folder_of
from tabletier.search.levels import SKILLS, levels_of
from tabletier.server.ratings.model import WIDEST, Rating, Setting

FILE = "ratings.toml"
BEGINNER = 2
"""Newcomers are thought to play as this level does, and nothing is certain about it."""
LEVEL = "level "
"""How the name of a level begins where ratings are kept; no person's id does."""


class TableKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of table, as the file has it."""

    offsets: tuple[float, ...]
    spread: float = 1.0


class Anchors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a game; the levels from the first on."""

    levels: tuple[Rating, ...]
    shapes: dict[str, TableKind] = {}
    made: str = ""
    """By which command, and of how many games."""

    def setting(self, shape: str) -> Setting:
        """What a kind of table does to chances; where nothing is known, nothing."""
        place = self.shapes.get(shape)
        if place is None:
            return Setting((0.0,) * len(shape.split("v")))
        return Setting(place.offsets, place.spread)

    def first(self, player: str) -> Rating:
        """What somebody is rated before their first match."""
        if player.startswith(LEVEL):
            number = int(player.removeprefix(LEVEL))
            return self.levels[min(number, len(self.levels)) - 1]
        return Rating(self.levels[BEGINNER - 1].mu, WIDEST)


def usual(count: int) -> Anchors:
    """A ladder like that of most games, of so many levels."""
    return Anchors(tuple(Rating(300.0 + 300 * level, 150.0) for level in range(1, count + 1)))


USUAL = usual(len(SKILLS))
"""The ladder of a game that says nothing."""


def shape_of(game: str, options: Options) -> str:
    """The kind of a table: how many players each side has, `1v1` or `2v2`."""
    return "v".join(str(len(team)) for team in find(game).teams(options))


def level_key(level: int) -> str:
    """What a level is called where ratings are kept."""
    return f"{LEVEL}{level}"


def level_keys(game: str) -> tuple[str, ...]:
    """What all levels of a game are called there, from the first on."""
    return tuple(level_key(level) for level, _ in enumerate(anchors_of(game).levels, 1))


def level_from(player: str) -> int | None:
    """The level that is called so there; None for a person."""
    return int(player.removeprefix(LEVEL)) if player.startswith(LEVEL) else None


@lru_cache(maxsize=64)
def anchors_of(game: str) -> Anchors:
    """What is known of a game; of its levels nothing, if they were others when it was measured."""
    count = len(levels_of(find(game)))
    file = Path(folder_of(game)) / FILE
    try:
        text = file.read_bytes()
    except OSError:
        return usual(count)
    known = msgspec.toml.decode(text, type=Anchors)
    if len(known.levels) == count:
        return known
    return msgspec.structs.replace(known, levels=usual(count).levels)
