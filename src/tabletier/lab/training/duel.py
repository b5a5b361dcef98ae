"""What was learned against the hand-made judgement, from random openings, each played both ways.

A generic source: see `specialise`. From the start of a game without chance two searches with fixed
numbers of positions play the same few games again and again; random openings make them differ.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.random import advance
from tabletier.games.kernel.specialise import specialise
from tabletier.search.alphabeta_parts import MOST_PAST, enter

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        GAME,
        MAX_MOVES,
        REPEATS,
        apply,
        legal_moves,
        to_move,
    )

_selfplay = specialise("tabletier.lab.training.selfplay", GAME)
deepen, hash_of, opening = _selfplay.deepen, _selfplay.hash_of, _selfplay.opening
times, clear, result_for_first = _selfplay.times, _selfplay.clear, _selfplay.result_for_first
LONGEST = 300


@compiled
def best_step(
    state: Any, moves: Any, allowed: int, work: Any, table: Any, net: Any, stop: Any
) -> int:
    """The step that a search of so many positions prefers."""
    count = legal_moves(state, moves)
    steps, found = np.empty((count, 1), np.int64), np.zeros((4, count), np.int64)
    for k in range(count):
        steps[k, 0] = moves[k]
        found[0, k] = k
    clear(work, table)
    work.allowed = allowed
    deepen(state, steps, 40, 0, found, work, table, net, stop)
    return int(steps[found[0, 0], 0])


@compiled
def play(
    start: Any, stream: int, learner: int, allowed: int, work: Any, table: Any, net: Any, stop: Any
) -> int:
    """One game; side `learner` judges by what was learned. 1, 0 or -1: how it ended for it."""
    moves = np.empty(MAX_MOVES, np.int64)
    state, stream = opening(start, stream, moves)
    work.played = 0
    work.sieve[:] = 0
    count, third = 0, False
    while to_move(state) != OVER and count < LONGEST and not third:
        hashed = hash_of(state)
        third = REPEATS and times(work, hashed) >= 2
        enter(work, hashed, 0, 1)
        work.learned = 1 if work.sides[to_move(state)] == learner else 0
        stream = advance(stream)
        state = apply(state, best_step(state, moves, allowed, work, table, net, stop))
        work.played = min(work.played + 1, MOST_PAST - 1)
        count += 1
    if to_move(state) != OVER:
        return 0
    result = int(result_for_first(state, work.sides))
    return -result if learner else result
