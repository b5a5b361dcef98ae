"""Not hearing somebody any more, and telling whoever runs the house."""

from fastapi import APIRouter, Request, Response

from tabletier.games.kernel.text import Text
from tabletier.server.house import House
from tabletier.server.http.auth import Player, Someone, TheHouse, TheRoom, find_room, pass_gate
from tabletier.server.http.models.requests import MuteShown, ReportAsked, SayingAsked
from tabletier.server.limits.rates import REPORTS
from tabletier.server.live.hub import now_ms
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.show import audience_of
from tabletier.server.tables.table import Saying, Table
from tabletier.server.tables.talk import spoken
from tabletier.server.users.guests import Person
from tabletier.server.users.reports import around

router = APIRouter(tags=["talk"])


def heard_around(table: Table, person: Person, number: int) -> list[Saying]:
    """What somebody heard around a saying of someone else. Raises Refused."""
    found = around(table, audience_of(table, person.id), number)
    others = [saying for saying in found if saying.said.person not in ("", person.id)]
    if not any(saying.number == number for saying in others):
        raise Refused(
            "talk/unknown",
            Text(
                "Personne d'autre n'a rien dit à cette ligne.",
                "Nobody else said anything on that line.",
            ),
            status=404,
        )
    return found


@router.get("/me/mutes")
async def my_mutes(house: TheHouse, person: Someone) -> list[MuteShown]:
    """Whom you do not hear."""
    return await _listed(house, person)


@router.post("/me/mutes", status_code=201)
async def mute(
    asked: SayingAsked, request: Request, house: TheHouse, person: Player
) -> list[MuteShown]:
    """Do not hear any more who said something, at whatever table, on whatever device."""
    await pass_gate(request, REPORTS, person.id)
    room = await find_room(house, asked.table)
    heard = heard_around(room.table, person, asked.number)
    said = next(saying.said for saying in heard if saying.number == asked.number)
    await house.mutes.add(person.id, said.person, said.name, now_ms())
    await house.muted(person.id)
    return await _listed(house, person)


@router.delete("/me/mutes/{mute_id}", status_code=204)
async def unmute(mute_id: str, house: TheHouse, person: Player) -> Response:
    """Hear somebody again."""
    if not await house.mutes.lift(person.id, mute_id):
        raise Refused(
            "talk/not-muted",
            Text("Vous entendez cette personne.", "You do hear that person."),
            status=404,
        )
    await house.muted(person.id)
    return Response(status_code=204)


@router.post("/tables/{table_id}/reports", status_code=201)
async def report(
    asked: ReportAsked, request: Request, room: TheRoom, house: TheHouse, person: Player
) -> None:
    """Tell whoever runs the house what was said; they are shown what you heard around it."""
    await pass_gate(request, REPORTS, person.id)
    heard = heard_around(room.table, person, asked.number)
    reason = spoken(asked.reason) if asked.reason.strip() else ""
    await house.reports.add(room.table, asked.number, person.id, heard, reason, now_ms())


async def _listed(house: House, person: Person) -> list[MuteShown]:
    return [MuteShown(**mute._asdict()) for mute in await house.mutes.listed(person.id)]
