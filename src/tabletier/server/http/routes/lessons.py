"""Lessons over HTTP: the engine itself looks at what a learner tries."""

import asyncio
from functools import cache
from typing import Any

from fastapi import APIRouter, Request

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language, Text
from tabletier.match.lessons import Attempt, Lesson, attempt, lessons, start_of
from tabletier.match.match import Match
from tabletier.match.sentences import happenings
from tabletier.server.house import House
from tabletier.server.http.auth import TheHouse, Tongue, pass_gate
from tabletier.server.http.models.lessons import AttemptShown, LessonShown
from tabletier.server.http.models.requests import LessonTried
from tabletier.server.http.responses import Told, shaped
from tabletier.server.limits.rates import LESSONS
from tabletier.server.tables.errors import Refused, refused_as_explained, refused_by_rules

router = APIRouter(tags=["games"])


@router.get("/games/{game}/lessons", responses=shaped(list[LessonShown]))
async def list_lessons(game: str, house: TheHouse) -> Told:
    """The lessons of a game, in the order in which a newcomer should meet them."""
    await wait_for_box(house, game)
    return Told(await asyncio.to_thread(listed, game))


@router.post("/games/{game}/lessons/{number}/try", responses=shaped(AttemptShown))
async def try_lesson(
    game: str, number: int, asked: LessonTried, request: Request, house: TheHouse, language: Tongue
) -> Told:
    """What a learner's moves come to. Nothing is kept: each time all moves are sent."""
    await pass_gate(request, LESSONS)
    await wait_for_box(house, game)
    return Told(await asyncio.to_thread(tried, game, number, asked.moves, language))


async def wait_for_box(house: House, game: str) -> None:
    """Wait until a game's rules are there. Raises Refused for a game that is not."""
    try:
        find(game)
    except GameError as error:
        raise refused_by_rules(error, 404) from error
    await house.boxes.wait_for(game)


@cache
def listed(game: str) -> list[dict[str, Any]]:
    """All lessons of a game."""
    return [lesson_shown(lesson) for lesson in lessons(game)]


def tried(game: str, number: int, moves: list[str], language: Language) -> dict[str, Any]:
    """What moves come to in a lesson. Raises Refused when there is no such lesson."""
    found = lessons(game)
    if not 1 <= number <= len(found):
        raise Refused(
            "lesson/unknown",
            Text("Cette leçon n'existe pas.", "There is no such lesson."),
            status=404,
        )
    return attempt_shown(found[number - 1], attempt(found[number - 1], moves), language)


def lesson_shown(lesson: Lesson) -> dict[str, Any]:
    """A lesson before the first move."""
    match = start_of(lesson)
    return {
        "number": lesson.number,
        "title": lesson.title._asdict(),
        "text": lesson.text._asdict(),
        "rules": lesson.rules,
        "options": lesson.options,
        "teams": match.teams,
        "seat": lesson.seat,
        "moves": len(lesson.steps),
        "position": place_shown(match, lesson.seat),
    }


def place_shown(match: Match, seat: int) -> dict[str, Any]:
    """A position as the learner sees it; only on their own turn is anything asked of them."""
    mine = match.to_move == seat
    return {
        "to_move": match.to_move,
        "view": match.view(seat)["table"],
        "legal": match.legal_moves() if mine else (),
        "ask": match.ask()._asdict() if mine else None,
    }


def attempt_shown(lesson: Lesson, made: Attempt, language: Language) -> dict[str, Any]:
    """How a learner's moves went."""
    refusal = None if made.refusal is None else refused_as_explained(made.refusal)
    return {
        "verdict": made.verdict,
        "met": made.met,
        "text": made.text._asdict(),
        "moves": made.moves,
        "scenes": [scene_shown(match, lesson.seat) for match in made.shown],
        "position": place_shown(made.match, lesson.seat),
        "refusal": None if refusal is None else refusal.told(language),
    }


def scene_shown(match: Match, seat: int) -> dict[str, Any]:
    """What the last move of a match caused, as the learner sees it."""
    deed = next(entry for entry in reversed(match.log) if entry.act == "move")
    return {
        "move": deed.text,
        "seat": deed.by,
        "view": match.view(seat)["table"],
        "events": match.events_for(seat),
        "told": [text._asdict() for text in happenings(match, seat)],
    }
