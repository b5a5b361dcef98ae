"""Looking back at a match, and asking what a move would cause or why it would not do."""

from fastapi import APIRouter, Request

from tabletier.games.kernel.errors import GameError
from tabletier.match.history import foreseen
from tabletier.match.match import Match
from tabletier.server.http.auth import (
    Player,
    TheHouse,
    TheRoom,
    Tongue,
    Visitor,
    address_of,
    pass_gate,
)
from tabletier.server.http.models.games import DeedsShown, PreviewShown, ReplayShown
from tabletier.server.http.models.messages import Refusal
from tabletier.server.http.models.requests import MoveAsked, MovesAsked
from tabletier.server.http.responses import Told, in_slices, shaped
from tabletier.server.limits.rates import PREVIEWS, REPLAYS
from tabletier.server.tables.decision import playing
from tabletier.server.tables.errors import (
    not_seated,
    not_your_turn,
    refused_as_explained,
    refused_by_rules,
)
from tabletier.server.tables.replay import Film, deeds, film, replayed
from tabletier.server.tables.show import audience_of
from tabletier.server.tables.table import Table
from tabletier.server.users.guests import Person

router = APIRouter(tags=["tables"])


@router.get("/tables/{table_id}/replay", responses=shaped(ReplayShown))
async def replay(request: Request, room: TheRoom, house: TheHouse, visitor: Visitor) -> Told:
    """Every step that stands, from the set-up on, each as you could see it at its time."""
    await pass_gate(request, REPLAYS)
    table, aside = room.table, house.store.aside
    async with aside.turn_of(address_of(request)):
        log = await house.store.lines_after(table.id, 0)
        audience = audience_of(table, None if visitor is None else visitor.id)
        shot = film(table, audience, log[: table.number])
        return Told(await aside.do(_encoded, shot))


def _encoded(shot: Film) -> bytes:
    return in_slices(replayed(shot), "steps")


@router.get("/tables/{table_id}/deeds", responses=shaped(DeedsShown))
async def made(request: Request, room: TheRoom, house: TheHouse, visitor: Visitor) -> Told:
    """Every move that stands, who made it and what it caused, each as you could see it."""
    await pass_gate(request, REPLAYS)
    table, aside = room.table, house.store.aside
    async with aside.turn_of(address_of(request)):
        shot = film(table, audience_of(table, None if visitor is None else visitor.id), ())
        return Told(await aside.do(_listed, shot))


def _listed(shot: Film) -> bytes:
    return in_slices(deeds(shot), "deeds")


@router.post("/tables/{table_id}/explain", responses=shaped(Refusal | None))
async def explain(asked: MoveAsked, room: TheRoom, person: Player, language: Tongue) -> Told:
    """Why a move would be refused, null if it would not; nothing is played. On your turn."""
    refusal = _to_be_moved(room.table, person).explain(asked.move)
    return Told(None if refusal is None else refused_as_explained(refusal).told(language))


@router.post("/tables/{table_id}/preview", responses=shaped(PreviewShown))
async def preview(request: Request, asked: MovesAsked, room: TheRoom, person: Player) -> Told:
    """What legal moves would cause, as far as you can be sure; nothing is played. On your turn."""
    await pass_gate(request, PREVIEWS, person.id)
    table = room.table
    match = _to_be_moved(table, person)
    try:
        caused = foreseen(match, asked.moves)
    except GameError as error:
        raise refused_by_rules(error) from None
    return Told({"plies": table.plies, "caused": caused})


def _to_be_moved(table: Table, person: Person) -> Match:
    """The match of a table where somebody is to move. Raises Refused."""
    match, mine = playing(table), table.seats_of(person.id)
    if table.to_move not in mine:
        raise not_your_turn() if mine else not_seated()
    return match
