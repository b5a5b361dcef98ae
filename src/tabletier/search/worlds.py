"""Worlds that a seat may be in, each with the tree that is grown in it."""

from random import Random
from typing import Any

import numpy as np

from tabletier.games.kernel.contract import Game, Steps
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.words import digest, seeded
from tabletier.search.knowledge import Knowledge
from tabletier.search.manner import Manner
from tabletier.search.tree import ROOT, UNKNOWN, Tree

SOURCE = "tabletier.search.tree"


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

    def search(self, manner: Manner, count: int) -> None:
        """Run some more simulations."""
        run = specialise(SOURCE, self.game).search
        self.stream = run(self.state, self.tree, self.sides, manner, self.past, count, self.stream)

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
