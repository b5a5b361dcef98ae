"""Many matches at once, each a row of some arrays. A generic source: see `specialise`.

Every function here is about one row; the processor calls them in a loop, a GPU one thread a row.
A row is played exactly as a match: chance draws one ticket at a time, chains of steps are taken
step by step, and the third occurrence of a position ends the match where the rules say so. When a
match ends, the next one begins in the same step.

Draw number n of a row takes word number n of the row's seed (`kernel/random.py`). Positions are
kept as digests in a ring, `seen`: one that cannot have come before, because something has happened
since that cannot be undone, is not looked for.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletier.games.kernel.columns import load, store
from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import digest, numbered, scale

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        MAX_MOVES,
        REASON_COUNT,
        REPEATS,
        YIELDING,
        action_of,
        apply,
        chance,
        mark,
        observe,
        outcome,
        random_step,
        repetition_key,
        reversible,
        step_of,
        tickets,
        to_move,
        unfinished,
    )

HISTORY = 128
"""Positions that are kept; nothing can be undone for longer."""
THIRD_TIME = 3
GOING_ON = -1
SPARSE = 1 << 10
"""Masks with more cells are cleared where they were marked, smaller ones as a whole."""
SAMPLES = 0x5DEECE66D << 20
"""What sets the words of random actions apart from those of draws."""


@compiled
def occurrences(state: Any, seen: Any, count: int) -> int:
    """Note position number `count` of a match; how often it has come up, this time included."""
    key, times = digest(repetition_key(state)), 1
    for back in range(1, min(reversible(state), count, HISTORY - 1) + 1):
        if seen[(count - back) & (HISTORY - 1)] == key:
            times += 1
    seen[count & (HISTORY - 1)] = key
    return times


@compiled
def ending(state: Any, who: int, seen: Any, count: int) -> int:
    """How a match has ended between two moves: an index into the reasons, or GOING_ON."""
    third = False
    if REPEATS:
        third = occurrences(state, seen, count) >= THIRD_TIME
    if who == OVER:
        reason = outcome(state)[1]
        return REASON_COUNT if third and (YIELDING >> reason) & 1 else reason
    return REASON_COUNT if third else GOING_ON


@compiled
def draw(state: Any, seed: int, number: int) -> int:
    """What chance draws with a row's word of this number."""
    return chance(state, scale(numbered(seed, number), tickets(state)))


@compiled
def show(state: Any, seat: int, planes: Any, words: Any, scalars: Any) -> None:
    """What a seat sees, into a row of each array; `words` are the bytes of `planes`, by eights."""
    for k in range(len(words)):
        words[k] = 0
    for k in range(len(scalars)):
        scalars[k] = 0
    observe(state, seat, planes, scalars)


@inlined
def lay_out(state: Any, rows: Any, row: int) -> None:
    """The state, what the seat to move sees and may do, into the arrays; the mask holds only 0."""
    seat = to_move(state)
    rows.to_move[row] = seat
    store(state, rows.states, row)
    show(state, seat, rows.planes[row], rows.plane_words[row], rows.scalars[row])
    mark(state, rows.mask[row], 1)


@inlined
def clear(state: Any, rows: Any, row: int) -> None:
    """The mask with nothing but 0; `state` is the one that it was marked for."""
    if rows.mask.shape[1] > SPARSE:
        mark(state, rows.mask[row], 0)
    else:
        for k in range(rows.mask_words.shape[1]):
            rows.mask_words[row, k] = 0


@inlined
def begin(start: Any, rows: Any, row: int) -> None:
    """A new match in a row; its draws go on from where the row's seed has come to."""
    state, who = start, to_move(start)
    seed, number = int(rows.seeds[row]), int(rows.draws[row])
    while who == CHANCE:
        state = apply(state, draw(state, seed, number))
        number += 1
        who = to_move(state)
    ending(state, who, rows.seen[row], 0)
    rows.draws[row], rows.positions[row], rows.lengths[row] = number, 1, 0
    for k in range(rows.mask_words.shape[1]):
        rows.mask_words[row, k] = 0
    lay_out(state, rows, row)


@inlined
def step(start: Any, rows: Any, row: int, action: int) -> None:
    """One step in a row; nothing happens, and that is said, if the action is not legal."""
    rows.done[row], rows.reward[row] = False, 0
    for seat in range(rows.rewards.shape[1]):
        rows.rewards[row, seat] = 0
    legal = 0 <= action < rows.mask.shape[1] and rows.mask[row, action] == 1
    rows.illegal[row] = not legal
    if legal:
        take(start, rows, row, action)


@inlined
def take(start: Any, rows: Any, row: int, action: int) -> None:
    """A legal step, the draws that follow, and the next match when this one is over."""
    state = load(start, rows.states, row)
    clear(state, rows, row)
    actor, seed, number = int(rows.to_move[row]), int(rows.seeds[row]), int(rows.draws[row])
    count, length = int(rows.positions[row]), int(rows.lengths[row])
    move, going = step_of(state, action), True
    while going:
        state = apply(state, move)
        who = to_move(state)
        if who != CHANCE and not unfinished(state):
            reason = ending(state, who, rows.seen[row], count)
            count, length = count + 1, length + 1
            if reason != GOING_ON:
                finish(state, reason, rows, row, actor, length)
                state, who, count, length = start, to_move(start), 0, -1
                if who != CHANCE:
                    ending(state, who, rows.seen[row], count)
                    count, length = 1, 0
        going = who == CHANCE
        if going:
            move = draw(state, seed, number)
            number += 1
    rows.draws[row], rows.positions[row], rows.lengths[row] = number, count, length
    lay_out(state, rows, row)


@inlined
def finish(state: Any, reason: int, rows: Any, row: int, actor: int, length: int) -> None:
    """A match is over: 1 for who has won, -1 for who has lost; and how the last to act sees it."""
    winners = 0 if reason == REASON_COUNT else outcome(state)[0]
    rows.done[row], rows.reasons[row], rows.final_lengths[row] = True, reason, length
    for seat in range(rows.rewards.shape[1]):
        if winners:
            rows.rewards[row, seat] = 1 if (winners >> seat) & 1 else -1
    rows.reward[row] = rows.rewards[row, actor]
    if len(rows.final_planes) == len(rows.planes):
        planes, words = rows.final_planes[row], rows.final_words[row]
        show(state, actor, planes, words, rows.final_scalars[row])


@compiled
def sample(state: Any, seed: int, number: int, moves: Any) -> int:
    """A random legal action, uniform, with a row's word of this number."""
    return action_of(state, random_step(state, numbered(seed ^ SAMPLES, number), moves))


@compiled
def begin_rows(start: Any, rows: Any, first: int, last: int) -> None:
    """`begin` in some rows."""
    for row in range(first, last):
        begin(start, rows, row)


@compiled
def step_rows(start: Any, rows: Any, actions: Any, first: int, last: int) -> None:
    """`step` in some rows."""
    for row in range(first, last):
        step(start, rows, row, int(actions[row]))


@compiled
def sample_rows(start: Any, rows: Any, actions: Any, first: int, last: int) -> None:
    """`sample` in some rows."""
    moves = np.empty(MAX_MOVES, np.int64)
    for row in range(first, last):
        state, number = load(start, rows.states, row), int(rows.samples[row])
        actions[row] = sample(state, int(rows.seeds[row]), number, moves)
        rows.samples[row] = number + 1
