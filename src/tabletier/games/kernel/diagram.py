"""A board as data: what a game says of its table so that anybody can draw it.

A game's `diagram.py` turns a view (what a seat may know) into a `Diagram`: where the cells are,
what stands on them, and a few lines about what lies beside the board. From that the house draws
pictures (`match/drawing.py`), and the page a board for games that bring none of their own.

A unit is the side of a usual cell: x grows to the right, y downwards, both at a cell's middle.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from tabletier.games.kernel.text import LANGUAGES, Text

if TYPE_CHECKING:
    from tabletier.games.kernel.contract import Game, Steps, View

Colour = Literal["red", "blue", "green", "yellow", "brown", "dark", "light"]
Shape = Literal["circle", "square", "triangle", "diamond"]
Ground = Literal["light", "dark", "home", "special", "free"]
"""What a cell looks like: two shades of one board, somebody's own, one that stands out, or a place
that is only outlined."""
MARKUP = re.compile(r"\[/?[a-z][^\[\]]*\]|\[/\]")
"""Tags of rich in pictures of a terminal."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How a side, or one of its colours, is told apart: always by all three."""

    colour: Colour
    shape: Shape
    letter: str
    """One letter or figure, as moves write it."""


USUAL = (
    Mark("blue", "circle", "1"),
    Mark("yellow", "square", "2"),
    Mark("red", "triangle", "3"),
    Mark("green", "diamond", "4"),
    Mark("brown", "circle", "5"),
    Mark("light", "square", "6"),
    Mark("dark", "triangle", "7"),
)
"""The marks of sides whose game does not say what they look like."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that moves and refusals can name."""

    id: str
    """As moves write it: `c3`."""
    x: float
    y: float
    ground: Ground = "light"
    round: bool = False
    label: str = ""
    """What is printed on it: a few signs."""
    name: Text | None = None
    """What people call it; None: by its id."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on a cell."""

    cell: str
    mark: Mark
    name: Text
    """What it is, for whoever cannot see it: a yellow pawn."""
    side: int | None = None
    """Whose it is; None: nobody's."""
    label: str = ""
    """What is written on it instead of the mark's letter: a card's value."""
    level: int = 0
    """How many pieces lie under it on the same cell."""
    ring: bool = False
    """Whether it stands out from others of its mark: crowned, neutral."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A name beside the board: of a row, of a column."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line about what lies beside the board: a hand, a bank, a pile, a count."""

    text: Text
    marks: tuple[Mark, ...] = ()
    """Whose it is; none: everybody's."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A table, to be drawn."""

    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[tuple[Mark, ...], ...] = ()
    """Per side: what its pieces look like. Sides without marks get the usual ones."""
    notes: tuple[Note, ...] = ()
    edges: tuple[Edge, ...] = ()
    lit: tuple[str, ...] = ()
    """Cells that the game itself points at: a line that was made."""
    upside_down: tuple[int, ...] = ()
    """Seats that sit at the top: they see the board turned half round."""
    picture: Text | None = None
    """Lines of plain text, for a game that draws no cells."""


def grid(
    columns: str | Sequence[str], rows: str | Sequence[str], *, chequered: bool = False
) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
    """The cells and edges of a rectangle whose columns are named from the left, rows from below."""
    height = len(rows)
    cells = tuple(
        Cell(
            f"{column}{row}",
            x,
            height - 1 - up,
            "dark" if chequered and (x + up) % 2 == 0 else "light",
        )
        for up, row in reversed(list(enumerate(rows)))
        for x, column in enumerate(columns)
    )
    beside = [Edge(-0.8, height - 1 - up, row) for up, row in enumerate(rows)]
    below = [Edge(x, height - 0.2, column) for x, column in enumerate(columns)]
    return cells, (*beside, *below)


def diagram_of(game: "Game", view: "View") -> Diagram:
    """The diagram of a view; of a game that has none, its picture for terminals."""
    if game.diagram is not None:
        return game.diagram(view)
    fr, en = (MARKUP.sub("", game.picture(view, language)) for language in LANGUAGES)
    return Diagram(cells=(), picture=Text(fr, en))


def touched(game: "Game", cells: Iterable[str], state: Any, steps: "Steps") -> tuple[str, ...]:
    """The cells that a player touches to make a move, in order.

    As the game says; otherwise those of the board's `cells` that the move's text names.
    """
    if game.touches is not None:
        return game.touches(state, steps)
    return named_cells(game.write(state, steps), cells)


def named_cells(text: str, cells: Iterable[str]) -> tuple[str, ...]:
    """The cells that a move's text names, from left to right: `c3xe5` names c3 and e5."""
    ids = sorted(cells, key=len, reverse=True)
    if not ids:
        return ()
    return tuple(re.findall("|".join(map(_alone, ids)), text))


def _alone(name: str) -> str:
    """A name that is no part of a longer number or word."""
    before = r"(?<![0-9.])" if name[:1].isdigit() else r"(?<![A-Za-z])" if name.isalpha() else ""
    after = r"(?![0-9])" if name[-1:].isdigit() else r"(?![A-Za-z])" if name.isalpha() else ""
    return f"{before}{re.escape(name)}{after}"


def marks_of(diagram: Diagram, sides: int) -> tuple[tuple[Mark, ...], ...]:
    """The marks of every side, usual ones for those that the diagram leaves out."""
    given = diagram.marks
    return tuple(
        given[side] if side < len(given) and given[side] else (USUAL[side % len(USUAL)],)
        for side in range(sides)
    )


def as_json(diagram: Diagram) -> dict[str, Any]:
    """A diagram as plain data; sentences are objects with `fr` and `en`."""
    plain: dict[str, Any] = _plain(asdict(diagram))
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value._asdict()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value
