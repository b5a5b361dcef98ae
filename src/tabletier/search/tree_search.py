"""Tree search at the table: from what a seat may know to a move.

Where hands are hidden, several worlds that the view allows are imagined, and the moves of all of
them compete. With several threads each grows trees of its own; their visits are added up.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import Game, Steps
from tabletier.games.kernel.random import digest, seeded
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.specialise import specialise
from tabletier.search.endings import Ending
from tabletier.search.knowledge import Budget, Knowledge, Stopwatch, side_of
from tabletier.search.manners import PLAIN_MANNER, suited
from tabletier.search.tree import ROOT, UNKNOWN, Tree
from tabletier.search.tree_settings import TreeSettings

SLICE = 256
"""Simulations in one world before the next world has its turn."""
NODES = 4_000_000
WORLDS = 8
STRONG = Skill()
TRIED = 0.5
"""A move tried so often, as a share of another's times, was weighed well enough to be compared."""
WON = 1
SOURCE = "tabletier.search.tree"


class Candidate(NamedTuple):
    """A move that was weighed: how often it was tried, and each side's chances after it."""

    move: str
    visits: int
    value: tuple[float, ...]
    proven: int
    """WON: it wins whatever happens; -1: it loses; 0: not known."""
    ending: Ending | None = None
    """In how many moves, where alpha-beta has proven it."""


class Thought(NamedTuple):
    """What came of thinking."""

    move: str
    value: tuple[float, ...]
    """Each side's chances if the best move is made."""
    candidates: tuple[Candidate, ...]
    """All moves that were weighed, best first."""
    simulations: int


class World:
    """One position that the knowledge allows, and the tree grown from it."""

    def __init__(self, game: Game, known: Knowledge, nodes: int, random: Random) -> None:
        position = game.imagine(known.table, known.options, random)
        teams = game.teams(known.options)
        self.game = game
        self.state = game.setup(position, known.options)[0]
        self.sides = sides_of(teams)
        self.past = np.array([digest(key) for key in known.past], np.int64)
        self.tree = new_tree(nodes, len(teams))
        self.stream = seeded(random.getrandbits(60))

    def search(self, settings: TreeSettings, count: int) -> None:
        """Run some more simulations."""
        run = specialise(SOURCE, self.game).search
        self.stream = run(
            self.state, self.tree, self.sides, settings, self.past, count, self.stream
        )

    def is_proven(self) -> bool:
        """Whether thinking on cannot change the choice."""
        return bool(self.tree.proven[ROOT] != UNKNOWN)

    def children(self) -> range:
        """The nodes of the moves that were weighed."""
        first = int(self.tree.first[ROOT])
        return range(first, first + int(self.tree.count[ROOT]))

    def completed(self, node: int) -> Steps:
        """The whole move that begins with a child: a chain follows its most tried links."""
        rules, tree = self.game.rules, self.tree
        unfinished = getattr(rules, "unfinished", None)
        steps = [int(tree.move[node])]
        if unfinished is None:
            return tuple(steps)
        state = rules.apply(self.state, steps[0])
        moves = np.empty(rules.MAX_MOVES, np.int64)
        while unfinished(state):
            first, count = int(tree.first[node]), int(tree.count[node])
            if count:
                node = max(range(first, first + count), key=lambda n: int(tree.visits[n]))
                steps.append(int(tree.move[node]))
            else:
                steps.append(int(moves[rules.legal_moves(state, moves) - 1]))
            state = rules.apply(state, steps[-1])
        return tuple(steps)


def sides_of(teams: tuple[tuple[int, ...], ...]) -> Any:
    """The side of each seat: int64[seats]."""
    sides = sorted((seat, side) for side, team in enumerate(teams) for seat in team)
    return np.array([side for _, side in sides], np.int64)


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


def never() -> bool:
    """Nobody stops the thinking before its budget is spent."""
    return False


