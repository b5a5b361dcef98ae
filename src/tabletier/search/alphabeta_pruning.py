"""Which lines strong opponents cut short (`Skill.prunes`): those that look decided already.

Reverse futility, futility and late move pruning, a null move, late steps reduced by the logarithm
of their number, positions without a remembered step searched a move less deeply, and a history that
also forgets (gravity). Leads are measured by a game's `SPREAD`.

Nothing of this is a proof: it is only done in a narrow window far from proven values, so whoever
asks whether something is won gets the answer of a search that leaves nothing out.
"""

import math
from typing import Any

import numpy as np

from tabletier.games.kernel.compiler import compiled
from tabletier.search.alphabeta_parts import CERTAIN, HISTORY, KILLER, NOTHING

MANY, NONE = 1 << 30, 0
SAFE_DEPTH, SAFE = 6, 50
"""So many moves before the leaves a side is safe that is ahead of beta by so many hundredths of
SPREAD for each of them."""
HOPELESS_DEPTH, HOPELESS = 4, 50
"""So near to the leaves no quiet step helps a side that is behind alpha by so much, and by as much
again for each move."""
LATE_DEPTH, LATE_STEPS = 5, 3
"""So near to the leaves only so many steps are tried, and the square of the depth."""
WAIT_DEPTH, WAIT, WAIT_LESS = 3, 50, 3
"""From this depth on, and so far above beta, it is tried to leave the move to the other side, so
much less deeply."""
UNKNOWN_DEPTH = 4
"""From this depth on a position of which nothing is remembered is searched a move less deeply."""
LATER, LATER_SLOPE, LATER_BY_HISTORY = 40, 180, 4096
"""How much less deeply late steps are searched, in hundredths: LATER and ln(depth) times ln(number)
over LATER_SLOPE / 100, less one for each LATER_BY_HISTORY in the history."""
MOST_LEARNED, GRAVITY = 400, 16
LOGS = np.array([0, *(round(100 * math.log(n)) for n in range(1, 256))], np.int64)
"""Natural logarithms, in hundredths."""


@compiled
def is_narrow(alpha: int, beta: int) -> bool:
    """Whether it is only asked on which side of a line a value is, and nothing is to be proven."""
    return beta - alpha == 1 and alpha > -CERTAIN and beta < CERTAIN


@compiled
def is_quiet(score: int) -> bool:
    """Whether a step is neither noisy nor known to be good."""
    return score < KILLER // 2


@compiled
def enough(standing: int, alpha: int, beta: int, depth: int, spread: int) -> int:
    """How many steps to try before the quiet ones that are left; NONE if it is above beta anyway.

    At least one, so that there is something to return.
    """
    if depth <= SAFE_DEPTH and standing - SAFE * depth * spread // 100 >= beta:
        return NONE
    if depth <= HOPELESS_DEPTH and standing + HOPELESS * (1 + depth) * spread // 100 <= alpha:
        return 1
    return LATE_STEPS + depth * depth if depth <= LATE_DEPTH else MANY


@compiled
def may_wait_out(standing: int, beta: int, depth: int, ply: int, work: Any) -> bool:
    """Whether to try what happens without a move: far enough above beta, and not twice in a row."""
    ahead = standing >= beta + WAIT * work.spread // 100
    return bool(ahead and depth >= WAIT_DEPTH and work.waited != ply)


@compiled
def after_waiting(depth: int) -> int:
    """How deeply to search what follows when the move was left to the other side."""
    return depth - WAIT_LESS - depth // 4


@compiled
def unknown(entry: int, depth: int) -> int:
    """By how much less deeply a position is searched of which nothing is remembered."""
    return 1 if entry == NOTHING and depth >= UNKNOWN_DEPTH else 0


@compiled
def later(k: int, score: int, depth: int) -> int:
    """By how much less deeply the k-th step is searched at first."""
    if k < 2 or depth < 2 or not is_quiet(score):
        return 0
    less = 100 * LATER + LOGS[depth] * LOGS[k + 1] * 100 // LATER_SLOPE
    less -= score * 10_000 // LATER_BY_HISTORY
    return int(max(0, min(less // 10_000, depth - 2)))


@compiled
def learn_from(k: int, side: int, depth: int, ply: int, work: Any) -> None:
    """The k-th step refuted what came before: it counts for more, the quiet ones tried for less."""
    moves, scores = work.moves[ply], work.scores[ply]
    change = min(depth * depth, MOST_LEARNED)
    for other in range(k + 1):
        if is_quiet(scores[other]) or other == k:
            place = moves[other] & (HISTORY - 1)
            old = work.history[side, place]
            lost = old * change // (MOST_LEARNED * GRAVITY)
            work.history[side, place] = old - lost + (change if other == k else -change)
