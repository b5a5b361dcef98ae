"""Both sides measured in turn, so that whatever else the machine does falls on both."""

import statistics
from typing import Any, NamedTuple

from benchmarks.peers import openspiel, ours

TRIAL = 200
LENGTH_GAMES = 4000


class Rates(NamedTuple):
    """So many a second of processor time, one figure a run; run n of both followed each other."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def median(self) -> tuple[float, float]:
        """Ours and theirs."""
        return statistics.median(self.ours), statistics.median(self.theirs)

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times theirs, run by run, ascending."""
        return tuple(sorted(us / them for us, them in zip(self.ours, self.theirs, strict=True)))

    @property
    def ratio(self) -> float:
        """The median of the runs."""
        return statistics.median(self.ratios)

    def as_json(self) -> dict[str, Any]:
        """All figures as plain values."""
        return {**self._asdict(), "ratio": self.ratio, "ratios": self.ratios}


class Lengths(NamedTuple):
    """Moves a random game, on either side: the same, if the rules are."""

    ours: float
    theirs: float


def rollouts(key: str, runs: int, seconds: float, seed: int) -> tuple[Rates, Lengths]:
    """Moves a second in random games; each run takes either side about so many seconds.

    The peer's evaluator says how many games it played, not how many moves: those are the games
    times the mean length of random games that the peer played step by step.
    """
    ours.rollouts(key, TRIAL, seed)  # compiles
    theirs = openspiel.rollouts(key, TRIAL, seed)
    our_games = round(ours.rollouts(key, 50 * TRIAL, seed)[0].rate * seconds)
    their_games = round(theirs.rate * seconds)
    length = openspiel.mean_length(key, LENGTH_GAMES, seed)
    found: tuple[list[float], list[float], list[float]] = ([], [], [])
    for run in range(1, runs + 1):
        mine, moves = ours.rollouts(key, our_games, seed + run)
        found[0].append(mine.rate * moves)
        found[1].append(openspiel.rollouts(key, their_games, seed + run).rate * length)
        found[2].append(moves)
    return Rates(tuple(found[0]), tuple(found[1])), Lengths(statistics.fmean(found[2]), length)


def simulations(key: str, player: str, runs: int, count: int, seed: int) -> tuple[Rates, float]:
    """Simulations a second of the same search on both sides; and as our opponent plays."""
    skill = ours.skill_of(key, player)
    for manner in (ours.ALIKE, skill):
        ours.simulations(key, TRIAL, seed, manner)  # compiles
    found: tuple[list[float], list[float], list[float]] = ([], [], [])
    for run in range(1, runs + 1):
        found[0].append(ours.simulations(key, count, seed + run).rate)
        found[1].append(openspiel.simulations(key, count, seed + run).rate)
        found[2].append(ours.simulations(key, count, seed + run, skill).rate)
    return Rates(tuple(found[0]), tuple(found[1])), statistics.median(found[2])
