"""Matches in, puzzles out: positions are looked for, measured, reviewed and rated."""

import math
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.lab.bulk import seatings
from tabletier.lab.puzzles.looks import Depth, glance
from tabletier.lab.puzzles.measure import agrees, measure, step_of
from tabletier.match.history import unfolding
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.puzzles import FIRST_DAY, LEVEL_RATINGS, Puzzle, Step, box_of, puzzle_id
from tabletier.match.record import load
from tabletier.match.start import new, setup
from tabletier.search.deep import is_deep
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.players import Player, budget_for, choose, everyone, mannered

APART = 4
"""Moves between two puzzles of one match, at least."""
MOST_STEPS = 3
"""Moves of the solver in the longest puzzle."""
LONGEST = 300
"""Moves after which a match of the house is left alone."""
EASY = 0.8
"""What the weakest level solves as often as this is too easy for more than a few puzzles."""
KEPT = 0.25
"""The share of those that is kept."""

TRIES = 6
"""How often each level tries; the strongest, which hardly errs, tries less often."""
LAST_TRIES = 2
LAST_SIMULATIONS = 3000
"""The strongest thinks by the clock at the table; here in simulations, to be repeatable."""
LAST_POSITIONS = 100_000
MIDDLE, SPREAD = 1400.0, 400.0
"""What is expected of a puzzle that nobody tried: the middle of the scale, about so far off."""
LOWEST, HIGHEST = 400, 2400


class MatchToMine(NamedTuple):
    """One match to look through."""

    game: str
    seed: str
    effort: Depth
    record: str | None = None
    """The match; None: the house plays one against itself."""
    options: Mapping[str, Any] = {}
    review: bool = True
    commit: str = ""
    since: str = FIRST_DAY.isoformat()


def mine(job: MatchToMine) -> Iterator[Puzzle]:
    """The puzzles of one match, as they are found."""
    free = 0
    for ply, match in enumerate(matches_of(job)):
        if match.to_move is None or ply < free:
            continue
        found = puzzle_of(match, job, ply)
        if found is not None:
            free = ply + APART
            yield found


def matches_of(job: MatchToMine) -> Iterator[Match]:
    """A match from its first decision to its last; all levels play but the last, which is slow."""
    if job.record is not None:
        yield from unfolding(load(job.record))
        return
    random = Random(f"{job.game} {job.seed}")
    match = new(job.game, job.options, f"puzzles {job.seed}")
    players = [
        Player(level, level) for level in random.choices(mannered(find(job.game)), k=match.seats)
    ]
    while match.to_move is not None and len(match.moves) < LONGEST:
        yield match
        known = knowledge_of(match)
        move = choose(players[match.to_move], known, f"{job.seed}/{len(match.moves)}").move
        match = match.play(move)


def puzzle_of(match: Match, job: MatchToMine, ply: int) -> Puzzle | None:
    """The puzzle of a position, None if it is none."""
    world, position = standing(match, f"{job.seed}/{ply}")
    if world is None:
        return None
    seat, seed = match.decider(), f"{job.seed}/{ply}"
    steps = steps_of(world, job, seed)
    if not steps:
        return None
    levels = solved_by_levels(world, steps[0], seed)
    if levels[0] >= EASY and Random(seed).random() >= KEPT:
        return None
    game, options = find(match.game), match.options
    usual = fill(game, None)
    return Puzzle(
        id=puzzle_id(match.game, options, seat, world.view(seat)["table"]),
        rating=rating_from(levels),
        options={key: value for key, value in options.items() if value != usual.get(key)},
        seat=seat,
        position=position,
        steps=steps,
        levels=levels,
        since=job.since,
        box=box_of(game.box),
        made={
            "from": "record" if job.record is not None else "house",
            "seed": job.seed,
            "ply": ply,
            "commit": job.commit,
            "search": list(job.effort),
            "reviewed": job.review,
        },
    )


def standing(match: Match, seed: str) -> tuple[Match | None, dict[str, Any]]:
    """The match that begins here, and its position; whatever the mover cannot see is dealt anew.

    None where a position cannot say all that matters (choices made in secret).
    """
    game, seat = find(match.game), match.decider()
    position = game.imagine(match.view(seat)["table"], match.options, Random(seed))
    try:
        world = setup(match.game, position, match.options, f"puzzle {seed}")
    except GameError:
        return None, {}
    same = world.to_move == seat and world.legal_moves() == match.legal_moves()
    return (world if same and not match.secret else None), world.position()


