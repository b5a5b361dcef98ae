"""How fast the rules are: whole random games on one core, and what a match costs in Python.

Rates are per second of processor time of the one thread that plays, so that other programs on
the machine disturb them little; `idle` says how much of the wall time the thread did not get.
And how long a new process takes until it plays: with nothing compiled yet, and the next time. For
that this module is run as a program: `python -m tabletier.lab.bench bulk|match GAME` prints one
JSON object with the seconds of processor time that the first random game, or the first move of a
match, took after importing. Whatever is not in the compiler's cache is compiled within that time.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.registry import find
from tabletier.lab.bulk import label, option_sets, play_games, play_streams, seatings, streams
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.start import new

RUNS = 5
TRIAL_GAMES = 20
MOST_GAMES = 2_000_000
CALLS = 2000
PROGRAM = "tabletier.lab.bench"
"""Run by itself: it plays the first game of a new process."""


class Speed(NamedTuple):
    """How fast random games of one option set are played by one core."""

    game: str
    options: dict[str, Any]
    label: str
    games: int
    """In all runs."""
    moves: int
    rates: tuple[float, ...]
    """Moves a second, one figure per run, ascending."""
    idle: float
    """The share of the wall time in which the thread had to wait for a core."""

    @property
    def moves_per_second(self) -> float:
        """The median of the runs."""
        return statistics.median(self.rates)

    @property
    def spread(self) -> float:
        """How far the furthest run is from the median, as a part of it."""
        middle = self.moves_per_second
        return max(self.rates[-1] - middle, middle - self.rates[0]) / middle

    @property
    def nanoseconds_per_move(self) -> float:
        """What one move costs, its draws of chance and its share of set-up and ending included."""
        return 1e9 / self.moves_per_second

    @property
    def mean_length(self) -> float:
        """Moves a game."""
        return self.moves / self.games

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.moves_per_second / self.mean_length


class Calls(NamedTuple):
    """What single calls cost in Python, in microseconds (medians)."""

    play: float
    """`Match.play`, everything included."""
    ask: float
    """`to_move`: a state goes into compiled code, an integer comes back."""
    step: float
    """`apply`: a state goes in, a state comes back."""


class _Run(NamedTuple):
    games: int
    moves: int
    busy: float
    wall: float


def speeds(game: Game, seconds: float, *, quick: bool) -> Iterator[Speed]:
    """Measure each option set for about so many seconds; `quick`: each way to sit down only."""
    for options in seatings(game) if quick else option_sets(game):
        yield speed(game, options, seconds)


def seed_of(run: int) -> str:
    """The seed of the games of one run."""
    return f"run {run}"


def speed(game: Game, options: Options, seconds: float) -> Speed:
    """Play random games for about so many seconds, in several runs with different games."""
    _run(game, options, 1, "warm-up")  # compiles what is not compiled yet
    trial = _run(game, options, TRIAL_GAMES, "trial")
    wanted = seconds / RUNS * TRIAL_GAMES / max(trial.busy, 1e-6)
    count = min(max(1, round(wanted)), MOST_GAMES)
    runs = [_run(game, options, count, seed_of(number)) for number in range(RUNS)]
    busy, wall = sum(run.busy for run in runs), sum(run.wall for run in runs)
    return Speed(
        game=game.key,
        options=dict(options),
        label=label(game, dict(options)),
        games=sum(run.games for run in runs),
        moves=sum(run.moves for run in runs),
        rates=tuple(sorted(run.moves / run.busy for run in runs)),
        idle=max(0.0, 1 - busy / wall),
    )


def _run(game: Game, options: Options, count: int, name: str) -> _Run:
    generators = streams(count, "bench", name, game.key, dict(options))
    wall, busy = time.perf_counter(), time.thread_time()
    played = play_streams(game, options, generators)
    busy, wall = time.thread_time() - busy, time.perf_counter() - wall
    return _Run(count, int(played.lengths.sum()), busy, wall)


def calls(game: Game) -> Calls:
    """Time single calls from Python, in a random match under the usual options."""
    plays, match = _plays(game)
    state, rules = match._state, game.rules
    step = game.read(state, match.legal_moves()[0])
    assert step is not None
    return Calls(
        play=statistics.median(plays),
        ask=_median_call(lambda: rules.to_move(state)),
        step=_median_call(lambda: rules.apply(state, step[0])),
    )


def _plays(game: Game) -> tuple[list[float], Match]:
    """Microseconds of each `Match.play` of random matches, and a match that still goes on."""
    chooser = random.Random(1)
    times: list[float] = []
    new(game.key, seed="warm-up").legal_moves()
    for number in range(3):
        match = new(game.key, seed=f"bench {number}")
        while match.to_move is not None and len(times) < CALLS:
            move = chooser.choice(match.legal_moves())
            begun = time.perf_counter_ns()
            match = match.play(move)
            times.append((time.perf_counter_ns() - begun) / 1000)
    return times, new(game.key, seed="bench")


def _median_call(call: Callable[[], Any]) -> float:
    """Microseconds of one call: the median of several series."""
    call()
    series = []
    for _ in range(RUNS):
        begun = time.perf_counter_ns()
        for _ in range(CALLS):
            call()
        series.append((time.perf_counter_ns() - begun) / 1000 / CALLS)
    return statistics.median(series)


def as_json(measured: Speed) -> dict[str, Any]:
    """A speed as plain values, derived ones included."""
    return {
        **measured._asdict(),
        "moves_per_second": measured.moves_per_second,
        "spread": measured.spread,
        "nanoseconds_per_move": measured.nanoseconds_per_move,
        "games_per_second": measured.games_per_second,
        "mean_length": measured.mean_length,
    }


class Startup(NamedTuple):
    """Processor seconds to the first random game in bulk and to the first move of a match.

    Cold: the compiler's cache was empty. Warm: in the next process. Starting Python and importing
    are not included.
    """

    bulk_cold: float
    bulk_warm: float
    match_cold: float
    match_warm: float


def startup(game: Game) -> Startup:
    """Measure new processes, with a cache of their own that is thrown away afterwards."""
    return Startup(*_cold_and_warm("bulk", game.key), *_cold_and_warm("match", game.key))


def _cold_and_warm(kind: str, key: str) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="tabletier-bench-") as folder:
        return _first(kind, key, Path(folder)), _first(kind, key, Path(folder))


def _first(kind: str, key: str, cache: Path) -> float:
    """Seconds that the first game or move of a new process takes."""
    done = subprocess.run(
        [sys.executable, "-m", PROGRAM, kind, key],
        env=os.environ | {"TABLETIER_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout)["seconds"])


def first_bulk(key: str) -> None:
    """Play one random game in compiled code."""
    game = find(key)
    play_games(game, fill(game, None), 1, "first")


def first_match(key: str) -> None:
    """Open a match, list its moves and play one."""
    match = new(key, seed="first")
    match.play(match.legal_moves()[0])


KINDS = {"bulk": first_bulk, "match": first_match}


def main(kind: str, key: str) -> None:
    """Measure one kind of beginning and print it."""
    find(key)
    begun = time.process_time()
    KINDS[kind](key)
    sys.stdout.write(json.dumps({"seconds": time.process_time() - begun}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
