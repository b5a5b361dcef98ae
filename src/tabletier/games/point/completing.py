"""A position of Point of which only what matters is written; for lessons and tests."""

from tabletier.games.kernel.contract import Options, Position
from tabletier.games.point.modes import table_of
from tabletier.games.point.state import HALF, PAWNS, SEATS, THREE


def complete(written: Position, options: Options) -> Position:
    """POINT-2, POINT-4, POINT-7. Pawns that are in no row lie in the bank.

    Without `rows` everybody has a row to choose yet. Colours alternate, black first.
    """
    table = table_of(options)
    seats = SEATS[table.mode]
    rows = written.get("rows", [None] * seats)
    chosen = None not in rows
    colours = ["B"] * seats if table.mode == THREE else ["B", "W"] * (seats // 2)
    all_of_them = PAWNS if table.full_bank else HALF * seats
    placed = "".join(rows) if chosen else "BW" * HALF * seats
    return {
        "colours": colours if chosen else [None] * seats,
        "hands": [[] for _ in range(seats)],
        "bank": {pawn: all_of_them - placed.count(pawn) for pawn in "BW"},
        "offer": None,
        "used": [],
        "rebuilds": 0,
        "stopped": [False] * seats,
        "phase": "use" if chosen else "rows",
        "regrouped": False,
        "to_move": 0,
        **written,
        "rows": rows,
    }
