"""What Ex*pion's positions, views and events hold; see `kernel/shapes.py`."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from tabletier.games.kernel.shapes import Count, Seat

Cell = Annotated[str, Meta(pattern="^([b-h][1-9]|[ai][2-8])$")]
Camp = Literal["n", "e", "s", "w"]
"""A camp and its colour: North, East, South, West, in order of play."""


class Position(TypedDict):
    """All there is to know of a match."""

    marbles: dict[Cell, Camp]
    """The marble on each cell that has one, by its camp."""
    expion: Cell
    """Where the Ex*pion stands."""
    first_capture: bool
    """Whether a marble has been captured: all may retreat then."""
    cycle: Annotated[int, Meta(ge=0, le=3)]
    """Whose place in the round North, East, South, West it is."""
    quiet: Count
    """Single turns since the last capture or departure from camp, passes included."""


class Owners(TypedDict):
    """The seat that plays each colour."""

    n: Seat
    e: Seat
    s: Seat
    w: Seat


class View(Position):
    """What everybody sees: Ex*pion has no secrets."""

    special: list[Cell]
    """Cells closed to the Ex*pion."""
    owners: Owners
    to_move: Seat | None
    """Whose turn it is; null when the match is over."""


_Path = TypedDict(
    "_Path",
    {
        "from": Annotated[Cell, Meta(description="Where it stood.")],
        "to": Annotated[Cell, Meta(description="Where it stands now.")],
    },
)


class MarbleMoved(_Path):
    """A marble moved."""

    type: Literal["moved"]
    seat: Seat
    marble: Camp
    leaves_camp: bool
    """Whether it stood in its camp."""


class Pushed(_Path):
    """The Ex*pion was pushed."""

    type: Literal["pushed"]
    base: Camp | None
    """The base that it entered, which ends the match."""


class Captured(TypedDict):
    """A marble was captured between two others, or between one and a base."""

    type: Literal["captured"]
    marble: Camp
    at: Cell
    between: Annotated[list[Cell], Meta(min_length=2, max_length=2)]
    """The cells of its captors, the one that moved first."""
    chameleon: bool
    """Whether the Ex*pion was one of them."""


class Declined(TypedDict):
    """A player chose to capture without the help of the Ex*pion, where that was agreed on."""

    type: Literal["declined"]
    spared: list[Cell]
    """The marbles that it would have captured."""


class RetreatsAllowed(TypedDict):
    """The first capture: all marbles may retreat from now on."""

    type: Literal["retreats_allowed"]


class Eliminated(TypedDict):
    """A player has no marble left."""

    type: Literal["eliminated"]
    seat: Seat
    camps: list[Camp]
    """The colours that the player had."""


class Passed(TypedDict):
    """A player who could not move passed."""

    type: Literal["passed"]
    seat: Seat
    camp: Camp


Event = MarbleMoved | Pushed | Captured | Declined | RetreatsAllowed | Eliminated | Passed
