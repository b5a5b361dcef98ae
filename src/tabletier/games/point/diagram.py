"""Point's table as data: each row on its rack, the cards of every hand, the bank and the pile."""

from tabletier.games.kernel.contract import Steps
from tabletier.games.kernel.diagram import Cell, Diagram, Edge, Mark, Note, Piece
from tabletier.games.kernel.text import Text
from tabletier.games.point.notation import NAMES, parse, write
from tabletier.games.point.shapes import View
from tabletier.games.point.state import State

MARKS = {"B": Mark("dark", "circle", "B"), "W": Mark("light", "square", "W")}
ABREAST = 20
"""Longer rows go on below."""
APART = 1.6


def diagram(table: View) -> Diagram:
    """POINT-4, POINT-5. Rows that may be seen, place by place from their owner's left."""
    cells: list[Cell] = []
    pieces: list[Piece] = []
    edges: list[Edge] = []
    top = 0.0
    for seat, row in enumerate(table["rows"]):
        edges.append(Edge(-1.0, top, f"{seat + 1}"))
        for number, pawn in enumerate(row or ""):
            name, place = place_id(seat, number + 1), number + 1
            x, y = number % ABREAST, top + APART * (number // ABREAST)
            called = Text(f"rang {seat + 1}, place {place}", f"row {seat + 1}, place {place}")
            cells.append(Cell(name, x, y, name=called))
            pieces.append(Piece(name, MARKS[pawn], _pawn(pawn), _collector(table, pawn)))
            edges.append(Edge(x, y + 0.75, str(place)))
        top += APART * (1 + max(0, len(row or "") - 1) // ABREAST) + 0.3
    return Diagram(
        cells=tuple(cells),
        pieces=tuple(pieces),
        marks=tuple(
            () if colour is None else (MARKS[colour],)
            for colour in table["colours"][: 2 if table["teams"] else None]
        ),
        notes=tuple(_notes(table)),
        edges=tuple(edges),
    )


def place_id(seat: int, place: int) -> str:
    """A place of a seat's row, as the diagram calls it."""
    return f"{seat}:{place}"


def touches(state: State, steps: Steps) -> tuple[str, ...]:
    """A use of a card touches the first place of the row that it changes."""
    words = parse(write(state, steps))
    if words is None or not words.place:
        return ()
    return (place_id(state.turn, words.place),)


def _pawn(pawn: str) -> Text:
    return Text(f"un pion {NAMES[pawn].fr}", f"a {NAMES[pawn].en} pawn")


def _collector(table: View, pawn: str) -> int | None:
    """The side that collects a colour, where only one does."""
    colours = table["colours"][: 2 if table["teams"] else None]
    sides = [side for side, colour in enumerate(colours) if colour == pawn]
    return sides[0] if len(sides) == 1 else None


def _notes(table: View) -> list[Note]:
    bank, pile, used = table["bank"], len(table["pile"]), len(table["used"])
    bank_fr = f"Banque : {bank['B']} noirs, {bank['W']} blancs"
    bank_en = f"Bank: {bank['B']} black, {bank['W']} white"
    notes = [
        Note(Text(bank_fr, bank_en)),
        Note(Text(f"Pioche : {pile}, utilisées : {used}", f"Pile: {pile}, used: {used}")),
    ]
    if table["offer"] is not None:
        notes.append(Note(Text(f"Carte visible : {table['offer']}", f"Face up: {table['offer']}")))
    return notes + [
        Note(_seat(table, seat), () if colour is None else (MARKS[colour],))
        for seat, colour in enumerate(table["colours"])
    ]


def _seat(table: View, seat: int) -> Text:
    """POINT-5. Who collects what, with which cards; a row that is still secret, or missing."""
    fr, en = [f"Joueur {seat + 1}"], [f"Player {seat + 1}"]
    colour = table["colours"][seat]
    if colour is not None:
        fr.append(f"collectionne {NAMES[colour].fr}")
        en.append(f"collects {NAMES[colour].en}")
    if table["rows"][seat] is None:
        fr.append("rang posé, encore secret" if table["chosen"][seat] else "rang à choisir")
        en.append("row laid out, still secret" if table["chosen"][seat] else "row to be chosen")
    if table["hands"][seat]:
        cards = "  ".join(table["hands"][seat])
        fr.append(f"cartes {cards}")
        en.append(f"cards {cards}")
    if table["stopped"][seat]:
        fr.append("s’est arrêté")
        en.append("has stopped")
    return Text(", ".join(fr), ", ".join(en))