def steps_of(match: Match, job: MatchToMine, seed: str) -> tuple[Step, ...]:
    """What the solver has to find: one move, or where a win is proven, up to three."""
    steps: list[Step] = []
    while len(steps) < MOST_STEPS and match.to_move is not None:
        here = f"{seed}/{len(steps)}"
        found = measure(match, job.effort, here)
        if found is None:
            break
        step = step_of(match, found, job.effort, here)
        if job.review and not agrees(match, step, job.effort, here):
            break
        steps.append(step)
        after = answered(match, step, job, here)
        if after is None:
            break
        match = after[0]
        steps[-1] = replace(step, reply=after[1])
    if steps:
        steps[-1] = replace(steps[-1], reply=None)
    return tuple(steps)


def answered(match: Match, step: Step, job: MatchToMine, seed: str) -> tuple[Match, str] | None:
    """The match after the only winning move and the best answer to it, if both are certain."""
    known = knowledge_of(match)
    if not (step.proven and len(step.best) == 1 and is_deep(known)):
        return None
    after = match.play(step.best[0])
    if after.to_move is None or after.to_move == match.to_move:
        return None
    reply = glance(knowledge_of(after), job.effort.review, f"{seed}/reply").candidates[0].move
    then = after.play(reply)
    return (then, reply) if then.to_move == match.to_move else None


def solved_by_levels(match: Match, step: Step, seed: str) -> tuple[float, ...]:
    """How often the levels of LEVEL_RATINGS find one of the best moves, as a share of their tries.

    The same in every game: its first four levels, and the last.
    """
    known, game = knowledge_of(match), find(match.game)
    shares = []
    first = everyone(game)[: len(LEVEL_RATINGS) - 1]
    for number, name in enumerate((*first, everyone(game)[-1]), 1):
        player, tries = Player(name, name), TRIES
        if budget_for(player, game).simulations is None:
            positions = hasattr(game.heuristics, "evaluate")
            wanted = LAST_POSITIONS if positions else LAST_SIMULATIONS
            player, tries = player._replace(kind="best", budget=Budget(wanted)), LAST_TRIES
        found = [choose(player, known, f"{seed}/{number}/{k}").move for k in range(tries)]
        shares.append(sum(move in step.best for move in found) / tries)
    return tuple(round(share, 3) for share in shares)


def rating_from(shares: Sequence[float]) -> int:
    """The likeliest rating of a puzzle that the levels solve as often as this."""
    tries = [TRIES] * (len(shares) - 1) + [LAST_TRIES]

    def likelihood(rating: int) -> float:
        total = -(((rating - MIDDLE) / SPREAD) ** 2) / 2
        for level, share, times in zip(LEVEL_RATINGS, shares, tries, strict=True):
            total -= times * share * math.log1p(10 ** ((rating - level) / 400))
            total -= times * (1 - share) * math.log1p(10 ** ((level - rating) / 400))
        return total

    return max(range(LOWEST, HIGHEST + 1, 5), key=likelihood)


def tables(game: Game, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Where matches are played: as asked for, or else at every table that people sit down to."""
    if options:
        return [fill(game, options)]
    return [fill(game, None), *seatings(game)]


def jobs(
    game: str, seed: str, effort: Depth, options: Mapping[str, Any], review: bool, since: date
) -> Iterator[MatchToMine]:
    """Matches of the house against itself, without end; every other one at the first table."""
    known, commit = tables(find(game), options), head()
    for number in count():
        table = known[(number // 2) % len(known)] if number % 2 else known[0]
        yield MatchToMine(
            game, f"{seed}/{number}", effort, None, table, review, commit, since.isoformat()
        )


def of_records(
    game: str, records: Iterable[str], effort: Depth, review: bool, since: date
) -> Iterator[MatchToMine]:
    """Played matches; those of other games, or that cannot be read again, are passed over."""
    commit = head()
    for number, record in enumerate(records):
        try:
            same = load(record).game == game
        except GameError:
            continue
        if same:
            name = f"record/{number}"
            yield MatchToMine(game, name, effort, record, {}, review, commit, since.isoformat())


def head() -> str:
    """The commit that the searches come from; nothing outside a clone."""
    folder = Path(__file__).parent
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return asked.stdout.strip()
