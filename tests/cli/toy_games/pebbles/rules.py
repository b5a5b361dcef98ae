"""The rules of the toy game: pure functions, compiled or plain, as every game has them."""

# ruff: noqa: ARG001 -- a game answers every verb, whatever it needs of what it is told

from typing import Any, NamedTuple

from tabletier.games.kernel.bits import put
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER

MAX_MOVES = 900
"""As many as there are numbers to draw."""
REASONS = ("last_pebble",)
MOST = 3
DRAW = 4


class State(NamedTuple):
    """The heap, whose turn it is, everyone's number, and who is drawing one (seat + 1, or 0)."""

    heap: int
    turn: int
    players: int
    lucky: tuple[int, int, int]
    drawing: int


@compiled
def initial(players: int, heap: int) -> State:
    """The first seat draws its number, then the others."""
    return State(heap, 0, players, (0, 0, 0), 1)


@compiled
def to_move(state: State) -> int:
    """The seat to take, chance while numbers are drawn."""
    if state.drawing:
        return CHANCE
    return OVER if state.heap == 0 else state.turn


@compiled
def legal_moves(state: State, moves: Any) -> int:
    """One to three pebbles, or while there are enough, a new number."""
    if to_move(state) < 0:
        return 0
    count = min(MOST, state.heap)
    for number in range(count):
        moves[number] = number + 1
    if state.heap <= MOST:
        return count
    moves[count] = DRAW
    return count + 1


@compiled
def tickets(state: State) -> int:
    """Numbers of three digits, so that a test can find them on a screen."""
    return MAX_MOVES


@compiled
def chance(state: State, ticket: int) -> int:
    """Which number a ticket stands for."""
    return 100 + ticket


@compiled
def apply(state: State, step: int) -> State:
    """After a draw, or after taking."""
    if state.drawing:
        seat = state.drawing - 1
        unlucky = state.lucky[state.players - 1] == 0 and seat + 1 < state.players
        following = seat + 2 if unlucky else 0
        return State(state.heap, state.turn, state.players, put(state.lucky, seat, step), following)
    if step == DRAW:
        return State(state.heap, state.turn, state.players, state.lucky, state.turn + 1)
    turn = (state.turn + 1) % state.players
    return State(state.heap - step, turn, state.players, state.lucky, 0)


@compiled
def outcome(state: State) -> tuple[int, int]:
    """Whoever took the last pebble."""
    return 1 << ((state.turn + state.players - 1) % state.players), 0
