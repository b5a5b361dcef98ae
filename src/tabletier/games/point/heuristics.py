"""What search wants to know of Point: who is nearest to a pure row, and rows that may be hidden."""

import math
from random import Random
from typing import Any

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import Options, Position, View
from tabletier.games.point.piles import amount
from tabletier.games.point.state import TEAMS, State, partner, unwanted

SPAN = 16
"""A play-out stops after so many cards were used."""
PAWN = 0.7
"""What an unwanted pawn fewer is worth, on the scale of the exponential."""
KEYS = (
    *("rows", "colours", "hands", "bank", "offer", "used", "rebuilds", "stopped", "phase"),
    *("regrouped", "to_move"),
)


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out may stop after a while; fewer unwanted pawns are then better."""
    before, now = root.cards, state.cards
    if now.rebuilds == before.rebuilds and amount(now.used) < amount(before.used) + SPAN:
        return False
    total = 0.0
    for side in range(len(value)):
        burden = unwanted(state, side)
        if state.table.mode == TEAMS:
            burden += unwanted(state, partner(side))
        value[side] = math.exp(-PAWN * burden)
        total += value[side]
    for side in range(len(value)):
        value[side] /= total
    return True


def hidden(view: View) -> bool:
    """POINT-5. Rows are secret until all are chosen."""
    return bool(view["phase"] == "rows")


def imagine(view: View, options: Options, random: Random) -> Position:
    """POINT-5. A position that a view allows: a row chosen in secret may be any row."""
    rows = []
    for row, chosen in zip(view["rows"], view["chosen"], strict=True):
        pawns = list("BBBBBBWWWWWW")
        random.shuffle(pawns)
        rows.append("".join(pawns) if chosen and row is None else row)
    return {**{key: view[key] for key in KEYS}, "rows": rows}
