"""What search wants to know of Breakthrough: who arrives at once, and who must be stopped."""

from typing import Any

from benchmarks.peers.breakthrough.rules import (
    CELLS,
    FRAME,
    NOT_A,
    NOT_H,
    SIDE,
    TOWARDS_A,
    TOWARDS_H,
    WHITE,
    State,
    random_move,
)
from tabletier.games.kernel.bits import nth, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import scale

LOW = (1 << SIDE) - 1
HIGH = FRAME & ~(FRAME >> SIDE)


@compiled
def arriving(pawns: int, side: int) -> int:
    """The pawns of a side that are one step from their goal: nothing can keep them from it."""
    return pawns & (HIGH if side == WHITE else LOW)


@compiled
def takers(pawns: int, prey: int) -> tuple[int, int]:
    """The pawns that can take one of the prey (both in their own frames) towards a, towards h."""
    return pawns & NOT_A & (prey << 1), pawns & NOT_H & (prey >> 1)


@compiled
def judge(root: State, state: State, value: Any) -> bool:
    """A play-out ends when the seat to move arrives, or cannot take the pawn that arrives next."""
    winner = state.turn
    if arriving(state.mine, state.turn) == 0:
        prey = arriving(state.theirs, 1 - state.turn)
        left, right = takers(state.mine, prey)
        if prey == 0 or left | right:
            return False
        winner = 1 - state.turn
    value[winner], value[1 - winner] = 1.0, 0.0
    return True


@compiled
def policy_step(state: State, word: int, moves: Any) -> int:
    """Take a pawn that would arrive next; else anything."""
    prey = arriving(state.theirs, 1 - state.turn)
    if prey:
        left, right = takers(state.mine, prey)
        lefts = popcount(left)
        pick = scale(word, lefts + popcount(right))
        if pick < lefts:
            return CELLS * TOWARDS_A + nth(left, pick)
        if right:
            return CELLS * TOWARDS_H + nth(right, pick - lefts)
    return random_move(state, word)
