"""Mining with several processes, every find written down at once; what is kept of the finds."""

import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice

from tabletier.lab.arena.workers import single_threaded
from tabletier.lab.puzzles.looks import Depth, effort_for
from tabletier.lab.puzzles.measure import agrees
from tabletier.lab.puzzles.mine import MatchToMine, mine
from tabletier.match.puzzles import Puzzle, start_of

BAND = 100
"""Puzzles are spread over bands of ratings as wide as this."""
PER_MATCH = 5
"""Puzzles of one match that are kept, at most."""
LONG_WAY = 8
"""Moves between one of several moves and its neighbours: its answer is no puzzle of its own."""

Hear = Callable[[MatchToMine, list[Puzzle]], None]


def mine_all(
    jobs: Iterable[MatchToMine], processes: int, hear: Hear, enough: Callable[[], bool]
) -> None:
    """Look through matches until there is enough; `hear` is told of each match when it is done."""
    if processes == 1:
        for job in jobs:
            if enough():
                return
            hear(job, _mined(job))
        return
    with single_threaded():
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(processes, context)
        try:
            _share(executor, iter(jobs), processes, hear, enough)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
            for worker in list(getattr(executor, "_processes", None) or {}):
                _end(executor, worker)


def _share(
    executor: ProcessPoolExecutor,
    jobs: Iterator[MatchToMine],
    processes: int,
    hear: Hear,
    enough: Callable[[], bool],
) -> None:
    waiting: dict[Future[list[Puzzle]], MatchToMine] = {}
    while not enough():
        for job in islice(jobs, 2 * processes - len(waiting)):
            waiting[executor.submit(_mined, job)] = job
        if not waiting:
            return
        done, _ = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
        for future in done:
            hear(waiting.pop(future), future.result())


def _end(executor: ProcessPoolExecutor, worker: int) -> None:
    """A worker in the middle of a match that nobody waits for any more."""
    process = executor._processes.get(worker)
    if process is not None:
        process.terminate()


def _mined(job: MatchToMine) -> list[Puzzle]:
    return list(mine(job))


def until(seconds: float | None) -> Callable[[], bool]:
    """Whether so much time has passed; never, without a time."""
    began = time.monotonic()
    return lambda: seconds is not None and time.monotonic() - began >= seconds


def chosen(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """So many of them: no match with more than a few, ratings as even as they can be.

    Bands of ratings take turns, longer puzzles and clearer gaps first.
    """
    ranked = sorted(
        {puzzle.id: puzzle for puzzle in found}.values(),
        key=lambda p: (-len(p.steps), -min(p.steps[0].low), p.id),
    )
    bands: dict[int, list[Puzzle]] = defaultdict(list)
    of_match: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in ranked:
        others = of_match[puzzle.made["seed"]]
        if len(others) < PER_MATCH and all(_apart(puzzle, other) for other in others):
            others.append(puzzle)
            bands[puzzle.rating // BAND].append(puzzle)
    kept: list[Puzzle] = []
    while len(kept) < count and any(bands.values()):
        for band in sorted(bands):
            if bands[band] and len(kept) < count:
                kept.append(bands[band].pop(0))
    return kept


def _apart(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles of a match are not about the same moves."""
    away = abs(one.made["ply"] - other.made["ply"])
    return len(one.steps) == len(other.steps) == 1 or away >= LONG_WAY


def confirmed(game: str, puzzle: Puzzle, seed: str, effort: Depth | None = None) -> bool:
    """Whether another search, as long as the review, finds the same answer to a puzzle."""
    match = start_of(game, puzzle)
    return agrees(match, puzzle.steps[0], effort or effort_for(game), f"{seed}/{puzzle.id}")
