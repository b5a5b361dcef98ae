"""An opponent at the table: from what a seat may know to a move.

A thinker is given `Knowledge`, the seat's own view and nothing else. Where hands are hidden it
imagines several worlds that the view allows and lets the moves of all of them compete.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import Game, Options, Steps, View
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.words import seeded
from tabletier.match.match import Match
from tabletier.search.tree import ROOT, UNKNOWN, Manner, Tree

SOURCE = "tabletier.search.tree"
CHUNK = 256
NODES = 1_000_000
WORLDS = 8
PLAIN = Manner(exploration=0.7, patience=4, doubt=0.15)


class Knowledge(NamedTuple):
    """Everything an opponent may use: the game, what was agreed, its seat and its view."""

    game: str
    options: Options
    seat: int
    table: View


class Budget(NamedTuple):
    """When to stop: after so many simulations, so many seconds, or whichever comes first."""

    simulations: int | None = None
    seconds: float | None = None


class Candidate(NamedTuple):
    """A move that was weighed: how often it was tried, and each side's chances after it."""

    step: int
    visits: int
    value: tuple[float, ...]
    proven: int
    """1: it wins whatever happens; -1: it loses; 0: not known."""


class Thought(NamedTuple):
    """What came of thinking: the move, all candidates (best first), and how much was tried."""

    move: str
    candidates: tuple[Candidate, ...]
    simulations: int


def knowledge_of(match: Match) -> Knowledge:
    """What the seat to move in a match knows."""
    seat = match.to_move
    if seat is None:
        raise ValueError("nobody is to move: the match is over")
    return Knowledge(match.game, match.options, seat, match.view(seat)["table"])


class World:
    """One position that the knowledge allows, and the tree grown from it."""

    def __init__(self, game: Game, known: Knowledge, random: Random) -> None:
        position = game.imagine(known.table, known.options, random)
        teams = game.teams(known.options)
        sides = sorted((seat, side) for side, team in enumerate(teams) for seat in team)
        self.game = game
        self.state = game.setup(position, known.options)[0]
        self.sides = np.array([side for _, side in sides], np.int64)
        self.tree = new_tree(NODES, len(teams))
        self.stream = seeded(random.getrandbits(60))

    def search(self, manner: Manner, count: int) -> None:
        """Run some more simulations."""
        run = specialise(SOURCE, self.game).search
        self.stream = run(self.state, self.tree, self.sides, manner, count, self.stream)

    def is_proven(self) -> bool:
        """Whether thinking on cannot change the choice."""
        return bool(self.tree.proven[ROOT] != UNKNOWN)

    def children(self) -> range:
        """The nodes of the moves that were weighed."""
        first = int(self.tree.first[ROOT])
        return range(first, first + int(self.tree.count[ROOT]))


def new_tree(nodes: int, sides: int) -> Tree:
    """An empty tree with room for so many nodes."""
    return Tree(
        np.zeros(nodes, np.int32),
        np.zeros((nodes, sides)),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int8),
        np.ones(1, np.int64),
    )


class Clock:
    """Hands out simulations while the budget lasts."""

    def __init__(self, budget: Budget, stopped: Callable[[], bool]) -> None:
        self.budget, self.stopped = budget, stopped
        self.began, self.taken = time.monotonic(), 0

    def take(self, wanted: int) -> int:
        """How many simulations may be run next; 0 when time is up."""
        limit, seconds = self.budget.simulations, self.budget.seconds
        late = seconds is not None and time.monotonic() - self.began >= seconds
        granted = 0 if late or self.stopped() else wanted
        if limit is not None:
            granted = min(granted, limit - self.taken)
        if self.taken == 0:
            granted = max(granted, 1)  # without any, there would be nothing to choose from
        self.taken += granted
        return granted


def think(
    known: Knowledge,
    budget: Budget,
    seed: str,
    manner: Manner = PLAIN,
    stopped: Callable[[], bool] = lambda: False,
) -> Thought:
    """Choose a move; the same knowledge, simulations and seed give the same choice."""
    game, random = find(known.game), Random(seed)
    worlds = [World(game, known, random) for _ in range(WORLDS if game.hidden(known.table) else 1)]
    clock, turn = Clock(budget, stopped), 0
    while (count := clock.take(CHUNK)) and not all(world.is_proven() for world in worlds):
        worlds[turn % len(worlds)].search(manner, count)
        turn += 1
    ranked = candidates(worlds, known)
    steps = completed(worlds[0], ranked[0].step)
    return Thought(game.write(worlds[0].state, steps), tuple(ranked), clock.taken)


def candidates(worlds: list[World], known: Knowledge) -> list[Candidate]:
    """The moves weighed in all worlds together: won ones first, then the most tried."""
    teams = find(known.game).teams(known.options)
    side = next(number for number, team in enumerate(teams) if known.seat in team)
    visits: dict[int, int] = {}
    totals: dict[int, Any] = {}
    proofs: dict[int, list[int]] = {}
    for world in worlds:
        for node in world.children():
            step = int(world.tree.move[node])
            visits[step] = visits.get(step, 0) + int(world.tree.visits[node])
            totals[step] = totals.get(step, 0) + world.tree.total[node]
            proofs.setdefault(step, []).append(int(world.tree.proven[node]))
    found = []
    for step, count in visits.items():
        value = tuple(float(part) / max(1, count) for part in totals[step])
        wins = all(proof == side + 1 for proof in proofs[step])
        loses = all(proof not in (UNKNOWN, side + 1) for proof in proofs[step])
        found.append(Candidate(step, count, value, 1 if wins else -1 if loses else 0))
    return sorted(found, key=lambda c: (-c.proven, -c.visits, c.step))


def completed(world: World, step: int) -> Steps:
    """A whole move that begins with a step: a chain is followed along its most tried links."""
    rules, tree = world.game.rules, world.tree
    unfinished = getattr(rules, "unfinished", None)
    steps, state = [step], rules.apply(world.state, step)
    node = next(n for n in world.children() if tree.move[n] == step)
    moves = np.empty(rules.MAX_MOVES, np.int64)
    while unfinished is not None and unfinished(state):
        first, count = int(tree.first[node]), int(tree.count[node])
        if count:
            node = max(range(first, first + count), key=lambda n: int(tree.visits[n]))
            step = int(tree.move[node])
        else:
            step = int(moves[rules.legal_moves(state, moves) - 1])
        steps.append(step)
        state = rules.apply(state, step)
    return tuple(steps)
