"""Barrier's board as data: the chequered squares, the tiles with their arrows, the pawns."""

from tabletier.games.barrier.notation import COLOURS, MARKS, PLAYERS
from tabletier.games.barrier.shapes import View
from tabletier.games.barrier.view import ARROWS_OF, FILES, GLYPHS, MARK_GLYPHS
from tabletier.games.kernel.diagram import Cell, Diagram, Mark, Note, Piece, grid
from tabletier.games.kernel.text import Text

SIDES = (Mark("yellow", "diamond", "y"), Mark("light", "circle", "c"))
SQUARES, EDGES = grid(FILES, "12345678", chequered=True)


def diagram(table: View) -> Diagram:
    """The board with what is printed on it, whose every pawn is, and the tiles still to be laid."""
    return Diagram(
        cells=tuple(_cell(table, square) for square in SQUARES),
        pieces=tuple(_pawn(cell, letter) for cell, letter in table["pawns"].items()),
        marks=tuple((mark,) for mark in SIDES),
        notes=tuple(
            Note(_hand(table, side), (SIDES[side],)) for side in (0, 1) if table["hands"][side]
        ),
        edges=EDGES,
        upside_down=(1,),
    )


def _cell(table: View, square: Cell) -> Cell:
    """BARRIER-6. A barrier square shows whose it is, and the ways out of its tile."""
    owner = table["owners"].get(square.id)
    if owner is None:
        return square
    tile = table["tiles"].get(square.id)
    label = "" if tile is None else _ways(table, owner, tile)
    name = Text(f"{square.id}, case à {MARKS[owner].fr}", f"{square.id}, {MARKS[owner].en} square")
    if tile is not None:
        name = Text(f"{name.fr}, tuile {tile} {label}", f"{name.en}, tile {tile} {label}")
    label = f"{MARK_GLYPHS[owner]} {label}".rstrip()
    return Cell(square.id, square.x, square.y, "home", label=label, name=name)


def _ways(table: View, side: int, tile: int) -> str:
    return "".join(GLYPHS[name] for name in table[ARROWS_OF[side]][str(tile)])


def _pawn(cell: str, letter: str) -> Piece:
    """BARRIER-16. A crowned pawn is written in capitals, and ringed."""
    side, crowned = "yc".index(letter.lower()), letter.isupper()
    colour = COLOURS[side]
    name = Text(
        f"un pion {colour.fr}{' couronné' if crowned else ''}",
        f"a {'crowned ' if crowned else ''}{colour.en} pawn",
    )
    return Piece(cell, SIDES[side], name, side, letter, ring=crowned)


def _hand(table: View, side: int) -> Text:
    tiles = "  ".join(f"{tile} {_ways(table, side, tile)}" for tile in table["hands"][side])
    who = PLAYERS[side]
    return Text(f"{who.fr}, tuiles à poser : {tiles}", f"{who.en}, tiles to lay: {tiles}")
