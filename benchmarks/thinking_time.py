"""Whether opponents answer in their time: right after a cold start, and once compiled.

    python benchmarks/thinking_time.py [GAME …] [--levels 1,5] [--moves 3] [--cold-only]

Cold: a new service with an empty cache is asked at once, before anything is compiled. Warm: the
same question after the service has said that it is ready. A level that is bound by simulations
answers earlier; one that takes longer than its time and a tenth is marked `late`.
"""

import argparse
import os
import random
import tempfile
import time
from typing import NamedTuple

os.environ.setdefault("TABLETIER_JIT", "0")  # this process only asks

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import budget_for, everyone, find_player
from tabletier.search.worker.pool import WorkerPool

CACHE = "TABLETIER_CACHE_DIR"
TOLERANCE = 1.1
OPENING = 6
LONGEST_WAIT = 300.0


class Taken(NamedTuple):
    """How long one answer took, of what it was worth."""

    seconds: float
    simulations: int
    compiled: bool


def position(key: str, number: int) -> Match:
    """Some moves into a game, where there is something to think about."""
    dice, match = random.Random(number), tt.new(key, seed=f"thinking time {number}")
    for _ in range(OPENING):
        match = match.play(dice.choice(match.legal_moves()))
    return match


def asked(service: WorkerPool, level: str, match: Match) -> Taken:
    """One question, and how long the answer took."""
    known, began = knowledge_of(match), time.perf_counter()
    thinking = service.submit(level, known, "thinking time")
    thought = thinking.result()
    return Taken(time.perf_counter() - began, thought.simulations, thinking.compiled)


def cold(key: str, level: str) -> Taken:
    """The first answer of a new service that finds nothing compiled."""
    before = os.environ.get(CACHE)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as empty:
        os.environ[CACHE] = empty
        match = position(key, 0)
        with WorkerPool() as service:
            service.prepare(key, match.options, [level])
            found = asked(service, level, match)
    del os.environ[CACHE]
    if before is not None:
        os.environ[CACHE] = before
    return found


def wait_until_ready(service: WorkerPool, key: str) -> float:
    """Seconds until every level is answered by compiled code."""
    began = time.perf_counter()
    service.prepare(key, position(key, 0).options)
    while not all(service.is_ready(key, level) for level in everyone(find(key))):
        if time.perf_counter() - began > LONGEST_WAIT:
            raise SystemExit(f"{key} is not ready after {LONGEST_WAIT:g} s")
        time.sleep(0.05)
    return time.perf_counter() - began


def row(key: str, level: str, first: Taken, then: list[Taken]) -> str:
    """One line of the table; of several warm answers the slowest."""
    seconds = budget_for(find_player(level, find(key)), find(key)).seconds or 0.0
    cells = [key, level, f"{seconds:.2f}"]
    for taken in [first, *sorted(then)[-1:]]:
        late = " late" if taken.seconds > TOLERANCE * seconds else ""
        by = "compiled" if taken.compiled else "interpreted"
        cells.append(f"{taken.seconds:.3f}{late} ({by}, {taken.simulations})")
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Print the table as it comes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=tt.games(), metavar="GAME")
    parser.add_argument("--levels", help="only these, such as 1,5")
    parser.add_argument("--moves", type=int, default=3, help="warm answers per level")
    parser.add_argument("--cold-only", action="store_true")
    wanted = parser.parse_args()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"{os.cpu_count()} cores, load {load:.1f} before we began; seconds (simulations)\n")
    print(f"| game | level | its time | cold start | warm, slowest of {wanted.moves} |")
    print("| --- | --- | --- | --- | --- |")
    for key in wanted.games:
        levels = wanted.levels.split(",") if wanted.levels else everyone(find(key))
        first = {level: cold(key, level) for level in levels}
        with WorkerPool() as service:
            ready = 0.0 if wanted.cold_only else wait_until_ready(service, key)
            for level, taken in first.items():
                numbers = range(0 if wanted.cold_only else wanted.moves)
                then = [asked(service, level, position(key, number)) for number in numbers]
                print(row(key, level, taken, then), flush=True)
        if not wanted.cold_only:
            print(f"| {key} | | | | ready after {ready:.1f} s with the cache as it was |")


if __name__ == "__main__":
    main()
