"""Looking at a record again: every side's chances, mistakes, and luck told from skill.

A decision is worth what the best move known leads to, judged with what the mover knew then and no
more. Between two decisions the chances swing, and the swing is the sum of three parts, per side:

    skill   value after the move, before anything is drawn, less that of the best move; other than
            nought only where a mistake is certain
    luck    value after what was drawn less that before, both in one and the same search, so that
            over all draws it evens out; where a secret comes to light, the whole difference
    rest    what is left: what looking from one move further on taught

A finished match is worth exactly 1, 0 or an equal share.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from typing import NamedTuple

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.history import history
from tabletier.match.match import Match, Result
from tabletier.search.analysis.deep_verdicts import agrees, judge_deeply, value_deeply
from tabletier.search.analysis.verdicts import (
    Choice,
    Effort,
    Measure,
    Verdict,
    judge,
    milder,
    name_of,
)
from tabletier.search.deep import is_deep
from tabletier.search.endings import Ending
from tabletier.search.evaluation import Value, of_result
from tabletier.search.hints import joined_with, remark
from tabletier.search.knowledge import Budget, Knowledge, knowledge_of
from tabletier.search.tree_search import never

Progress = Callable[[int, int], None]
GRAIN = 1 << 16
"""Chances are kept in such parts of one, so that differences of them add up without rounding."""


class Ply(NamedTuple):
    """One move of the record."""

    number: int
    """Counted from 1."""
    seat: int
    side: int
    move: str
    forced: bool
    before: Value
    """Each side's chances before the move, if the best one is made."""
    after: Value
    """The same after the move that was made, before anything is drawn."""
    then: Value
    """The same before the next decision, or at the end."""
    other: Choice | None
    """The best move that was not made."""
    why: Text | None
    """What speaks for the better move, in words, where there was one."""
    mark: str | None
    """`inaccuracy`, `mistake`, `blunder`, or None."""
    loss: Measure | None
    confidence: float
    stake: float
    luck: Value
    skill: Value
    rest: Value
    ending: Ending | None = None
    """How the match ends after the move, where that is proven: win or loss, in how many moves."""


class Analysis(NamedTuple):
    """A whole record."""

    game: str
    teams: tuple[tuple[int, ...], ...]
    result: Result | None
    plies: tuple[Ply, ...]
    values: tuple[Value, ...]
    """Each side's chances before every move and after the last; then those of a resignation."""
    complete: bool
    """Whether every move was looked at; False when it was stopped early."""
    budget: Budget
    seed: str


class Moment(NamedTuple):
    """A decision as its maker met it, and what came of it."""

    known: Knowledge
    move: str
    forced: bool
    open: bool
    """Whether nothing was drawn and nothing came to light before the next decision."""
    drawn: tuple[int, ...] = ()
    """What chance drew after it."""


def analyse(
    match: Match,
    budget: Budget,
    seed: str = "analysis",
    progress: Progress = lambda _done, _all: None,
    stopped: Callable[[], bool] = never,
    threads: int = 1,
) -> Analysis:
    """Look at every move of a match; the same simulations and seed give the same analysis.

    `budget` is for one look at one position; a move takes three looks, a suspected one many more.
    Raises SeedHidden when the draws of the match are still secret.
    """
    matches = history(match)
    moments = moments_of(matches)
    if moments and budget.seconds is not None:
        prepare(moments[0])
    verdicts = judged(moments, Effort(budget, seed, stopped), progress, threads)
    complete = len(verdicts) == len(moments)
    ends = endings(matches, Effort(budget, f"{seed}/end", stopped)) if complete else []
    if not complete:  # what came of the last move looked at is not known
        ends = [grained(verdicts.pop().best.value)] if verdicts else []
    plies = assembled(moments, verdicts, ends)
    values = tuple([ply.before for ply in plies] + ends)
    return Analysis(match.game, match.teams, match.result, plies, values, complete, budget, seed)


def prepare(moment: Moment) -> None:
    """Load, or compile, all that looking takes, so that no look spends its seconds on it."""
    glance, known = Effort(Budget(simulations=1), "prepare"), moment.known
    value = value_of(known, glance)
    if is_deep(known):
        choice = Choice(moment.move, value)
        agrees(known, Verdict(choice, choice, None), glance)


def judged(moments: list[Moment], look: Effort, progress: Progress, threads: int) -> list[Verdict]:
    """What to think of each decision, as far as nobody stopped the looking."""
    halt = Event()
    progress(0, len(moments))

    def stopped() -> bool:
        return halt.is_set() or look.stopped()

    def verdict(number: int) -> Verdict | None:
        closer = Effort(look.budget, f"{look.seed}/{number}", stopped)
        moment = moments[number]
        found = None if stopped() else _judged(moment, closer)
        return None if stopped() else found

    found = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for one in pool.map(verdict, range(len(moments))):
                if one is None:
                    break
                found.append(one)
                progress(len(found), len(moments))
        finally:
            halt.set()  # whoever is still looking need not go on
    return found


