"""Puzzles: the one of the day, those of earlier days, answers, and how one does."""

import asyncio
from datetime import date, timedelta
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.match.puzzles import (
    CLOSE,
    FIRST_DAY,
    PARTS,
    TOLERANCE,
    TRIES,
    Daily,
    Grade,
    Puzzle,
    daily,
    find_puzzle,
    grade,
    puzzles,
    read_day,
    start_of,
)
from tabletier.search.puzzles import lesson_of, reason_for, task_of, verdict_on
from tabletier.server.house import House
from tabletier.server.http.auth import Player, Someone, TheHouse, Visitor, pass_gate
from tabletier.server.http.models.puzzles import (
    AnswerAsked,
    AnswerShown,
    DayShown,
    PuzzleShown,
    SolverShown,
)
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.http.routes.games import place_shown, scene_shown, wait_for_box
from tabletier.server.limits import LESSONS
from tabletier.server.live.hub import now_ms
from tabletier.server.tables.errors import Refused, refused_as_explained, refused_by_rules
from tabletier.server.users.guests import Person
from tabletier.server.users.solving import Solved, today

router = APIRouter(tags=["puzzles"])
Day = Annotated[str | None, Query(max_length=10, description="2026-11-18, say; or today.")]
MOST_DAYS = 62
DRAWN = 512
"""Puzzles that are kept as they are sent."""


@router.get("/puzzles/daily", responses=shaped(list[DayShown]))
async def list_dailies(house: TheHouse, visitor: Visitor, day: Day = None) -> Told:
    """The puzzles of a day, one for each game that has any, and what you answered."""
    wanted = day_of(day)
    known = [key for key in keys() if puzzles(key)]
    found = [daily(key, wanted) for key in known]
    return Told(
        [
            (await _days_shown(house, visitor, key, [one]))[0]
            for key, one in zip(known, found, strict=True)
        ]
    )


@router.get("/puzzles/{game}/daily", responses=shaped(PuzzleShown))
async def get_daily(game: str, house: TheHouse, day: Day = None) -> Told:
    """The puzzle of a day, the same for everybody, with what every answer to it is worth."""
    await wait_for_box(house, game)
    wanted = _asked(game, day_of(day))
    rated = await house.solving.ratings_of(game, [wanted.puzzle.id])
    shown = await asyncio.to_thread(puzzle_shown, game, wanted.day)
    return Told({**shown, "rating": round(rated.get(wanted.puzzle.id, wanted.puzzle.rating))})


@router.get("/puzzles/{game}/archive", responses=shaped(list[DayShown]))
async def list_archive(
    game: str,
    house: TheHouse,
    visitor: Visitor,
    before: Day = None,
    limit: Annotated[int, Query(ge=1, le=MOST_DAYS)] = 31,
) -> Told:
    """The puzzles of earlier days, the latest first, and what you answered to them."""
    _asked(game, FIRST_DAY)
    last = today(now_ms()) if before is None else day_of(before) - timedelta(days=1)
    days = [last - timedelta(days=n) for n in range(limit)]
    found = [daily(game, day) for day in days if day >= FIRST_DAY]
    return Told(await _days_shown(house, visitor, game, found))


@router.post("/puzzles/{game}/{puzzle}/answers", responses=shaped(AnswerShown))
async def give_answer(
    game: str,
    puzzle: str,
    asked: AnswerAsked,
    request: Request,
    house: TheHouse,
    person: Player,
) -> Told:
    """What an answer is worth; the first to a puzzle is rated, and counts for its day."""
    await pass_gate(request, LESSONS)
    await wait_for_box(house, game)
    day = None if asked.day is None else day_of(asked.day).isoformat()
    try:
        found = find_puzzle(game, puzzle)
    except GameError as error:
        raise refused_by_rules(error, 404) from error
    try:
        worth = grade(found, asked.moves)
    except GameError as error:
        why = await asyncio.to_thread(why_not, game, found, asked.moves)
        raise (refused_by_rules(error) if why is None else refused_as_explained(why)) from error
    said = await asyncio.to_thread(answered, game, found, worth)
    if worth.mark == "best" and not worth.done:  # the first moves of a longer answer
        kept = Solved((), 0.0, 0.0, 0)
        return Told(_answer_shown(worth, said, kept))
    kept = await house.solving.answer(person.id, game, found, worth.mark, day, now_ms())
    return Told(_answer_shown(worth, said, kept))


