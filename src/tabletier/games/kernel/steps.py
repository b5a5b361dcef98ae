"""The steps of the engine, for whoever asks from Python: all that are legal, and whole moves.

What a player may write as one move is a step, or a chain of them.
"""

from typing import Any

import numpy as np

from tabletier.games.kernel.contract import MOVE, Game, Rules, Steps
from tabletier.games.kernel.specialise import specialise


def bridge(game: Game) -> Any:
    """The game's crossing between Python and compiled code."""
    return specialise("tabletier.games.kernel.bridge", game)


def _buffer(game: Game) -> Any:
    return np.empty(game.rules.MAX_MOVES, np.int64)


def _never(_: Any) -> bool:
    return False


def turns(game: Game, state: Any) -> list[Steps]:
    """Every legal move as its steps; chains are followed to where they may end."""
    unfinished = getattr(game.rules, "unfinished", _never)
    if unfinished is _never:
        return [(step,) for step in listed(game.rules, state)]
    found: list[Steps] = []
    open_turns: list[tuple[Any, Steps]] = [(state, ())]
    crossing, buffer, marks = bridge(game), _buffer(game), _buffer(game)
    while open_turns:
        here, steps = open_turns.pop()
        count = crossing.branches(here, buffer, marks)
        for step, goes_on in zip(buffer[:count].tolist(), marks[:count].tolist(), strict=True):
            turn = (*steps, step)
            if goes_on:
                open_turns.append((crossing.advance(here, step, MOVE)[1], turn))
            else:
                found.append(turn)
    return found


def is_legal(game: Game, state: Any, steps: Steps) -> bool:
    """Whether each step is legal in its turn and the last one ends the move."""
    unfinished = getattr(game.rules, "unfinished", _never)
    buffer, crossing = _buffer(game), bridge(game)
    for number, step in enumerate(steps, start=1):
        if not crossing.is_listed(state, step, buffer):
            return False
        if unfinished is _never:
            continue
        state = crossing.advance(state, step, MOVE)[1]
        if bool(unfinished(state)) != (number < len(steps)):
            return False
    return bool(steps)


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
