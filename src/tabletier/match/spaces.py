"""Moves and observations in numbers: which there are, for a game and an option set.

>>> import tabletier as tt
>>> space = tt.actions("expion")
>>> len(space), space.text(0), space.index("e9-e7")
(253, 'b7-b8', 199)
"""

import json
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import Extent, Game, Space
from tabletier.games.kernel.errors import BadNotation, NotAllowed, unreadable
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.options import fill, quoted

SPACES_KEPT = 64


class Observation(NamedTuple):
    """What a seat may know of a match, as arrays."""

    planes: NDArray[np.int8]
    """[planes, height, width], from 0 to `ObservationSpace.high`."""
    scalars: NDArray[np.float32]
    """[scalars], from 0 to 1."""

    def flat(self) -> NDArray[np.float32]:
        """All numbers in one row: the planes one after another, then the scalars."""
        return np.concatenate([self.planes.ravel().astype(np.float32), self.scalars])


class ActionSpace:
    """Every step that a player can ever take under one option set, numbered from 0.

    A number means the same text in every position. Mostly a step is a whole move; where moves are
    chains (`c3xe5xg5`), each link is a step of its own, and `stop` ends a chain that could go on.
    """

    def __init__(self, game: str, options: dict[str, Any], texts: tuple[str, ...]) -> None:
        self.game = game
        self._options = options
        self.texts = texts
        """The text of every action, by its number."""

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed, all defaults filled in."""
        return dict(self._options)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.texts)}

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __contains__(self, text: object) -> bool:
        return text in self._numbers

    def __repr__(self) -> str:
        return f"<ActionSpace {self.game}, {len(self)} actions>"

    def text(self, action: int) -> str:
        """The text of an action. Raises BadNotation for a number that none has."""
        return self.texts[self.checked(action)]

    def index(self, text: str) -> int:
        """The number of a text. Raises BadNotation for one that no step has here."""
        number = self._numbers.get(text)
        if number is None:
            first, last = self.texts[0], self.texts[-1]
            raise unreadable(
                str(text),
                f"avec ces options les actions vont de « {first} » à « {last} »",
                f"with these options the actions run from '{first}' to '{last}'",
            )
        return number

    def checked(self, action: object) -> int:
        """The number of an action, as a plain integer. Raises BadNotation if there is none."""
        if isinstance(action, int | np.integer) and 0 <= action < len(self.texts):
            return int(action)
        last = len(self.texts) - 1
        raise BadNotation(
            Text(
                f"Il n’y a pas d’action {quoted(action)} : elles vont de 0 à {last}.",
                f"There is no action {quoted(action)}: they run from 0 to {last}.",
            )
        )


class ObservationSpace(NamedTuple):
    """What the arrays of an `Observation` hold, under one option set."""

    game: str
    options: dict[str, Any]
    planes: tuple[str, ...]
    """What each plane shows."""
    scalars: tuple[str, ...]
    """What each scalar says."""
    shape: tuple[int, int, int]
    """Planes, height, width; row 0 is the lowest, column 0 the leftmost."""
    high: int
    """The largest number in a plane; the smallest is 0. Scalars lie between 0 and 1."""

    @property
    def size(self) -> int:
        """How many numbers there are in all."""
        planes, height, width = self.shape
        return planes * height * width + len(self.scalars)


def space_of(game: Game) -> Space:
    """The game's `space.py`. Raises NotAllowed for a guest that has none."""
    if game.space is None:
        raise NotAllowed(
            Text(
                f"{game.name.fr} n’a pas de space.py : ses coups ne sont pas numérotés.",
                f"{game.name.en} has no space.py: its moves are not numbered.",
            )
        )
    return game.space


def extent_of(game: str, options: Any = None) -> Extent:
    """What no match under these options goes beyond. Raises UnknownGame, BadOption, NotAllowed."""
    found = find(game)
    return space_of(found).extent(fill(found, options, quoted))


def actions(game: str, options: Any = None) -> ActionSpace:
    """The actions of a game: a fixed numbering of its steps. Raises UnknownGame, BadOption.

    >>> import tabletier as tt
    >>> space = tt.actions("barrier", {"capture": "mandatory"})
    >>> len(space), space.text(420), "stop" in space
    (884, 'a1xa3', False)
    """
    found = find(game)
    return _actions(found.key, json.dumps(fill(found, options, quoted)))


@lru_cache(SPACES_KEPT)
def _actions(game: str, written: str) -> ActionSpace:
    options = json.loads(written)
    return ActionSpace(game, options, space_of(find(game)).texts(options))


def observations(game: str, options: Any = None) -> ObservationSpace:
    """What an observation of a game holds. Raises UnknownGame, BadOption.

    >>> import tabletier as tt
    >>> tt.observations("expion").shape
    (6, 9, 9)
    """
    found = find(game)
    return _observations(found.key, json.dumps(fill(found, options, quoted)))


@lru_cache(SPACES_KEPT)
def _observations(game: str, written: str) -> ObservationSpace:
    options, space = json.loads(written), space_of(find(game))
    planes = space.planes(options)
    return ObservationSpace(
        game=game,
        options=options,
        planes=planes,
        scalars=space.scalars(options),
        shape=(len(planes), *space.grid(options)),
        high=space.HIGH,
    )
