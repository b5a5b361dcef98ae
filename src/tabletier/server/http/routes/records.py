"""Records that people bring along: checked and replayed, or analysed."""

import asyncio
from typing import Any, NamedTuple

from fastapi import APIRouter, Request

from tabletier.games.kernel.errors import BadRecord, GameError, SeedHidden
from tabletier.games.kernel.registry import keys
from tabletier.games.kernel.text import Text
from tabletier.match.history import history
from tabletier.match.match import Match
from tabletier.match.record import names_in, verify
from tabletier.server.house import House
from tabletier.server.http.auth import Player, TheHouse, pass_gate
from tabletier.server.http.models.games import RecordShown
from tabletier.server.http.models.jobs import JobShown
from tabletier.server.http.responses import Told, in_slices, shaped
from tabletier.server.http.routes.jobs import shown
from tabletier.server.limits.rates import RECORDS, STUDIES
from tabletier.server.tables.errors import refused_by_rules
from tabletier.server.tables.replay import deed_of, step, text_of

router = APIRouter(tags=["games"])
PLAIN_TEXT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}


class Brought(NamedTuple):
    """The match of a record, whether its draws come from its seed, and who played."""

    match: Match
    deal_verified: bool
    names: tuple[str, ...]


@router.post("/records", openapi_extra=PLAIN_TEXT, responses=shaped(RecordShown))
async def open_record(request: Request, house: TheHouse) -> Told:
    """Check a record and replay it as a spectator would have seen it."""
    await pass_gate(request, RECORDS)
    brought = await read(request, house)
    async with house.reading:
        return Told(await asyncio.to_thread(_encoded, brought))


@router.post(
    "/records/analysis",
    status_code=202,
    openapi_extra=PLAIN_TEXT,
    responses=shaped(JobShown, 202),
)
async def ask_for_the_analysis_of_a_record(
    request: Request, house: TheHouse, person: Player
) -> Told:
    """A record of a match that is over, looked at again; one at a time for each person."""
    await pass_gate(request, STUDIES, person.id)
    brought = await read(request, house)
    return shown(await house.desk.study(brought.match, person.id), 202)


async def read(request: Request, house: House) -> Brought:
    """The match of a record, checked. Raises Refused."""
    body = await request.body()
    for game in keys():
        await house.boxes.wait_for(game)
    try:
        async with house.reading:
            return await asyncio.to_thread(opened, body)
    except GameError as error:
        raise refused_by_rules(error) from error


def opened(body: bytes) -> Brought:
    """The match of a record, checked. Raises BadRecord."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(
            Text("Un procès-verbal est un texte en UTF-8.", "A record is a text in UTF-8.")
        ) from error
    match, deal_verified = verify(text)
    return Brought(match, deal_verified, names_in(text))


def _encoded(brought: Brought) -> bytes:
    return in_slices(replayed(brought), "steps")


def replayed(brought: Brought) -> dict[str, Any]:
    """What a record tells."""
    match, deal_verified, names = brought
    result = match.result
    return {
        "game": match.game,
        "options": match.options,
        "teams": match.teams,
        "names": names,
        "commitment": match.commitment,
        "seed": match.seed,
        "deal_verified": deal_verified,
        "result": None if result is None else result._asdict(),
        "steps": steps_of(match),
    }


def steps_of(match: Match) -> list[dict[str, Any]]:
    """Every step as a spectator saw it; while the seed is secret, only the last."""
    try:
        matches = history(match)
    except SeedHidden:
        return [step(match, None, None, None)]
    deeds = [deed_of(matches, number) for number in range(len(matches))]
    return [
        step(match, deed, None, text_of(deed)) for match, deed in zip(matches, deeds, strict=True)
    ]
