"""Moves compared by alpha-beta, each searched as deep as every other.

An opponent wants the best move, and stops wherever its time ends: by then some moves have been
searched one move deeper than others, which changes what they seem to be worth. To compare moves
only whole passes count, in which all of them were searched equally deep.

For games of two sides in which nothing is hidden and nothing left to chance, with `evaluate` in
their heuristics. One thread and a budget in simulations find the same every time.
"""

import copy
import math
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import ALPHABETA, Skill
from tabletier.search.alphabeta_parts import CERTAIN, DEEPEST
from tabletier.search.alphabeta_search import (
    UNLIMITED,
    Search,
    chance,
    new_table,
    padded,
    wait_for,
)
from tabletier.search.endings import Ending, ending_of
from tabletier.search.knowledge import Budget, Knowledge
from tabletier.search.levels import strongest_of
from tabletier.search.players import Player, skill_for
from tabletier.search.tree_search import Candidate, Thought, never

POSITIONS = 20
"""Alpha-beta looks at so many positions in place of a simulation; each is quickly done."""
EXACT = 1000.0
"""With this temper every move is weighed exactly."""
NARROW = 0.02
"""With this one whatever loses less than about eight points; of the others it is known that."""
TOLD = 4
"""So many of the best moves are weighed exactly in the end."""
MOST = 0.8
"""The part of a budget spent on finding them."""

Values = dict[str, int]
"""What one pass found: each move's value to the side that makes it."""


class Passes(NamedTuple):
    """What passes over some moves found."""

    passes: tuple[Values, ...]
    """One for each depth, from 1 on; the last is the deepest."""
    visits: dict[str, int]
    """Positions visited for each move."""

    @property
    def depth(self) -> int:
        """How many moves deep the last pass looked."""
        return len(self.passes)

    @property
    def last(self) -> Values:
        """What the deepest pass found."""
        return self.passes[-1]


def is_deep(known: Knowledge) -> bool:
    """Whether moves are compared by alpha-beta here: where the strongest opponent uses it."""
    game = find(known.game)
    able = hasattr(game.heuristics, "evaluate") and len(game.teams(known.options)) == 2
    return strongest_of(game).engine == ALPHABETA and able


def best_alphabeta(game: Game) -> Skill:
    """How alpha-beta searches best in a game, overlooking nothing."""
    return skill_for(Player(ALPHABETA, ALPHABETA), game)


def longer_by(budget: Budget, times: float) -> Budget:
    """So many times a budget, never nothing."""
    simulations, seconds = budget
    return Budget(
        None if simulations is None else max(1, round(times * simulations)),
        None if seconds is None else times * seconds,
    )


class Comparison:
    """The moves of one position, and what is remembered of the positions behind them."""

    def __init__(
        self,
        known: Knowledge,
        budget: Budget,
        seed: str,
        stopped: Callable[[], bool] = never,
        threads: int = 1,
    ) -> None:
        self.budget, self.stopped, self.threads = budget, stopped, threads
        game = find(known.game)
        self.search = Search(known, seed, best_alphabeta(game))
        self.side, self.spread = self.search.side, self.search.spread
        self.seats = len(game.teams(known.options)[self.side])
        self.steps = {game.write(self.search.root, steps): steps for steps in self.search.turns}
        self.table = new_table(_positions(budget))
        self.visited = 0

    def look(
        self,
        moves: Iterable[str] | None = None,
        temper: float = EXACT,
        share: float = 1.0,
        deepest: int = DEEPEST,
    ) -> Passes:
        """Search some moves, or all, deeper and deeper: only whole passes count.

        It ends when something is proven, at a depth, or when a share of the budget is spent; the
        first pass is always finished.
        """
        texts = list(self.steps) if moves is None else list(moves)
        search = copy.copy(self.search)
        rows = texts * 2 if len(texts) == 1 else texts  # one alone is not searched deeply
        search.turns = [self.steps[text] for text in rows]
        search.moves, search.stop = padded(search.turns), self.search.stop * 0
        budget = longer_by(self.budget, share)
        until = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
        allowed = max(1, _positions(budget) // self.threads)
        helpers = [copy.copy(search) for _ in range(1, self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                job = pool.submit(self._passes, search, rows, temper, allowed, deepest)
                for number, helper in enumerate(helpers, 1):
                    pool.submit(_help, helper, temper, allowed, number, self.table)
                wait_for(job, until, self.stopped)
            finally:
                search.stop[0] = 1
        return job.result()

    def _passes(
        self, search: Search, rows: Sequence[str], temper: float, allowed: int, deepest: int
    ) -> Passes:
        work, skill = search.new_work(allowed, 0), search.skill
        passes, visits = list[Values](), dict.fromkeys(rows, 0)
        for depth in range(1, deepest + 1):
            search.skill = skill._replace(horizon=depth, temper=temper)
            found: Any = search.run(work, self.table)
            for text, count in zip(rows, found[2].tolist(), strict=True):
                visits[text] += count
            if work.halted and passes:
                break
            passes.append(dict(zip(rows, found[1].tolist(), strict=True)))
            if work.halted or abs(max(passes[-1].values())) >= CERTAIN:
                break
        self.visited += int(work.visited)
        return Passes(tuple(passes), visits)

    def chances(self, value: int) -> tuple[float, ...]:
        """Each side's chances, of a value to the side that moves."""
        mine = chance(value, self.spread)
        return (1.0 - mine, mine) if self.side else (mine, 1.0 - mine)

    def ending(self, value: int) -> Ending | None:
        """The end that a value proves, if it does."""
        return ending_of(value, self.seats)

    def candidate(self, move: str, value: int, visits: int) -> Candidate:
        """A move as it was weighed."""
        proven = (value >= CERTAIN) - (value <= -CERTAIN)
        return Candidate(move, visits, self.chances(value), proven, self.ending(value))


def _positions(budget: Budget) -> int:
    return UNLIMITED if budget.simulations is None else POSITIONS * budget.simulations


def _help(search: Search, temper: float, allowed: int, number: int, table: Any) -> None:
    """Search along in another thread: what it finds is in the table that all share."""
    work = search.new_work(allowed, number % 2)
    search.skill = search.skill._replace(temper=temper)
    search.run(work, table)


def ranked(values: Values) -> list[str]:
    """The moves of a pass, the best first; equal ones by name."""
    return sorted(values, key=lambda move: (-values[move], move))


def compare(
    known: Knowledge,
    budget: Budget,
    seed: str,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> Thought:
    """Every move weighed equally deep, the best first; of the first few the values are exact."""
    comparison = Comparison(known, budget, seed, stopped, threads)
    first = comparison.look(temper=NARROW, share=MOST)
    order, values = ranked(first.last), dict(first.last)
    best = order[: min(TOLD, len(order))]
    closer = comparison.look(best, share=1.0 - MOST, deepest=first.depth)
    if closer.depth == first.depth:
        values |= closer.last
    order = [*sorted(best, key=lambda move: (-values[move], move)), *order[len(best) :]]
    found = tuple(
        comparison.candidate(move, values[move], first.visits[move] + closer.visits.get(move, 0))
        for move in order
    )
    return Thought(found[0].move, found[0].value, found, comparison.visited)
