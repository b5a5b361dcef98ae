"""Days to think: a calendar of one's moves, and lines that one explores before planning them."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.server.db.lobby import Filed, Filters, listed
from tabletier.server.http.auth import Owner, Player, TheHouse, TheRoom, pass_gate, preferred
from tabletier.server.http.models.clocks import CalendarShown, ExploredShown
from tabletier.server.http.models.messages import LineAsked
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.http.routes.lobby import known_games
from tabletier.server.limits import PREVIEWS
from tabletier.server.tables.calendar import DueMove, calendar
from tabletier.server.tables.days import check_planner
from tabletier.server.tables.decision import Actor
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.replay import explored
from tabletier.server.users.calendars import LONGEST_ADDRESS

router = APIRouter(tags=["days"])
MOST = 200
"""Moves in a calendar."""
PRIVATE = {"Cache-Control": "private, no-cache"}


@router.get("/me/calendar", responses=shaped(CalendarShown))
async def my_calendar(house: TheHouse, person: Owner) -> Told:
    """Where calendar programs read by when your moves are due; whoever knows it may."""
    return Told({"address": _address(await house.calendars.address(person.id))})


@router.post("/me/calendar", status_code=201, responses=shaped(CalendarShown, 201))
async def renew_calendar(house: TheHouse, person: Owner) -> Told:
    """Another address for your calendar; the one before is void."""
    return Told({"address": _address(await house.calendars.renew(person.id))}, 201)


def _address(secret: str) -> str:
    return f"/api/v1/calendar/{secret}.ics"


@router.get("/calendar/{secret}.ics", response_class=Response)
async def read_calendar(
    secret: Annotated[str, Path(max_length=LONGEST_ADDRESS)], request: Request, house: TheHouse
) -> Response:
    """The times by which somebody's moves are due, for calendar programs (RFC 5545)."""
    person_id = await house.calendars.person(secret)
    person = None if person_id is None else await house.register.find(person_id)
    if person is None:
        raise Refused(
            "calendar/unknown",
            Text(
                "Il n'y a pas (ou plus) d'agenda à cette adresse.",
                "There is no calendar at this address (any more).",
            ),
            status=404,
        )
    wanted = Filters(known=known_games(), turn_of=person.id)
    entries = await house.store.tables_of(person.id, wanted, MOST)
    found = [_due(entry, person.id) for entry in entries]
    text = calendar(found, str(request.base_url).rstrip("/"), preferred(person.language))
    return Response(text, media_type="text/calendar; charset=utf-8", headers=PRIVATE)


def _due(entry: Filed, person: str) -> DueMove:
    others = [
        player["name"] or player["opponent"]
        for player, sitter in zip(listed(entry)["players"], entry.seated, strict=False)
        if sitter != person
    ]
    names = tuple(name for name in others if name)
    return DueMove(entry.id, find(entry.game).name, names, entry.due or 0, entry.touched)


@router.post("/tables/{table_id}/explore", responses=shaped(ExploredShown))
async def explore(
    asked: LineAsked, request: Request, room: TheRoom, house: TheHouse, person: Player
) -> Told:
    """What would stand after some moves, where answers may be planned; nothing is played."""
    await pass_gate(request, PREVIEWS, person.id)
    table = room.table
    match = check_planner(table, Actor(person.id, person.name))
    shown = await house.store.aside.do(explored, match, table.rules.own_board, asked.moves)
    return Told({"plies": table.plies, **shown})
