"""Pictures of positions, for links that people send each other."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from tabletier.games.kernel.text import Language, Text
from tabletier.server.house import House
from tabletier.server.http.auth import TheHouse, TheRoom, Tongue, address_of, pass_gate
from tabletier.server.http.routes.jobs import PICTURE
from tabletier.server.jobs.painter import NotPainted
from tabletier.server.limits import PICTURES
from tabletier.server.live.hub import Room
from tabletier.server.tables.errors import Refused, wrong_time
from tabletier.server.tables.picture import BoardScene, board, card, scene

router = APIRouter(tags=["history"])
PLAIN, WIDE = 800, 1200
"""Pixels: how wide a board is, and a card."""
SVG: dict[int | str, Any] = {200: {"content": {"image/svg+xml": {}}, "description": "A drawing"}}
PNG: dict[int | str, Any] = {200: {"content": {"image/png": {}}, "description": "A picture"}}
Step = Annotated[int | None, Query(alias="ply", ge=0, lt=100_000)]
Look = Annotated[Literal["board", "card"], Query(description="A card has names and result, too.")]


@router.get("/tables/{table_id}/picture.svg", response_class=Response, responses=SVG)
async def picture_svg(
    request: Request,
    room: TheRoom,
    house: TheHouse,
    language: Tongue,
    ply: Step = None,
    look: Look = "board",
) -> Response:
    """A position as a spectator saw it, as SVG: of a match that is over, or at a public table."""
    drawn = await _drawn(request, room, house, language, ply, look)
    return Response(drawn, media_type="image/svg+xml", headers=_headers(room, language))


@router.get("/tables/{table_id}/picture.png", response_class=Response, responses=PNG)
async def picture_png(
    request: Request,
    room: TheRoom,
    house: TheHouse,
    language: Tongue,
    ply: Step = None,
    look: Look = "board",
) -> Response:
    """The same as PNG."""
    drawn = await _drawn(request, room, house, language, ply, look)
    try:
        painted = await house.painter.png(drawn, WIDE if look == "card" else PLAIN)
    except NotPainted as error:
        raise Refused(
            "picture/none",
            Text("L'image n'a pas pu être faite.", "The picture could not be made."),
            status=503,
            retry=5,
        ) from error
    return Response(painted, media_type="image/png", headers=_headers(room, language))


async def _drawn(
    request: Request, room: Room, house: House, language: Language, ply: int | None, look: str
) -> str:
    await pass_gate(request, PICTURES)
    found = _seen(room, ply)
    aside = house.store.aside
    async with aside.turn_of(address_of(request)):
        return await aside.do(card if look == "card" else board, found, language)


def _seen(room: Room, ply: int | None) -> BoardScene:
    """What everybody may see of a table. Raises Refused."""
    table = room.table
    if table.status == "playing" and not table.house.public:
        raise wrong_time(
            "À une table privée, l'image se fait une fois la partie terminée.",
            "At a private table a picture is made once the match is over.",
        )
    found = scene(table, ply)
    if found is None:
        raise wrong_time("La partie n'a pas commencé.", "The match has not begun.")
    return found


def _headers(room: Room, language: Language) -> dict[str, str]:
    lasting = room.table.status == "over"
    return {
        "Content-Security-Policy": PICTURE,
        "Content-Language": language,
        "Cache-Control": "public, max-age=86400" if lasting else "no-cache",
    }
