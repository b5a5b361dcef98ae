"""How long people may think, and what they have left."""

from typing import Literal, NotRequired

from tabletier.server.http.models import GameEvent, GameView, Shape, TextShown


class ClockShown(Shape):
    """How long players may think, in seconds."""

    kind: Literal["none", "move", "total", "days"]
    """Nothing is limited, each move is, the whole match, or each move by days."""
    seconds: float
    """For each move, or for the whole match."""
    increment: float
    """Added after each move where the time is for the whole match."""
    bank: float
    """By days: what everybody has for the whole match, once the time of a move is gone."""
    hours: int
    """By days: hours of every day that count at least; in the others somebody may have it quiet."""
    leave: float
    """By days: how many days of leave everybody may take in a match."""
    end: Literal["loss", "stand_in"]
    """By days: what becomes of whoever runs out of time where there are two sides."""


class QuietShown(Shape):
    """Hours of every day in which your clock stands."""

    since: int
    """Minutes after midnight, by the clock on the wall."""
    until: int
    """The same; earlier than `since`: on the next day."""
    zone: str
    """Where that wall is."""


class DaysShown(Shape):
    """What you may know where people have days to think."""

    quiet: QuietShown | None
    """Your own quiet hours, from your next turn on; others are not told of them."""
    leave: list[list[list[int]]]
    """The leave of every seat: times from … to … (milliseconds since 1970)."""
    leave_left: int
    """What you may still take (milliseconds)."""
    plans: bool
    """Whether you may plan answers here: two play, and nothing is hidden or drawn."""
    plan: list[list[str]]
    """What you planned, as far as it still fits; nobody else is told."""


class TimeLeft(Shape):
    """What every seat has left to think, in milliseconds, when this was sent."""

    left: list[int]
    running: int | None
    """The seat whose clock runs."""
    bank: NotRequired[list[int]]
    """By days: the part of it that is the bank."""
    due: NotRequired[int | None]
    """By days: when the running clock will be at zero (milliseconds since 1970)."""
    stands_until: NotRequired[int | None]
    """By days: until when the running clock stands, if it does."""


class CalendarShown(Shape):
    """Where a calendar is."""

    address: str
    """Its path at this house, with a secret: whoever knows it may read the calendar."""


class ExploredShown(Shape):
    """What would stand after some moves."""

    plies: int
    """The position from which they were thought of."""
    to_move: int | None
    view: GameView
    """In the format of the game."""
    legal: list[str]
    events: list[GameEvent]
    """What the last of them would cause."""
    ask: TextShown | None
    """What would be to decide then; none: it would be over."""
