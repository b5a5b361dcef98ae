"""Hints and analyses, asked for and then asked about; records that people bring along."""

import asyncio
import json
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from tabletier.games.kernel.errors import BadRecord, GameError, SeedHidden
from tabletier.games.kernel.registry import keys
from tabletier.games.kernel.text import Text
from tabletier.match.history import history
from tabletier.match.match import Match
from tabletier.match.record import names_in, verify
from tabletier.search.hints import of_another
from tabletier.server.house import House
from tabletier.server.http.auth import Player, Someone, TheHouse, TheRoom, Tongue, pass_gate
from tabletier.server.http.models.games import RecordShown
from tabletier.server.http.models.jobs import JobShown
from tabletier.server.http.openapi import Told, in_slices, shaped
from tabletier.server.jobs.ledger import Job
from tabletier.server.limits import JOBS, RECORDS, STUDIES
from tabletier.server.tables.errors import Refused, refused_by_rules, wrong_time
from tabletier.server.tables.replay import deed_of, step, text_of
from tabletier.server.users.guests import Person

router = APIRouter(tags=["jobs"])
PICTURE = "default-src 'none'; style-src 'unsafe-inline'"
"""What a picture may do: look as it was drawn."""


def shown(job: Job, status: int = 200) -> Told:
    """A job as whoever asks for it sees it."""
    result = None if job.result is None else json.loads(job.result)
    if result is not None and job.kind == "analysis":
        result = addressed(result["analysis"])
    told = {key: getattr(job, key) for key in ("id", "kind", "status", "done", "total")}
    return Told({**told, "table": job.table_id, "result": result}, status)


def addressed(analysis: dict[str, Any]) -> dict[str, Any]:
    """An analysis with all that it says to whoever moved also said of them; older ones have not."""
    for move in analysis["moves"]:
        why = move["why"]
        move["why_of_another"] = None if why is None else of_another(Text(**why))._asdict()
    return analysis


@router.post("/tables/{table_id}/hint", status_code=202, responses=shaped(JobShown, 202))
async def ask_for_a_hint(request: Request, room: TheRoom, house: TheHouse, person: Player) -> Told:
    """A good move with a reason, from what your seat knows; when it is your turn."""
    await pass_gate(request, JOBS, person.id)
    return shown(await house.jobs.hint(room.table, person.id), 202)


@router.post("/tables/{table_id}/analysis", status_code=202, responses=shaped(JobShown, 202))
async def ask_for_an_analysis(
    request: Request, room: TheRoom, house: TheHouse, person: Player
) -> Told:
    """A match that is over, looked at again; the second time the answer is there at once."""
    await pass_gate(request, JOBS, person.id)
    return shown(await house.jobs.analysis(room.table, person.id), 202)


@router.get("/tables/{table_id}/analysis", responses=shaped(JobShown | None))
async def kept_analysis(room: TheRoom, house: TheHouse) -> Told:
    """The analysis that is kept with a match, for everybody who may see it; null: there is none."""
    kept = await house.jobs.kept(room.table)
    return Told(None) if kept is None else shown(kept)


@router.get("/jobs/{job_id}", responses=shaped(JobShown))
async def look_at_a_job(
    job_id: str,
    house: TheHouse,
    person: Someone,
    wait: Annotated[float, Query(ge=0, le=25)] = 0,
) -> Told:
    """How far a job is, waiting some seconds for its end; what nobody asks about is given up."""
    return shown(await found(house, person, job_id, wait))


@router.get("/jobs/{job_id}/ribbon", response_class=Response)
async def ribbon(job_id: str, house: TheHouse, person: Someone, language: Tongue) -> Response:
    """The picture of an analysis, as SVG."""
    job = await found(house, person, job_id)
    if job.kind != "analysis" or job.result is None:
        raise wrong_time("Il n'y a pas (encore) d'image.", "There is no picture (yet).")
    picture = json.loads(job.result)["ribbon"][language]
    headers = {"Content-Security-Policy": PICTURE, "Content-Language": language}
    return Response(picture, media_type="image/svg+xml", headers=headers)


@router.delete("/jobs/{job_id}", status_code=204)
async def give_up(job_id: str, house: TheHouse, person: Player) -> Response:
    """A job that you asked for is not wanted any more."""
    job = await found(house, person, job_id)
    if job.person != person.id:
        raise _unknown()
    await house.jobs.cancel(job_id)
    return Response(status_code=204)


async def found(house: House, person: Person, job_id: str, wait: float = 0) -> Job:
    """A job that a person may know of: an analysis, or their own. Raises Refused."""
    job = await house.jobs.ledger.find(job_id) if len(job_id) <= 32 else None
    if job is None or (job.kind != "analysis" and job.person != person.id):
        raise _unknown()
    return await house.jobs.look(job_id, wait) or job


def _unknown() -> Refused:
    return Refused(
        "job/unknown",
        Text("Ce travail n'existe pas (ou plus).", "There is no such job (any more)."),
        status=404,
    )


records = APIRouter(tags=["games"])
PLAIN_TEXT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "text/plain": {"schema": {"type": "string"}},
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}


class Brought(NamedTuple):
    """The match of a record, whether its draws come from its seed, and who played."""

    match: Match
    deal_verified: bool
    names: tuple[str, ...]


@records.post("/records", openapi_extra=PLAIN_TEXT, responses=shaped(RecordShown))
async def open_record(request: Request, house: TheHouse) -> Told:
    """Check a record and replay it as a spectator would have seen it."""
    await pass_gate(request, RECORDS)
    brought = await read(request, house)
    async with house.reading:
        return Told(await asyncio.to_thread(_encoded, brought))


@records.post(
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
    return shown(await house.jobs.study(brought.match, person.id), 202)


async def read(request: Request, house: House) -> Brought:
    """The match of a record, checked. Raises Refused."""
    body = await request.body()
    for game in keys():
        with suppress(Refused):  # whoever brings a record of that game is told
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
        "set_up": match.start is not None,
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
