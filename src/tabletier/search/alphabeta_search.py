"""The alpha-beta opponent at the table: from what a seat may know to a move.

For games of two sides in which nothing is hidden and nothing is left to chance once moves are made.
The compiled search runs in threads of its own and lets go of Python; meanwhile the clock is watched
here. One thread and a budget in positions give the same choice every time.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from random import Random
from typing import Any

import numpy as np

from tabletier.games.kernel.contract import Game, Steps
from tabletier.games.kernel.random import LOW
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.skills import ALPHABETA, Skill, overlooking
from tabletier.games.kernel.specialise import specialise
from tabletier.games.kernel.steps import turns
from tabletier.search.alphabeta_parts import CERTAIN, DEEPEST, MOST_PAST, PLIES, work_of
from tabletier.search.knowledge import Budget, Knowledge, side_of
from tabletier.search.manners import LEEWAY, PLAIN_MANNER, suited
from tabletier.search.tree_search import Candidate, Thought, never, sides_of, tempted

SOURCE = "tabletier.search.alphabeta_root"
CONTEMPT = 15
"""How much worse than an equal position a repetition is taken to be, in hundredths of a piece."""
FEWEST_ROWS, MOST_ROWS = 1 << 12, 1 << 20
NAP = 0.002
NOTHING_LEARNED = np.zeros(1, np.int64)
NO_STEP = -1
UNLIMITED = 1 << 60
SPREAD = 250
"""The lead at which the chances are e to 1, for games that do not say."""
TEMPTING = 16.0
"""Moves are weighed exactly if chance may choose them: within so many tempers of the best."""
REPLIES, FORESEEING = 2, 3
"""Players who see fewer moves ahead do not follow exchanges to their end either."""
STRONG = Skill(engine=ALPHABETA)


class Search:
    """One search: the root, its moves, and what the threads share."""

    def __init__(
        self,
        known: Knowledge,
        seed: str,
        skill: Skill,
        reduces: bool = True,
        manner: str = PLAIN_MANNER,
    ) -> None:
        self.game, self.skill, self.reduces = find(known.game), skill, reduces
        self.manner = manner
        self.random = Random(seed)
        position = self.game.imagine(known.table, known.options, self.random)
        self.root = self.game.setup(position, known.options)[0]
        self.past = past_of(known.past, self.game, self.root)
        self.sides, self.side = sides_of(self.game.teams(known.options)), side_of(known)
        self.spread: int = getattr(self.game.heuristics, "SPREAD", SPREAD)
        self.seed = self.random.getrandbits(60)
        self.compiled = specialise(SOURCE, self.game)
        self.turns = self.noticed(turns(self.game, self.root))
        self.moves = padded(self.turns)
        self.net = parameters_of(self.game, self.root) if skill.learned else None
        self.stop = np.zeros(1, np.int64)

    def noticed(self, moves: list[Steps]) -> list[Steps]:
        """The moves that are not overlooked, at least one, in a random order."""
        self.random.shuffle(moves)
        if not self.skill.blindness:
            return moves
        near, natural = overlooking(self.skill.blindness, 0), self.natural()
        return [
            move
            for move in moves
            if self.random.random() >= (near * near if move[0] in natural else near)
        ] or moves[:1]

    def natural(self) -> set[int]:
        """The first steps that come to mind before others, to players who think of replies."""
        if self.skill.horizon < REPLIES:
            return set()
        steps = np.empty(self.game.rules.MAX_MOVES, np.int64)
        return set(steps[: self.compiled.noisy_moves(self.root, steps)].tolist())

    def new_work(self, allowed: int, ahead: int) -> Any:
        """A working place for one thread."""
        work = np.zeros(1, work_of(self.game.rules.MAX_MOVES)).view(np.recarray)[0]
        work.sides[: len(self.sides)] = self.sides
        work.allowed, work.ahead = allowed, ahead
        work.reduces, work.settles = self.reduces, self.skill.horizon >= FORESEEING
        work.prunes, work.spread = self.skill.prunes, self.spread
        work.learned = self.net is not None
        work.draw = CONTEMPT if self.side else -CONTEMPT
        work.blind, work.seed = self.skill.blindness > 0, self.seed
        work.overlooks[:] = [int(overlooking(self.skill.blindness, n) * LOW) for n in range(PLIES)]
        self.compiled.recount(self.past, self.root, work)
        return work

    def margin(self) -> int:
        """How much worse than the best a move may be and still be weighed exactly."""
        leeway = LEEWAY if self.manner else 0.0
        return int(max(TEMPTING * self.skill.temper, leeway) * self.spread)

    def run(self, work: Any, table: Any) -> Any:
        """Search until something is proven or the search is stopped; what was found.

        It is int64[4, moves]: the order of the moves, their values, the positions visited for each
        and how deep it was searched.
        """
        found = np.zeros((4, len(self.turns)), np.int64)
        found[0] = np.arange(len(self.turns))
        last = min(self.skill.horizon, DEEPEST)
        margin = self.margin()
        net = NOTHING_LEARNED if self.net is None else self.net
        self.compiled.deepen(
            self.root, self.moves, last, margin, found, work, table, net, self.stop
        )
        return found


def parameters_of(game: Game, root: Any) -> Any:
    """What a game tells `learned` of a match like this one, None if nothing. Raises BadWeights."""
    if not hasattr(game.heuristics, "learned"):
        return None
    return game.heuristics.parameters_of(root)  # type: ignore[union-attr]


def past_of(keys: Any, game: Game, root: Any) -> Any:
    """The positions of the match before the root, as rows of numbers."""
    key_of = getattr(game.rules, "repetition_key", None)
    if key_of is None:
        return np.zeros((0, 1), np.int64)
    here = tuple(key_of(root))
    rows = [key for key in keys[-MOST_PAST:] if tuple(key) != here]
    return np.array(rows, np.int64).reshape(len(rows), len(here))


def padded(moves: list[Steps]) -> Any:
    """Moves as rows of steps, shorter ones filled up."""
    rows = np.full((len(moves), max(map(len, moves))), NO_STEP, np.int64)
    for row, steps in zip(rows, moves, strict=True):
        row[: len(steps)] = steps
    return rows


def new_table(allowed: int) -> Any:
    """An empty table of positions, as large as the budget can use."""
    wanted = min(MOST_ROWS, max(FEWEST_ROWS, 2 * allowed))
    return np.zeros((1 << (wanted - 1).bit_length(), 2), np.int64)


def deepen(
    known: Knowledge,
    budget: Budget,
    seed: str,
    skill: Skill = STRONG,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
    manner: str = PLAIN_MANNER,
) -> Thought:
    """Choose a move; simulations are positions here. Without seconds, the choice is repeatable."""
    began = time.monotonic()
    search = Search(known, seed, skill, manner=manner)
    allowed = UNLIMITED if budget.simulations is None else max(1, budget.simulations // threads)
    until = math.inf if budget.seconds is None else began + budget.seconds
    table = new_table(allowed)
    works = [search.new_work(allowed, number % 2) for number in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        try:
            jobs = [pool.submit(search.run, work, table) for work in works]
            wait_for(jobs[0], until, stopped)
        finally:
            search.stop[0] = 1
    for job in jobs[1:]:
        job.result()
    return thought(search, jobs[0].result(), sum(int(work.visited) for work in works))


def wait_for(job: "Future[Any]", until: float, stopped: Callable[[], bool]) -> None:
    """Wait until a job is done, time is up, or somebody stops the thinking."""
    while not job.done() and not stopped() and (left := until - time.monotonic()) > 0:
        wait([job], min(left, NAP))


def thought(search: Search, found: Any, visited: int) -> Thought:
    """What came of it: the best move, or by temper one about as good."""
    order, values, visits = found[0].tolist(), found[1].tolist(), found[2].tolist()
    best = values[order[0]]
    ranked = [candidate(search, move, min(best, values[move]), visits[move]) for move in order]
    chosen = ranked[0]
    if search.skill.temper and best < CERTAIN:
        chosen = tempted(ranked, search.side, search.skill, search.random)
    if search.manner:
        others = weighed_exactly(search, found, ranked)
        chosen = suited(search.game, search.root, search.side, search.manner, chosen, others)
    return Thought(chosen.move, ranked[0].value, tuple(ranked), visited)


def weighed_exactly(search: Search, found: Any, ranked: list[Candidate]) -> list[Candidate]:
    """The moves whose values can be compared: as deep as the best, and not far below it."""
    order, values, depths = found[0], found[1], found[3]
    least, depth = values[order[0]] - search.margin(), depths[order[0]]
    return [
        weighed
        for weighed, move in zip(ranked, order, strict=True)
        if values[move] > least and depths[move] == depth
    ]


def candidate(search: Search, move: int, value: int, visits: int) -> Candidate:
    """A move as it was weighed; overlooking moves, a player proves nothing."""
    text = search.game.write(search.root, search.turns[move])
    proven = 0 if search.skill.blindness else (value >= CERTAIN) - (value <= -CERTAIN)
    mine = chance(value, search.spread)
    return Candidate(
        text, visits, (1.0 - mine, mine) if search.side else (mine, 1.0 - mine), proven
    )


def chance(value: int, spread: int) -> float:
    """The chance to win that a value means: sure if it is proven, else on a logistic curve."""
    if abs(value) >= CERTAIN:
        return 1.0 if value > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-value / spread))
