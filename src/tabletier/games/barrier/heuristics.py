"""What search wants to know of Barrier: who is ahead, and the position behind a view."""

import math
from random import Random
from typing import Any

from tabletier.games.barrier.cells import YELLOW
from tabletier.games.barrier.evaluation import age, evaluate, noisy_moves
from tabletier.games.barrier.state import State
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import Options, Position, View
from tabletier.games.kernel.skills import ALPHABETA, Skill

CALM = 10
"""So many quiet moves end a play-out."""
SPREAD = 100
"""The lead, in hundredths of a pawn, at which the chances are e to 1."""
SKILLS = (
    Skill(ALPHABETA, simulations=500, horizon=1, blindness=0.5),
    Skill(ALPHABETA, simulations=1_000, horizon=2, blindness=0.25),
    Skill(ALPHABETA, simulations=4_000, horizon=4, blindness=0.17),
    Skill(ALPHABETA, simulations=10_000, horizon=6, blindness=0.11),
    Skill(ALPHABETA, seconds=1.0),
)
"""Each level sees further and overlooks less than the one below, and wins about seven games in
eight against it. From the first to full strength it is further than four such steps, so the last
is the longest: what it can see in a second is not given away for an even ladder."""
KEYS = ("tiles", "hands", "pawns", "to_move", "quiet")

__all__ = ["SKILLS", "SPREAD", "age", "evaluate", "imagine", "judge", "noisy_moves"]


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out may stop when nothing has happened for a while; the lead then decides."""
    if state.quiet < CALM + root.quiet:
        return False
    value[YELLOW] = 1.0 / (1.0 + math.exp(-evaluate(state) / SPREAD))
    value[1 - YELLOW] = 1.0 - value[YELLOW]
    return True


def imagine(view: View, options: Options, random: Random) -> Position:
    """Nothing is hidden: the view is the position, and says some more."""
    return {key: view[key] for key in KEYS}
