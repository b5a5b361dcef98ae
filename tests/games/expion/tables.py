"""Tables to test on: who stands where, in the texts of the game."""

from collections.abc import Mapping
from typing import Any

import tabletier as tt

CAMP_CELLS = {
    "n": [f"{file}9" for file in "bcdefgh"],
    "e": [f"i{rank}" for rank in "2345678"],
    "s": [f"{file}1" for file in "bcdefgh"],
    "w": [f"a{rank}" for rank in "2345678"],
}
PLACES = "nesw"
READINGS = ("pairs", "push", "chameleon")


def table(
    players: int = 2,
    turn: str = "n",
    expion: str = "e5",
    special: str = "corners",
    quiet: int = 0,
    marbles: Mapping[str, str] | None = None,
    **more: str,
) -> tt.Match:
    """A match from a position: n="b9 d5" puts North's marbles on b9 and d5.

    The other readings of the rule (`push="any"`) may be named too.
    """
    readings = {key: more.pop(key) for key in READINGS if key in more}
    camps = {**(marbles or {}), **more}
    cells = {cell: letter for letter, names in camps.items() for cell in names.split()}
    position = {
        "marbles": cells,
        "expion": expion,
        "first_capture": len(cells) < 28,
        "cycle": PLACES.index(turn),
        "quiet": quiet,
    }
    return tt.setup(
        "expion", position, {"players": players, "special": special, **readings}, seed="x"
    )


def before_capture(open_cells: str = "", **arguments: Any) -> tt.Match:
    """A match with all 28 marbles: those not named are at home, in camp cells not `open_cells`."""
    for letter, homes in CAMP_CELLS.items():
        outside = arguments.get(letter, "").split()
        missing = 7 - len(outside)
        closed = [cell for cell in homes if cell not in open_cells.split()]
        arguments[letter] = " ".join([*outside, *closed[:missing]])
    return table(**arguments)


def marbles(match: tt.Match, letter: str | None = None) -> dict[str, str]:
    """The marbles on the table, of one colour or of all."""
    found: dict[str, str] = match.position()["marbles"]
    return {cell: c for cell, c in found.items() if letter in (None, c)}


def moves_from(match: tt.Match, cell: str) -> set[str]:
    """Where the marble on a cell may go."""
    return {move[3:] for move in match.legal_moves() if move.startswith(f"{cell}-")}


def why_not(match: tt.Match, move: str) -> str | None:
    """The rule that refuses a move, None when it is legal."""
    refusal = match.explain(move)
    return None if refusal is None else refusal.rule


def taken_by(match: tt.Match, move: str) -> set[str]:
    """The cells whose marbles a move captures."""
    return {e["at"] for e in match.play(move).events() if e["type"] == "captured"}
