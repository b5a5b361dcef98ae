"""How strong what was learned is: points against the hand-made judgement from random openings."""

from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.weights import Weights
from tabletier.lab.bulk import streams
from tabletier.search.alphabeta_parts import work_of
from tabletier.search.alphabeta_search import new_table
from tabletier.search.tree_search import sides_of

SOURCE = "tabletier.lab.training.duel"
SURE = 1.96


class Strength(NamedTuple):
    """The share of points, with its 95 % interval over pairs of games."""

    games: int
    share: float
    reach: float


def against_handmade(
    game: Game, weights: Weights, options: Options, pairs: int, positions: int, seed: str
) -> Strength:
    """Play every opening both ways, with so many positions a move on both sides."""
    network: Any = game.heuristics.network  # type: ignore[union-attr]
    source, start = specialise(SOURCE, game), game.start(options)
    work = np.zeros(1, work_of(game.rules.MAX_MOVES)).view(np.recarray)[0]
    sides = sides_of(game.teams(options))
    work.sides[: len(sides)] = sides
    work.settles, work.reduces = 1, 1
    table, stop = new_table(positions), np.zeros(1, np.int64)
    net, points = network.packed(weights, start), []
    for stream in streams(pairs, "strength", seed).tolist():
        both = [
            source.play(start, stream, side, positions, work, table, net, stop) for side in (0, 1)
        ]
        points.append((sum(both) + 2) / 4)
    reach = SURE * float(np.std(points)) / np.sqrt(max(1, pairs - 1))
    return Strength(2 * pairs, float(np.mean(points)), float(reach))
