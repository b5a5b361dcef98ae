"""Punto's cloth as data: the places that cards may still reach, the stacks, the hands and piles."""

from collections.abc import Iterator

from tabletier.games.kernel.diagram import Cell, Diagram, Edge, Mark, Note, Piece
from tabletier.games.kernel.text import Text
from tabletier.games.punto.events import HIDDEN
from tabletier.games.punto.notation import LETTERS, card_name, place_name, read_place, write_place
from tabletier.games.punto.shapes import View
from tabletier.games.punto.view import grown

MARKS = {
    "r": Mark("red", "circle", "r"),
    "g": Mark("green", "triangle", "g"),
    "b": Mark("blue", "square", "b"),
    "y": Mark("yellow", "diamond", "y"),
}
COVERED = Text("une carte cachée", "a hidden card")


def diagram(table: View) -> Diagram:
    """The cloth as far as the square may still grow (PUNTO-12, PUNTO-13), each side's cards."""
    places = [read_place(text) for text in table["board"]] or [(0, 0)]
    (left, right), (low, high) = (grown([place[axis] for place in places]) for axis in (0, 1))
    cells = tuple(
        Cell(write_place((x, y)), x - left, high - y, "free", name=_named(place_name((x, y))))
        for y in range(high, low - 1, -1)
        for x in range(left, right + 1)
    )
    columns = [Edge(x - left, high - low + 0.8, place_name((x, 0))[:1]) for x in _near(left, right)]
    rows = [Edge(-0.8, high - y, place_name((0, y))[1:]) for y in _near(low, high)]
    owners: dict[str, int | None] = {letter: table["colours"][letter] for letter in LETTERS}
    return Diagram(
        cells=cells,
        pieces=tuple(
            Piece(place, MARKS[card[0]], card_name(card), owners[card[0]], card[1:], level)
            for place, stack in table["board"].items()
            for level, card in enumerate(stack)
        ),
        marks=tuple(_marks(table, side) for side in range(len(table["rounds_won"]))),
        notes=tuple(_notes(table)),
        edges=(*columns, *rows),
    )


def _named(name: str) -> Text:
    return Text(name, name)


def _near(low: int, high: int) -> range:
    """Columns and rows that have names on the edge of the board."""
    return range(max(low, -5), min(high, 5) + 1)


def _marks(table: View, side: int | None) -> tuple[Mark, ...]:
    return tuple(MARKS[colour] for colour, owner in table["colours"].items() if owner == side)


def _notes(table: View) -> Iterator[Note]:
    """PUNTO-25, PUNTO-30. What each side has won, and what each of its players holds."""
    sides = len(table["rounds_won"])
    for side in range(sides):
        marks = _marks(table, side)
        won, trophies = table["rounds_won"][side], table["trophies"][side]
        fr, en = f"Camp {side + 1} : manches gagnées {won}", f"Side {side + 1}: rounds won {won}"
        if trophies:
            cards = _names(trophies)
            fr, en = f"{fr}, trophées : {cards.fr}", f"{en}, trophies: {cards.en}"
        yield Note(Text(fr, en), marks)
        for seat in range(side, len(table["pile_sizes"]), sides):
            yield Note(_seat(table, seat), marks)
    if None in table["colours"].values():
        yield Note(Text("Couleur neutre", "Neutral colour"), _marks(table, None))


def _seat(table: View, seat: int) -> Text:
    pile, cards = table["pile_sizes"][seat], table["hands"][seat]
    fr, en = f"Joueur {seat + 1} : pile {pile}", f"Player {seat + 1}: pile {pile}"
    if not cards:
        return Text(fr, en)
    return Text(f"{fr}, en main {_names(cards).fr}", f"{en}, in hand {_names(cards).en}")


def _names(cards: list[str]) -> Text:
    names = [COVERED if card == HIDDEN else card_name(card) for card in cards]
    return Text(", ".join(name.fr for name in names), ", ".join(name.en for name in names))
