"""What is sent to the house and what it answers, as OpenAPI describes it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Field(min_length=1, max_length=40)


class Asked(BaseModel):
    """Something that is sent to the house."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ClockAsked(Asked):
    """How long players may think, in seconds."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: float = Field(0, ge=0, le=86_400 * 14)
    increment: float = Field(0, ge=0, le=3600)


class TableAsked(Asked):
    """A table to be opened."""

    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(default_factory=dict, max_length=20)
    public: bool = True
    clock: ClockAsked = ClockAsked()
    takeback: Literal["never", "ask", "free"] = "ask"
    talk: bool = True
    stand_in: int = Field(2, ge=1, le=5)
    patience: float = Field(60, ge=5, le=86_400)
    seats: list[Literal["me", "open", 1, 2, 3, 4, 5]] = Field(default=["me"], max_length=8)
    """Who sits where: you, anybody, or an opponent of a level; open where nothing is said."""
    start: bool = False
    """Begin at once; only where no seat is open."""


class GuestAsked(Asked):
    """Who walks in."""

    name: str = Name
    language: Literal["fr", "en"] = "fr"


class PersonShown(BaseModel):
    """You, as the house knows you."""

    name: str
    language: str
    account: bool


class TableFiled(BaseModel):
    """A table as the lobby lists it."""

    id: str
    game: str
    status: Literal["open", "playing", "over"]
    free: int
    opened: int
    touched: int


class Done(BaseModel):
    """An order was carried out: the number of the line it added to the log."""

    number: int


class Refusal(BaseModel):
    """Why not: a code for programs, a sentence for people, and the rule where there is one."""

    code: str
    text: str
    rule: str | None = None
    cells: list[str] = []
