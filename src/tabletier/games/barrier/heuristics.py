"""What search wants to know of Barrier: who is ahead, and the position behind a view."""

import math
from random import Random
from typing import Any

from tabletier.games.barrier.board import amount
from tabletier.games.barrier.cells import YELLOW
from tabletier.games.barrier.evaluation import age, evaluate, noisy_moves
from tabletier.games.barrier.state import State
from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import Options, Position, View
from tabletier.games.kernel.skills import ALPHABETA, Skill

CALM = 10
"""So many quiet moves end a play-out."""
PAWN, CROWN = 0.35, 0.25
"""What a pawn more, and a crowned one more, is worth, on the scale of the logistic curve."""
SPREAD = 250
"""The lead, in hundredths of a pawn, at which the chances are e to 1."""
SKILLS = (
    Skill(ALPHABETA, simulations=500, horizon=1, blindness=0.5, temper=0.05),
    Skill(ALPHABETA, simulations=2_000, horizon=2, blindness=0.25, temper=0.02),
    Skill(ALPHABETA, simulations=10_000, horizon=3, blindness=0.1),
    Skill(ALPHABETA, simulations=50_000, horizon=6),
    Skill(ALPHABETA, seconds=1.0),
)
KEYS = ("tiles", "hands", "pawns", "to_move", "quiet")

__all__ = ["SKILLS", "SPREAD", "age", "evaluate", "imagine", "judge", "noisy_moves"]


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out may stop when nothing has happened for a while; more pawns are then better."""
    if state.quiet < CALM + root.quiet:
        return False
    pawns = state.pawns
    ahead = PAWN * (amount(pawns.yellow) - amount(pawns.colourless))
    for half in range(2):
        ahead += CROWN * popcount(pawns.crowned[half] & pawns.yellow[half])
        ahead -= CROWN * popcount(pawns.crowned[half] & pawns.colourless[half])
    value[YELLOW] = 1.0 / (1.0 + math.exp(-ahead))
    value[1 - YELLOW] = 1.0 - value[YELLOW]
    return True


def imagine(view: View, options: Options, random: Random) -> Position:
    """Nothing is hidden: the view is the position, and says some more."""
    return {key: view[key] for key in KEYS}
