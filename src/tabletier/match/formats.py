"""Examples of a game's notation, positions, views and events: `formats.toml` in its folder.

Only what leads there is written down; what is shown comes from the engine. docs/formats is made of
these and of the game's declarations (`python -m scripts.formats`).
"""

import tomllib
from functools import cache
from typing import Any

import msgspec

from tabletier.games.kernel.registry import find, folder_of
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.start import new, setup

FILE = "formats.toml"


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position and legal moves from it; the last is what the example is about."""

    means: str
    """What the last move does, in a sentence."""
    moves: tuple[str, ...]
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    """As the game completes it: only what matters is written. None: a match from the beginning."""
    seed: str = "example"


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All examples of a game."""

    example: tuple[Example, ...]
    box: str | None = None
    """The hash of the box data that they are written for, where the game has such data."""


@cache
def examples(game: str) -> tuple[Example, ...]:
    """The examples of a game; none if it has none, or none for the box data in use.

    Raises UnknownGame. A mistake in the file is our own: msgspec.ValidationError.
    """
    box, file = find(game).box, folder_of(game) / FILE
    if not file.is_file():
        return ()
    found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Examples)
    return found.example if found.box == box else ()


def played(game: str, example: Example) -> tuple[Match, ...]:
    """The match of an example before its first move and after each."""
    found = find(game)
    options = fill(found, example.options)
    if example.position is None:
        shown = [new(game, options, example.seed)]
    else:
        shown = [setup(game, found.complete(example.position, options), options, example.seed)]
    for move in example.moves:
        shown.append(shown[-1].play(move))
    return tuple(shown)
