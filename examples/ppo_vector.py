"""PPO by self-play on the vector environment: beats level 2 of Ex*pion after minutes on one GPU.

    pip install 'tabletier[gpu]' torch
    python examples/ppo_vector.py --minutes 6 --out ppo           # on a GPU
    python examples/ppo_vector.py --device cpu --envs 64 --minutes 1 --games 4 --out ppo   # a trial

One network plays both sides. It sees what the seat to move may know (`planes`, `scalars`), gives a
number to every action, and those that are not legal are masked. A position is worth to its mover
what it is not worth to the other, so values change sign from one position to the next. Now and then
the network is written to a file, and other processes have it play against the house's level through
the ordinary API, while training goes on. What came of it goes into
`curve.csv` and `curve.svg`.
"""

import argparse
import csv
import multiprocessing
import time
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

import tabletier as tt
from tabletier.adapters import vector
from tabletier.games.kernel.registry import find
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import choose, find_player

GAME = "expion"
DISCOUNT, TRACE = 0.998, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
ILLEGAL = -1e4


class Block(nn.Module):
    """Two convolutions and a way round them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        """The input, and what was made of it."""
        return F.relu(x + self.second(F.relu(self.first(x))))


class Network(nn.Module):
    """Planes and scalars in; a number for every action, and what the position is worth, out."""

    def __init__(self, width: int = 64, blocks: int = 4) -> None:
        super().__init__()
        seen, actions = tt.observations(GAME), tt.actions(GAME)
        planes, height, length = seen.shape
        self.stem = nn.Conv2d(planes + len(seen.scalars), width, 3, padding=1)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        self.squeeze = nn.Conv2d(width, 16, 1)
        self.policy = nn.Linear(16 * height * length, len(actions))
        self.value = nn.Sequential(
            nn.Linear(16 * height * length, 128), nn.ReLU(), nn.Linear(128, 1), nn.Tanh()
        )

    def forward(self, planes: Tensor, scalars: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits, those of illegal actions far below all others, and values from -1 to 1."""
        everywhere = scalars[:, :, None, None].expand(-1, -1, *planes.shape[2:])
        x = F.relu(self.stem(torch.cat([planes.float(), everywhere], 1)))
        flat = F.relu(self.squeeze(self.blocks(x))).flatten(1)
        logits = self.policy(flat).float().masked_fill(mask == 0, ILLEGAL)
        return logits, self.value(flat).float()[:, 0]


class Rollout:
    """What was seen and done in `length` steps of all rows."""

    def __init__(self, env: vector.VectorGames, length: int, device: str) -> None:
        rows, seen = env.num_envs, env.observations

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((length, rows, *shape), dtype=dtype, device=device)

        self.planes = room(*seen.shape, dtype=torch.int8)
        self.scalars = room(len(seen.scalars))
        self.mask = room(len(env.actions), dtype=torch.int8)
        self.actions = room(dtype=torch.int64)
        self.chances, self.values, self.rewards = room(), room(), room()
        self.done, self.seats = room(dtype=torch.bool), room(dtype=torch.int64)

    def gains(self, value: Tensor, seat: Tensor) -> Tensor:
        """How much better than expected each action turned out (generalised advantages).

        `value` and `seat` are those of the positions after the last step. What is good for another
        seat is bad for this one.
        """
        gains, gain = torch.zeros_like(self.values), torch.zeros_like(value)
        for t in reversed(range(len(gains))):
            sign = torch.where(self.seats[t] == seat, 1.0, -1.0) * ~self.done[t]
            surprise = self.rewards[t] + DISCOUNT * sign * value - self.values[t]
            gain = surprise + DISCOUNT * TRACE * sign * gain
            gains[t], value, seat = gain, self.values[t], self.seats[t]
        return gains


