"""What to think of one move, from what its maker knew; nobody is accused on one look.

A look compares the move with the best other one. If it seems to lose much, both are weighed again
five times, longer and with other luck; only a loss that all this leaves standing gets a name. Where
alpha-beta can search, see `deep_verdicts`.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tabletier.games.kernel.registry import find
from tabletier.search.endings import Ending
from tabletier.search.evaluation import Value, Weight, best_tree, longer, mean, weigh
from tabletier.search.knowledge import Budget, Knowledge, side_of
from tabletier.search.tree_search import Thought, never, think

SEARCHES = 5
"""Independent measurements; four degrees of freedom, for which Student's law has a short form."""
SURE = 0.95
QUANTILE = 2.131846786
"""Student's 95 % quantile, one side, four degrees of freedom."""
LIMITS = (("inaccuracy", 0.05), ("mistake", 0.10), ("blunder", 0.20))
"""From which loss on a move gets which name, with two sides; with more, chances are smaller."""
AGAIN = 2
"""Each further look at a suspect takes so many times the budget of the first."""
GLANCES = 2
"""After so many further looks a suspicion that has gone is dropped."""


class Measure(NamedTuple):
    """A mean, and an interval: it lies above `low` with 95 %, and below `high` with 95 %."""

    mean: float
    low: float
    high: float
    error: float
    """The standard error of the mean."""


def measured(samples: Sequence[float]) -> Measure:
    """The mean of five independent measurements and what it may really be."""
    if len(samples) != SEARCHES:
        raise ValueError(f"expected {SEARCHES} measurements, but got {len(samples)}")
    mean = sum(samples) / SEARCHES
    variance = sum((sample - mean) ** 2 for sample in samples) / (SEARCHES - 1)
    error = math.sqrt(variance / SEARCHES)
    return Measure(mean, mean - QUANTILE * error, mean + QUANTILE * error, error)


def confidence(found: Measure, threshold: float) -> float:
    """How likely it is, by Student's law, that the true mean lies above a threshold."""
    distance = found.mean - threshold
    if found.error < 1e-9:
        return 1.0 if distance >= 0.0 else 0.0
    return student(distance / found.error)


def student(t: float) -> float:
    """Student's distribution function for four degrees of freedom."""
    spread = 1.0 + t * t / 4.0
    return 0.5 + 0.375 * t / math.sqrt(spread) * (1.0 - t * t / (12.0 * spread))


class Choice(NamedTuple):
    """A move and each side's chances after it, before anything is drawn."""

    move: str
    value: Value
    ending: Ending | None = None
    """How the match ends after it, where that is proven."""


class Verdict(NamedTuple):
    """One move, judged."""

    played: Choice
    best: Choice
    """The best move known: the played one, unless a better one is certain."""
    other: Choice | None
    """The best of the moves that were not played; None when there was no choice."""
    mark: str | None = None
    """`inaccuracy`, `mistake`, `blunder`, or None."""
    loss: Measure | None = None
    """By how much the move lowers its side's chances, where that is certain."""
    confidence: float = 0.0
    """How likely the loss is to deserve its name."""
    stake: float = 0.0
    """By how much the best move beats the average one: what there was to lose."""
    weight: Weight | None = None
    """The played move as it was weighed first, and what the draws after it made of it."""

    def named(self, mark: str | None) -> "Verdict":
        """The same loss by another name; without a name, the played move was as good as any."""
        if mark is None or self.loss is None:
            return Verdict(self.played, self.played, self.best, stake=self.stake)
        limit = dict(LIMITS)[mark] * scale(self.played.value)
        return self._replace(mark=mark, confidence=confidence(self.loss, limit))


