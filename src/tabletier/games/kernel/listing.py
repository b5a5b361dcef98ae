"""The legal steps of a state as a list, for whoever asks from Python."""

from typing import Any

import numpy as np

from tabletier.games.kernel.contract import Rules

_last: tuple[Any, list[int]] = (None, [])


def listed(rules: Rules, state: Any) -> list[int]:
    """The legal steps of a state; not to be changed.

    Those of the state that was asked about last are remembered: what may be done and what must be
    decided are asked one after the other, and each crossing into compiled code costs microseconds.
    """
    global _last
    known, steps = _last
    if known is not state:
        buffer = np.empty(rules.MAX_MOVES, np.int64)
        steps = buffer[: rules.legal_moves(state, buffer)].tolist()
        _last = (state, steps)
    return steps
