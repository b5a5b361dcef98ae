"""The slow way to play a random game: the rules' verbs one by one, in plain Python.

Written from the contract (docs/adding-a-game.md), not from the bulk player it is compared with.
"""

from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import CHANCE, OVER, Game, Options
from tabletier.games.kernel.random import advance, scale, word


class Ended(NamedTuple):
    """How a game went: moves, winning seats as bits, the reason's name, who decided first."""

    length: int
    winners: int
    reason: str
    first: int


def step_through(game: Game, options: Options, stream: int) -> Ended:
    """Play one game with the random words of a stream, one word per step or draw."""
    rules: Any = game.rules
    state, length = game.start(options), 0
    deciders: list[int] = []
    rests: list[Any] = []
    between: Any = getattr(rules, "unfinished", lambda _: False)
    while True:
        seat = rules.to_move(state)
        at_rest = seat != CHANCE and not between(state)
        if at_rest and hasattr(rules, "repetition_key"):
            rests.append(rules.repetition_key(state))
        repeated = at_rest and bool(rests) and rests.count(rests[-1]) == 3
        first = deciders[0] if deciders else -1
        if seat == OVER:
            winners, index = rules.outcome(state)
            reason = rules.REASONS[index]
            if repeated and reason in game.yields_to_repetition:
                return Ended(length, 0, "repetition", first)
            return Ended(length, winners, reason, first)
        if repeated:
            return Ended(length, 0, "repetition", first)
        stream = advance(stream)
        if seat == CHANCE:
            state = rules.apply(state, rules.chance(state, _pick(stream, rules.tickets(state))))
            continue
        deciders.append(seat)
        moves = np.zeros(rules.MAX_MOVES, np.int64)
        count = rules.legal_moves(state, moves)
        state = rules.apply(state, int(moves[_pick(stream, count)]))
        length += not between(state)


def _pick(stream: int, count: int) -> int:
    return scale(word(stream), count)