def _judged(moment: Moment, look: Effort) -> Verdict:
    if is_deep(moment.known):
        return judge_deeply(moment.known, moment.move, moment.forced, look)
    return judge(moment.known, moment.move, moment.forced, look, moment.drawn)


def value_of(known: Knowledge, look: Effort) -> Value:
    """What a position is worth, to those who see what the seat to move may know."""
    return value_deeply(known, look) if is_deep(known) else look.best(known)


def moments_of(matches: list[Match]) -> list[Moment]:
    """Every decision of a match."""
    found = []
    for before, after in pairwise(matches):
        deeds = after.log[len(before.log) :]
        if deeds[0].act != "move":
            continue
        known, forced = knowledge_of(before), len(before.legal_moves()) == 1
        dark = bool(after.drawn) or hides(before, after)
        found.append(Moment(known, deeds[0].text, forced, not dark, after.drawn))
    return found


def hides(*matches: Match) -> bool:
    """Whether the seat to move in one of these cannot see everything."""
    going_on = [match for match in matches if match.to_move is not None]
    return any(find(match.game).hidden(knowledge_of(match).table) for match in going_on)


def endings(matches: list[Match], look: Effort) -> list[Value]:
    """Each side's chances after the last move, and after a resignation or an agreement."""
    last, teams = matches[-1], matches[-1].teams
    given_up = bool(last.log) and last.log[-1].act in ("resign", "agree")
    standing = matches[-2] if given_up else last
    found = []
    if standing.to_move is not None:
        found.append(grained(value_of(knowledge_of(standing), look)))
    if last.result is not None:
        found.append(grained(of_result(teams, last.result.winners)))
    return found


def assembled(moments: list[Moment], verdicts: list[Verdict], ends: list[Value]) -> tuple[Ply, ...]:
    """The moves with their swings; from the last to the first, for each needs what came then."""
    plies: list[Ply] = []
    then = ends[0] if ends else ()
    for number in range(len(verdicts) - 1, -1, -1):
        ply = ply_of(number, moments[number], verdicts[number], then)
        plies.append(ply)
        then = ply.before
    return tuple(reversed(plies))


def ply_of(number: int, moment: Moment, verdict: Verdict, then: Value) -> Ply:
    """One move with its swing split."""
    game, known = find(moment.known.game), moment.known
    teams = game.teams(known.options)
    side = next(side for side, team in enumerate(teams) if known.seat in team)
    if moment.open:
        verdict = reconsidered(verdict, side, then)
    before, after = grained(verdict.best.value), grained(verdict.played.value)
    swing = minus(then, after)
    luck = luck_of(moment, verdict, swing)
    return Ply(
        number=number + 1,
        seat=known.seat,
        side=side,
        move=moment.move,
        forced=moment.forced,
        before=before,
        after=after,
        then=then,
        other=verdict.other,
        why=None if verdict.mark is None else with_ending(known, verdict.best),
        mark=verdict.mark,
        loss=verdict.loss,
        confidence=verdict.confidence,
        stake=verdict.stake,
        luck=luck,
        skill=minus(after, before),
        rest=minus(swing, luck),
        ending=verdict.played.ending,
    )


def with_ending(known: Knowledge, choice: Choice) -> Text | None:
    """What speaks for a move: what the game says, and how soon it wins if that is proven."""
    return joined_with(remark(known, choice.move), choice.ending)


def luck_of(moment: Moment, verdict: Verdict, swing: Value) -> Value:
    """What part of a swing is luck."""
    if moment.open or verdict.weight is None:
        return tuple(0.0 for _ in swing)
    if not moment.drawn:
        return swing
    return minus(grained(verdict.weight.drawn), grained(verdict.weight.value))


def reconsidered(verdict: Verdict, side: int, then: Value) -> Verdict:
    """The verdict in hindsight: seen from the next move, the loss must still deserve its name.

    Where it does not, the played move turned out to be as good as the best.
    """
    if verdict.loss is None or verdict.played.ending is not None:
        return verdict  # there is nothing to reconsider, or it is proven
    seen = verdict.best.value[side] - then[side]
    mark = milder(name_of(min(seen, verdict.loss.low), then), verdict.mark)
    if mark is None:
        good = verdict.played._replace(value=verdict.best.value)
        return Verdict(good, good, verdict.other, stake=verdict.stake)
    return verdict.named(mark)


def grained(value: Value) -> Value:
    """A value in parts of one that add up to one: the largest takes what rounding leaves over."""
    parts = [round(part * GRAIN) for part in value]
    parts[parts.index(max(parts))] += GRAIN - sum(parts)
    return tuple(part / GRAIN for part in parts)


def minus(one: Value, other: Value) -> Value:
    """The difference of two values, side by side."""
    return tuple(a - b for a, b in zip(one, other, strict=True))
