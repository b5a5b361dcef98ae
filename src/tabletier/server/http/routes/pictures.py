"""The pictures of rule sheets over HTTP: what the page draws with the board that is played on."""

import asyncio
from functools import cache
from typing import Any

from fastapi import APIRouter

from tabletier.match.figures import Figure, drawable, viewer
from tabletier.match.match import Match
from tabletier.server.http.auth import TheHouse
from tabletier.server.http.models.lessons import FigureShown
from tabletier.server.http.responses import Told, shaped
from tabletier.server.http.routes.lessons import wait_for_box

router = APIRouter(tags=["games"])


@router.get("/games/{game}/pictures", responses=shaped(list[FigureShown]))
async def list_figures(game: str, house: TheHouse) -> Told:
    """The pictures of a game's rule sheet, by the names that the sheet calls them."""
    await wait_for_box(house, game)
    return Told(await asyncio.to_thread(listed, game))


@cache
def listed(game: str) -> list[dict[str, Any]]:
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
        "view": match.view(seat)["table"],
        "move": made,
        "events": [] if made is None else match.events_for(seat),
        "proposed": proposed,
    }
