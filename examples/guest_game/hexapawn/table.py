"""The table: positions in and out, what a seat sees (everything), and two ways to draw it.

A position is `{"pawns": {"a1": "w", "b3": "b"}, "to_move": 0}`: w is White (seat 0), b Black.
"""

from typing import Any

from hexapawn.rules import BLACK, CELLS, FIRST_RANK, LAST_RANK, SIDE, WHITE, State
from tabletier.games.kernel.contract import Options, Position, View
from tabletier.games.kernel.diagram import Diagram, Mark, Piece, grid
from tabletier.games.kernel.positions import bad_position, check_keys, check_number, check_object
from tabletier.games.kernel.text import Text

FILES, SIGNS = "abc", "wb"
NAMES = tuple(f"{FILES[cell % SIDE]}{cell // SIDE + 1}" for cell in range(CELLS))
MARKS = (Mark("light", "circle", "w"), Mark("dark", "square", "b"))
PAWNS = (Text("pion blanc", "white pawn"), Text("pion noir", "black pawn"))
SQUARES, EDGES = grid(FILES, "123", chequered=True)


def position(state: State, memory: Any) -> Position:  # noqa: ARG001 -- nothing is remembered
    """All there is."""
    pawns = {
        name: SIGNS[WHITE] if (state.white >> cell) & 1 else SIGNS[BLACK]
        for cell, name in enumerate(NAMES)
        if ((state.white | state.black) >> cell) & 1
    }
    return {"pawns": pawns, "to_move": state.turn}


def setup(given: Position, options: Options) -> tuple[State, None]:  # noqa: ARG001 -- none
    """The state of a position that anybody may have written. Raises BadPosition."""
    check_keys(given, ("pawns", "to_move"))
    turn = check_number(given["to_move"], "to_move", 1)
    bits = [0, 0]
    pawns = check_object(given["pawns"], "pawns", "de cases et de pions", "of cells and pawns")
    for cell, sign in pawns.items():
        if cell not in NAMES or sign not in SIGNS or sign == "":
            raise bad_position(
                f"un pion est « w » ou « b » sur a1 … c3, pas {sign!r} sur {cell!r}",
                f"a pawn is 'w' or 'b' on a1 … c3, not {sign!r} on {cell!r}",
            )
        bits[SIGNS.index(sign)] |= 1 << NAMES.index(cell)
    if max(side.bit_count() for side in bits) > SIDE:
        raise bad_position("un camp a plus de trois pions", "a side has more than three pawns")
    state = State(bits[WHITE], bits[BLACK], turn)
    mover_arrived = state.white & LAST_RANK if turn == WHITE else state.black & FIRST_RANK
    if mover_arrived:
        raise bad_position("la partie était déjà finie", "the match was over before the last move")
    return state, None


def view(state: State, memory: Any, seat: int | None) -> View:  # noqa: ARG001
    """Everybody sees everything."""
    return position(state, memory)


def picture(table: View, language: str) -> str:  # noqa: ARG001 -- there are no words in it
    """The board for a terminal."""
    rows = (" ".join(table["pawns"].get(f"{file}{rank}", ".") for file in FILES) for rank in "321")
    return "\n".join([*(f"{rank} {row}" for rank, row in zip("321", rows, strict=True)), "  a b c"])


def diagram(table: View) -> Diagram:
    """The board as data: the page and notebooks draw it from this."""
    pieces = tuple(
        Piece(cell, MARKS[SIGNS.index(sign)], PAWNS[SIGNS.index(sign)], SIGNS.index(sign))
        for cell, sign in table["pawns"].items()
    )
    marks = tuple((mark,) for mark in MARKS)
    return Diagram(SQUARES, pieces, marks, edges=EDGES, upside_down=(BLACK,))