def think(
    known: Knowledge,
    budget: Budget,
    seed: str,
    skill: Skill = STRONG,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
    manner: str = PLAIN_MANNER,
) -> Thought:
    """Choose a move; the same knowledge, simulations, seed and threads give the same choice."""
    clock, game, random = Stopwatch(budget, stopped), find(known.game), Random(seed)
    settings = settings_for(skill, random)
    count = max(threads, WORLDS if game.hidden(known.table) else 1)
    worlds = [World(game, known, NODES // count, random) for _ in range(count)]
    grow(worlds, clock, settings, threads)
    ranked = candidates(worlds, side_of(known))
    chosen = ranked[0]
    if skill.temper > 0.0 and chosen.proven != WON:  # nobody leaves a win that was seen
        chosen = tempted(ranked, side_of(known), skill, random)
    if manner:
        others = [other for other in ranked if other.visits >= TRIED * chosen.visits]
        chosen = suited(game, worlds[0].state, side_of(known), manner, chosen, others)
    return Thought(chosen.move, ranked[0].value, tuple(ranked), clock.taken)


def settings_for(skill: Skill, random: Random) -> TreeSettings:
    """How a tree is grown at some skill; which moves are overlooked differs from turn to turn."""
    return TreeSettings(
        float(skill.exploration),
        int(skill.patience),
        float(skill.doubt),
        bool(skill.judged),
        bool(skill.guided),
        bool(skill.learned),
        int(skill.horizon),
        float(skill.blindness),
        random.getrandbits(60),
    )


def grow(worlds: list[World], clock: Stopwatch, settings: TreeSettings, threads: int) -> None:
    """Spend the budget on the worlds, each thread on its share of both."""
    if threads == 1:
        grow_share(worlds, clock, settings)
        return
    shares = clock.shares(threads)
    with ThreadPoolExecutor(threads) as pool:
        jobs = [
            pool.submit(grow_share, worlds[number::threads], share, settings)
            for number, share in enumerate(shares)
        ]
        for job in jobs:
            job.result()
    clock.taken = sum(share.taken for share in shares)


def grow_share(worlds: list[World], clock: Stopwatch, settings: TreeSettings) -> None:
    """Spend the budget on some worlds in turn."""
    turn = 0
    while clock.goes_on() and not all(world.is_proven() for world in worlds):
        left = SLICE
        while left and (count := clock.take(left)):
            worlds[turn % len(worlds)].search(settings, count)
            left -= count
        turn += 1
        forced = turn >= len(worlds) and all(len(world.children()) == 1 for world in worlds)
        if forced and clock.budget.simulations is None:
            break  # nothing to choose: who waits for a move need not wait longer


def candidates(worlds: list[World], side: int) -> list[Candidate]:
    """The moves weighed in all worlds together: won ones first, then the most tried."""
    found: dict[int, list[tuple[World, int]]] = {}
    for world in worlds:
        for node in world.children():
            found.setdefault(int(world.tree.move[node]), []).append((world, node))
    ranked = [weighed(places, side) for places in found.values()]
    return sorted(ranked, key=lambda c: (-c.proven, -c.visits, -c.value[side], c.move))


def weighed(places: list[tuple[World, int]], side: int) -> Candidate:
    """One move, from its nodes in all the worlds where it was weighed."""
    visits = sum(int(world.tree.visits[node]) for world, node in places)
    total: Any = sum(world.tree.total[node] for world, node in places)
    proofs = [int(world.tree.proven[node]) for world, node in places]
    wins = all(proof == side + 1 for proof in proofs)
    loses = all(proof not in (UNKNOWN, side + 1) for proof in proofs)
    value = tuple(float(part) / max(1, visits) for part in total)
    if len(set(proofs)) == 1 and proofs[0] != UNKNOWN:
        value = tuple(float(number == proofs[0] - 1) for number in range(len(value)))
    world, node = max(places, key=lambda place: int(place[0].tree.visits[place[1]]))
    move = world.game.write(world.state, world.completed(node))
    return Candidate(move, visits, value, 1 if wins else -1 if loses else 0)


def tempted(ranked: list[Candidate], side: int, skill: Skill, random: Random) -> Candidate:
    """A move that seems about as good as the best, the likelier the better it seems.

    Nobody throws a match away: what is seen to lose is left out as long as there is something else.
    """
    seen = [candidate for candidate in ranked if candidate.visits > 0]
    tried = [candidate for candidate in seen if candidate.proven >= 0] or seen
    best = max(candidate.value[side] for candidate in tried)
    weights = [math.exp((candidate.value[side] - best) / skill.temper) for candidate in tried]
    return random.choices(tried, weights)[0]
