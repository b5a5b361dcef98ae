"""Fitting a network to examples with PyTorch, and making whole numbers of it.

A trained row is the sum of its own numbers and those of its factors, which many rows share; a head
the same. What comes out is in spreads: the logarithm of the odds of the side to move.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.network import HEAD_ONE, LANES, OFFSET, ONE
from tabletier.games.kernel.weights import HEAVIEST, Weights
from tabletier.lab.training.examples import Sightings, spread_of

BATCH = 8_192
STEEPEST = 0.01
"""The highest rate of learning of the cycle."""
DECAY, OWN_DECAY = 0.001, 0.3
"""How strongly weights are drawn to 0: those that rows share, and what only one row or head has."""
LIMIT = (OFFSET - 1) / ONE


class Epoch(NamedTuple):
    """How far fitting has come."""

    number: int
    trained: float
    """The mean loss over the epoch."""
    tested: float
    """The loss on positions that are not learned from."""
    seconds: float


class Fit(NamedTuple):
    """What came of it."""

    weights: Weights
    curve: tuple[Epoch, ...]
    handmade: float
    """The loss of the hand-made judgement on the same test positions."""
    examples: int


def fit(
    game: Game,
    learned: Sightings,
    tested: Sightings,
    epochs: int,
    seed: int,
    hear: Callable[[Epoch], None] = lambda _: None,
    threads: int = 1,
) -> Fit:
    """Fit a network; the same examples, seed and threads give the same one on the same machine."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    network: Any = game.heuristics.network  # type: ignore[union-attr]
    net = _Net(torch, network, torch.Generator().manual_seed(seed))
    size = min(BATCH, max(512, len(learned.targets) // 50))
    batches = max(1, len(learned.targets) // size)
    groups = [
        {"params": net.common_parts, "weight_decay": DECAY},
        {"params": net.own_parts, "weight_decay": OWN_DECAY},
    ]
    optimiser = torch.optim.AdamW(groups, lr=STEEPEST)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, STEEPEST, total_steps=epochs * batches)
    shuffle, curve = np.random.default_rng(seed), []
    for number in range(1, epochs + 1):
        began, losses = time.monotonic(), []
        order = shuffle.permutation(len(learned.targets))
        for batch in range(batches):
            chosen = np.sort(order[batch * size : (batch + 1) * size])
            loss = net.loss(learned, chosen)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            rate.step()
            losses.append(float(loss.detach()))
        loss_now = net.test(tested)
        curve.append(Epoch(number, float(np.mean(losses)), loss_now, time.monotonic() - began))
        hear(curve[-1])
    return Fit(
        whole(*net.folded(), spread_of(game)),
        tuple(curve),
        cross_entropy(tested.leads, tested.targets),
        len(learned.targets),
    )


class _Net:
    """The parameters and how they are put together."""

    def __init__(self, torch: Any, network: Any, generator: Any) -> None:
        rows, heads = network.MADE_OF
        self.torch, self.on_top = torch, bool(network.ON_TOP)
        self.factors = [torch.as_tensor(f) for f in np.asarray(network.factors()).T.copy()]
        spread = 0.25 / np.sqrt(1 + len(self.factors))

        def random(count: int) -> Any:
            drawn = torch.randn(count, LANES, generator=generator) * spread
            return drawn.requires_grad_()

        self.own = torch.zeros(rows, LANES).requires_grad_()
        self.shared = [random(int(f.max()) + 1) for f in self.factors]
        self.heads = torch.zeros(heads, 1 + LANES).requires_grad_()
        common = torch.randn(1, 1 + LANES, generator=generator) * 0.3
        self.common = common.requires_grad_()
        self.common_parts = [*self.shared, self.common]
        self.own_parts = [self.own, self.heads]

    def table(self) -> Any:
        rows = self.own
        for numbers, part in zip(self.factors, self.shared, strict=True):
            rows = rows + part[numbers]
        return rows.clamp(-LIMIT, LIMIT)

    def outputs(self, examples: Sightings, chosen: Any) -> Any:
        torch = self.torch
        table = self.table()
        padded = torch.cat((table, torch.zeros(1, LANES)))
        rows = torch.as_tensor(examples.rows[chosen].astype(np.int64))
        heads = torch.as_tensor(examples.heads[chosen].astype(np.int64))
        lanes = torch.nn.functional.embedding_bag(rows, padded, mode="sum", padding_idx=len(table))
        lanes = lanes.clamp(0, 1) ** 2
        head = self.heads[heads] + self.common
        found = (lanes * head[:, 1:]).sum(dim=1) + head[:, 0]
        return found + torch.as_tensor(examples.leads[chosen]) if self.on_top else found

    def loss(self, examples: Sightings, chosen: Any) -> Any:
        targets = self.torch.as_tensor(examples.targets[chosen])
        return self.torch.nn.functional.binary_cross_entropy_with_logits(
            self.outputs(examples, chosen), targets
        )

    def test(self, examples: Sightings) -> float:
        with self.torch.no_grad():
            places = np.arange(len(examples.targets))
            parts = [
                float(self.loss(examples, places[at : at + BATCH])) * len(places[at : at + BATCH])
                for at in range(0, len(places), BATCH)
            ]
        return sum(parts) / max(1, len(examples.targets))

    def folded(self) -> tuple[Any, Any]:
        with self.torch.no_grad():
            return self.table().numpy(), (self.heads + self.common).numpy()


def cross_entropy(logits: Any, targets: Any) -> float:
    """The mean loss of a judgement in spreads."""
    given = np.asarray(logits, np.float64)
    softplus = np.logaddexp(0.0, given)
    return float((softplus - given * np.asarray(targets, np.float64)).mean())


def whole(rows: Any, heads: Any, spread: int) -> Weights:
    """Weights as whole numbers; those of heads are hundredths of a piece."""
    most = OFFSET - 1
    cut = np.clip(np.rint(np.asarray(rows) * ONE), -most, most)
    leads = np.clip(np.rint(np.asarray(heads) * spread * HEAD_ONE), 1 - HEAVIEST, HEAVIEST - 1)
    return Weights(cut.astype(np.int16), leads.astype(np.int32))
