"""What was played: one's own matches and those of others, as far as they let it be seen."""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Text
from tabletier.search.analysis.report import Account
from tabletier.server.db.history import MatchFilters, Outcome, PlayedMatch, Scope
from tabletier.server.db.results import folded
from tabletier.server.house import House
from tabletier.server.http.auth import Someone, TheHouse, TheRoom, Visitor, pass_gate
from tabletier.server.http.models.history import MatchPlayed, Profile, Sitter
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.http.queries import FILTERED
from tabletier.server.http.routes.lobby import MOST_WORDS, games_called
from tabletier.server.limits import EXPORTS, PROFILES
from tabletier.server.live.broadcast import encode
from tabletier.server.ratings.model import Rating
from tabletier.server.tables.errors import Refused
from tabletier.server.users.guests import Person

router = APIRouter(tags=["history"])
Limit = Annotated[int, Query(ge=1, le=200)]
SLICE = 200
"""Matches of an export that are looked up at a time."""
COLUMNS = (
    "id",
    "ended",
    "game",
    "players",
    "outcome",
    "reason",
    "moves",
    "rated",
    "change",
    "others",
)


def wanted_of(
    game: Annotated[str | None, Query(max_length=40)] = None,
    outcome: Outcome | None = None,
    players: Annotated[int | None, Query(ge=1, le=8)] = None,
    house: bool | None = None,
    search: Annotated[str, Query(max_length=80)] = "",
    before: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    last: Annotated[str | None, Query(max_length=32)] = None,
) -> MatchFilters:
    """Which matches are wanted: `house`, with or without it; `before` and `last`: the next page."""
    words = tuple((word, games_called(word)) for word in folded(search).split()[:MOST_WORDS])
    return MatchFilters(game, outcome, players, house, words, before, last)


Filtered = Annotated[MatchFilters, Depends(wanted_of)]
Against = Annotated[str | None, Query(max_length=16, description="Only with this person.")]


def match_shown(played: PlayedMatch, person: str | None, itself: bool = True) -> dict[str, Any]:
    """A match as a list tells it, from a person's side; to `itself`, also how it was rated."""
    own = [seat for seat in played.seats if person is not None and seat["person"] == person]
    outcome = None if not own else "mixed" if own[0]["mixed"] else own[0]["outcome"]
    seats = [_seat_shown(seat, person) for seat in played.seats]
    change = _change(own[0]) if own and itself else None
    return {**played.match, "outcome": outcome, "change": change, "seats": seats}


def _change(seat: dict[str, Any]) -> int | None:
    """By how much a match changed what somebody is rated."""
    before, after = seat["mu_before"], seat["mu"]
    return None if before is None else round(after) - round(before)


TOLD = ("name", "house", "opponent", "level", "team", "outcome", "stand_in", "left")


def _seat_shown(seat: dict[str, Any], person: str | None) -> dict[str, Any]:
    told = {name: seat[name] for name in TOLD}
    hidden = seat["shows"] in (None, "nothing")
    yours = person is not None and seat["person"] == person
    return {**told, "handle": None if hidden else seat["handle"], "yours": yours}


@router.get("/me/games", dependencies=FILTERED, responses=shaped(list[MatchPlayed]))
async def my_games(
    house: TheHouse,
    person: Someone,
    wanted: Filtered,
    against: Against = None,
    limit: Limit = 50,
) -> Told:
    """Your matches that are over, the latest first; those under way are among `/me/tables`."""
    if against is not None:
        wanted = wanted._replace(against=(await _somebody(house, against)).id)
    found = await house.history.of(person.id, wanted, limit)
    return Told([match_shown(played, person.id) for played in found])


