"""Puzzles: the one of the day, its answers and what they are worth; how one does."""

from typing import Annotated, Literal

from pydantic import Field

from tabletier.server.http.models import Open, Shape, TextShown
from tabletier.server.http.models.games import PlaceShown, SceneShown
from tabletier.server.http.models.messages import RequestBody
from tabletier.server.tables.orders import LONGEST_MOVE

Mark = Literal["best", "close", "wrong"]


class PuzzleStep(Shape):
    """One move to find."""

    position: PlaceShown
    """The position as the solver sees it."""
    text: TextShown
    """What is asked, for whoever types moves."""
    task: TextShown
    """What is to be found, without what the turn is about (`position.ask`)."""
    moves: dict[str, float]
    """Every legal move, and what it gives away of the chance to win."""
    best: list[str]
    """The moves that count as the best."""
    chance: float
    """The chance to win after the best move."""
    proven: bool
    """Whether the search proved that the best move wins."""
    why: TextShown
    """Why: the rest of a sentence that begins with the very best move."""
    scenes: list[SceneShown]
    """To animate: the very best move, and what the other side answers before the next step."""


class PuzzleShown(Shape):
    """A puzzle, with all that it takes to grade answers without asking again."""

    id: str
    game: str
    day: str
    """The day whose puzzle it is."""
    number: int
    """Counted from 1 on the first day."""
    rating: int
    """How hard it is."""
    title: TextShown
    rules: list[str]
    """The ids of the rules that it is about."""
    options: Open
    teams: list[list[int]]
    seat: int
    """Where the solver sits."""
    tolerance: float
    """Moves that give away less than this are as good as the best."""
    close: float
    """A mistake that gives away less than this was not far off."""
    tries: int
    """Mistakes that are allowed."""
    steps: list[PuzzleStep]


class DayShown(Shape):
    """The puzzle of a day, without its position."""

    game: str
    day: str
    number: int
    puzzle: str
    rating: int
    marks: list[Mark]
    """What your answers were worth, in order."""


class AnswerAsked(RequestBody):
    """An answer: the moves of the solver from the first."""

    moves: list[Annotated[str, Field(max_length=LONGEST_MOVE)]] = Field(min_length=1, max_length=8)
    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    """Of which day's puzzle it is, if it is one."""


class AnswerShown(Shape):
    """What an answer is worth."""

    mark: Mark
    loss: float
    """What it gives away of the chance to win."""
    done: bool
    """Whether the puzzle is solved."""
    text: TextShown
    marks: list[Mark]
    """What all your answers were worth, in order; those after the first right one do not count."""
    rating: int
    """Yours, in the puzzles of this game."""
    change: int
    streak: int
    """How many days in a row you solved, up to today or yesterday."""


class SolverShown(Shape):
    """How you do in the puzzles of a game."""

    game: str
    rating: int
    tries: int
    solved: int
    streak: int
