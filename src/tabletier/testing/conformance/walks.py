"""Random walks through a game's rules, one step or draw at a time, without a match around them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import CHANCE, OVER, Game
from tabletier.testing.conformance.tables import MOST_MOVES, Trial

UNTOUCHED = -(1 << 40)
MARGIN = 32


class Node(NamedTuple):
    """A state on the way, who is to move there, and what may be done: steps, or draws."""

    state: Any
    seat: int
    steps: list[int]
    """The legal steps; where chance is to move, what each ticket draws."""
    room: list[int]
    """What stands in the buffer behind `MAX_MOVES` after the steps were listed."""


def node_at(game: Game, state: Any) -> Node:
    """A state with everything that may happen next."""
    rules = game.rules
    buffer = np.full(rules.MAX_MOVES + MARGIN, UNTOUCHED, np.int64)
    count = int(rules.legal_moves(state, buffer))
    seat = int(rules.to_move(state))
    steps: list[int] = buffer[:count].tolist()
    if seat == CHANCE:
        assert steps == []
        steps = [int(rules.chance(state, number)) for number in range(rules.tickets(state))]
    return Node(state, seat, steps, buffer[rules.MAX_MOVES :].tolist())


def walk(table: Trial, seed: str) -> Iterator[Node]:
    """A random game from before the first draw to the end."""
    game, dice = table.game, random.Random(f"{table} {seed}")
    node = node_at(game, game.start(table.options))
    for _ in range(MOST_MOVES):
        yield node
        if node.seat == OVER:
            return
        node = node_at(game, game.rules.apply(node.state, dice.choice(node.steps)))
    raise AssertionError(f"{table} does not end")


@cache
def walked(table: Trial) -> tuple[Node, ...]:
    """One such game, the same for every test that looks at it."""
    return tuple(walk(table, "walked"))


def flat(state: Any) -> list[Any]:
    """All items of a state, those in tuples within it included."""
    if isinstance(state, tuple):
        return [leaf for item in state for leaf in flat(item)]
    return [state]


def shape(state: Any) -> Any:
    """How a state is built, whatever stands in it."""
    if isinstance(state, tuple):
        return (type(state).__name__, *(shape(item) for item in state))
    return type(state).__name__
