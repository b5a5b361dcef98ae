"""Twin worlds: two courses of one match that differ in a step which some onlookers cannot see.

As long as everything that happens looks the same to an onlooker in both worlds, that onlooker must
be shown the same table in both; otherwise the table gives something away that was never seen.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import CHANCE, OVER, Event, Game
from tabletier.testing.conformance.tables import Trial
from tabletier.testing.conformance.walks import Node, node_at, walk

Onlookers = tuple[int | None, ...]
MOVES_TOGETHER = 5
PAIRS_A_STATE = 2


class TwinWorld(NamedTuple):
    """One course of the match: where it stands, and what people remember of it."""

    node: Node
    memory: Any

    def after(self, game: Game, step: int) -> tuple["TwinWorld", list[Event]]:
        """The world after a step, and what that step caused."""
        before, after = self.node.state, game.rules.apply(self.node.state, step)
        memory = game.remember(self.memory, before, step, after)
        return TwinWorld(node_at(game, after), memory), game.events(before, step, after)

    @property
    def choices(self) -> set[int]:
        return set(self.node.steps)


class Twins(NamedTuple):
    """Two worlds, and the onlookers to whom all that happened since they parted looked the same."""

    one: TwinWorld
    other: TwinWorld
    fooled: Onlookers


class Parting(NamedTuple):
    """A step in each of two worlds: where it leads, and what it causes."""

    one: TwinWorld
    ours: list[Event]
    other: TwinWorld
    theirs: list[Event]


def alike(game: Game, seat: int | None, ours: list[Event], theirs: list[Event]) -> bool:
    """Whether two courses of events look the same to an onlooker."""
    return [game.event_view(e, seat) for e in ours] == [game.event_view(e, seat) for e in theirs]


def worlds(table: Trial, seed: str) -> Iterator[TwinWorld]:
    """A random match, with its memory."""
    game, memory, last = table.game, None, None
    for node in walk(table, seed):
        if last is None:
            memory = game.remember(None, None, -1, node.state)
        else:
            step = next(s for s in last.steps if game.rules.apply(last.state, s) == node.state)
            memory = game.remember(memory, last.state, step, node.state)
        yield TwinWorld(node, memory)
        last = node


def parted(table: Trial, world: TwinWorld, dice: random.Random) -> Iterator[Parting]:
    """Pairs of different next steps."""
    choices = sorted(world.choices)
    for _ in range(PAIRS_A_STATE if len(choices) > 1 else 0):
        yield _taken(table.game, world, world, *dice.sample(choices, 2))


def followed(table: Trial, twins: Twins, dice: random.Random) -> Iterator[Twins]:
    """The twins on their way, both doing the same where they can, as long as anybody is fooled."""
    moved = 0
    while moved < MOVES_TOGETHER and twins.one.choices and twins.other.choices:
        moved += twins.one.node.seat != CHANCE
        ours = dice.choice(sorted(twins.one.choices))
        others = twins.other.choices
        theirs = ours if ours in others else max(others)
        step = _taken(table.game, twins.one, twins.other, ours, theirs)
        after = list(fooled(table.game, step, twins.fooled))
        if not after:
            return
        (twins,) = after
        yield twins


def _taken(game: Game, one: TwinWorld, other: TwinWorld, ours: int, theirs: int) -> Parting:
    return Parting(*one.after(game, ours), *other.after(game, theirs))


def fooled(game: Game, parting: Parting, onlookers: Onlookers) -> Iterator[Twins]:
    """The twins after a step each, if it looks the same to any of the onlookers."""
    same = tuple(s for s in onlookers if alike(game, s, parting.ours, parting.theirs))
    if same and parting.one.node.state != parting.other.node.state:
        yield Twins(parting.one, parting.other, same)


def can_be_seen(game: Game, twins: Twins | Parting) -> bool:
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
