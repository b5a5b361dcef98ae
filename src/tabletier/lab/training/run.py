"""A whole run of training: generation after generation of self-play and fitting, into a folder.

    positions-<generation>-<number>.npz   what was played
    generation-<n>/weights.npz, .json     what was learned from all that was played until then
    weights.npz, weights.json             the last of these; a game keeps them in its own folder
    report.md, curve.svg                  how it went

Stopped on the way, the same call goes on where it stopped. The first generation is played with the
hand-made judgement, each later one with what was learned from those before.

On a GPU (`gpu.py`) positions are not kept in files: playing them again is quicker. There a run goes
on after the last generation that was finished, and learns from what it has played itself.
"""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.compiler import PACKAGE
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import AND, Text, series
from tabletier.games.kernel.weights import ABOUT, ARRAYS, load_weights, save_weights
from tabletier.lab.training.examples import Sightings, examples_in
from tabletier.lab.training.fit import Epoch, Fit, fit
from tabletier.lab.training.report import Generation, write_report
from tabletier.lab.training.shards import SHARD, USUAL, ShardOrder, choices, make_all, name_of
from tabletier.lab.training.strength import against_handmade

HELD_BACK = 25
"""One shard in so many is tested with and not learned from."""
FEWEST_SHARDS = 4
THOUGHT = 2_000
"""Positions a move in these games."""
CPU, CUDA = "cpu", "cuda"
REMEMBERED = 3
"""On a GPU a network learns from so many generations, the newest."""
HELD_FROM_GPU = 200_000
"""Positions that are tested with, at most; one in HELD_BACK where there are few."""
CHECK = "check"
"""What `weights.json` states: the loss that a small training reaches."""


class BadTraining(GameError):
    """A game that cannot learn, or a folder that holds something else."""

    code = "training/bad"


class Training(NamedTuple):
    """What is asked for."""

    game: str
    folder: Path
    generations: int = 3
    positions: int = 2_000_000
    """Of each generation."""
    epochs: int = 4
    seed: int = 1
    jobs: int = 1
    pairs: int = 100
    """Pairs of games against the hand-made judgement."""
    device: str = CPU
    """Where games are played and networks fitted: CPU or CUDA."""


class Checked(NamedTuple):
    """How a small training went."""

    loss: float
    stated: float
    holds: bool


class Watcher(NamedTuple):
    """Whom to tell how it goes on."""

    shard: Callable[[Path], None] = lambda _: None
    epoch: Callable[[Epoch], None] = lambda _: None


NOBODY = Watcher()


def learner(key: str) -> Game:
    """The game, which must be able to learn. Raises UnknownGame or BadTraining."""
    game = find(key)
    if not _has_network(game):
        able = series((find(other).name for other in keys() if _has_network(find(other))), AND)
        raise BadTraining(
            Text(
                f"{game.name.fr} n'a pas de réseau à instruire ; en ont un : {able.fr}.",
                f"{game.name.en} has no network to train; these have: {able.en}.",
            )
        )
    return game


def _has_network(game: Game) -> bool:
    return hasattr(game.heuristics, "network")


def train(wanted: Training, watcher: Watcher = NOBODY) -> list[Generation]:
    """Do what is missing of a run; what each generation learned."""
    game = learner(wanted.game)
    _claim(wanted)
    source = _OnGpu(game, wanted) if wanted.device == CUDA else _InShards(game, wanted, watcher)
    steps: list[Generation] = []
    for generation in range(1, wanted.generations + 1):
        steps.append(_learn(game, wanted, generation, source, watcher))
        _publish(wanted, generation, steps)
    return steps


class _InShards:
    """Examples from files that any number of processes make."""

    def __init__(self, game: Game, wanted: Training, watcher: Watcher) -> None:
        self._game, self._wanted, self._watcher = game, wanted, watcher

    def examples(self, generation: int) -> tuple[Sightings, Sightings]:
        """To learn from, and to test with: of this generation and all before."""
        wanted, orders = self._wanted, []
        for earlier in range(1, generation + 1):
            orders += shards_of(wanted, earlier)
        make_all(orders, wanted.jobs, self._watcher.shard)
        paths = [wanted.folder / name_of(order.generation, order.number) for order in orders]
        held = paths[:: max(2, min(HELD_BACK, len(paths)))]
        learned = [path for path in paths if path not in set(held)]
        return examples_in(self._game, learned), examples_in(self._game, held)


