"""Tables of Barrier for tests: positions in a few words instead of whole JSON objects."""

from typing import Any

import tabletier as tt
from tests.games.barrier.plain import DASHES, DOTS

DEFAULTS = {
    "layout": "players",
    "tiles": "right_angle",
    "capture": "optional",
    "first_player": 0,
    "no_move": "lose",
}
ALL_OPTIONS = [
    {**DEFAULTS, "layout": "random", "tiles": tiles, "capture": capture}
    for tiles in ("right_angle", "acute", "obtuse")
    for capture in ("optional", "mandatory")
]


def laid(**wanted: int) -> dict[str, int]:
    """A full barrier with the wanted tiles; the others follow in order on what is left."""
    tiles: dict[str, int] = {}
    for squares in (DOTS, DASHES):
        own = {square: wanted[square] for square in squares if square in wanted}
        rest = iter(tile for tile in range(1, 9) if tile not in own.values())
        tiles |= {square: own[square] if square in own else next(rest) for square in squares}
    return tiles


def pawns(text: str) -> dict[str, str]:
    """`y: a1 c1, C: e5` as the position format has it."""
    groups = (group.split(":") for group in text.split(","))
    return {cell: letter.strip() for letter, cells in groups for cell in cells.split()}


def standing(
    text: str, barrier: dict[str, int] | None = None, to_move: int = 0, quiet: int = 0
) -> dict[str, Any]:
    """A position in which all tiles are laid."""
    return {
        "tiles": laid() if barrier is None else barrier,
        "hands": [[], []],
        "pawns": pawns(text),
        "to_move": to_move,
        "quiet": quiet,
    }


def table(
    text: str,
    barrier: dict[str, int] | None = None,
    to_move: int = 0,
    quiet: int = 0,
    **options: Any,
) -> tt.Match:
    """A match in which all tiles are laid."""
    return tt.setup("barrier", standing(text, barrier, to_move, quiet), options, seed="table")


def from_cell(match: tt.Match, cell: str) -> set[str]:
    """The legal moves of the pawn on a cell."""
    return {move for move in match.legal_moves() if move.startswith(cell)}


def opening(**options: Any) -> tt.Match:
    """A new match with its tiles laid by lot."""
    return tt.new("barrier", {"layout": "random", **options}, seed="opening")


def refused(match: tt.Match, move: str) -> str | None:
    """The rule by which a move is refused; the sentence must name it."""
    refusal = match.explain(move)
    assert refusal is not None, f"{move} is legal"
    assert refusal.rule is None or f"({refusal.rule})" in refusal.text.en
    assert refusal.rule is None or f"({refusal.rule})" in refusal.text.fr
    return refusal.rule
