"""What one thread of an alpha-beta search works with, and the parts of it that know no game.

What it remembers of positions is a table that several threads may share. A row is a key and one
packed word: the value and how it bounds the true one, the depth it was searched to, and the step
that was best. The key is kept combined with the word, so that a row torn by two threads writing at
once fits no position (Hyatt and Mann's lockless hashing).
"""

from functools import cache
from typing import Any

import numpy as np

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import LOW, A

WIN = 1_000_000
CERTAIN = WIN - 1000
"""A value as high as this one is a proven win."""
BEYOND = 2 * WIN
"""Better than any value."""
PLIES = 128
"""The longest line, in steps."""
SPARE = PLIES
"""The row of `moves` for steps that are only counted or compared."""
DEEPEST = 40
"""The longest line, in moves."""
MOST_PAST = 4096
"""So many positions of the match are known to the search."""
SEATS = 8
HISTORY = 4096
SIEVE = 4096
LATE, VERY_LATE, SHALLOW = 3, 10, 3

REMEMBERED, NOISY, KILLER = 1 << 60, 1 << 58, 1 << 56
"""Scores of steps, for the order in which they are tried; below them counts the history."""


@cache
def work_of(most_moves: int) -> Any:
    """The record type of one thread's working place, for a game of so many steps at most."""
    return np.dtype(
        [
            ("visited", np.int64),  # positions visited
            ("allowed", np.int64),  # how many may be visited
            ("begun", np.int64),  # 1 once there is something to choose from: it may be halted
            ("halted", np.int64),  # 1 once the search has to end
            ("played", np.int64),  # how many positions of the match stand in `path`
            ("ahead", np.int64),  # how many depths are left out after each, to be ahead of others
            ("settles", np.int64),  # 1: at the end of a line noisy steps are followed
            ("reduces", np.int64),  # 1: later steps are searched less deeply first
            ("prunes", np.int64),  # 1: lines that look decided are cut short
            ("spread", np.int64),  # the lead at which the chances are e to 1
            ("waited", np.int64),  # the ply before which a move was left to the other side
            ("learned", np.int64),  # 1: positions are judged by what was learned
            ("draw", np.int64),  # what a repetition is worth to side 0
            ("blind", np.int64),  # 1: some moves are overlooked
            ("seed", np.int64),  # which ones
            ("overlooks", np.int64, (PLIES,)),  # per ply: with which chance, in 1 / 2**32
            ("sides", np.int64, (SEATS,)),  # the side of each seat
            ("killers", np.int64, (PLIES, 2)),  # steps that refuted others on the same ply
            ("history", np.int64, (2, HISTORY)),  # per side and step: how often it was best
            ("moves", np.int64, (PLIES + 1, most_moves)),  # per ply: the steps; the last is SPARE
            ("scores", np.int64, (PLIES, most_moves)),  # per ply: how promising they are
            ("path", np.int64, (MOST_PAST + PLIES,)),  # hashes: the match so far, then the line
            ("sieve", np.int64, (SIEVE,)),  # how many hashes of the path end in these bits
        ],
        align=True,
    )


@compiled
def is_halted(work: Any, stop: Any) -> bool:
    """Count a position; whether the search has to end."""
    work.visited += 1
    if (work.visited > work.allowed or stop[0] != 0) and work.begun:
        work.halted = 1
    return bool(work.halted != 0)


@compiled
def is_repeated(work: Any, hashed: int, ply: int) -> bool:
    """Whether a position has occurred in the match or on the line that leads here."""
    if work.sieve[hashed & (SIEVE - 1)] == 0:
        return False
    found = False
    for index in range(work.played + ply):
        found = found or work.path[index] == hashed
    return found


@compiled
def enter(work: Any, hashed: int, ply: int, change: int) -> None:
    """A position comes onto the line (1) or leaves it (-1)."""
    work.path[work.played + ply] = hashed if change > 0 else NOTHING
    work.sieve[hashed & (SIEVE - 1)] += change


@compiled
def is_overlooked(hashed: int, step: int, chance: int, work: Any) -> bool:
    """Whether this player does not see a step: for one search it is so wherever it comes up."""
    return bool((stirred(hashed ^ work.seed, step + 1) >> 8) & LOW < chance)


@compiled
def noticed(moves: Any, count: int, loud: int, hashed: int, ply: int, work: Any) -> int:
    """Keep the steps that are not overlooked, at least one of them; how many are left.

    The noisy ones, `loud` steps that stand in row SPARE, come to mind first: they are overlooked
    only by somebody who would overlook them twice. Both lists ascend.
    """
    chance, spare, left, noisy = work.overlooks[ply], work.moves[SPARE], 0, 0
    seldom = (chance >> 16) * (chance >> 16)
    for k in range(count):
        step = moves[k]
        while noisy < loud and spare[noisy] < step:
            noisy += 1
        natural = noisy < loud and spare[noisy] == step
        if not is_overlooked(hashed, step, seldom if natural else chance, work):
            moves[left] = step
            left += 1
    if left == 0 and count > 0:
        moves[0] = moves[(hashed >> 16) % count]
        left = 1
    return left


