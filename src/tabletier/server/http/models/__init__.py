"""What the house says, declared once: OpenAPI and the types of the page are made of this.

Nothing is checked against these shapes while people play; a test plays whole matches and checks
every message.
"""

from typing import Any

from pydantic import ConfigDict
from typing_extensions import TypeAliasType, TypedDict

Open = dict[str, Any]
"""An object in a format that is described elsewhere."""
GameView = TypeAliasType("GameView", dict[str, Any])
"""What a game shows of its table. Each game declares its own; OpenAPI is told when it is made."""
GameEvent = TypeAliasType("GameEvent", dict[str, Any])
"""Something that happened in a game, as that game declares it."""


class Shape(TypedDict):
    """An object whose fields are explained where they are declared."""

    __pydantic_config__ = ConfigDict(use_attribute_docstrings=True)  # type: ignore[misc] # as pydantic documents it


class TextShown(Shape):
    """A sentence in both languages."""

    fr: str
    en: str


class ResultShown(Shape):
    """How a match ended."""

    winners: list[int]
    """The seats that won; none: a draw."""
    reason: str
    """Why, for programs; `endings` of the game has the words."""
