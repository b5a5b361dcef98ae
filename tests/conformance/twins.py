"""Twin worlds: two courses of one match that differ in a step which some onlookers cannot see.

As long as everything that happens looks the same to an onlooker in both worlds, that onlooker must
be shown the same table in both; otherwise the table gives something away that was never seen.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import CHANCE, OVER, Event, Game
from tests.conformance.tables import Table
from tests.conformance.walks import Node, node_at, walk

MOVES_TOGETHER = 5
PAIRS_A_STATE = 2


class World(NamedTuple):
    """One course of the match: where it stands, and what people remember of it."""

    node: Node
    memory: Any

    def after(self, game: Game, step: int) -> tuple["World", list[Event]]:
        """The world after a step, and what that step caused."""
        before, after = self.node.state, game.rules.apply(self.node.state, step)
        memory = game.remember(self.memory, before, step, after)
        return World(node_at(game, after), memory), game.events(before, step, after)

    @property
    def choices(self) -> set[int]:
        return set(self.node.steps)


class Twins(NamedTuple):
    """Two worlds, and the onlookers to whom all that happened since they parted looked the same."""

    one: World
    other: World
    fooled: tuple[int | None, ...]


def alike(game: Game, seat: int | None, ours: list[Event], theirs: list[Event]) -> bool:
    """Whether two courses of events look the same to an onlooker."""
    return [game.event_view(e, seat) for e in ours] == [game.event_view(e, seat) for e in theirs]


def worlds(table: Table, seed: str) -> Iterator[World]:
    """A random match, with its memory."""
    game, memory, last = table.game, None, None
    for node in walk(table, seed):
        if last is None:
            memory = game.remember(None, None, -1, node.state)
        else:
            step = next(s for s in last.steps if game.rules.apply(last.state, s) == node.state)
            memory = game.remember(memory, last.state, step, node.state)
        yield World(node, memory)
        last = node


def parted(table: Table, world: World, dice: random.Random) -> Iterator[Twins]:
    """Pairs of different next steps that look the same to somebody."""
    choices = sorted(world.choices)
    for _ in range(PAIRS_A_STATE if len(choices) > 1 else 0):
        yield from _together(table, Twins(world, world, table.onlookers), *dice.sample(choices, 2))


def followed(table: Table, twins: Twins, dice: random.Random) -> Iterator[Twins]:
    """The twins on their way, both doing the same where they can, as long as anybody is fooled."""
    moved = 0
    while moved < MOVES_TOGETHER and twins.one.choices and twins.other.choices:
        moved += twins.one.node.seat != CHANCE
        ours = dice.choice(sorted(twins.one.choices))
        others = twins.other.choices
        after = list(_together(table, twins, ours, ours if ours in others else max(others)))
        if not after:
            return
        (twins,) = after
        yield twins


def _together(table: Table, twins: Twins, ours: int, theirs: int) -> Iterator[Twins]:
    """The twins after a step each, if anybody is still fooled."""
    game = table.game
    one, seen_in_one = twins.one.after(game, ours)
    other, seen_in_other = twins.other.after(game, theirs)
    fooled = tuple(s for s in twins.fooled if alike(game, s, seen_in_one, seen_in_other))
    if fooled and one.node.state != other.node.state:
        yield Twins(one, other, fooled)


def can_be_seen(game: Game, twins: Twins) -> bool:
    """Whether both worlds stand where people look: between two moves, with nothing to be drawn."""
    unfinished: Any = getattr(game.rules, "unfinished", None)
    nodes = (twins.one.node, twins.other.node)
    return all(
        node.seat != CHANCE and not (unfinished is not None and unfinished(node.state))
        for node in nodes
    )


def is_over(twins: Twins) -> bool:
    """Whether one of the worlds has come to its end."""
    return OVER in (twins.one.node.seat, twins.other.node.seat)
