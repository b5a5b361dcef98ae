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
MANY = 10_000_000
"""With so many examples batches are twice as large."""
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
    device: str = "cpu",
) -> Fit:
    """Fit a network; the same examples, seed and threads give the same one on the same machine.

    The columns of examples are arrays, or tensors that are on the device already.
    """
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    generator = torch.Generator(device).manual_seed(seed)
    network: Any = game.heuristics.network  # type: ignore[union-attr]
    net = _Net(torch, network, seed, device)
    learned, tested = (_on_device(torch, columns, device) for columns in (learned, tested))
    count = len(learned.targets)
    size = min(BATCH if count < MANY else 2 * BATCH, max(512, count // 50))
    batches = max(1, count // size)
    optimiser = torch.optim.AdamW(net.groups(), lr=STEEPEST)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, STEEPEST, total_steps=epochs * batches)
    curve = []
    for number in range(1, epochs + 1):
        began, total = time.monotonic(), torch.zeros((), device=device)
        order = torch.randperm(count, generator=generator, device=device)
        for batch in range(batches):
            loss = net.loss(learned, order[batch * size : (batch + 1) * size])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            rate.step()
            total += loss.detach()
        loss_now = net.test(tested)
        curve.append(Epoch(number, float(total) / batches, loss_now, time.monotonic() - began))
        hear(curve[-1])
    return Fit(
        whole(*net.folded(), spread_of(game)),
        tuple(curve),
        cross_entropy(tested.leads.cpu().numpy(), tested.targets.cpu().numpy()),
        count,
    )


def _on_device(torch: Any, examples: Sightings, device: str) -> Sightings:
    return Sightings(*(torch.as_tensor(column, device=device) for column in examples))


class _Net:
    """The parameters and how they are put together."""

    def __init__(self, torch: Any, network: Any, seed: int, device: str) -> None:
        rows, heads = network.MADE_OF
        generator = torch.Generator().manual_seed(seed)
        self.torch, self.on_top = torch, bool(network.ON_TOP)
        factors = np.asarray(network.factors()).T.copy()
        self.factors = [torch.as_tensor(f, device=device) for f in factors]
        spread = 0.25 / np.sqrt(1 + len(self.factors))

        def random(count: int) -> Any:
            drawn = torch.randn(count, LANES, generator=generator) * spread
            return drawn.to(device).requires_grad_()

        self.own = torch.zeros(rows, LANES, device=device).requires_grad_()
        self.shared = [random(int(f.max()) + 1) for f in self.factors]
        self.heads = torch.zeros(heads, 1 + LANES, device=device).requires_grad_()
        common = torch.randn(1, 1 + LANES, generator=generator) * 0.3
        self.common = common.to(device).requires_grad_()

    def groups(self) -> list[dict[str, Any]]:
        return [
            {"params": [*self.shared, self.common], "weight_decay": DECAY},
            {"params": [self.own, self.heads], "weight_decay": OWN_DECAY},
        ]

    def table(self) -> Any:
        rows = self.own
        for numbers, part in zip(self.factors, self.shared, strict=True):
            rows = rows + part[numbers]
        return rows.clamp(-LIMIT, LIMIT)

    def outputs(self, examples: Sightings, chosen: Any) -> Any:
        torch, table = self.torch, self.table()
        padded = torch.cat((table, torch.zeros(1, LANES, device=table.device)))
        rows, heads = examples.rows[chosen].int(), examples.heads[chosen].int()
        lanes = torch.nn.functional.embedding_bag(rows, padded, mode="sum", padding_idx=len(table))
        lanes = lanes.clamp(0, 1) ** 2
        head = (self.heads + self.common)[heads]
        found = (lanes * head[:, 1:]).sum(dim=1) + head[:, 0]
        return found + examples.leads[chosen] if self.on_top else found

    def loss(self, examples: Sightings, chosen: Any) -> Any:
        return self.torch.nn.functional.binary_cross_entropy_with_logits(
            self.outputs(examples, chosen), examples.targets[chosen]
        )

    def test(self, examples: Sightings) -> float:
        total, count = 0.0, len(examples.targets)
        with self.torch.no_grad():
            for at in range(0, count, BATCH):
                part = slice(at, min(count, at + BATCH))
                total += float(self.loss(examples, part)) * (part.stop - at)
        return total / max(1, count)

    def folded(self) -> tuple[Any, Any]:
        with self.torch.no_grad():
            return self.table().cpu().numpy(), (self.heads + self.common).cpu().numpy()


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