class _OnGpu:
    """Examples from games on a GPU, which stay there."""

    def __init__(self, game: Game, wanted: Training) -> None:
        from tabletier.lab.training.gpu import Crowd

        self._crowd, self._game, self._wanted = Crowd(game), game, wanted
        self._played: list[Sightings] = []

    def examples(self, generation: int) -> tuple[Sightings, Sightings]:
        """To learn from, and to test with: of this generation and some before."""
        import torch

        sets, wanted = choices(self._game), self._wanted
        shares = [USUAL if len(sets) > 1 else 1.0]
        shares += [(1 - USUAL) / (len(sets) - 1) for _ in sets[1:]]
        teacher = None
        if generation > 1:
            made_of = self._game.heuristics.network.MADE_OF  # type: ignore[union-attr]
            teacher = load_weights(_home(wanted, generation - 1), made_of)
        parts = []
        for number, (options, share) in enumerate(zip(sets, shares, strict=True)):
            rows = max(1, int(wanted.positions * share / self._crowd.threads))
            seed = (wanted.seed * 1_000 + generation) * 1_000 + number
            parts.append(self._crowd.examples(options, teacher, rows, seed))
        self._played = [*self._played, *parts][-REMEMBERED * len(sets) :]
        every = Sightings(*(torch.cat(column) for column in zip(*self._played, strict=True)))
        count = len(every.targets)
        mixer = torch.Generator(CUDA).manual_seed(wanted.seed)
        order = torch.randperm(count, generator=mixer, device=CUDA)
        held = min(HELD_FROM_GPU, count // HELD_BACK)
        learned, tested = order[held:], order[:held]
        return (
            Sightings(*(column[learned] for column in every)),
            Sightings(*(column[tested] for column in every)),
        )


def check_again(key: str) -> Checked:
    """Do the small training that `weights.json` tells of again. Raises BadTraining."""
    game = learner(key)
    about = Path(game.heuristics.network.__file__).parent / ABOUT  # type: ignore[union-attr]
    try:
        stated = json.loads(about.read_text("utf-8"))[CHECK]
    except (OSError, ValueError, KeyError) as error:
        raise BadTraining(
            Text(
                f"{game.name.fr} n'annonce aucune perte à vérifier (weights.json, « check »).",
                f"{game.name.en} states no loss to check (weights.json, 'check').",
            )
        ) from error
    loss = small_training(key, stated["positions"], stated["epochs"], stated["seed"])
    return Checked(loss, stated["loss"], loss <= stated["loss"])


def small_training(key: str, positions: int, epochs: int, seed: int) -> float:
    """The loss that one small generation reaches."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Training(key, Path(folder), 1, positions, epochs, seed, pairs=2)
        return train(wanted)[-1].loss


def shards_of(wanted: Training, generation: int) -> list[ShardOrder]:
    """The shards of a generation."""
    teacher = None if generation == 1 else _home(wanted, generation - 1)
    size = min(SHARD, -(-wanted.positions // FEWEST_SHARDS))
    return [
        ShardOrder(wanted.game, str(wanted.seed), generation, number, wanted.folder, teacher, size)
        for number in range(-(-wanted.positions // size))
    ]


def _home(wanted: Training, generation: int) -> Path:
    return wanted.folder / f"generation-{generation}"


def _learn(
    game: Game,
    wanted: Training,
    generation: int,
    source: _InShards | _OnGpu,
    watcher: Watcher,
) -> Generation:
    """Fit a network to what was played, unless that has been done."""
    home = _home(wanted, generation)
    if (home / ABOUT).exists():
        return Generation.of(json.loads((home / ABOUT).read_text("utf-8")))
    learned, tested = source.examples(generation)
    result = fit(
        game,
        learned,
        tested,
        wanted.epochs,
        wanted.seed,
        watcher.epoch,
        wanted.jobs,
        wanted.device,
    )
    usual = choices(game)[0]
    strength = against_handmade(
        game, result.weights, usual, wanted.pairs, THOUGHT, str(wanted.seed)
    )
    about = {**_about(wanted, generation, result), "strength": list(strength)}
    save_weights(home, result.weights, about)
    return Generation.of(about)


def _about(wanted: Training, generation: int, result: Fit) -> dict[str, Any]:
    """What `weights.json` says of where the weights come from."""
    return {
        "game": wanted.game,
        "generation": generation,
        "seed": wanted.seed,
        "commit": commit(),
        "positions": result.examples,
        "epochs": wanted.epochs,
        "loss": round(result.curve[-1].tested, 5),
        "handmade": round(result.handmade, 5),
        "curve": [[round(e.trained, 5), round(e.tested, 5)] for e in result.curve],
    }


def commit() -> str:
    """The commit of these sources, empty where there is none."""
    asked = ["git", "-C", str(PACKAGE), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _publish(wanted: Training, generation: int, steps: list[Generation]) -> None:
    for name in (ARRAYS, ABOUT):
        shutil.copyfile(_home(wanted, generation) / name, wanted.folder / name)
    write_report(wanted.folder, find(wanted.game), steps)


def _claim(wanted: Training) -> None:
    """A folder belongs to one run: the same game, seed and sizes. Raises BadTraining."""
    path = wanted.folder / "training.json"
    stated = {"game": wanted.game, "seed": wanted.seed, "positions": wanted.positions}
    try:
        wanted.folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(json.dumps(stated) + "\n", "utf-8")
        known = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadTraining(
            Text(
                f"Le dossier {wanted.folder} ne peut pas servir : {why}",
                f"The folder {wanted.folder} cannot be used: {why}",
            )
        ) from error
    if known != stated:
        raise BadTraining(
            Text(
                f"Le dossier {wanted.folder} est celui d'un autre apprentissage ({known}) : "
                "nommez-en un autre.",
                f"The folder {wanted.folder} belongs to another training ({known}): "
                "name another one.",
            )
        )
