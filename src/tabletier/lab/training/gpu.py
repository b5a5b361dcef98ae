"""Self-play on a GPU: what thousands of games at once have to teach never leaves the device.

The games are those of `crowd.py`. Their positions become examples where they are, and `fit` learns
from them there. On one H200 a minute makes some ten million positions of Ex*pion, searched three
moves deep, as many as seventy processor cores would.
"""

from typing import Any

import numpy as np

from tabletier.games.kernel.columns import width
from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.gpu import driver
from tabletier.games.kernel.network import MOST
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.weights import Weights
from tabletier.lab.training.examples import LATER, PROVEN, Sightings, spread_of
from tabletier.search.alphabeta_parts import CERTAIN, SEATS
from tabletier.search.tree_search import sides_of

KERNELS, SOURCE = "tabletier.lab.training.crowd_kernels", "tabletier.lab.training.crowd"
THREADS, BLOCK = 33_792, 128
"""Games at once: more would share the same multiprocessors, and each would get less far."""
LOOKS, DEPTH = 1_000, 3
"""So many positions are looked at for a move, about, with a search so deep."""
GAMES = 3
"""A thread plays about so many games, so that most see their end."""
LENGTH = 100
"""Positions of a game, about."""
APART = 1 << 32


class Crowd:
    """Thousands of games of one kind at once."""

    def __init__(self, game: Game, threads: int = THREADS) -> None:
        import torch

        self._torch, self._cuda, self._game, self.threads = torch, driver(), game, threads
        self._kernels, self._source = specialise(KERNELS, game), specialise(SOURCE, game)
        network: Any = game.heuristics.network  # type: ignore[union-attr]
        self._network = network
        self._trained = [
            torch.as_tensor(numbers.astype(np.int16), device="cuda")
            for numbers in network.trained()
        ]

    def examples(
        self, options: Options, teacher: Weights | None, rows: int, seed: int
    ) -> Sightings:
        """What games under these options teach, at most `rows` positions of each thread.

        All judge by what the teacher knows; without one, by hand.
        """
        start = self._game.start(options)
        nets = [] if teacher is None else [teacher]
        judge = self._source.BY_HAND if teacher is None else 0
        found = self._play(start, options, nets, (judge, judge), rows * LOOKS, rows, seed)
        return self._seen(start, found)

    def duel(
        self, options: Options, weights: Weights, other: Weights | None, rounds: int, seed: int
    ) -> tuple[int, int, int]:
        """Games won, drawn and lost with these weights against others, or the judgement by hand."""
        nets = [weights] if other is None else [weights, other]
        judges = (0, self._source.BY_HAND if other is None else 1)
        start = self._game.start(options)
        won, drawn, lost = self._play(start, options, nets, judges, rounds, 1, seed).tally.sum(1)
        return int(won), int(drawn), int(lost)

    def _play(
        self,
        start: Any,
        options: Options,
        weights: list[Weights],
        judges: tuple[int, int],
        rounds: int,
        rows: int,
        seed: int,
    ) -> Any:
        torch, threads = self._torch, self.threads
        seats = sides_of(self._game.teams(options))
        sides = np.zeros(SEATS, np.int64)
        sides[: len(seats)] = seats
        nets = [self._network.packed(each, start) for each in weights] or [np.zeros(1, np.int64)]
        numbers = np.arange(threads) // (1 if judges[0] == judges[1] else 2)

        def empty(*shape: int, kind: str) -> Any:
            return torch.zeros(shape, dtype=getattr(torch, kind), device="cuda")

        def lent(array: Any) -> Any:
            return self._cuda.as_cuda_array(torch.as_tensor(array, device="cuda"))

        found = self._source.Found(
            empty(width(start), rows * threads, kind="int64").T,
            empty(rows * threads, kind="int32"),
            empty(rows * threads, kind="int8"),
            empty(rows * threads, kind="int8"),
            empty(threads, kind="int64"),
            empty(3, threads, kind="int64"),
        )
        torch.cuda.synchronize()
        self._kernels.play_all[-(-threads // BLOCK), BLOCK](
            start,
            lent(numbers + seed * APART),
            rounds,
            DEPTH,
            lent(sides),
            lent(np.stack(nets)),
            lent(np.array(judges)),
            self._source.Found(*map(lent, found)),
        )
        self._cuda.synchronize()
        return found

    def _seen(self, start: Any, found: Any) -> Sightings:
        """Examples of everything that was found."""
        torch, count = self._torch, len(found.values)
        lent = self._cuda.as_cuda_array
        none = self._network.MADE_OF[0]
        rows = torch.full((count, MOST), none, dtype=torch.int16, device="cuda")
        heads = torch.zeros(count, dtype=torch.int16, device="cuda")
        leads = torch.zeros(count, dtype=torch.float32, device="cuda")
        self._kernels.look_all[-(-count // BLOCK), BLOCK](
            start,
            lent(found.states),
            *map(lent, self._trained),
            *map(lent, (rows, heads, leads)),
        )
        self._cuda.synchronize()
        spread = spread_of(self._game)
        targets, filled = targets_of_columns(
            torch, found, self.threads, spread, self._source.GOING_ON
        )
        kept = filled & (heads >= 0)
        return Sightings(rows[kept], heads[kept], targets[kept], leads[kept] / spread)


def targets_of_columns(
    torch: Any, found: Any, threads: int, spread: int, going_on: int
) -> tuple[Any, Any]:
    """What the network should say of every row, as in `examples.targets_of`, and which are filled.

    Where a thread stopped in the middle of a game, its last value stands for what was to come;
    `going_on` marks in `found.ends` that a game went on.
    """
    values, sides, ends = (column.view(-1, threads) for column in found[1:4])
    leads = torch.where(values.abs() >= CERTAIN, PROVEN * values.sign(), values / spread)
    chances = torch.sigmoid(leads.clamp(-PROVEN, PROVEN))
    first = torch.where(sides == 0, chances, 1 - chances)
    targets, later = torch.zeros_like(first), torch.zeros_like(first[0])
    places = torch.arange(len(values), device=values.device)
    for row in range(len(values) - 1, -1, -1):
        later = torch.where(found.counts - 1 == row, first[row], later)
        later = torch.where(ends[row] == going_on, later, (ends[row] + 1) / 2)
        later = (1 - LATER) * first[row] + LATER * later
        targets[row] = later
    filled = places[:, None] < found.counts[None, :]
    return torch.where(sides == 0, targets, 1 - targets).flatten(), filled.flatten()
