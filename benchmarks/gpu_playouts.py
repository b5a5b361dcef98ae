"""Random games on a GPU with the very rules that run in Python: one thread plays one game.

    python benchmarks/gpu_playouts.py [--threads 524288] [--json]

Needs `numba-cuda` and an NVIDIA GPU; neither is a requirement of the project. For every game the
first games are played again on the processor and must have exactly as many moves.
Repetitions are not counted here (the match layer does that), so games of the two games without
chance run on to their other endings.
"""

import argparse
import json
import time
from typing import Any

import numpy as np

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.contract import CHANCE, OVER, Game
from tabletier.games.kernel.random import advance, scale, seeded, word
from tabletier.games.kernel.registry import find, keys
from tabletier.match.options import fill

for _old, _new in (("row_stack", np.vstack), ("in1d", np.isin)):
    if not hasattr(np, _old):  # numba-cuda 0.30 asks for them when it is imported
        setattr(np, _old, _new)

CHECKED = 256
BLOCK = 128


def players_of(game: Game) -> tuple[Any, Any]:
    """The kernel that plays one game per thread, and the same loop for the processor."""
    from numba import cuda

    rules: Any = game.rules
    to_move, apply, chance = rules.to_move, rules.apply, rules.chance
    tickets, random_move = rules.tickets, rules.random_move

    @compiled
    def play(state: Any, number: int) -> int:
        stream, moves = seeded(number), 0
        who = to_move(state)
        while who != OVER:
            stream = advance(stream)
            if who == CHANCE:
                step = chance(state, scale(word(stream), tickets(state)))
            else:
                step = random_move(state, word(stream))
                moves += 1
            state = apply(state, step)
            who = to_move(state)
        return moves

    @cuda.jit
    def kernel(state: Any, counts: Any) -> None:
        thread = cuda.grid(1)
        if thread < counts.shape[0]:
            counts[thread] = play(state, thread)

    return kernel, play


def measure(key: str, options: dict[str, Any], threads: int) -> dict[str, Any]:
    """Play many games of one kind and compare some of them with the processor."""
    from numba import cuda

    game = find(key)
    state = game.start(fill(game, options))
    kernel, play = players_of(game)
    counts = cuda.device_array(threads, np.int64)
    begun = time.perf_counter()
    kernel[threads // BLOCK, BLOCK](state, counts)
    cuda.synchronize()
    compiling = time.perf_counter() - begun
    begun = time.perf_counter()
    kernel[threads // BLOCK, BLOCK](state, counts)
    cuda.synchronize()
    seconds = time.perf_counter() - begun
    lengths = counts.copy_to_host()
    same = all(play(state, number) == lengths[number] for number in range(CHECKED))
    return {
        "game": key,
        "options": options,
        "threads": threads,
        "compile_s": round(compiling, 1),
        "steps_per_s": float(lengths.sum() / seconds),
        "same_lengths_as_processor": same,
    }


def main() -> int:
    """Measure every game with its defaults and, where it has the option, each player count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1 << 19)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    failed = False
    for key in keys():
        counts = next((o.values for o in find(key).options if o.key == "players"), None)
        for options in [{"players": n} for n in counts] if counts else [{}]:
            row = measure(key, options, given.threads)
            failed = failed or not row["same_lengths_as_processor"]
            if given.json:
                print(json.dumps(row))
            else:
                speed = row["steps_per_s"] / 1e9
                agrees = row["same_lengths_as_processor"]
                same = "same lengths" if agrees else "DIFFERENT LENGTHS"
                print(f"{key:8} {options!s:16} {speed:7.3f} G steps/s  {same}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
