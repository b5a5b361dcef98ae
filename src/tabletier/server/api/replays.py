"""Looking back at a match, and asking why a move would not do."""

import asyncio

from fastapi import APIRouter, Request

from tabletier.server.api.answering import Told, shaped
from tabletier.server.api.doors import Player, TheHouse, TheRoom, Tongue, Visitor, pass_gate
from tabletier.server.api.models import MoveAsked
from tabletier.server.api.shapes.messages import Refusal
from tabletier.server.api.shapes.shelf import ReplayShown
from tabletier.server.guard.rates import REPLAYS
from tabletier.server.tables.decision import playing
from tabletier.server.tables.refused import not_seated, not_your_turn, refused_as_explained
from tabletier.server.tables.replaying import film, replayed
from tabletier.server.tables.showing import audience_of

router = APIRouter(tags=["tables"])


@router.get("/tables/{table_id}/replay", responses=shaped(ReplayShown))
async def replay(request: Request, room: TheRoom, house: TheHouse, visitor: Visitor) -> Told:
    """Every step that stands, from the set-up on, each as you could see it at its time."""
    await pass_gate(request, REPLAYS)
    log = await house.store.lines_after(room.table.id, 0)
    table = room.table
    audience = audience_of(table, None if visitor is None else visitor.id)
    shot = film(table, audience, log[: table.number])
    async with house.reading:
        return Told(await asyncio.to_thread(replayed, shot))


@router.post("/tables/{table_id}/explain", responses=shaped(Refusal | None))
async def explain(asked: MoveAsked, room: TheRoom, person: Player, language: Tongue) -> Told:
    """Why a move would be refused, null if it would not; nothing is played. On your turn."""
    table = room.table
    match, mine = playing(table), table.seats_of(person.id)
    if table.to_move not in mine:
        raise not_your_turn() if mine else not_seated()
    refusal = match.explain(asked.move)
    return Told(None if refusal is None else refused_as_explained(refusal).told(language))