@router.get("/me/games/export", dependencies=FILTERED, response_class=StreamingResponse)
async def export_games(
    request: Request,
    house: TheHouse,
    person: Someone,
    wanted: Filtered,
    form: Annotated[Literal["records", "csv"], Query(alias="as")] = "records",
) -> StreamingResponse:
    """Your matches as a file: a JSON object a line, each with its record, or a table as CSV."""
    await pass_gate(request, EXPORTS, f"games {person.id}")
    told, kind, ending = FORMS[form]
    headers = {"Content-Disposition": f'attachment; filename="tabletier.{ending}"'}
    lines = told(house, person.id, wanted)
    return StreamingResponse(lines, media_type=kind, headers=headers)


async def _all(house: House, person: str, wanted: MatchFilters) -> AsyncIterator[dict[str, Any]]:
    """All matches of a person, some at a time."""
    while True:
        found = await house.history.of(person, wanted, SLICE)
        for played in found:
            yield match_shown(played, person)
        if len(found) < SLICE:
            return
        final = found[-1].match
        wanted = wanted._replace(before=final["ended"], last=final["id"])


async def _as_csv(house: House, person: str, wanted: MatchFilters) -> AsyncIterator[bytes]:
    yield _row(COLUMNS)
    async for match in _all(house, person, wanted):
        others = [seat["name"] or seat["opponent"] for seat in match["seats"] if not seat["yours"]]
        ended = datetime.fromtimestamp(match["ended"] / 1000, UTC).isoformat(timespec="seconds")
        values = {**match, "ended": ended, "others": "; ".join(others)}
        yield _row(_harmless(values[column]) for column in COLUMNS)


