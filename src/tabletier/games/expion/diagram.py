"""Ex*pion's board as data: 77 hollows, four camps, the special cells, the marbles."""

from tabletier.games.expion.board import CAMPS, COLOURS
from tabletier.games.expion.notation import CAMP_NAMES, CELL_OF, COLOUR_NAMES, point_of
from tabletier.games.expion.shapes import Camp, View
from tabletier.games.expion.view import FILES
from tabletier.games.kernel.diagram import Cell, Colour, Diagram, Edge, Mark, Note, Piece, Shape
from tabletier.games.kernel.text import Text

PAINTS: dict[str, Colour] = {
    "brown": "brown",
    "blue": "blue",
    "natural": "light",
    "green": "green",
    "red": "red",
}
SHAPES: dict[str, Shape] = dict(
    zip(CAMPS, ("circle", "square", "triangle", "diamond"), strict=True)
)
MARKS = {camp: Mark(PAINTS[COLOURS[camp]], SHAPES[camp], camp) for camp in CAMPS}
NEUTRAL = Mark(PAINTS[COLOURS["expion"]], "circle", "*")
SPECIAL = Text("case spéciale", "special cell")
EDGES = (
    *(Edge(column, 8.8, file) for column, file in enumerate(FILES)),
    *(Edge(-0.8, 9 - rank, str(rank)) for rank in range(1, 10)),
)


def diagram(table: View) -> Diagram:
    """EXPION-2, EXPION-3. The hollows, whose every marble is, and how many each camp has left."""
    special = frozenset(table["special"])
    marbles = tuple(_marble(cell, camp) for cell, camp in table["marbles"].items())
    neutral = Piece(table["expion"], NEUTRAL, Text("l’Ex*pion", "the Ex*pion"), ring=True)
    return Diagram(
        cells=tuple(_cell(name, special) for name in sorted(CELL_OF, key=_reading_order)),
        pieces=(*marbles, neutral),
        marks=((MARKS["n"], MARKS["s"]), (MARKS["e"], MARKS["w"])),
        notes=tuple(Note(_camp(table, camp), (MARKS[camp],)) for camp in CAMPS),
        edges=EDGES,
    )


def _reading_order(name: str) -> tuple[int, int]:
    column, rank = point_of(name)
    return -rank, column


def _cell(name: str, special: frozenset[str]) -> Cell:
    column, rank = point_of(name)
    is_camp = column in (0, 8) or rank in (1, 9)
    if name in special:
        called = Text(f"{name}, {SPECIAL.fr}", f"{name}, {SPECIAL.en}")
        return Cell(name, column, 9 - rank, "special", round=True, name=called)
    return Cell(name, column, 9 - rank, "home" if is_camp else "light", round=True)


def _side(camp: Camp) -> int:
    """EXPION-6. North and South play together, and East and West."""
    return CAMPS.index(camp) & 1


def _marble(cell: str, camp: Camp) -> Piece:
    name = CAMP_NAMES[camp]
    of = "d’" if name.fr[0] in "EO" else "de "
    called = Text(f"une bille {of}{name.fr}", f"a marble of {name.en}")
    return Piece(cell, MARKS[camp], called, _side(camp))


def _camp(table: View, camp: Camp) -> Text:
    left = sum(letter == camp for letter in table["marbles"].values())
    name, colour, player = CAMP_NAMES[camp], COLOUR_NAMES[camp], table["owners"][camp] + 1
    return Text(
        f"{name.fr} ({colour.fr}), joueur {player} : {left}",
        f"{name.en} ({colour.en}), player {player}: {left}",
    )
