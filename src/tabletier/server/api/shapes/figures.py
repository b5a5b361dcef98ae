"""Pictures of rule sheets: positions to be drawn by the board that is played on."""

from tabletier.server.api.shapes.base import Open, Shape


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