class Effort(NamedTuple):
    """How to look at a position."""

    budget: Budget
    seed: str
    stopped: Callable[[], bool] = never

    def again(self, number: int) -> "Effort":
        """A longer look with other luck."""
        return Effort(longer(self.budget, AGAIN), f"{self.seed}/{number}", self.stopped)

    def at(self, known: Knowledge, move: str) -> Value:
        """What a move is worth."""
        return self.after(known, move, ()).value

    def after(self, known: Knowledge, move: str, drawn: tuple[int, ...]) -> Weight:
        """What a move is worth, and what the draws after it made of that."""
        return weigh(known, move, self.budget, f"{self.seed}/weigh", self.stopped, drawn)

    def think(self, known: Knowledge) -> Thought:
        """Which moves there are and how good they seem."""
        skill = best_tree(find(known.game))
        return think(known, self.budget, f"{self.seed}/think", skill, self.stopped)

    def best(self, known: Knowledge) -> Value:
        """What a position is worth: the better of the two moves that seem best."""
        promising = self.think(known).candidates[:2]
        values = [self.at(known, found.move) for found in promising]
        return max(values, key=lambda value: value[side_of(known)])


def judge(
    known: Knowledge, move: str, forced: bool, look: Effort, drawn: tuple[int, ...] = ()
) -> Verdict:
    """What to think of a move; `drawn` is what chance drew after it."""
    weight = look.after(known, move, drawn)
    verdict = _judged(known, Choice(move, weight.value), forced, look)
    return verdict._replace(weight=weight)


def _judged(known: Knowledge, played: Choice, forced: bool, look: Effort) -> Verdict:
    """The verdict on a move that was weighed; on a forced one there is no more to say."""
    move = played.move
    if forced:
        return Verdict(played, played, None)
    thought = look.think(known)
    other, side = rival(thought, move), side_of(known)
    if other is None:
        return Verdict(played, played, None)
    stake = at_stake(thought, side)
    other = Choice(other.move, look.at(known, other.move))
    if other.value[side] - played.value[side] >= LIMITS[0][1] * scale(other.value):
        return _examined(known, Verdict(played, other, other, stake=stake), look)
    return Verdict(played, played, other, stake=stake)


def rival(thought: Thought, move: str) -> Choice | None:
    """The best move besides one."""
    others = (found for found in thought.candidates if found.move != move)
    found = next(others, None)
    return None if found is None else Choice(found.move, found.value)


def at_stake(thought: Thought, side: int) -> float:
    """By how much the move that seems best beats the average of all, for a side.

    Not the highest value: among many moves tried once or twice, that is a lucky one.
    """
    tried = [found.value[side] for found in thought.candidates if found.visits or found.proven]
    best = thought.candidates[0].value[side]
    return max(0.0, best - sum(tried) / len(tried)) if tried else 0.0


def scale(value: Value) -> float:
    """How much smaller chances are than with two sides."""
    return 2.0 / len(value)


def name_of(loss: float, value: Value) -> str | None:
    """What a loss is called; None for one that is not worth a word."""
    names = [name for name, limit in LIMITS if loss >= limit * scale(value)]
    return names[-1] if names else None


def milder(one: str | None, other: str | None) -> str | None:
    """Of two names the one for the smaller loss; None is milder than any."""
    names = [name for name, _ in LIMITS]
    return None if one is None or other is None else min(one, other, key=names.index)


def _examined(known: Knowledge, suspect: Verdict, look: Effort) -> Verdict:
    """The verdict after looking again and again, at the suspected move and the better one."""
    side = side_of(known)
    pairs: list[tuple[Value, Value]] = []
    for number in range(SEARCHES):
        closer = look.again(number)
        moves = (suspect.played.move, suspect.best.move)
        pairs.append((closer.at(known, moves[0]), closer.at(known, moves[1])))
        gaps = [better[side] - played[side] for played, better in pairs]
        limit = LIMITS[0][1] * scale(pairs[0][0])
        if look.stopped() or (len(gaps) >= GLANCES and sum(gaps) / len(gaps) < limit):
            break
    played = Choice(suspect.played.move, mean([pair[0] for pair in pairs]))
    better = Choice(suspect.best.move, mean([pair[1] for pair in pairs]))
    loss = measured(gaps) if len(gaps) == SEARCHES else None
    stake = suspect.stake if loss is None else max(suspect.stake, loss.mean)
    found = Verdict(played, better, better, loss=loss, stake=stake)
    mark = None if loss is None else name_of(loss.low, played.value)
    return found.named(mark)
