"""How fast the vector environment steps, observations and masks included, beside bare play-outs.

    python -m benchmarks.vector_speed [GAME …] [--device cpu|cuda] [--arrays cupy] [--json]

On the processor rates are per second of processor time of one thread, medians of several runs, and
the play-outs are those of `tabletier bench`. On a GPU they are by the clock, and the play-outs are
those of `benchmarks/gpu_playouts.py`; before, some hundred steps are compared with the processor,
state by state and array by array; `--arrays cupy` does it as if torch were not there. Actions are
random legal ones, found by the environment itself: their time is measured alone and taken off.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tabletier.adapters import vector
from tabletier.games.kernel.registry import find, keys
from tabletier.lab.bench import speed
from tabletier.lab.report import machine
from tabletier.match.options import fill

RUNS = 5
SEED = 1
COMPARED, STEPS_COMPARED = 512, 300
WARM = 60
"""Steps before anything is measured: by then matches are in their middle."""


def processor(key: str, envs: int, seconds: float) -> dict[str, Any]:
    """One thread of the processor."""
    game = find(key)
    bare = speed(game, fill(game, {}), seconds)
    env = vector.make(key, num_envs=envs, seed=SEED, threads=1)
    env.reset()
    rates = [_rate(env, seconds / RUNS, time.thread_time, lambda: None) for _ in range(RUNS)]
    return _row(key, env, bare.moves_per_second, [rate for rate, _ in rates], [a for _, a in rates])


def gpu(key: str, envs: int, seconds: float) -> dict[str, Any]:
    """All of a GPU."""
    from benchmarks.gpu_playouts import measure

    wait = _waiting()
    same = compare(key)
    bare = measure(key, {}, 1 << 18, 2000)
    env = vector.make(key, num_envs=envs, device="cuda", seed=SEED)
    env.reset()
    rates = [_rate(env, seconds / RUNS, time.perf_counter, wait) for _ in range(RUNS)]
    row = _row(key, env, bare["moves_per_s"], [rate for rate, _ in rates], [a for _, a in rates])
    return row | {"same_as_processor": same and bare["same_as_processor"]}


def _waiting() -> Callable[[], None]:
    from numba import cuda

    wait: Callable[[], None] = cuda.synchronize
    return wait


def _rate(
    env: vector.VectorGames, seconds: float, clock: Callable[[], float], wait: Callable[[], None]
) -> tuple[float, float]:
    """Steps a second without and with the time for choosing them."""
    for _ in range(WARM):
        env.step(env.sample())
    wait()
    begun, count = clock(), 0
    while clock() - begun < seconds or count < 5:
        env.step(env.sample())
        count += 1
        wait()
    both = clock() - begun
    begun = clock()
    for _ in range(count):
        env.sample()
        wait()
    alone = both - (clock() - begun)
    return env.num_envs * count / alone, env.num_envs * count / both


def _row(
    key: str, env: vector.VectorGames, bare: float, rates: list[float], full: list[float]
) -> dict[str, Any]:
    shown = env.observations
    return {
        "game": key,
        "device": env.device,
        "envs": env.num_envs,
        "steps_per_s": statistics.median(rates),
        "with_choosing_per_s": statistics.median(full),
        "bare_moves_per_s": bare,
        "bytes_per_step": int(np.prod(shown.shape)) + 4 * len(shown.scalars) + len(env.actions),
    }


def compare(key: str) -> bool:
    """Whether GPU and processor go the same way, in everything that either writes."""
    theirs = vector.make(key, num_envs=COMPARED, device="cuda", seed=5)
    ours = vector.make(key, num_envs=COMPARED, seed=5)
    theirs.reset()
    ours.reset()
    for _ in range(STEPS_COMPARED):
        mine, its = ours.step(ours.sample()), theirs.step(theirs.sample())
        pairs = [
            *((mine[0][name], its[0][name]) for name in mine[0]),
            *zip(mine[1:4], its[1:4], strict=True),
            *((mine[4][name], its[4][name]) for name in mine[4] if name != "final_obs"),
            *((mine[4]["final_obs"][n], its[4]["final_obs"][n]) for n in mine[4]["final_obs"]),
        ]
        if not np.array_equal(ours.states(), theirs.states()):
            return False
        if not all(np.array_equal(one, on_host(other)) for one, other in pairs):
            return False
    return True


def on_host(array: Any) -> Any:
    """A copy for NumPy of a torch or a CuPy array."""
    return array.get() if hasattr(array, "get") else array.cpu().numpy()


def main() -> int:
    """Print a row for every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=keys())
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument(
        "--arrays", choices=("torch", "cupy"), help="on a GPU; torch if it is there"
    )
    parser.add_argument("--envs", type=int, default=None, help="512, on a GPU 262144")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.arrays == "cupy":
        sys.modules["torch"] = None  # type: ignore[assignment] # as where it is not installed
    about = ", ".join(f"{name} {value}" for name, value in machine().items())
    print(f"{about}, seed {SEED}, {given.device} {given.arrays or ''}".rstrip(), file=sys.stderr)
    failed = False
    for key in given.games:
        if given.device == "cpu":
            row = processor(key, given.envs or 512, given.seconds)
        else:
            row = gpu(key, given.envs or 1 << 18, given.seconds)
        failed = failed or not row.get("same_as_processor", True)
        if given.json:
            print(json.dumps(row), flush=True)
            continue
        steps, full, bare = (
            row[name] / 1e6 for name in ("steps_per_s", "with_choosing_per_s", "bare_moves_per_s")
        )
        same = {True: "as the processor", False: "UNLIKE THE PROCESSOR", None: ""}
        print(
            f"{key:8} {steps:9.2f} M steps/s ({full:.2f} M with choosing), {row['bytes_per_step']}"
            f" bytes each; bare play-outs {bare:9.2f} M moves/s  "
            + same[row.get("same_as_processor")],
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
