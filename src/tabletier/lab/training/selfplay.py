"""Games that the alpha-beta search plays against itself. A generic source: see `specialise`.

A game begins with some random moves, so that no two are alike; then every move is searched, with a
number of positions that varies, and now and then one is random all the same. Each position that was
searched is kept, with the value that the search found for the side to move, and once the game is
over with its result for that side.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletier.games.kernel.columns import store
from tabletier.games.kernel.compiler import compiled, inlined
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, word
from tabletier.games.kernel.specialise import specialise
from tabletier.search.alphabeta_parts import MOST_PAST, PLIES, SEATS, WIN, enter

if TYPE_CHECKING:
    from tabletier.games.kernel.verbs import (
        GAME,
        MAX_MOVES,
        REPEATS,
        apply,
        chance,
        legal_moves,
        outcome,
        random_step,
        tickets,
        to_move,
        unfinished,
    )

_search = specialise("tabletier.search.alphabeta_root", GAME)
deepen, hash_of = _search.deepen, _search.hash_of

LONGEST = 400
"""Moves after which a game is called a draw."""
FEWEST_RANDOM, MOST_RANDOM = 4, 16
FEWEST, MOST = 600, 1_000
"""Positions searched for a move."""
STRAY = 0.03
"""The chance of a random move later on."""
DECIDED = 3
"""After so many values in a row that are proven, a game is over: nothing is left to learn."""
VALUE, RESULT, SIDE, PLACE, FIELDS = 0, 1, 2, 3, 4
ALL_WORDS = 1 << 32


@compiled
def result_for_first(state: Any, sides: Any) -> int:
    """How a finished game ended for side 0: 1, 0 or -1."""
    seats = outcome(state)[0]
    for seat in range(SEATS):
        if (seats >> seat) & 1:
            return 1 - 2 * int(sides[seat])
    return 0


@compiled
def opening(state: Any, stream: int, moves: Any) -> tuple[Any, int]:
    """The state after some random moves, and the generator's new state."""
    stream = advance(stream)
    left = FEWEST_RANDOM + scale(word(stream), MOST_RANDOM - FEWEST_RANDOM + 1)
    while left > 0 and to_move(state) != OVER:
        stream = advance(stream)
        if to_move(state) == CHANCE:
            state = apply(state, chance(state, scale(word(stream), tickets(state))))
        else:
            state = apply(state, random_step(state, word(stream), moves))
            left -= 0 if unfinished(state) else 1
    while to_move(state) != OVER and unfinished(state):
        stream = advance(stream)
        state = apply(state, random_step(state, word(stream), moves))
    return state, stream


@compiled
def times(work: Any, hashed: int) -> int:
    """How often a position has occurred in the game so far."""
    count = 0
    for index in range(work.played):
        count += work.path[index] == hashed
    return count


@compiled
def clear(work: Any, table: Any) -> None:
    """Forget the search before: a repetition in one game is none in the next."""
    table[:] = 0
    work.visited, work.begun, work.halted = 0, 0, 0
    for ply in range(PLIES):
        work.killers[ply, 0] = 0
        work.killers[ply, 1] = 0


@inlined
def searched(
    state: Any, moves: Any, stream: int, work: Any, table: Any, net: Any, stop: Any
) -> tuple[int, int]:
    """The best step and its value to the side to move."""
    count = legal_moves(state, moves)
    steps = np.empty((count, 1), np.int64)
    found = np.zeros((4, count), np.int64)
    for k in range(count):
        steps[k, 0] = moves[k]
        found[0, k] = k
    clear(work, table)
    work.allowed = FEWEST + scale(word(stream), MOST - FEWEST + 1)
    deepen(state, steps, 40, 0, found, work, table, net, stop)
    best = found[0, 0]
    return int(steps[best, 0]), int(found[1, best])


@compiled
def play(
    start: Any, stream: int, states: Any, facts: Any, work: Any, table: Any, net: Any, stop: Any
) -> int:
    """Play one game; fills a row of `states` and of `facts` for each position, says how many.

    `facts` is int64[rows, FIELDS]: the value and the result for the side to move, that side, and
    the number of the position in its game.
    """
    moves = np.empty(MAX_MOVES, np.int64)
    state, stream = opening(start, stream, moves)
    count, proven, third = 0, 0, False
    work.played = 0
    work.sieve[:] = 0
    while to_move(state) >= 0 and count < LONGEST and proven < DECIDED and not third:
        hashed = hash_of(state)
        third = REPEATS and times(work, hashed) >= 2
        enter(work, hashed, 0, 1)
        stream = advance(stream)
        step, value = searched(state, moves, stream, work, table, net, stop)
        side = work.sides[to_move(state)]
        if not unfinished(state):
            store(state, states, count)
            facts[count, VALUE], facts[count, SIDE], facts[count, PLACE] = value, side, count
            count += 1
        proven = proven + 1 if abs(value) > WIN // 2 else 0
        stream = advance(stream)
        if word(stream) < STRAY * ALL_WORDS and not unfinished(state):
            stream = advance(stream)
            step = random_step(state, word(stream), moves)
        state = apply(state, step)
        work.played = min(work.played + 1, MOST_PAST - 1)
    outcome_ = 0
    if to_move(state) == OVER:
        outcome_ = result_for_first(state, work.sides)
    elif proven >= DECIDED:
        last = facts[count - 1, VALUE] > 0
        outcome_ = 1 if last == (facts[count - 1, SIDE] == 0) else -1
    for row in range(count):
        facts[row, RESULT] = -outcome_ if facts[row, SIDE] else outcome_
    return count
