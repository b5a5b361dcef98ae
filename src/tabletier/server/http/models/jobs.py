"""Hints and analyses."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType

from tabletier.server.http.models import ResultShown, Shape, TextShown

Mark = Literal["inaccuracy", "mistake", "blunder"]


class EndingShown(Shape):
    """An end of the match that is proven, whatever the other side does."""

    won: bool
    """Whether whoever moved wins; else they lose."""
    moves: int
    """In how many of their own moves at most, this one included."""


class MoveValued(Shape):
    """A move, and each side's chances after it."""

    move: str
    value: list[float]
    ending: NotRequired[EndingShown | None]
    """Where it is proven how the match ends after it."""


class HintShown(MoveValued):
    """A good move."""

    reason: TextShown
    alternatives: list[MoveValued]


class BudgetShown(Shape):
    """How much was thought about each move."""

    simulations: int | None
    seconds: float | None


class LossShown(Shape):
    """How much a move gave away, and how sure that is."""

    mean: float
    low: float
    high: float
    confidence: float


class MoveAnalysed(Shape):
    """A move, looked at again; all lists have one number for each side."""

    number: int
    seat: int
    side: int
    move: str
    forced: bool
    """The only legal one."""
    mark: Mark | None
    before: list[float]
    """Chances before the move."""
    after: list[float]
    """Chances after it."""
    then: list[float]
    """Chances after what chance drew then."""
    luck: list[float]
    skill: list[float]
    rest: list[float]
    """What neither explains: the noise of the search."""
    ending: NotRequired[EndingShown | None]
    """How the match ends after the move, where that is proven."""
    other: MoveValued | None
    """A better move."""
    why: TextShown | None
    """What speaks for it, said to whoever moved."""
    why_of_another: TextShown | None
    """The same, said to anybody else."""
    loss: LossShown | None


class SeatAnalysed(Shape):
    """How a seat played."""

    seat: int
    side: int
    moves: int
    choices: int
    """Moves that were not forced."""
    accuracy: float | None
    luck: float
    skill: float
    marks: dict[Mark, int]
    """How many of its moves got each name."""


class AnalysisShown(Shape):
    """A match, looked at again; see docs/analysis.md."""

    format: int
    game: str
    teams: list[list[int]]
    result: ResultShown | None
    complete: bool
    budget: BudgetShown
    seed: str
    values: list[list[float]]
    """Each side's chances before every move, and at the end."""
    moves: list[MoveAnalysed]
    seats: list[SeatAnalysed]


class JobHeader(Shape):
    """How far a job is."""

    id: str
    table: str | None
    """None for a record that somebody brought along."""
    status: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int
    total: int


class HintJob(JobHeader):
    """A hint that was asked for."""

    kind: Literal["hint"]
    result: HintShown | None
    """There when it is done."""


class AnalysisJob(JobHeader):
    """An analysis that was asked for."""

    kind: Literal["analysis"]
    result: AnalysisShown | None
    """There when it is done."""


JobShown = TypeAliasType(
    "JobShown",
    Annotated[
        HintJob | AnalysisJob,
        Field(discriminator="kind", description="Work that was asked for, and what came of it."),
    ],
)
