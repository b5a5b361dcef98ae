"""What others show where somebody sends them a link to a match: Open Graph, in the page's head.

A match that is over is told with its names and result, and so is one at a public table; of any
other table only which game is played there.
"""

import json
from html import escape

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Language, Text
from tabletier.match.sentences import ending
from tabletier.server.db.history import PlayedMatch
from tabletier.server.house import House
from tabletier.server.http.auth import language_of

ROOMS = ("replay", "table")
"""Where a match or a table is shown, by the first part of the address."""
LONGEST = 32
INVITED = Text("Une table de {game} vous attend.", "A table of {game} is waiting for you.")
GOES_ON = Text("La partie est en cours.", "The match is under way.")
OPEN = Text("Prenez place, sans compte.", "Take a seat, no account needed.")


async def preview_tags(request: Request) -> str:
    """The tags for an address, empty where there is nothing to tell."""
    first, table_id, *_ = [*request.url.path.strip("/").split("/"), ""]
    if first not in ROOMS or not 0 < len(table_id) <= LONGEST:
        return ""
    house: House = request.app.state.house
    language = language_of(request)
    try:
        played = await house.history.at(table_id)
        if played is not None:
            return _tags(request, *_of_match(played, language), _picture(request, table_id))
        return await _of_table(request, house, table_id, language)
    except (SQLAlchemyError, OSError, GameError):
        return ""  # the page says itself what is wrong


def _of_match(played: PlayedMatch, language: Language) -> tuple[str, str]:
    """Title and words of a match that is over."""
    names = [seat["name"] or seat["opponent"] for seat in played.seats]
    won = [seat["seat"] for seat in played.seats if seat["outcome"] == "won"]
    game = played.match["game"]
    title = f"{find(game).name.say(language)}: {' – '.join(names)}"
    return title, ending(game, won, played.match["reason"], names).say(language)


async def _of_table(request: Request, house: House, table_id: str, language: Language) -> str:
    """A table where nothing is over yet."""
    filed = await house.store.filed(table_id)
    if filed is None:
        return ""
    game = find(filed.game).name.say(language)
    if filed.status == "open":
        return _tags(request, INVITED.say(language).format(game=game), OPEN.say(language), "")
    if not filed.public:
        return _tags(request, game, GOES_ON.say(language), "")
    players = json.loads(filed.summary)["players"]
    names = " – ".join(player["name"] or player.get("opponent", "") for player in players)
    return _tags(request, f"{game}: {names}", GOES_ON.say(language), _picture(request, table_id))


def _picture(request: Request, table_id: str) -> str:
    step = request.query_params.get("step", "")
    ply = f"&ply={int(step)}" if step.isascii() and step.isdigit() and len(step) < 6 else ""
    lang = language_of(request)
    base = f"{request.url.scheme}://{request.url.netloc}"
    return f"{base}/api/v1/tables/{table_id}/picture.png?look=card&lang={lang}{ply}"


def _tags(request: Request, title: str, words: str, picture: str) -> str:
    told = {
        "og:type": "website",
        "og:site_name": "Tabletier",
        "og:title": title,
        "og:description": words,
        "og:url": str(request.url),
    }
    if picture:
        told |= {"og:image": picture, "og:image:width": "1200", "og:image:height": "630"}
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items()]
    card = "summary_large_image" if picture else "summary"
    tags.append(f'<meta name="twitter:card" content="{card}" />')
    return "\n".join(tags) + "\n"