def _row(values: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode()


def _harmless(value: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value


async def _as_records(house: House, person: str, wanted: MatchFilters) -> AsyncIterator[bytes]:
    async for match in _all(house, person, wanted):
        yield encode({**match, "record": await _record(house, match["id"])}) + b"\n"


async def _record(house: House, table_id: str) -> str | None:
    """The record of a match that is over, None where its game is not here any more."""
    try:
        game = await house.hub.game_of(table_id)
        if game is not None:
            await house.boxes.wait_for(game)
        table = await house.store.load(table_id)
        if table is None or table.match is None:
            return None
        names = [seat.name or seat.opponent for seat in table.seats]
        return await house.store.aside.do(partial(table.match.record, names=names))
    except (GameError, Refused):
        return None


FORMS: dict[str, tuple[Callable[[House, str, MatchFilters], AsyncIterator[bytes]], str, str]] = {
    "records": (_as_records, "application/x-ndjson", "jsonl"),
    "csv": (_as_csv, "text/csv; charset=utf-8", "csv"),
}
"""How matches are taken away: what writes them, as what, and how the file's name ends."""


@router.get("/me/profile", responses=shaped(Profile))
async def my_profile(request: Request, house: TheHouse, person: Someone) -> Told:
    """All that your matches add up to, and what of it others see."""
    await pass_gate(request, PROFILES)
    return Told(await _profile(house, person, person))


@router.get("/people/{handle}", responses=shaped(Profile))
async def look_at_a_person(
    request: Request, handle: str, house: TheHouse, visitor: Visitor
) -> Told:
    """What somebody's matches add up to, as far as they let it be seen."""
    await pass_gate(request, PROFILES)
    return Told(await _profile(house, await _shown_by(house, handle, visitor), visitor))


@router.get("/people/{handle}/games", dependencies=FILTERED, responses=shaped(list[MatchPlayed]))
async def games_of_a_person(
    handle: str, house: TheHouse, visitor: Visitor, wanted: Filtered, limit: Limit = 50
) -> Told:
    """Somebody's matches that are over, the latest first, as far as they let them be seen."""
    person = await _shown_by(house, handle, visitor)
    itself = visitor is not None and visitor.id == person.id
    everything = person.shows == "all" or itself
    found = await house.history.of(person.id, wanted._replace(public=not everything), limit)
    return Told([match_shown(played, person.id, itself) for played in found])


@router.get("/tables/{table_id}/result", responses=shaped(MatchPlayed | None))
async def result(table_id: str, house: TheHouse, visitor: Visitor) -> Told:
    """What came of the match of a table, and who played it; null while it goes on."""
    played = await house.history.at(table_id) if len(table_id) <= 32 else None
    if played is None and await house.hub.game_of(table_id[:33]) is None:
        raise Refused(
            "table/unknown",
            Text("Cette table n'existe pas (ou plus).", "There is no such table (any more)."),
            status=404,
        )
    mine = None if visitor is None else visitor.id
    return Told(None if played is None else match_shown(played, mine))


@router.get("/tables/{table_id}/people", responses=shaped(list[Sitter]))
async def sitters(room: TheRoom, house: TheHouse) -> Told:
    """Who sits at a table, as far as they let more be told of them."""
    persons = [seat.person for seat in room.table.seats]
    handles = await house.register.handles({person for person in persons if person is not None})
    found = [handles.get(person or "") for person in persons]
    return Told([{"seat": seat, "handle": handle} for seat, handle in enumerate(found)])


async def _somebody(house: House, handle: str) -> Person:
    found = await house.register.called(handle)
    if found is None:
        raise Refused(
            "person/none",
            Text("Il n'y a personne à cette adresse.", "There is nobody at this address."),
            status=404,
        )
    return found


async def _shown_by(house: House, handle: str, visitor: Person | None) -> Person:
    """A person who lets something be seen. Raises Refused, the same whether there is one."""
    found = await house.register.called(handle)
    itself = found is not None and visitor is not None and visitor.id == found.id
    if found is None or (found.shows == "nothing" and not itself):
        return await _somebody(house, "")
    return found


async def _profile(house: House, person: Person, visitor: Person | None) -> dict[str, Any]:
    itself = visitor is not None and visitor.id == person.id
    scope: Scope = "all" if itself or person.shows == "all" else "public"
    analysed = await house.history.analysed(person.id, scope)
    between = None
    if visitor is not None and not itself:
        between = await house.history.between(visitor.id, person.id)
    return {
        "handle": person.handle or "",
        "name": person.name,
        "since": person.created,
        "yours": itself,
        "shows": person.shows,
        "ratings": await _ratings(house, person) if itself or person.listed else [],
        "games": await house.history.statistics(person.id, scope),
        "levels": await house.history.levels(person.id, scope),
        **await house.history.company(person.id, scope, hides=not itself),
        "balance": await house.store.aside.do(balances, analysed),
        "between": between,
    }


async def _ratings(house: House, person: Person) -> list[dict[str, Any]]:
    """What somebody is rated, where anything counted."""
    return [
        {
            "game": game,
            "rating": rung.rating,
            "margin": Rating(rung.mu, rung.sigma).margin,
            "provisional": rung.provisional,
            "matches": rung.matches,
        }
        for game, rung in await house.ratings.ladders.of(person.id)
    ]


class _Found(msgspec.Struct):
    """What is read of an analysis."""

    seats: list[dict[str, Any]]


class _Kept(msgspec.Struct):
    analysis: _Found


_kept = msgspec.json.Decoder(_Kept)


def balances(analysed: list[tuple[str, int, str]]) -> list[dict[str, Any]]:
    """Luck and play, game by game. This takes a while: it is nothing for the event loop."""
    games: dict[str, list[Account]] = {}
    for game, seat, text in analysed:
        seats = _kept.decode(text).analysis.seats
        games.setdefault(game, []).append(Account(**seats[seat]))
    return [_balance(game, accounts) for game, accounts in sorted(games.items())]


def _balance(game: str, accounts: list[Account]) -> dict[str, Any]:
    known = [account.accuracy for account in accounts if account.accuracy is not None]
    count = len(accounts)
    return {
        "game": game,
        "matches": count,
        "luck": sum(account.luck for account in accounts) / count,
        "skill": sum(account.skill for account in accounts) / count,
        "accuracy": sum(known) / len(known) if known else None,
    }
