"""The games on the shelf: what they are, their rule sheets with pictures, and lessons.

The engine itself looks at what a learner tries; the page draws pictures with the board.
"""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, house_keys, keys
from tabletier.games.kernel.shapes import document
from tabletier.games.kernel.text import LANGUAGES, Language, Text
from tabletier.match.drawing import table_of
from tabletier.match.lessons import Attempt, Lesson, attempt, lessons, start_of
from tabletier.match.match import Match
from tabletier.match.options import fill, schema, seat_counts
from tabletier.match.sentences import endings, happenings
from tabletier.match.sheets import EVIDENCE, Figure, drawable, sheet, summary, titles, viewer
from tabletier.search.levels import SKILLS, levels_of, manner_among, ranked
from tabletier.search.ranks import Level, Manner
from tabletier.server.house import House
from tabletier.server.http.auth import TheHouse, Tongue, pass_gate
from tabletier.server.http.models import Open
from tabletier.server.http.models.games import AttemptShown, Catalogue, FigureShown, LessonShown
from tabletier.server.http.models.messages import LessonTried
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.http.static import ASK_EACH_TIME, has_it
from tabletier.server.limits import LESSONS
from tabletier.server.live.broadcast import encode
from tabletier.server.tables.counting import is_uneven
from tabletier.server.tables.errors import Refused, refused_as_explained, refused_by_rules

router = APIRouter(tags=["games"])
log = logging.getLogger(__name__)


def described(game: Game) -> dict[str, Any]:
    """A game as a page shows it; texts in French and English."""
    return {
        "key": game.key,
        "name": game.name._asdict(),
        "goal": game.goal._asdict(),
        "credits": game.credits,
        "version": game.version,
        "players": seat_counts(game),
        "uneven": uneven_counts(game),
        "minutes": game.minutes,
        "options": schema(game),
        "draws": game.draws(fill(game, {})),
        "endings": {key: text._asdict() for key, text in endings(game).items()},
        "rules": [{"id": key, "title": text._asdict()} for key, text in headings(game.key)],
        "reconstruction": game.reconstruction and game.reconstruction._asdict(),
        "levels": levels_shown(levels_of(game)),
        "manners": game.has_manners,
        "evidence": EVIDENCE._asdict() if game.reconstruction else None,
    }


def uneven_counts(game: Game) -> list[int]:
    """For how many players sides are uneven, so that such a match cannot be rated."""
    if not any(option.key == "players" for option in game.options):
        return []
    tables = {count: fill(game, {"players": count}) for count in seat_counts(game)}
    return [count for count, options in tables.items() if is_uneven(game.teams(options))]


def headings(game: str) -> list[tuple[str, Text]]:
    """What each rule of a game is about; none where the sheets are not there."""
    fr, en = (titles(sheet(game, language) or "") for language in LANGUAGES)
    return [(key, Text(title, en[key])) for key, title in fr.items() if key in en]


@cache
def catalogue() -> dict[str, Any]:
    """All games and levels. Reading the rules for the first time takes a moment."""
    games = [game for key in keys() if (game := _shown(key)) is not None]
    return {"games": games, "levels": levels_shown(ranked(len(SKILLS)))}


def levels_shown(levels: Sequence[Level]) -> list[dict[str, Any]]:
    """The levels of a game, and who plays at them."""
    return [
        {
            "level": level.number,
            "name": level.name._asdict(),
            "manner": level.manner._asdict(),
            "people": [
                person_shown(name, manner_among(levels, level.number, name))
                for name in level.people
            ],
        }
        for level in levels
    ]


def person_shown(name: str, manner: Manner | None) -> dict[str, Any]:
    """Somebody of the house, and their manner."""
    if manner is None:
        return {"name": name, "manner": None}
    told = {"name": manner.name._asdict(), "wish": manner.wish._asdict()}
    return {"name": name, "manner": {"key": manner.key, **told}}


def _shown(key: str) -> dict[str, Any] | None:
    """A game on the shelf; None for a guest that cannot say what it is: the others are there."""
    if key in house_keys():
        return described(find(key))
    try:
        return described(find(key))
    except Exception:
        log.exception("the guest %s is left out: it cannot be described", key)
        return None


@cache
def tagged() -> tuple[bytes, str]:
    """The catalogue as it is sent, and its tag: a page of another version asks again."""
    told = encode(catalogue())
    return told, f'"{hashlib.sha256(told).hexdigest()[:16]}"'


@router.get("/games", responses=shaped(Catalogue))
async def shelf(request: Request) -> Response:
    """All games with their options and the levels of their opponents, the weakest first."""
    told, tag = await asyncio.to_thread(tagged)
    headers = {"ETag": tag, "Cache-Control": ASK_EACH_TIME}
    if has_it(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    return Told(told, headers=headers)


@router.get("/games/{game}/rules", response_class=PlainTextResponse)
async def rules(
    game: str,
    language: Tongue,
    lang: Language | None = None,  # noqa: ARG001 - read by Tongue; here it is checked
) -> PlainTextResponse:
    """The rule sheet of a game, in Markdown; every rule begins with its id."""
    try:
        found = find(game)
        text = sheet(found.key, language) or summary(found, language)
    except GameError as error:
        raise refused_by_rules(error, 404) from error
    headers = {"Content-Language": language}
    return PlainTextResponse(text, media_type="text/markdown", headers=headers)


@router.get("/games/{game}/schema", responses=shaped(Open))
async def get_schema(game: str) -> Told:
    """A JSON schema of the positions, views and events of a game, by name in `$defs`."""
    try:
        return Told(document(find(game)))
    except GameError as error:
        raise refused_by_rules(error, 404) from error


@router.get("/games/{game}/lessons", responses=shaped(list[LessonShown]))
async def list_lessons(game: str, house: TheHouse) -> Told:
    """The lessons of a game, in the order in which a newcomer should meet them."""
    await wait_for_box(house, game)
    return Told(await asyncio.to_thread(listed_lessons, game))


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
def listed_lessons(game: str) -> list[dict[str, Any]]:
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
        "view": table_of(match, seat),
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
        "view": table_of(match, seat),
        "events": match.events_for(seat),
        "told": [text._asdict() for text in happenings(match, seat)],
    }


@router.get("/games/{game}/pictures", responses=shaped(list[FigureShown]))
async def list_figures(game: str, house: TheHouse) -> Told:
    """The pictures of a game's rule sheet, by the names that the sheet calls them."""
    await wait_for_box(house, game)
    return Told(await asyncio.to_thread(listed_figures, game))


@cache
def listed_figures(game: str) -> list[dict[str, Any]]:
    """All pictures of a game."""
    return [figure_shown(figure, shown) for figure, shown in drawable(game)]


def figure_shown(figure: Figure, shown: tuple[Match, ...]) -> dict[str, Any]:
    """A picture with all that its board needs."""
    seat = viewer(figure, shown)
    moves = figure.block.moves
    return {
        "name": figure.name,
        "options": shown[0].options,
        "teams": shown[0].teams,
        "seat": seat,
        "lit": figure.block.lit,
        "frames": [
            frame_shown(match, seat, made, proposed)
            for match, made, proposed in zip(shown, (None, *moves), (*moves, None), strict=True)
        ],
    }


def frame_shown(
    match: Match, seat: int | None, made: str | None, proposed: str | None
) -> dict[str, Any]:
    """A position of a picture, the move that led there and the one that will be made."""
    return {
        "to_move": match.to_move,
        "view": table_of(match, seat),
        "move": made,
        "events": [] if made is None else match.events_for(seat),
        "proposed": proposed,
    }
