"""What to think of one move where alpha-beta can search it; a tree is the second opinion.

Every move is searched equally deep. If the move made seems to lose much, it and the better one are
searched deeper by themselves: the loss is what the last five depths say of it. Alpha-beta is not
swayed by luck, but by how far it sees: a loss that only one depth shows is none.

Then the tree is asked, which sees less far but judges by playing on. Where it finds no loss the
move is called by the milder name, if by any: only both together call it a blunder.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tabletier.search.analysis.verdicts import (
    LIMITS,
    SEARCHES,
    Choice,
    Effort,
    Measure,
    Verdict,
    measured,
    name_of,
)
from tabletier.search.deep import EXACT, NARROW, Comparison, Passes, longer_by, ranked
from tabletier.search.endings import Ending
from tabletier.search.evaluation import Value, mean
from tabletier.search.knowledge import Knowledge, side_of

BROAD = 2
"""So deep every move is weighed exactly, to know what an average one is worth."""
FIRST = 0.75
"""The part of a look that finds the best moves; the rest compares two of them exactly."""
CLOSER = 3
"""Each move of a suspected pair is then searched for so many times a look."""


class Pair(NamedTuple):
    """Two moves searched equally deep, each by itself."""

    played: tuple[Value, ...]
    better: tuple[Value, ...]
    """Each side's chances after it, at the same depths."""
    ends: tuple[Ending | None, Ending | None]
    """What is proven of each."""


def judge_deeply(known: Knowledge, move: str, forced: bool, look: Effort) -> Verdict:
    """What to think of a move, from passes in which every move was searched equally deep.

    Passes end when a win is proven: who did not play it is looked at more closely, whatever the
    other move seemed to be worth at that depth.
    """
    comparison = Comparison(known, look.budget, f"{look.seed}/deep", look.stopped)
    if forced:
        alone = comparison.look([move])
        played = _choice(comparison, move, alone.last[move])
        return Verdict(played, played, None)
    broad = comparison.look(deepest=BROAD, share=FIRST)
    seen = comparison.look(temper=NARROW, share=FIRST)
    stake, best = at_stake(comparison, broad), ranked(seen.last)
    rival = next(found for found in best if found != move)
    pair = comparison.look([move, rival], share=1.0 - FIRST, deepest=seen.depth)
    values = pair.last if pair.depth == seen.depth else seen.last
    played, other = (_choice(comparison, text, values[text]) for text in (move, rival))
    side = comparison.side
    missed = other.ending is not None and other.ending.won and played.ending is None
    if missed or other.value[side] - played.value[side] >= LIMITS[0][1]:
        return _examined(known, Verdict(played, other, other, stake=stake), look)
    return Verdict(played, played, other, stake=stake)


def value_deeply(known: Knowledge, look: Effort) -> Value:
    """Each side's chances in a position, if its mover plays on as well as alpha-beta can."""
    comparison = Comparison(known, look.budget, f"{look.seed}/deep", look.stopped)
    return comparison.chances(max(comparison.look(temper=NARROW).last.values()))


def at_stake(comparison: Comparison, broad: Passes) -> float:
    """By how much the best move beats the average of all, for the side that moves."""
    side = comparison.side
    found = [comparison.chances(value)[side] for value in broad.last.values()]
    return max(found) - sum(found) / len(found)


def _choice(comparison: Comparison, move: str, value: int) -> Choice:
    return Choice(move, comparison.chances(value), comparison.ending(value))


def _examined(known: Knowledge, suspect: Verdict, look: Effort) -> Verdict:
    """The verdict after a closer look at the suspected move and the better one."""
    side, moves = side_of(known), (suspect.played.move, suspect.best.move)
    pair = searched_alone(known, moves, look)
    played = Choice(moves[0], mean(list(pair.played)), pair.ends[0])
    better = Choice(moves[1], mean(list(pair.better)), pair.ends[1])
    gaps = [good[side] - bad[side] for bad, good in zip(pair.played, pair.better, strict=True)]
    loss = measured(gaps) if len(gaps) == SEARCHES else None
    stake = suspect.stake if loss is None else max(suspect.stake, loss.mean)
    found = Verdict(played, better, better, loss=loss, stake=stake)
    return found.named(None if loss is None else name_for(known, found, loss, look))


def searched_alone(known: Knowledge, moves: Sequence[str], look: Effort) -> Pair:
    """Two moves, each with a search of its own: what their last common depths say."""
    budget = longer_by(look.budget, CLOSER)
    comparison = Comparison(known, budget, f"{look.seed}/closer", look.stopped)
    found = [comparison.look([move], EXACT).passes for move in moves]
    ends = [comparison.ending(passes[-1][move]) for passes, move in zip(found, moves, strict=True)]
    open_ = [len(passes) for passes, end in zip(found, ends, strict=True) if end is None]
    depth = min(open_, default=SEARCHES)
    chances = []
    for passes, move, end in zip(found, moves, ends, strict=True):
        if end is not None:  # what is proven is so at every depth
            chances.append((comparison.chances(passes[-1][move]),) * min(depth, SEARCHES))
        else:
            last = passes[:depth][-SEARCHES:]
            chances.append(tuple(comparison.chances(one[move]) for one in last))
    return Pair(chances[0], chances[1], (ends[0], ends[1]))


def name_for(known: Knowledge, found: Verdict, loss: Measure, look: Effort) -> str | None:
    """What the loss is called; where the tree does not find it, by the next milder name."""
    mark = name_of(loss.low, found.played.value)
    if mark is None or agrees(known, found, look):
        return mark
    milder = [name for name, _ in LIMITS].index(mark) - 1
    return LIMITS[milder][0] if milder >= 0 else None


def agrees(known: Knowledge, found: Verdict, look: Effort) -> bool:
    """Whether the tree, which judges by playing on, finds that the move loses something too."""
    side, closer = side_of(known), look.again(0)
    better, played = (closer.at(known, choice.move) for choice in (found.best, found.played))
    return better[side] - played[side] >= LIMITS[0][1]
