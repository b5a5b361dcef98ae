"""Random games on a GPU with the very rules that run in Python, one after another in each thread.

    python benchmarks/gpu_playouts.py [GAME …] [--threads 262144] [--rounds 2000] [--json]

Needs `numba-cuda` (`pip install 'tabletier[gpu]'`) and an NVIDIA GPU. In every round each thread
makes a move and the draw that follows, and begins anew where a game is over, so that no thread
waits for the longest game of its neighbours. For every game the first threads are played again on
the processor and must have made exactly as many moves, in games that ended as often and the same.
Repetitions are not counted here (the match layer does that, and `tabletier.adapters.vector`), so
games of the two games without chance run on to their other endings.
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

CHECKED = 64
BLOCK = 128


def players_of(game: Game) -> tuple[Any, Any]:
    """The kernel that plays game after game in every thread, and the same for the processor."""
    from numba import cuda

    rules: Any = game.rules
    to_move, apply, chance, outcome = rules.to_move, rules.apply, rules.chance, rules.outcome
    tickets, random_move = rules.tickets, rules.random_move

    @compiled
    def play(start: Any, number: int, rounds: int) -> tuple[int, int]:
        """How many moves were made, and a digest of how the games ended."""
        state, stream, moves, ends = start, seeded(number), 0, 0
        who = to_move(state)
        for _ in range(rounds):
            if who >= 0:
                stream = advance(stream)
                state = apply(state, random_move(state, word(stream)))
                moves += 1
                who = to_move(state)
            if who == CHANCE:
                stream = advance(stream)
                state = apply(state, chance(state, scale(word(stream), tickets(state))))
                who = to_move(state)
            if who == OVER:
                winners, reason = outcome(state)
                ends = (31 * ends + 16 * reason + winners + 1) & 0xFFFFFFFF
                state = start
                who = to_move(state)
        return moves, ends

    @cuda.jit
    def kernel(start: Any, rounds: int, counts: Any, digests: Any) -> None:
        thread = cuda.grid(1)
        if thread < counts.shape[0]:
            counts[thread], digests[thread] = play(start, thread, rounds)

    return kernel, play


def measure(key: str, options: dict[str, Any], threads: int, rounds: int) -> dict[str, Any]:
    """Play many games of one kind and compare some of them with the processor."""
    from numba import cuda

    game = find(key)
    start = game.start(fill(game, options))
    kernel, play = players_of(game)
    counts, ends = cuda.device_array(threads, np.int64), cuda.device_array(threads, np.int64)
    begun = time.perf_counter()
    kernel[threads // BLOCK, BLOCK](start, 1, counts, ends)
    cuda.synchronize()
    compiling = time.perf_counter() - begun
    begun = time.perf_counter()
    kernel[threads // BLOCK, BLOCK](start, rounds, counts, ends)
    cuda.synchronize()
    seconds = time.perf_counter() - begun
    made = np.stack([counts.copy_to_host(), ends.copy_to_host()], 1)
    same = all(play(start, number, rounds) == tuple(made[number]) for number in range(CHECKED))
    return {
        "game": key,
        "options": options,
        "threads": threads,
        "rounds": rounds,
        "compile_s": round(compiling, 1),
        "registers": next(iter(kernel.get_regs_per_thread().values())),
        "moves_per_s": float(made[:, 0].sum() / seconds),
        "same_as_processor": same,
    }


def main() -> int:
    """Measure every game with its defaults and, where it has the option, each player count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=keys())
    parser.add_argument("--threads", type=int, default=1 << 18)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--usual", action="store_true", help="the usual options only")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    failed = False
    for key in given.games:
        counts = next((o.values for o in find(key).options if o.key == "players"), None)
        chosen = [{"players": n} for n in counts] if counts and not given.usual else [{}]
        for options in chosen:
            row = measure(key, options, given.threads, given.rounds)
            failed = failed or not row["same_as_processor"]
            if given.json:
                print(json.dumps(row), flush=True)
            else:
                speed = row["moves_per_s"] / 1e9
                same = "as the processor" if row["same_as_processor"] else "UNLIKE THE PROCESSOR"
                print(f"{key:8} {options!s:16} {speed:7.3f} G moves/s  {same}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
