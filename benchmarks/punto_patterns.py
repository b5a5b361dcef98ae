"""Punto's patterns: games against itself, and the weights that tell best who wins a round.

    python -m benchmarks.punto_patterns --games 500                   # play, fit, print the weights
    python -m benchmarks.punto_patterns --games 0 --results FOLDER    # only fit what was played

A game is played by the search of the strongest opponent with so many simulations a move, one move
in twenty at random, so that games differ. Before every card that is turned over the patterns of
both sides (`games/punto/patterns.py`) are kept, and later who won that round: a half where it was
void. The weights are those of logistic regression (Newton's method, a little ridge) on the
difference between the sides. One game in five is held back while the loss is measured; the weights
that are printed are fitted to all. What came of it: docs/studies/punto-patterns.md.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import CHANCE, OVER, Game
from tabletier.games.kernel.random import seeded
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import Skill
from tabletier.games.kernel.specialise import specialise
from tabletier.games.punto.board import lying
from tabletier.games.punto.patterns import FEATURES, strength
from tabletier.games.punto.search import FEW
from tabletier.games.punto.state import TURN_OVER
from tabletier.match.options import fill
from tabletier.search.levels import strongest_of
from tabletier.search.tree import ROOT, UNKNOWN
from tabletier.search.tree_search import SOURCE, new_tree, settings_for, sides_of

NODES = 400_000
RANDOM_MOVES = 0.05
HELD_BACK, RIDGE, STEPS = 5, 10.0, 30
UNIT = np.eye(FEATURES)


class Positions(NamedTuple):
    """What was seen: the sides' patterns, who won the round, the game it was in."""

    patterns: Any
    """float64[n, FEATURES]: of side 0, less those of side 1."""
    won: Any
    """float64[n]: 1 if side 0 did, a half if nobody."""
    game: Any
    """int64[n]."""


class Player:
    """The search of the strongest opponent on bare states, its tree used again for every move."""

    def __init__(self, game: Game, skill: Skill, simulations: int, seed: int) -> None:
        self.sides = sides_of(game.teams(fill(game, None)))
        self.tree = new_tree(NODES, 2)
        self.settings = settings_for(skill, Random(seed))
        self.simulations, self.stream = simulations, seeded(seed)
        self.search = specialise(SOURCE, game).search
        self.past = np.zeros(0, np.int64)

    def step(self, state: Any) -> int:
        """The step it makes: one that wins, else the most tried, none that loses if it can."""
        tree = self.tree
        for kept in (tree.visits, tree.total, tree.first, tree.count, tree.move, tree.proven):
            kept[ROOT] = 0
        tree.used[0] = ROOT + 1
        self.stream = self.search(
            state, tree, self.sides, self.settings, self.past, self.simulations, self.stream
        )
        side, first = int(tree.side[ROOT]), int(tree.first[ROOT])
        children = range(first, first + int(tree.count[ROOT]))
        return int(tree.move[max(children, key=lambda child: self.rank(child, side))])

    def rank(self, child: int, side: int) -> tuple[int, int]:
        """How good a child is: by what is proven, then by how often it was tried."""
        proven = int(self.tree.proven[child])
        known = 1 if proven == side + 1 else 0 if proven == UNKNOWN else -1
        return known, int(self.tree.visits[child])


def patterns_of(state: Any) -> Any:
    """The patterns of side 0, less those of side 1."""
    return np.array([strength(state, 0, one) - strength(state, 1, one) for one in UNIT])


def played(game: Game, player: Player, random: Random) -> Iterator[tuple[Any, float]]:
    """One game: the patterns before every card, and who won the round."""
    rules, state = game.rules, game.start(fill(game, None))
    moves, waiting = np.empty(rules.MAX_MOVES, np.int64), []
    while (who := rules.to_move(state)) != OVER:
        if who == CHANCE:
            if state.phase == TURN_OVER and lying(state.board) and state.cards.sizes & 63 >= FEW:
                waiting.append(patterns_of(state))
            step = rules.chance(state, random.randrange(rules.tickets(state)))
        elif random.random() < RANDOM_MOVES:
            step = int(moves[random.randrange(rules.legal_moves(state, moves))])
        else:
            step = player.step(state)
        before, state = state.score, rules.apply(state, step)
        if state.score != before:
            won = {0: 0.5, 1: 1.0}.get(state.score.won - before.won, 0.0)
            yield from ((patterns, won) for patterns in waiting)
            waiting.clear()


def gather(games: int, simulations: int, skill: Skill, seed: int) -> Positions:
    """Play some games and keep what was seen."""
    game, random = find("punto"), Random(seed)
    player, found = Player(game, skill, simulations, seed), []
    for number in range(games):
        found += [(*seen, number) for seen in played(game, player, random)]
    patterns, won, numbers = zip(*found, strict=True)
    return Positions(np.array(patterns), np.array(won), np.array(numbers, np.int64))


def fit(patterns: Any, won: Any) -> Any:
    """The weights by which the patterns tell best who wins."""
    weights = np.zeros(patterns.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-patterns @ weights))
        slope = patterns.T @ (chance - won) + RIDGE * weights
        bend = (patterns.T * (chance * (1 - chance))) @ patterns + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def loss(patterns: Any, won: Any, weights: Any) -> float:
    """How badly the weights foretell who wins: cross-entropy; ln 2 for knowing nothing."""
    chance = 1 / (1 + np.exp(-patterns @ weights))
    return float(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))


def read(folder: Path) -> Positions:
    """All that was kept in a folder; games of different files are different games."""
    parts = []
    for number, path in enumerate(sorted(folder.glob("*.npz"))):
        with np.load(path) as kept:
            parts.append((kept["patterns"], kept["won"], kept["game"] + 1_000_000 * number))
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def told(found: Positions) -> str:
    """The losses, and the weights as they stand in the source."""
    held = found.game % HELD_BACK == 0
    learned, others = fit(found.patterns[~held], found.won[~held]), found.patterns[held]
    losses = (
        loss(found.patterns[~held], found.won[~held], learned),
        loss(others, found.won[held], learned),
    )
    weights = ", ".join(f"{weight:.3f}" for weight in fit(found.patterns, found.won))
    return (
        f"{len(found.won)} positions; loss {losses[0]:.4f}, held back {losses[1]:.4f}, "
        f"knowing nothing {np.log(2):.4f}\nWEIGHTS = ({weights})"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=500, help="0: only fit what was played")
    parser.add_argument("--simulations", type=int, default=600, help="a move")
    parser.add_argument("--handmade", action="store_true", help="play without what was learned")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("build/punto-patterns"))
    asked = parser.parse_args(arguments)
    asked.results.mkdir(parents=True, exist_ok=True)
    if asked.games:
        skill = strongest_of(find("punto"))._replace(learned=not asked.handmade)
        found = gather(asked.games, asked.simulations, skill, asked.seed)
        np.savez_compressed(asked.results / f"{asked.seed}.npz", **found._asdict())
    print(told(read(asked.results)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
