"""Opening tables and finding them."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request

from tabletier.games.kernel.contract import Position
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find, guests, house_keys, keys
from tabletier.search.levels import name_for
from tabletier.server.db.lobby import Filters, listed
from tabletier.server.db.results import folded
from tabletier.server.http.auth import (
    Opener,
    Someone,
    TheHouse,
    actor_of,
    address_of,
    find_room,
    house_of,
    pass_gate,
)
from tabletier.server.http.live_socket import submit
from tabletier.server.http.models.messages import ContinuationAsked, Snapshot, TableAsked
from tabletier.server.http.models.table import MyTable, TableInLobby
from tabletier.server.http.openapi import Told, shaped
from tabletier.server.http.queries import FILTERED
from tabletier.server.limits import CHECKS, OFFERS, REPLAYS, TABLES
from tabletier.server.live.hub import now_ms
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Beginning, LogLine
from tabletier.server.tables.agreement import SAME, check_level, clock_of, fair, seat_count, settled
from tabletier.server.tables.beginning import continued, finished, playable
from tabletier.server.tables.errors import refused_by_rules, wrong_time
from tabletier.server.tables.orders import Start
from tabletier.server.tables.seats import Kind
from tabletier.server.tables.show import snapshot
from tabletier.server.users.guests import Person, person_name

router = APIRouter(tags=["tables"])
MOST_WORDS = 6
Limit = Annotated[int, Query(ge=1, le=200)]


def filters(
    game: Annotated[str | None, Query(max_length=40)] = None,
    status: Literal["open", "playing", "over"] | None = None,
    free: Annotated[int | None, Query(ge=0, le=8)] = None,
    players: Annotated[int | None, Query(ge=1, le=8)] = None,
    before: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    last: Annotated[str | None, Query(max_length=32)] = None,
    clock: Kind | None = None,
    search: Annotated[str, Query(max_length=80)] = "",
    rated: bool | None = None,
) -> Filters:
    """Which tables are wanted: `free`, so many at least; `before` and `last`: the next page."""
    words = tuple((word, games_called(word)) for word in folded(search).split()[:MOST_WORDS])
    return Filters(game, status, free, players, before, last, clock, words, known_games(), rated)


def known_games() -> tuple[str, ...]:
    """The games that can be played here: tables of a guest that is gone wait until it is back."""
    return (*house_keys(), *guests())


def games_called(word: str) -> frozenset[str]:
    """The games that a word may mean."""
    return frozenset(
        key
        for key in keys()
        if any(word in folded(name) for name in (key, *find(key).name._asdict().values()))
    )


Wanted = Annotated[Filters, Depends(filters)]


def opening(
    asked: TableAsked,
    person: Person,
    options: dict[str, Any],
    begins: Beginning | None,
    position: Position | None,
) -> tuple[acts.AnyAct, ...]:
    """The first acts of a table. Raises Refused."""
    game = find(asked.game)
    terms = acts.Terms(clock=clock_of(asked.clock), **{key: getattr(asked, key) for key in SAME})
    house = fair(game, options, terms, position is not None)
    count = seat_count(game, options)
    if len(asked.seats) > count:
        raise wrong_time(
            f"Il n'y a que {count} places à cette table.", f"There are only {count} seats here."
        )
    found: list[acts.AnyAct] = [
        acts.Opened(
            game=game.key,
            options=options,
            house=house,
            host=person.id,
            position=position,
            begins=begins,
        )
    ]
    names: list[str] = []
    for seat, wanted in enumerate(asked.seats):
        if wanted == "me":
            given = asked.names[seat] if seat < len(asked.names) else ""
            name = person_name(given) if given else person.name
            found.append(acts.Sat(seat=seat, person=person.id, name=name))
            names.append(name)
    for seat, wanted in enumerate(asked.seats):
        if isinstance(wanted, int):
            check_level(game, wanted)
            names.append(name_for(game, wanted, names))
            found.append(acts.Invited(seat=seat, level=wanted, name=names[-1]))
    return tuple(found)


async def agreed(
    request: Request, asked: TableAsked
) -> tuple[dict[str, Any], Beginning | None, Position | None]:
    """The options of a table, and where its match begins. Raises Refused."""
    try:
        game = find(asked.game)
    except GameError as error:
        raise refused_by_rules(error) from error
    if asked.continues is not None:
        return await gone_on_from(request, asked, asked.continues)
    options = settled(game, asked.options)
    if asked.position is None:
        return options, None, None
    house = house_of(request)
    await pass_gate(request, CHECKS)
    await house.boxes.wait_for(game.key)
    position = await asyncio.to_thread(playable, game, asked.position, options)
    return options, Beginning(), position


async def gone_on_from(
    request: Request, asked: TableAsked, wanted: ContinuationAsked
) -> tuple[dict[str, Any], Beginning, Position]:
    """The options of a match that is played on, and where. Raises Refused."""
    await pass_gate(request, REPLAYS)
    house = house_of(request)
    table = (await find_room(house, wanted.table)).table
    match = finished(table)
    another = bool(asked.options) and settled(table.rules, asked.options) != table.options
    if asked.game != table.game or another or asked.position is not None:
        raise wrong_time(
            "Une partie se continue avec son jeu, ses options et sa propre position.",
            "A match is played on with its own game, options and position.",
        )
    async with house.store.aside.turn_of(address_of(request)):
        position, begins = await house.store.aside.do(continued, match, wanted.moves, table.id)
    return table.options, begins, position


@router.post("/tables", status_code=201, responses=shaped(Snapshot, 201))
async def open_table(asked: TableAsked, request: Request, house: TheHouse, person: Opener) -> Told:
    """Open a table, and begin at once if that is asked for and everybody is there."""
    await pass_gate(request, TABLES, person.id)
    if asked.public and not asked.start:
        await pass_gate(request, OFFERS)
    line = LogLine(1, now_ms(), opening(asked, person, *await agreed(request, asked)), person.id)
    table = await house.store.open_table(line)
    room = await find_room(house, table.id)
    if asked.start:
        await submit(house, room, Start(do="start", key=""), actor_of(person, request))
    return Told(snapshot(room.table, person.id, now_ms()), 201)


@router.get("/tables", dependencies=FILTERED, responses=shaped(list[TableInLobby]))
async def lobby(house: TheHouse, wanted: Wanted, limit: Limit = 50) -> Told:
    """Public tables, the latest first."""
    return Told([listed(entry) for entry in await house.store.lobby(wanted, limit)])


@router.get("/me/tables", dependencies=FILTERED, responses=shaped(list[MyTable]))
async def my_tables(
    house: TheHouse, person: Someone, wanted: Wanted, turn: bool = False, limit: Limit = 50
) -> Told:
    """The tables where you sit or sat, the latest first, and where it is your turn.

    With `turn` only those where you are awaited and have days to think, what is due first first.
    """
    wanted = wanted._replace(turn_of=person.id if turn else None)
    entries = await house.store.tables_of(person.id, wanted, limit)
    turns = await house.turns.of(entries)
    found = []
    for entry in entries:
        seen = turns.get(entry.id)
        if seen is None:  # it was taken away while we looked
            continue
        mine = seen.of(person.id)
        shown = listed(entry)
        teams = find(entry.game).teams(shown["options"])
        known = {"yours": mine, "to_move": seen.to_move, "your_turn": seen.to_move in mine}
        known["due"] = entry.due if entry.turn_of == person.id else None
        found.append({**shown, **known, "teams": teams})
    return Told(found)
