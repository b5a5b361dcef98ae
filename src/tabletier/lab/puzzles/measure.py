"""Whether a position is a puzzle: by how much its best moves beat the next, and how surely."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import mean
from typing import NamedTuple

from tabletier.lab.puzzles.looks import (
    LOOKS,
    Chances,
    Depth,
    Gap,
    gap_of,
    glance,
    look,
    proves,
)
from tabletier.match.match import Match
from tabletier.match.puzzles import GAP, PARTS, SURE, TOLERANCE, Step
from tabletier.search.deep import is_deep
from tabletier.search.knowledge import Knowledge, knowledge_of, side_of

FEWEST_MOVES, MOST_MOVES = 3, 64
MOST_BEST = 3
"""Where more moves than this are as good, there is nothing to find."""
SUSPECT = 0.12
"""A glance that sees a smaller gap than this ends the matter."""
RIVALS = 3
"""Moves besides the best ones that every further look weighs as well."""
DROPPED = 2
"""After so many looks a gap that has gone is dropped."""
SEEDS = ("a", "b")
UNPROVEN = 0.995
"""What is not proven is never called certain."""


class Contrast(NamedTuple):
    """What was found out about a position."""

    chances: Chances
    """What each legal move is worth, on average."""
    best: tuple[str, ...]
    gaps: tuple[Gap, ...]
    """Between the weakest of the best moves and the strongest of the others, for each seed."""


def measure(match: Match, effort: Depth, seed: str) -> Contrast | None:
    """A position measured, None if it is no puzzle."""
    legal, known = match.legal_moves(), knowledge_of(match)
    if not FEWEST_MOVES <= len(legal) <= MOST_MOVES or not promising(known, effort, seed):
        return None
    if is_deep(known):
        return settle(known, legal, legal, effort.look, seed)
    first = look(known, legal, effort.glance, f"{seed}/first", 0)
    best, others = split(first)
    if len(best) > MOST_BEST + 1 or not others:
        return None
    near = [*best, *sorted(others, key=lambda move: -first[move])[:RIVALS]]
    found = settle(known, near, legal, effort.look, seed)
    return None if found is None else found._replace(chances=completed(first, found))


def completed(first: Chances, found: Contrast) -> Chances:
    """What all moves are worth: a far one loses what it lost at first, and no less than others."""
    top, first_top = found.chances[found.best[0]], max(first.values())
    next_best = max(chance for move, chance in found.chances.items() if move not in found.best)
    far = {m: max(0.0, min(next_best, top - (first_top - first[m]))) for m in first}
    return far | found.chances


def promising(known: Knowledge, effort: Depth, seed: str) -> bool:
    """Whether a glance sees a gap."""
    thought, side = glance(known, effort.screen, f"{seed}/screen"), side_of(known)
    values = sorted((c.value[side] for c in thought.candidates if c.visits > 1), reverse=True)
    steps = [better - worse for better, worse in pairwise(values)]
    return max(steps[:MOST_BEST], default=0.0) >= SUSPECT


def settle(
    known: Knowledge, near: Sequence[str], legal: Sequence[str], simulations: int, seed: str
) -> Contrast | None:
    """The looks of both seeds, given up as soon as the gap is gone."""
    taken: dict[str, list[Chances]] = {name: [] for name in SEEDS}
    for name in SEEDS:
        for number in range(LOOKS):
            taken[name].append(look(known, near, simulations, f"{seed}/{name}", number))
            if number + 1 >= DROPPED and not clear(split(average(flat(taken))), taken):
                return None
    chances = average(flat(taken))
    best, others = split(chances)
    gaps = tuple(gap_between(best, others, taken[name]) for name in SEEDS)
    enough = mean(gap.mean for gap in gaps) >= GAP and all(gap.low > SURE for gap in gaps)
    few = len(best) <= min(MOST_BEST, (len(legal) - 1) // 2)
    return Contrast(chances, best, gaps) if enough and few else None


def flat(taken: dict[str, list[Chances]]) -> list[Chances]:
    """All looks of all seeds."""
    return [chances for looks in taken.values() for chances in looks]


def average(looks: Sequence[Chances]) -> Chances:
    """The mean of some looks at the same moves."""
    return {move: mean(chances[move] for chances in looks) for move in looks[0]}


def split(chances: Chances) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The moves that count as the best, best first, and the others."""
    ordered = sorted(chances, key=lambda move: (-chances[move], move))
    limit = chances[ordered[0]] - TOLERANCE
    best = tuple(move for move in ordered if chances[move] > limit)
    return best, tuple(ordered[len(best) :])


def clear(parts: tuple[Sequence[str], Sequence[str]], taken: dict[str, list[Chances]]) -> bool:
    """Whether, so far, there is a gap between the best moves and the others."""
    best, others = parts
    if not others or len(best) > MOST_BEST:
        return False
    found = average(flat(taken))
    return found[best[-1]] - found[others[0]] >= GAP


def gap_between(best: Sequence[str], others: Sequence[str], looks: Sequence[Chances]) -> Gap:
    """How far the weakest of the best moves is above the strongest other, look by look."""
    return gap_of([one[best[-1]] - one[others[0]] for one in looks])


def step_of(match: Match, found: Contrast, effort: Depth, seed: str) -> Step:
    """What a position asks for, as the file has it."""
    top = found.chances[found.best[0]]
    losses = {move: top - found.chances[move] for move in match.legal_moves()}
    proven = proves(match, found.best[0], effort.review, f"{seed}/proof")
    return Step(
        moves={move: round(PARTS * loss) for move, loss in losses.items()},
        chance=1.0 if proven else min(UNPROVEN, round(top, 3)),
        gap=round(mean(gap.mean for gap in found.gaps), 3),
        low=tuple(round(gap.low, 3) for gap in found.gaps),
        proven=proven,
    )


def agrees(match: Match, step: Step, effort: Depth, seed: str) -> bool:
    """Whether a second search, longer and with other luck, finds the same moves best.

    The best moves and those next to them are weighed again; the gap must still be there.
    """
    known, best = knowledge_of(match), step.best
    others = sorted(set(step.moves) - set(best), key=lambda move: step.moves[move])[:RIVALS]
    looks = []
    for number in range(LOOKS):
        one = look(known, [*best, *others], effort.review, f"{seed}/review", number)
        looks.append(one)
        found = average(looks)
        worst, next_best = min(found[move] for move in best), max(found[move] for move in others)
        if worst - next_best < GAP - SURE * (number + 1 < DROPPED):
            return False
    low = min(best, key=lambda move: found[move])
    high = max(others, key=lambda move: found[move])
    gap = gap_of([one[low] - one[high] for one in looks])
    spread = max(found[move] for move in best) - found[low]
    return gap.mean >= GAP and gap.low > SURE and spread < 2 * TOLERANCE
