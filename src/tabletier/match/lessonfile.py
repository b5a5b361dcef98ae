"""How a game writes its lessons down: `lessons.toml`, read strictly.

Every text is a pair, French first. See `docs/adding-a-game.md` for an example.
"""

import tomllib
from typing import Any

import msgspec

from tabletier.games.kernel.text import Text

OTHERWISE = Text(
    "Ce coup est permis, mais ce n'est pas celui de la leçon : essayez encore.",
    "That move is allowed, but it is not the one of this lesson: try again.",
)


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on a move: what it is, and what it caused. Nothing named: any move."""

    moves: tuple[str, ...] = ()
    """The moves meant, with `*` and `?` as in file names; any one of them."""
    events: tuple[dict[str, Any], ...] = ()
    """What must have happened, all of it; of an event only what matters is named, and a list
    of values is a choice."""


class Miss(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A legal move that misses the point, and what to say of it."""

    text: Text


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One move of the learner: what is asked and what is answered."""

    text: Text
    goal: When
    tempting: tuple[str, ...] = ()
    """Wrong moves that newcomers try, each explained by the engine or by the lesson."""
    misses: tuple[Miss, ...] = ()
    """Looked at in order; the first that fits speaks."""
    otherwise: Text = OTHERWISE
    """What to say of any other legal move that misses the point."""
    replies: tuple[str, ...] = ()
    """What the others play before the learner's next move."""


class Chapter(Page, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson as it is written: its position, its first move, and any that follow."""

    title: Text
    rules: tuple[str, ...]
    house: tuple[str, ...] = ()
    """Which of these are house rulings, and taught as such."""
    unsaid: tuple[str, ...] = ()
    """Which of these the sheet marks as house rulings, in a part that the lesson does not state."""
    position: dict[str, Any]
    praise: Text
    options: dict[str, Any] = {}
    seat: int = 0
    seed: str = ""
    then: tuple[Page, ...] = ()


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lessons of a game."""

    lesson: tuple[Chapter, ...]
    box: str | None = None
    """The hash of the box data that the lessons are written for, where the game has such data."""


def read_book(text: str) -> Book:
    """The lessons that a file holds. A mistake in it is our own: msgspec.ValidationError."""
    return msgspec.convert(tomllib.loads(text), Book)
