"""The games on the shelf: what they are, and their rule sheets."""

import asyncio
import hashlib
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import LANGUAGES, Text
from tabletier.match.options import fill, schema, seat_counts
from tabletier.match.sentences import endings
from tabletier.match.sheets import EVIDENCE, sheet, titles
from tabletier.search.levels import LEVELS
from tabletier.server.http.auth import Tongue
from tabletier.server.http.models.games import Catalogue
from tabletier.server.http.responses import Told, shaped
from tabletier.server.http.static import ASK_EACH_TIME, has_it
from tabletier.server.live.broadcast import encode
from tabletier.server.tables.errors import refused_by_rules

router = APIRouter(tags=["games"])


def described(game: Game) -> dict[str, Any]:
    """A game as a page shows it; texts in French and English."""
    return {
        "key": game.key,
        "name": game.name._asdict(),
        "goal": game.goal._asdict(),
        "credits": game.credits,
        "version": game.version,
        "players": seat_counts(game),
        "minutes": game.minutes,
        "options": schema(game),
        "draws": game.draws(fill(game, {})),
        "endings": {key: text._asdict() for key, text in endings(game).items()},
        "rules": [{"id": key, "title": text._asdict()} for key, text in headings(game.key)],
        "reconstruction": game.reconstruction and game.reconstruction._asdict(),
        "evidence": EVIDENCE._asdict() if game.reconstruction else None,
    }


def headings(game: str) -> list[tuple[str, Text]]:
    """What each rule of a game is about; none where the sheets are not there."""
    fr, en = (titles(sheet(game, language) or "") for language in LANGUAGES)
    return [(key, Text(title, en[key])) for key, title in fr.items() if key in en]


@cache
def catalogue() -> dict[str, Any]:
    """All games and levels. Reading the rules for the first time takes a moment."""
    levels = [
        {"level": level.number, "name": level.name._asdict(), "manner": level.manner._asdict()}
        for level in LEVELS
    ]
    return {"games": [described(find(key)) for key in keys()], "levels": levels}


@cache
def tagged() -> tuple[bytes, str]:
    """The catalogue as it is sent, and its tag: a page of another version asks again."""
    told = encode(catalogue())
    return told, f'"{hashlib.sha256(told).hexdigest()[:16]}"'


@router.get("/games", responses=shaped(Catalogue))
async def shelf(request: Request) -> Response:
    """All games with their options, and the levels of the opponents, the weakest first."""
    told, tag = await asyncio.to_thread(tagged)
    headers = {"ETag": tag, "Cache-Control": ASK_EACH_TIME}
    if has_it(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    return Told(told, headers=headers)


@router.get("/games/{game}/rules", response_class=PlainTextResponse)
async def rules(game: str, language: Tongue) -> PlainTextResponse:
    """The rule sheet of a game, in Markdown; every rule begins with its id."""
    try:
        text = sheet(find(game).key, language)
    except GameError as error:
        raise refused_by_rules(error, 404) from error
    headers = {"Content-Language": language}
    return PlainTextResponse(text or "", media_type="text/markdown", headers=headers)
