"""Lessons, and the pictures of rule sheets: positions drawn by the board that is played on."""

from typing import Literal

from tabletier.server.http.models.base import Open, Shape, TextShown
from tabletier.server.http.models.messages import Refusal


class PlaceShown(Shape):
    """A position of a lesson, as the learner sees it."""

    to_move: int | None
    view: Open
    """In the format of the game."""
    legal: list[str]
    ask: TextShown | None
    """What is to be decided; null when the match is over."""


class LessonShown(Shape):
    """A lesson."""

    number: int
    """From 1, in the order in which a newcomer should meet them."""
    title: TextShown
    text: TextShown
    """What to do."""
    rules: list[str]
    """The ids of the rules that it shows, the main one first."""
    options: Open
    teams: list[list[int]]
    seat: int
    """Where the learner sits."""
    moves: int
    """How many moves the learner makes."""
    position: PlaceShown


class SceneShown(Shape):
    """What one move of an attempt caused, to be shown before the next."""

    move: str
    seat: int
    view: Open
    events: list[Open]
    told: list[TextShown]


class AttemptShown(Shape):
    """How the learner's moves went, up to the first that does not count."""

    verdict: Literal["begun", "onward", "met", "missed", "refused"]
    """No move yet; so far so good; done; legal but not what was asked; against the rules."""
    met: bool
    text: TextShown
    """What to say now: the task, the next one, praise, or why the move does not count."""
    moves: list[str]
    """The moves that count."""
    scenes: list[SceneShown]
    """To animate: the last move, be it one that missed, and every reply."""
    position: PlaceShown
    """Where the learner goes on."""
    refusal: Refusal | None


class FrameShown(Shape):
    """A position of a picture."""

    to_move: int | None
    view: Open
    """In the format of the game."""
    move: str | None
    """The move that led here; null for the first position."""
    events: list[Open]
    """What that move caused."""
    proposed: str | None
    """The move that leads to the next position; null for the last."""


class FigureShown(Shape):
    """A picture of a rule sheet."""

    name: str
    """As in the sheet: `![…](pictures/<name>.<language>.svg)`."""
    options: Open
    teams: list[list[int]]
    seat: int | None
    """From whose seat it is seen; null: from nobody's."""
    lit: list[str]
    """Cells to point at."""
    frames: list[FrameShown]
    """One position, or the one before a move and those after each."""
