"""What a play-out that stops early is worth: each side's chance to win, filled into `value`."""

import math
from typing import Any

from tabletier.games.kernel.compiler import part


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
