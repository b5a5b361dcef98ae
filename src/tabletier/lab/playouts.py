"""Random games from start to end, as many as wanted. A generic source: see `specialise`.

A game is played exactly as a match would play it, with every seat choosing uniformly among its
legal steps: chance draws one ticket at a time, chains of steps are one move, and the third
occurrence of a position ends the game as a draw where the rules say so.

Positions are counted in a table `seen[slot]` of integers: the number of the game that wrote the
slot, how often the position occurred, and its repetition key. The slot is found by hashing, the
key is compared exactly. Slots of earlier games count as empty, so nothing is wiped between games.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, word

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        MAX_MOVES,
        REASON_COUNT,
        REPEATS,
        YIELDING,
        apply_here,
        chance,
        outcome,
        random_step,
        repetition_key,
        tickets,
        to_move,
        unfinished,
    )

NOBODY = -1
THIRD_TIME = 3
LENGTH, WINNERS, REASON, FIRST, COLUMNS = 0, 1, 2, 3, 4
WRITER, TIMES, KEY = 0, 1, 2
SLOTS = 1024
FULL = -1
KEY_BITS = (1 << 62) - 1


@compiled
def slot_of(seen: Any, game: int, key: tuple[int, ...]) -> int:
    """The slot of a position in this game: its own, or the empty one where it belongs."""
    mixed = 0
    for part in key:
        mixed = advance((mixed ^ part) & KEY_BITS)
    last = len(seen) - 1
    slot = word(mixed) & last
    while seen[slot, WRITER] == game and not same(seen[slot], key):
        slot = (slot + 1) & last
    return slot


@compiled
def same(row: Any, key: tuple[int, ...]) -> bool:
    """Whether a row of the table holds exactly this key."""
    differing = 0
    for k in range(len(key)):
        differing |= row[KEY + k] ^ key[k]
    return bool(differing == 0)


@compiled
def occurrences(seen: Any, game: int, key: tuple[int, ...]) -> int:
    """Count a position that has just come up; how often it has, this time included."""
    slot = slot_of(seen, game, key)
    if seen[slot, WRITER] != game:
        seen[slot, WRITER], seen[slot, TIMES] = game, 0
        for k in range(len(key)):
            seen[slot, KEY + k] = key[k]
    seen[slot, TIMES] += 1
    return int(seen[slot, TIMES])


@inlined
def play_out(
    state: Any, stream: int, game: int, moves: Any, seen: Any
) -> tuple[int, int, int, int]:
    """One random game: its length in moves, winners (a bit per seat), reason, first seat to move.

    The length is FULL when `seen` became half full: play the game again with a larger table.
    """
    length, first, positions, third = 0, NOBODY, 0, False
    while True:
        who = to_move(state)
        if REPEATS and who != CHANCE and not unfinished(state):
            third = occurrences(seen, game, repetition_key(state)) >= THIRD_TIME
            positions += 1
            if 2 * positions > len(seen):
                return FULL, 0, 0, first
        if who == OVER:
            winners, reason = outcome(state)
            if third and (YIELDING >> reason) & 1:
                return length, 0, REASON_COUNT, first
            return length, winners, reason, first
        if third:
            return length, 0, REASON_COUNT, first
        stream = advance(stream)
        if who == CHANCE:
            step = chance(state, scale(word(stream), tickets(state)))
        else:
            step = random_step(state, word(stream), moves)
            first = who if first == NOBODY else first
        state = apply_here(state, step)
        if who != CHANCE and not unfinished(state):
            length += 1


@compiled
def play_many(state: Any, streams: Any, rows: Any) -> None:
    """One random game from `state` per stream; row g says how game g went.

    `streams` is int64[games], `rows` int64[games, COLUMNS].
    """
    moves = np.empty(MAX_MOVES, np.int64)
    slots = SLOTS if REPEATS else 1
    seen = np.zeros((slots, KEY + len(repetition_key(state))), np.int64)
    game = 0
    while game < len(streams):
        length, winners, reason, first = play_out(state, int(streams[game]), game + 1, moves, seen)
        if length == FULL:
            seen = np.zeros((2 * len(seen), seen.shape[1]), np.int64)
            continue
        rows[game, LENGTH], rows[game, WINNERS] = length, winners
        rows[game, REASON], rows[game, FIRST] = reason, first
        game += 1