@compiled
def pick_next(moves: Any, scores: Any, k: int, count: int) -> None:
    """Bring the most promising of the steps from place k on to place k."""
    best = k
    for other in range(k + 1, count):
        if scores[other] > scores[best]:
            best = other
    moves[k], moves[best] = moves[best], moves[k]
    scores[k], scores[best] = scores[best], scores[k]


@compiled
def note_refutation(step: int, side: int, depth: int, ply: int, work: Any) -> None:
    """A step refuted what came before: it is tried early in other places too."""
    killers = work.killers[ply]
    if killers[0] != step:
        killers[1] = killers[0]
        killers[0] = step
    if work.prunes == 0:
        work.history[side, step & (HISTORY - 1)] += depth * depth


@compiled
def reduction(k: int, score: int, depth: int, work: Any) -> int:
    """By how much less deeply the k-th step is searched at first."""
    if work.reduces == 0 or k < LATE or depth < SHALLOW or score >= KILLER:
        return 0
    return 1 if k < VERY_LATE else 2


@compiled
def known_value(word: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value that a remembered word settles for this window, BEYOND if it does not."""
    if word == NOTHING or depth_in(word) < depth:
        return BEYOND
    value, bound = value_in(word), bound_in(word)
    if value >= CERTAIN:
        value -= ply
    elif value <= -CERTAIN:
        value += ply
    if (
        bound == EXACT
        or (bound == AT_LEAST and value >= beta)
        or (bound == AT_MOST and value <= alpha)
    ):
        return value
    return BEYOND


@compiled
def entry_for(best: int, alpha: int, beta: int, depth: int, step: int, ply: int) -> int:
    """What to remember of a position: wins and losses count from here, not from the root."""
    bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    if best >= CERTAIN:
        best += ply
    elif best <= -CERTAIN:
        best -= ply
    return packed(best, bound, depth, step)


EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NOTHING = 0

BITS = (1 << 62) - 1
STEP_BITS, DEPTH_BITS, BOUND_BITS = 16, 8, 2
STEP_MASK = (1 << STEP_BITS) - 1
DEPTH_AT = STEP_BITS
BOUND_AT = DEPTH_AT + DEPTH_BITS
VALUE_AT = BOUND_AT + BOUND_BITS
ZERO = 1 << 21
"""Values are kept as differences from this, so that none is negative."""


@compiled
def stirred(hashed: int, part: int) -> int:
    """A hash with one more number in it; all products stay below 2**63."""
    mixed = (hashed ^ part) & BITS
    mixed = A * (mixed & LOW) + (mixed >> 32)
    mixed = (mixed ^ (mixed << 13)) & BITS
    return mixed ^ (mixed >> 29)


@compiled
def packed(value: int, bound: int, depth: int, step: int) -> int:
    """One word for all that is remembered of a position; never NOTHING."""
    return (
        ((value + ZERO) << VALUE_AT)
        | (bound << BOUND_AT)
        | (max(0, depth) << DEPTH_AT)
        | (step & STEP_MASK)
    )


@compiled
def value_in(word: int) -> int:
    """The value in a packed word."""
    return (word >> VALUE_AT) - ZERO


@compiled
def bound_in(word: int) -> int:
    """EXACT, or whether the true value is at least or at most the one in the word."""
    return (word >> BOUND_AT) & ((1 << BOUND_BITS) - 1)


@compiled
def depth_in(word: int) -> int:
    """How deep the position was searched."""
    return (word >> DEPTH_AT) & ((1 << DEPTH_BITS) - 1)


@compiled
def recall(table: Any, key: int) -> int:
    """The packed word of a position, NOTHING if it is not remembered."""
    slot = key & (len(table) - 1)
    for row in (slot, slot ^ 1):
        word = table[row, 1]
        if word != NOTHING and table[row, 0] == key ^ word:
            return int(word)
    return NOTHING


@compiled
def remember(table: Any, key: int, word: int) -> None:
    """Keep a word: in the first of two rows if it is as deep as what is there, else the second."""
    row = key & (len(table) - 1)
    here = table[row, 1]
    if table[row, 0] != key ^ here and depth_in(here) > depth_in(word):
        row ^= 1
    table[row, 0] = key ^ word
    table[row, 1] = word
