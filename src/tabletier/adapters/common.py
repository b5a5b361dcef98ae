"""What the adapters of learning libraries have in common: extras, spaces, rewards, pictures."""

import io
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import CHANCE
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.extras import missing_sentence
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.drawing import png
from tabletier.match.match import Match, Result
from tabletier.match.options import fill, quoted
from tabletier.match.spaces import ActionSpace, ObservationSpace, actions, observations

RENDER_MODES = ["human", "ansi", "rgb_array"]
VERSION = "v0"
"""Raised when the same actions could lead to something else; rules have versions of their own."""


def needed(module: str, extra: str) -> ModuleType:
    """A module that an extra of the package brings. Raises ModuleNotFoundError, with its name."""
    import importlib

    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        top = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != top:
            raise
        raise ModuleNotFoundError(missing_sentence(top, extra).en, name=top) from error


class EnvSpec:
    """A game under some options, with the spaces that learning programs need; it never changes."""

    def __deepcopy__(self, _: Any) -> "EnvSpec":
        return self

    def __init__(self, game: str, options: Mapping[str, Any] | None = None) -> None:
        found = find(game)
        self.game, self.name = found.key, found.name
        self.options: dict[str, Any] = fill(found, options, quoted)
        self.teams = found.teams(self.options)
        self.seats = sum(map(len, self.teams))
        self.actions: ActionSpace = actions(found.key, self.options)
        self.observations: ObservationSpace = observations(found.key, self.options)

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the largest value of every place of a flat observation."""
        shown = self.observations
        cells, scalars = int(np.prod(shown.shape)), len(shown.scalars)
        low = np.concatenate([np.zeros(cells), -np.ones(scalars)]).astype(np.float32)
        high = np.concatenate([np.full(cells, shown.high), np.ones(scalars)]).astype(np.float32)
        return low, high


def with_keywords(options: object, named: Mapping[str, Any]) -> Any:
    """The options of a game: a dictionary, keywords, or both. Raises BadOption."""
    if not named:
        return options
    given = {} if options is None else options
    if not isinstance(given, Mapping):
        return given  # whoever fills it in says what is wrong
    twice = sorted(given.keys() & named.keys())
    if twice:
        raise BadOption(
            Text(
                f"« {twice[0]} » est donné deux fois : dans options= et à part.",
                f"'{twice[0]}' is given twice: in options= and by itself.",
            )
        )
    return {**given, **named}


def rewards(result: Result | None, seats: int) -> list[float]:
    """1 for every seat that has won, -1 for every one that has lost; 0 for all until then."""
    if result is None or not result.winners:
        return [0.0] * seats
    return [1.0 if seat in result.winners else -1.0 for seat in range(seats)]


def onlooker(match: Match) -> int | None:
    """Whose eyes a picture is seen through: the seat to move, or a spectator's."""
    seat = match.to_move
    return None if seat is None or seat == CHANCE else seat


def pixels(match: Match, seat: int | None) -> NDArray[np.uint8]:
    """The board as an array, height by width by red, green and blue."""
    image: Any = needed("PIL.Image", "rl")
    with image.open(io.BytesIO(png(match.svg(seat)))) as picture:
        return np.asarray(picture.convert("RGB"), np.uint8)
