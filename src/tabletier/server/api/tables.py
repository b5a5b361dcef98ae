"""Opening, finding and playing at tables."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import PlainTextResponse, StreamingResponse

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.server.api.doors import (
    Opener,
    Player,
    Someone,
    TheHouse,
    TheRoom,
    Visitor,
    actor_of,
    answered,
    find_room,
    house_of,
    language_of,
    may,
    pass_gate,
    visitor_of,
)
from tabletier.server.api.models import Done, TableAsked, TableFiled
from tabletier.server.guard.rates import SOCKETS, TABLES
from tabletier.server.house import House
from tabletier.server.live.audience import Listener, encode
from tabletier.server.live.history import missed
from tabletier.server.live.hub import Room, now_ms
from tabletier.server.live.socket import VERSION, Connection
from tabletier.server.people.register import Person
from tabletier.server.storage.store import Filed
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Line
from tabletier.server.tables.orders import AnyOrder
from tabletier.server.tables.refused import Refused, refused_by_rules, wrong_time
from tabletier.server.tables.showing import snapshot
from tabletier.server.tables.table import Table

router = APIRouter(tags=["tables"])
Limit = Annotated[int, Query(ge=1, le=200)]


def opening(asked: TableAsked, person: Person) -> tuple[acts.AnyAct, ...]:
    """The first acts of a table. Raises Refused."""
    try:
        game = find(asked.game)
        options = fill(game, asked.options)
    except GameError as error:
        raise refused_by_rules(error) from error
    house = acts.House(
        public=asked.public,
        clock=acts.Clock(asked.clock.kind, asked.clock.seconds, asked.clock.increment),
        takeback=asked.takeback,
        talk=asked.talk,
        stand_in=asked.stand_in,
        patience=asked.patience,
    )
    count = sum(len(team) for team in game.teams(options))
    if len(asked.seats) > count:
        raise wrong_time(
            f"Il n'y a que {count} places à cette table.", f"There are only {count} seats here."
        )
    found: list[acts.AnyAct] = [
        acts.Opened(game=game.key, options=options, house=house, host=person.id)
    ]
    for seat, wanted in enumerate(asked.seats):
        if wanted == "me":
            found.append(acts.Sat(seat=seat, person=person.id, name=person.name))
        elif wanted != "open":
            found.append(acts.Invited(seat=seat, level=wanted))
    return tuple(found)


@router.post("/tables", status_code=201)
async def open_table(
    asked: TableAsked, request: Request, house: TheHouse, person: Opener
) -> dict[str, Any]:
    """Open a table, and begin at once if that is asked for and everybody is there."""
    await pass_gate(request, TABLES, person.id)
    line = Line(1, now_ms(), opening(asked, person), person.id)
    table = await house.store.open_table(line)
    room = await find_room(house, table.id)
    house.minds.prepare(table.game, table.options)
    if asked.start:
        from tabletier.server.tables.orders import Start

        await house.hub.order(room, Start(do="start", key=""), actor_of(person))
    return snapshot(room.table, person.id, now_ms())


@router.get("/tables")
async def lobby(
    house: TheHouse, game: str | None = None, status: str | None = None, limit: Limit = 50
) -> list[TableFiled]:
    """Public tables, the latest first."""
    return [filed(entry) for entry in await house.store.lobby(game, status, limit)]


@router.get("/me/tables")
async def my_tables(house: TheHouse, person: Someone, limit: Limit = 50) -> list[TableFiled]:
    """The tables where you sit or sat, the latest first."""
    return [filed(entry) for entry in await house.store.tables_of(person.id, limit)]


def filed(entry: Filed) -> TableFiled:
    """A table as the lobby shows it."""
    shown = entry._asdict()
    del shown["public"]
    return TableFiled(**shown)


@router.get("/tables/{table_id}")
async def look(room: TheRoom, visitor: Visitor) -> dict[str, Any]:
    """A table as you may see it."""
    return snapshot(room.table, None if visitor is None else visitor.id, now_ms())


@router.post("/tables/{table_id}/orders")
async def give_order(order: AnyOrder, room: TheRoom, house: TheHouse, person: Player) -> Done:
    """Ask something of a table, exactly as over the socket."""
    done = await house.order(room, order, actor_of(person))
    return Done(number=done.number)


@router.get("/tables/{table_id}/lines")
async def lines(
    room: TheRoom, house: TheHouse, visitor: Visitor, after: Annotated[int, Query(ge=0)] = 0
) -> list[dict[str, Any]]:
    """What happened after a line, as over the socket; at most the last few hundred lines."""
    person = None if visitor is None else visitor.id
    return await missed(house.store, room.table, after, person)


@router.get("/tables/{table_id}/stream", response_class=StreamingResponse)
async def stream(room: TheRoom, house: TheHouse, visitor: Visitor) -> StreamingResponse:
    """Everything that happens from now on, a JSON object a line; the first is the table."""
    house.callers.admit()
    person = None if visitor is None else visitor.id
    return StreamingResponse(told(house, room, person), media_type="application/x-ndjson")


async def told(house: House, room: Room, person: str | None) -> AsyncIterator[str]:
    """The messages of a table as a socket would send them, one a line."""
    listener = Listener(person)
    async with room.lock:
        known = {"type": "hello", "version": VERSION, **snapshot(room.table, person, now_ms())}
        listener.tell(encode(known).decode())
        room.listeners.add(listener)
    if person is not None:
        house.timers.came(room, person)
    try:
        with house.callers.here(listener):
            while (text := await listener.messages.get()) is not None:
                yield text + "\n"
    finally:
        room.listeners.discard(listener)
        if person is not None:
            house.timers.left(room, person)


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(room: TheRoom) -> str:
    """The portable record of a match that is over, its seed included."""
    table: Table = room.table
    if table.match is None or table.status != "over":
        raise wrong_time(
            "Le procès-verbal se lit une fois la partie terminée.",
            "The record can be read once the match is over.",
        )
    return table.match.record()


@router.websocket("/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, after: int | None = None) -> None:
    """Live play; see docs/protocol.md."""
    house = house_of(socket)
    try:
        await pass_gate(socket, SOCKETS)
        house.callers.admit()
        person = await visitor_of(socket)
        room = await find_room(house, table_id)
    except Refused as refusal:
        await socket.send_denial_response(answered(refusal, language_of(socket)))
        return
    await socket.accept()
    actor = None if person is None else actor_of(person)
    plays = person is not None and may(socket, "play")
    await Connection(socket, house, room, actor, language_of(socket), plays).serve(after)
