"""Breakthrough's position format, in and out; what a seat sees (everything), and the picture.

A position is `{"rows": [eight texts of eight signs, row 8 first], "to_move": 0 or 1}`; the signs
are b (Black, seat 0), w (White, seat 1) and a dot.
"""

from typing import Any

from benchmarks.peers.breakthrough.rules import BLACK, CELLS, NOWHERE, SIDE, WHITE, State
from benchmarks.peers.breakthrough.texts import FILES, SIDES
from tabletier.games.kernel.contract import Options, Position, View
from tabletier.games.kernel.diagram import Diagram, Mark, Piece, grid
from tabletier.games.kernel.positions import bad_position as bad
from tabletier.games.kernel.text import Text

SIGNS = "bw"
MARKS = (Mark("dark", "square", "b"), Mark("light", "circle", "w"))
SQUARES, EDGES = grid(FILES, "12345678", chequered=True)
STYLES = {"b": "blue", "w": "yellow"}
GOAL_ROWS = (0, SIDE - 1)
EACH = 2 * SIDE


def planes_of(state: State) -> tuple[int, int]:
    """Black's and White's pawns, one bit per cell of the whole board."""
    black, white = (state.mine, state.theirs)[:: 1 if state.turn == BLACK else -1]
    black <<= SIDE
    if state.goal != NOWHERE and state.turn == WHITE:
        black |= 1 << state.goal
    elif state.goal != NOWHERE:
        white |= 1 << (CELLS - SIDE + state.goal)
    return black, white


def position(state: State, memory: Any) -> Position:
    """All there is; when the match is over, the seat that would move next."""
    black, white = planes_of(state)
    signs = "".join(
        SIGNS[BLACK] if (black >> cell) & 1 else SIGNS[WHITE] if (white >> cell) & 1 else "."
        for cell in range(CELLS)
    )
    rows = [signs[SIDE * row : SIDE * (row + 1)] for row in range(SIDE - 1, -1, -1)]
    return {"rows": rows, "to_move": state.turn}


def setup(given: Position, options: Options) -> tuple[State, None]:
    """The state of a position. Raises BadPosition."""
    check_form(given)
    turn, cells = given["to_move"], "".join(reversed(given["rows"]))
    planes = [sum(1 << cell for cell in range(CELLS) if cells[cell] == sign) for sign in SIGNS]
    goals = [arrived(planes[side], GOAL_ROWS[side]) for side in (BLACK, WHITE)]
    check_pawns(planes, goals, turn)
    black = planes[BLACK] >> SIDE
    white = planes[WHITE] & ((1 << (CELLS - SIDE)) - 1)
    mine, theirs = (black, white) if turn == BLACK else (white, black)
    goal = goals[1 - turn][0] if goals[1 - turn] else NOWHERE
    return State(mine, theirs, turn, goal), None


def arrived(plane: int, row: int) -> list[int]:
    """The columns in which pawns stand on a row."""
    return [column for column in range(SIDE) if (plane >> (SIDE * row + column)) & 1]


def check_form(given: Any) -> None:
    """Eight rows of eight signs, and a seat."""
    if not isinstance(given, dict) or set(given) != {"rows", "to_move"}:
        raise bad("il faut exactement rows et to_move", "it has exactly rows and to_move")
    rows, turn = given["rows"], given["to_move"]
    texts = isinstance(rows, list) and all(isinstance(row, str) for row in rows)
    if not texts or len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise bad("il faut huit rangées de huit signes", "it has eight rows of eight signs")
    if set("".join(rows)) - set(SIGNS + "."):
        raise bad("les signes sont b, w et le point", "the signs are b, w and the dot")
    if type(turn) is not int or turn not in (BLACK, WHITE):
        raise bad("to_move vaut 0 ou 1", "to_move is 0 or 1")


def check_pawns(planes: list[int], goals: list[list[int]], turn: int) -> None:
    """At most sixteen each, and nobody played on after the end."""
    if any(plane.bit_count() > EACH for plane in planes):
        raise bad("un camp a plus de seize pions", "a side has more than sixteen pawns")
    if planes[1 - turn] == 0 or goals[turn] or len(goals[1 - turn]) > 1:
        raise bad("la partie était déjà finie", "the match was over before the last move")


def view(state: State, memory: Any, seat: int | None) -> View:
    """Everybody sees everything."""
    return position(state, memory)


def picture(table: View, language: str) -> str:
    """The board in lines of text with rich markup."""
    lines = [
        f"{SIDE - number} " + " ".join(f"[{STYLES[s]}]{s}[/]" if s in STYLES else s for s in row)
        for number, row in enumerate(table["rows"])
    ]
    return "\n".join([*lines, "  " + " ".join(FILES)])


def diagram(table: View) -> Diagram:
    """The chequered board with its pawns; Black sits at the top."""
    return Diagram(
        cells=SQUARES,
        pieces=tuple(
            pawn(f"{file}{SIDE - down}", SIGNS.index(sign))
            for down, row in enumerate(table["rows"])
            for file, sign in zip(FILES, row, strict=True)
            if sign != "."
        ),
        marks=tuple((mark,) for mark in MARKS),
        edges=EDGES,
        upside_down=(BLACK,),
    )


def pawn(cell: str, side: int) -> Piece:
    """A pawn on a cell."""
    fr, en = SIDES[side]
    return Piece(cell, MARKS[side], Text(f"pion {fr.lower()}", f"{en.lower()} pawn"), side)
