"""What Barrier's positions, views and events hold; see `kernel/shapes.py`."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from tabletier.games.kernel.shapes import Count, Seat

Cell = Annotated[str, Meta(pattern="^[a-h][1-8]$")]
Tile = Annotated[int, Meta(ge=1, le=8)]
Number = Annotated[str, Meta(pattern="^[1-8]$")]
"""A tile's number as text, for the keys of objects."""
_NAMES = ["COLOURLESS_CROWNED", "YELLOW_CROWNED", "COLOURLESS", "YELLOW"]
Pawn = Annotated[Literal["C", "Y", "c", "y"], Meta(extra_json_schema={"x-enum-varnames": _NAMES})]
"""Yellow or colourless; a capital is crowned. Generators of clients need names that differ in more
than their case."""
Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Arrows = dict[Number, list[Direction]]


class OpenTable(TypedDict):
    """What lies on the table."""

    tiles: dict[Cell, Tile]
    """The tile on each square of the barrier that has one."""
    hands: list[list[Tile]]
    """Per side: the tiles still to be laid, sorted."""
    pawns: dict[Cell, Pawn]
    """The pawn on each cell that has one: y of Yellow (seat 0), c of Colourless (seat 1); a capital
    is crowned."""
    quiet: Count
    """Single moves since the last capture or crowning; 0 while tiles are laid."""


class Position(OpenTable):
    """All there is to know of a match."""

    to_move: Seat
    """Whose turn it is; it changes after the last move of a match as after any other."""


class View(OpenTable):
    """What everybody sees: Barrier has no secrets."""

    to_move: Seat | None
    """Whose turn it is; null when the match ended otherwise than by a move that decides it: by
    repetition, or because players ended it."""
    arrows: Arrows
    """Where each tile with a dot (seat 0) leads, clockwise from north."""
    dash_arrows: Arrows
    """The same of tiles with a dash (seat 1): equal unless the box says otherwise."""
    owners: dict[Cell, Seat]
    """Whose tile goes on each square of the barrier."""


_Path = TypedDict(
    "_Path",
    {
        "from": Annotated[Cell, Meta(description="Where it stood.")],
        "to": Annotated[Cell, Meta(description="Where it stands now.")],
    },
)


class Starts(TypedDict):
    """Chance drew who begins."""

    type: Literal["starts"]
    seat: Seat


class Laid(TypedDict):
    """A tile was laid."""

    type: Literal["laid"]
    seat: Seat
    tile: Tile
    at: Cell
    arrow: list[Direction]
    """The ways out of it, clockwise from north."""


class LaidByLot(TypedDict):
    """Chance laid all sixteen tiles."""

    type: Literal["laid_by_lot"]
    tiles: dict[Cell, Tile]
    arrows: Arrows
    """As in a view."""
    dash_arrows: Arrows
    """As in a view."""


class PawnMoved(_Path):
    """A pawn stepped or jumped; a chain of jumps is several of these."""

    type: Literal["moved"]
    seat: Seat
    pawn: Pawn
    """As it was before."""
    jump: bool


class Captured(TypedDict):
    """A pawn was jumped over and taken."""

    type: Literal["captured"]
    seat: Seat
    """Who took it."""
    pawn: Pawn
    """What was taken."""
    at: Cell


class Crowned(TypedDict):
    """A pawn reached its last row."""

    type: Literal["crowned"]
    seat: Seat
    at: Cell


class Passed(TypedDict):
    """A player who could not move passed, where that was agreed on."""

    type: Literal["passed"]
    seat: Seat


Event = Starts | Laid | LaidByLot | PawnMoved | Captured | Crowned | Passed