class Trainer:
    """Self-play and learning."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.device = given.device
        self.env = vector.make(GAME, num_envs=given.envs, device=given.device, seed=given.seed)
        torch.manual_seed(given.seed)
        torch.backends.cudnn.benchmark = True
        self.network = Network(given.width, given.blocks).to(given.device)
        self.network.to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=given.rate, eps=1e-5)
        self.rollout = Rollout(self.env, given.length, given.device)
        self.batch, self.epochs = given.batch, given.epochs
        seen, info = self.env.reset()
        self.seen, self.seat = self._tensors(seen), self._tensor(info["to_move"])
        self.steps = self.matches = self.moves = 0

    def _tensor(self, array: Any) -> Tensor:
        """An array of the environment, which overwrites it: copied where it is to be kept."""
        return torch.as_tensor(array, device=self.device)

    def _tensors(self, arrays: dict[str, Any]) -> tuple[Tensor, Tensor, Tensor]:
        names = ("planes", "scalars", "action_mask")
        planes, scalars, mask = (self._tensor(arrays[name]) for name in names)
        return planes, scalars, mask

    def _think(self, *seen: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            logits, value = self.network(*seen)
        return logits, value

    @torch.no_grad()
    def play(self) -> None:
        """Fill the rollout."""
        kept = self.rollout
        for t in range(len(kept.actions)):
            logits, kept.values[t] = self._think(*self.seen)
            chances = F.log_softmax(logits, 1)
            noise = -torch.empty_like(logits).exponential_().log()
            action = (chances + noise).argmax(1)
            kept.planes[t], kept.scalars[t], kept.mask[t] = self.seen
            kept.actions[t], kept.seats[t] = action, self.seat
            kept.chances[t] = chances.gather(1, action[:, None])[:, 0]
            seen, reward, done, _, info = self.env.step(
                action if self.device == "cuda" else action.numpy()
            )
            self.seen, self.seat = self._tensors(seen), self._tensor(info["to_move"])
            kept.rewards[t], kept.done[t] = self._tensor(reward), self._tensor(done)
            ended = kept.done[t]
            self.moves += int((self._tensor(info["length"]) * ended).sum()) if t == 0 else 0
            self.matches += int(ended.sum()) if t == 0 else 0
        self.steps += kept.actions.numel()

    def learn(self) -> dict[str, float]:
        """Several passes over the rollout, in shuffled parts."""
        kept = self.rollout
        with torch.no_grad():
            gains = kept.gains(self._think(*self.seen)[1], self.seat)
        aims = (gains + kept.values).flatten()
        flat = [x.flatten(0, 1) for x in (kept.planes, kept.scalars, kept.mask)]
        actions, before, gain = kept.actions.flatten(), kept.chances.flatten(), gains.flatten()
        told: list[Tensor] = []
        for _ in range(self.epochs):
            order = torch.randperm(len(actions), device=self.device)
            for part in order.split(self.batch):
                logits, value = self._think(*(x[part] for x in flat))
                chances = F.log_softmax(logits, 1)
                now = chances.gather(1, actions[part][:, None])[:, 0]
                ratio, better = (now - before[part]).exp(), gain[part]
                better = (better - better.mean()) / (better.std() + 1e-8)
                policy = -torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
                entropy = -(chances.exp() * chances).sum(1).mean()
                miss = F.mse_loss(value, aims[part])
                loss = policy.mean() + VALUE * miss - ENTROPY * entropy
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimiser.step()
                told.append(torch.stack([entropy.detach(), miss.detach()]))
        entropy, miss = torch.stack(told).mean(0).tolist()
        return {"entropy": entropy, "value_loss": miss}


def evaluate(file: str, level: int, games: int, seed: int, width: int, blocks: int) -> list[int]:
    """Wins, draws and losses of a network against a level of the house, seats taken in turn."""
    torch.set_num_threads(1)
    network = Network(width, blocks)
    network.load_state_dict(torch.load(file, weights_only=True))
    network.eval()
    score = [0, 0, 0]
    for number in range(games):
        mine, walk = number % 2, tt.stepwise(tt.new(GAME, seed=f"{seed} {number}"))
        while walk.to_move is not None:
            if walk.to_move == mine:
                walk = walk.step(best_action(network, walk, mine))
            else:
                known, name = knowledge_of(walk.match), f"{seed} {number} {len(walk.match.moves)}"
                move = choose(find_player(str(level), find(GAME)), known, name).move
                walk = tt.stepwise(walk.match.play(move))
        assert walk.result is not None
        won = mine in walk.result.winners
        score[0 if won else 2 if walk.result.winners else 1] += 1
    return score


@torch.no_grad()
def best_action(network: Network, walk: tt.Stepwise, seat: int) -> int:
    """The action that the network likes best."""
    seen = walk.observation(seat)
    arrays = (seen.planes, seen.scalars, walk.legal_mask())
    logits, _ = network(*(torch.from_numpy(array)[None] for array in arrays))
    return int(logits.argmax())


class Evaluations:
    """Matches against the house, in other processes, while training goes on."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.rows = given, list[dict[str, Any]]()
        self.pool = ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn"))
        self.waiting: list[tuple[dict[str, Any], list[Future[list[int]]]]] = []

    def submit(self, network: Network, row: dict[str, Any]) -> None:
        """Write the network down and have it play."""
        given, number = self.given, len(self.rows) + len(self.waiting)
        file = str(Path(given.out) / f"network-{number}.pt")
        torch.save(
            {name: x.detach().float().cpu() for name, x in network.state_dict().items()}, file
        )
        share = max(1, given.games // given.workers)
        tasks = [
            self.pool.submit(
                evaluate, file, given.level, share, 1000 * number + k, given.width, given.blocks
            )
            for k in range(given.workers)
        ]
        self.waiting.append((row, tasks))

    def collect(self, *, all_of_them: bool = False) -> None:
        """Take in what has been played, and write the curve."""
        while self.waiting and (all_of_them or all(task.done() for task in self.waiting[0][1])):
            row, tasks = self.waiting.pop(0)
            scores = np.array([task.result() for task in tasks]).sum(0)
            row |= dict(zip(("wins", "draws", "losses"), scores.tolist(), strict=True))
            row["score"] = (row["wins"] + row["draws"] / 2) / int(scores.sum())
            self.rows.append(row)
            print(
                f"{row['seconds']:6.0f} s {row['steps'] / 1e6:8.1f} M steps   level "
                f"{self.given.level}: {row['wins']}-{row['draws']}-{row['losses']}"
                f" = {row['score']:.2f}   entropy {row['entropy']:.2f}",
                flush=True,
            )
            self._write()

    def _write(self) -> None:
        out = Path(self.given.out)
        with (out / "curve.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(self.rows[0]))
            writer.writeheader()
            writer.writerows(self.rows)
        (out / "curve.svg").write_text(drawn(self.rows, self.given.level))


def drawn(rows: list[dict[str, Any]], level: int) -> str:
    """The score against the level over time, as a picture."""
    width, height, edge = 640, 320, 48
    last = max(row["seconds"] for row in rows) or 1

    def at(seconds: float, score: float) -> str:
        x = edge + (width - 2 * edge) * seconds / last
        return f"{x:.1f},{height - edge - (height - 2 * edge) * score:.1f}"

    def line(score: float, dash: str) -> str:
        ends = f"{at(0, score)} {at(last, score)}"
        return f'<polyline points="{ends}" stroke="#999" stroke-dasharray="{dash}" fill="none"/>'

    points = [at(row["seconds"], row["score"]) for row in rows]
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="3" fill="#b4552d"/>'
        for x, y in (point.split(",") for point in points)
    )
    labels = [
        (edge, 24, f"Score against level {level} of Ex*pion (a draw counts half)", "start"),
        (width / 2, height - 10, f"seconds of training, 0 to {last:.0f}", "middle"),
        *(
            (edge - 8, height - edge - (height - 2 * edge) * s + 4, f"{s:g}", "end")
            for s in (0, 0.5, 1)
        ),
    ]
    texts = "".join(
        f'<text x="{x}" y="{y:.0f}" text-anchor="{a}">{t}</text>' for x, y, t, a in labels
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="13" fill="#333">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{texts}{line(0, "1 0")}'
        f'{line(0.5, "4 4")}{line(1, "4 4")}<polyline points="{" ".join(points)}" '
        f'stroke="#b4552d" stroke-width="2" fill="none"/>{dots}</svg>\n'
    )


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--envs", type=int, default=8192, help="matches at once")
    parser.add_argument("--length", type=int, default=32, help="steps of each before learning")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--every", type=float, default=30, help="seconds between evaluations")
    parser.add_argument("--games", type=int, default=64, help="in each evaluation")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="ppo")
    return parser.parse_args()


def main() -> None:
    """Train for so many minutes, and draw the curve."""
    given = arguments()
    Path(given.out).mkdir(parents=True, exist_ok=True)
    trainer, evaluations = Trainer(given), Evaluations(given)
    trainer.play()  # compiles what is not compiled yet
    begun, due, told = time.monotonic(), 0.0, {"entropy": float("nan"), "value_loss": float("nan")}
    trainer.steps = 0
    while True:
        seconds = time.monotonic() - begun
        over = seconds > 60 * given.minutes
        if seconds >= due or over:
            due += given.every
            row = {"seconds": round(seconds, 1), "steps": trainer.steps, **told}
            row |= {"mean_length": trainer.moves / max(1, trainer.matches)}
            trainer.moves = trainer.matches = 0
            evaluations.submit(trainer.network, row)
        evaluations.collect(all_of_them=over)
        if over:
            break
        share = seconds / (60 * given.minutes)
        trainer.optimiser.param_groups[0]["lr"] = given.rate * max(0.05, 1 - share)
        trainer.play()
        told = trainer.learn()


if __name__ == "__main__":
    main()
