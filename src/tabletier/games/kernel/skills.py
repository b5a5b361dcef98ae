"""How well an opponent plays: how long it thinks, what it fails to see, how it judges.

What a play-out that stops early is worth is each side's chance to win, filled into `value`.
"""

import math
from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import part

TREE, ALPHABETA = "tree", "alphabeta"
FAR = 1000


class Skill(NamedTuple):
    """What thinking is like at some level. A game's `search.py` may bring `SKILLS`."""

    engine: str = TREE
    """`tree` or `alphabeta`; the second is for two sides without chance and needs `evaluate`."""
    simulations: int | None = None
    """The most simulations of a tree, or positions of alpha-beta."""
    seconds: float = 1.0
    """The longest it thinks."""
    horizon: int = FAR
    """How many steps ahead it weighs moves."""
    blindness: float = 0.0
    """The chance that it overlooks a move it could make now; see `overlooking`."""
    temper: float = 0.0
    """How much worse a move may seem and still be chosen now and then, as a share of a win."""
    exploration: float = 0.7
    """Tree: how much a rarely tried move is worth trying."""
    patience: int = 4
    """Tree: play-outs through a leaf before its children are laid out."""
    doubt: float = 0.15
    """Tree: how much worse than its parent an untried move is taken to be."""
    judged: bool = True
    """Tree: whether play-outs stop where the game can judge."""
    guided: bool = True
    """Tree: whether play-outs follow the game's policy."""
    learned: bool = False
    """Whether positions are judged by what was learned, in games that have learned."""
    prunes: bool = False
    """Alpha-beta: whether lines that look decided are cut short; see `alphabeta_pruning.py`."""


PLAIN = Skill(exploration=1.0, patience=1, doubt=0.0, judged=False, guided=False)
"""Textbook tree search: random play-outs to the end."""


FADING = 0.5
"""How much of what is left to be seen is lost with every step that it lies further ahead."""


def overlooking(blindness: float, ahead: int) -> float:
    """The chance to overlook a move so many steps ahead: far ones sooner than near ones."""
    return float(1.0 - (1.0 - blindness) ** (1.0 + FADING * ahead))


@part
def chances_by_lead(value: Any, lead: int, spread: int) -> None:
    """Of two sides the first is `lead` ahead; at a lead of `spread` its chances are e to 1."""
    value[0] = 1.0 / (1.0 + math.exp(-lead / spread))
    value[1] = 1.0 - value[0]


@part
def chances_by_weight(value: Any) -> None:
    """The weights of all sides become their chances, which add up to 1."""
    total = 0.0
    for side in range(len(value)):
        total += value[side]
    for side in range(len(value)):
        value[side] /= total