@router.get("/me/puzzles", responses=shaped(list[SolverShown]))
async def my_puzzles(house: TheHouse, person: Someone) -> Told:
    """How you do in the puzzles of each game that you tried."""
    found = await house.solving.standings(person.id, now_ms())
    return Told([{**one._asdict(), "rating": round(one.rating)} for one in found])


def day_of(text: str | None) -> date:
    """The day that is meant. Raises Refused for no date, and for one that is yet to come."""
    now = today(now_ms())
    try:
        wanted = now if text is None else read_day(text)
    except GameError as error:
        raise refused_by_rules(error, 422) from error
    if wanted > now + timedelta(days=1):  # in the far east it is tomorrow already
        raise Refused(
            "puzzle/future",
            Text(
                f"Le problème du {wanted} n'est pas encore là.",
                f"The puzzle of {wanted} is not there yet.",
            ),
            status=404,
        )
    return wanted


def _asked(game: str, day: date) -> Daily:
    try:
        find(game)
        return daily(game, day)
    except GameError as error:
        raise refused_by_rules(error, 404) from error


async def _days_shown(
    house: House, visitor: Person | None, game: str, found: list[Daily]
) -> list[dict[str, Any]]:
    """Days as lists tell them."""
    ids = [one.puzzle.id for one in found]
    mine = {} if visitor is None else await house.solving.marks_of(visitor.id, game, ids)
    rated = await house.solving.ratings_of(game, ids)
    return [
        {
            "game": game,
            "day": one.day.isoformat(),
            "number": one.number,
            "puzzle": one.puzzle.id,
            "rating": round(rated.get(one.puzzle.id, one.puzzle.rating)),
            "marks": mine.get(one.puzzle.id, ()),
        }
        for one in found
    ]


@lru_cache(maxsize=DRAWN)
def puzzle_shown(game: str, day: date) -> dict[str, Any]:
    """A puzzle as it is sent: what the seat may see, and nothing else of the position."""
    asked = daily(game, day)
    puzzle = asked.puzzle
    lesson, match, steps = lesson_of(game, puzzle.id), start_of(game, puzzle), []
    teams = match.teams
    for number, (page, step) in enumerate(zip(lesson.steps, puzzle.steps, strict=True)):
        after = match.play(step.best[0])
        shown = [after] if step.reply is None else [after, after.play(step.reply)]
        steps.append(
            {
                "position": place_shown(match, puzzle.seat),
                "text": page.text._asdict(),
                "task": task_of(step, number, len(puzzle.steps))._asdict(),
                "moves": {move: loss / PARTS for move, loss in step.moves.items()},
                "best": step.best,
                "chance": step.chance,
                "proven": step.proven,
                "why": reason_for(match, step)._asdict(),
                "scenes": [scene_shown(one, puzzle.seat) for one in shown],
            }
        )
        match = shown[-1]
    return {
        "id": puzzle.id,
        "game": game,
        "day": asked.day.isoformat(),
        "number": asked.number,
        "title": lesson.title._asdict(),
        "rules": lesson.rules,
        "options": lesson.options,
        "teams": teams,
        "seat": puzzle.seat,
        "tolerance": TOLERANCE,
        "close": CLOSE,
        "tries": TRIES,
        "steps": steps,
    }


def why_not(game: str, puzzle: Puzzle, moves: list[str]) -> Refusal | None:
    """What the rules say against the first move of an answer that is not legal."""
    match = start_of(game, puzzle)
    for step, move in zip(puzzle.steps, moves, strict=False):
        if move not in step.moves or step.reply is None:
            return match.explain(move)
        match = match.play(step.best[0]).play(step.reply)
    return None


def answered(game: str, puzzle: Puzzle, worth: Grade) -> Text:
    """What is said of an answer."""
    lesson = lesson_of(game, puzzle.id)
    if worth.done:
        return lesson.praise
    if worth.mark == "best":
        return lesson.steps[len(worth.moves)].text
    return verdict_on(puzzle.steps[len(worth.moves) - 1], worth.moves[-1])


def _answer_shown(worth: Grade, said: Text, kept: Solved) -> dict[str, Any]:
    return {
        "mark": worth.mark,
        "loss": worth.loss,
        "done": worth.done,
        "text": said._asdict(),
        "marks": kept.marks,
        "rating": round(kept.rating),
        "change": round(kept.change),
        "streak": kept.streak,
    }
