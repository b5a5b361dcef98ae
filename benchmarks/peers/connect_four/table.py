"""Connect Four's position format, in and out; what a seat sees (everything), and the picture.

A position is `{"rows": [six texts of seven signs, the top one first], "to_move": 0 or 1}`; the
signs are x (seat 0), o (seat 1) and a dot.
"""

from typing import Any

from benchmarks.peers.connect_four.rules import (
    BOARD,
    COLUMNS,
    ENDED,
    FULL,
    GOING_ON,
    LINE,
    ROWS,
    STRIDE,
    State,
    has_line,
)
from benchmarks.peers.connect_four.texts import LETTERS, STONES, cell_name
from tabletier.games.kernel.contract import Options, Position, Steps, View
from tabletier.games.kernel.diagram import Diagram, Mark, Piece, grid
from tabletier.games.kernel.positions import bad_position as bad

SIGNS = "xo"
MARKS = (Mark("red", "diamond", "x"), Mark("yellow", "circle", "o"))
HOLES, EDGES = grid(LETTERS, "123456")
STYLES = {"x": "red", "o": "yellow"}


def position(state: State, memory: Any) -> Position:
    """All there is; when the match is over, the seat that would move next."""
    planes = (state.mine, state.theirs) if state.turn == 0 else (state.theirs, state.mine)
    rows = []
    for height in range(ROWS - 1, -1, -1):
        cells = [STRIDE * column + height for column in range(COLUMNS)]
        rows.append("".join(sign_at(planes, cell) for cell in cells))
    return {"rows": rows, "to_move": state.turn}


def sign_at(planes: tuple[int, int], cell: int) -> str:
    """The sign of the stone on a cell, a dot without one."""
    for sign, plane in zip(SIGNS, planes, strict=True):
        if (plane >> cell) & 1:
            return sign
    return "."


def setup(given: Position, options: Options) -> tuple[State, None]:
    """The state of a position. Raises BadPosition."""
    check_form(given)
    planes = [0, 0]
    for number, row in enumerate(given["rows"]):
        for column, sign in enumerate(row):
            if sign != ".":
                planes[SIGNS.index(sign)] |= 1 << (STRIDE * column + ROWS - 1 - number)
    turn = given["to_move"]
    mine, theirs = planes[turn], planes[1 - turn]
    check_stones(planes, turn)
    ending = GOING_ON
    if has_line(theirs):
        ending = ENDED + LINE
    elif mine | theirs == BOARD:
        ending = ENDED + FULL
    return State(mine, theirs, turn, ending), None


def check_form(given: Any) -> None:
    """Six rows of seven signs, and a seat."""
    if not isinstance(given, dict) or set(given) != {"rows", "to_move"}:
        raise bad("il faut exactement rows et to_move", "it has exactly rows and to_move")
    rows, turn = given["rows"], given["to_move"]
    texts = isinstance(rows, list) and all(isinstance(row, str) for row in rows)
    if not texts or len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise bad("il faut six rangées de sept signes", "it has six rows of seven signs")
    if set("".join(rows)) - set(SIGNS + "."):
        raise bad("les signes sont x, o et le point", "the signs are x, o and the dot")
    if type(turn) is not int or turn not in (0, 1):
        raise bad("to_move vaut 0 ou 1", "to_move is 0 or 1")


def check_stones(planes: list[int], turn: int) -> None:
    """Stones stand on stones, were placed in turn, and nobody played on after a line."""
    stones = planes[0] | planes[1]
    if any((stones >> cell) & 1 and not (stones >> (cell - 1)) & 1 for cell in upper_cells()):
        raise bad("un pion flotte", "a stone hangs in the air")
    if planes[0].bit_count() - planes[1].bit_count() != turn:
        raise bad("les pions ne vont pas avec le trait", "the stones do not fit whose turn it is")
    if has_line(planes[turn]):
        raise bad("la partie était déjà gagnée", "the match was won before the last move")


def upper_cells() -> list[int]:
    """Every cell that has one below it."""
    return [STRIDE * column + height for column in range(COLUMNS) for height in range(1, ROWS)]


def view(state: State, memory: Any, seat: int | None) -> View:
    """Everybody sees everything."""
    return position(state, memory)


def picture(table: View, language: str) -> str:
    """The board in lines of text with rich markup."""
    lines = [
        "│" + " ".join(f"[{STYLES[s]}]{s}[/]" if s in STYLES else s for s in row) + "│"
        for row in table["rows"]
    ]
    return "\n".join([*lines, " " + " ".join(LETTERS)])


def diagram(table: View) -> Diagram:
    """The upright board with its stones."""
    return Diagram(
        cells=HOLES,
        pieces=tuple(
            Piece(f"{letter}{ROWS - down}", MARKS[side], STONES[side], side)
            for down, row in enumerate(table["rows"])
            for letter, sign in zip(LETTERS, row, strict=True)
            for side in [SIGNS.find(sign)]
            if side >= 0
        ),
        marks=tuple((mark,) for mark in MARKS),
        edges=EDGES,
    )


def touches(state: State, steps: Steps) -> tuple[str, ...]:
    """Where the stone comes to lie: a move's text only names the column."""
    return (cell_name(steps[0]),)
