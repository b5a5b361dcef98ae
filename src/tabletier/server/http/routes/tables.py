"""Looking at a table, playing there, and looking back at what was played."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.requests import HTTPConnection
from fastapi.responses import PlainTextResponse, Response, StreamingResponse

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Language, Text
from tabletier.match.history import foreseen
from tabletier.match.match import Match
from tabletier.server.house import House
from tabletier.server.http.auth import (
    Player,
    TheHouse,
    TheRoom,
    Tongue,
    Visitor,
    actor_of,
    address_of,
    answered,
    find_room,
    house_of,
    language_of,
    may,
    pass_gate,
    spoken_to,
    valid_until,
    visitor_of,
)
from tabletier.server.http.live_socket import Connection, Spoken, greet, submit
from tabletier.server.http.models.games import DeedsShown, PreviewShown, ReplayShown
from tabletier.server.http.models.messages import (
    Line,
    MoveAsked,
    MovesAsked,
    RefusalShown,
    Snapshot,
)
from tabletier.server.http.models.table import Written
from tabletier.server.http.openapi import Told, in_slices, shaped
from tabletier.server.limits import LINES, PREVIEWS, REPLAYS, SOCKETS
from tabletier.server.live.broadcast import Listener, Past, encode
from tabletier.server.live.hub import Room, now_ms
from tabletier.server.live.websocket import wire_of
from tabletier.server.tables.decision import playing
from tabletier.server.tables.errors import (
    Refused,
    not_seated,
    not_your_turn,
    refused_as_explained,
    refused_by_rules,
    wrong_time,
)
from tabletier.server.tables.orders import AnyOrder
from tabletier.server.tables.replay import Film, deeds, film, replayed
from tabletier.server.tables.show import snapshot
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import audience_of
from tabletier.server.users.guests import Person

router = APIRouter(tags=["tables"])
After = Annotated[int, Query(ge=0)]
Telling = Annotated[Language | None, Query()]
"""The language of sentences that tell what moves caused; none are told without."""
NOT_THERE, NO_TABLE = 404, 4404
"""How HTTP says that there is no such table, and the code with which a socket is closed for it."""


@router.get("/tables/{table_id}", responses=shaped(Snapshot))
async def look(room: TheRoom, house: TheHouse, visitor: Visitor, tell: Telling = None) -> Told:
    """A table as you may see it; with `tell`, also the last move, in sentences."""
    listener = await listening(house, visitor, tell=tell)
    return Told(snapshot(room.table, listener.person, now_ms(), listener.muted, tell))


async def listening(
    house: House, visitor: Person | None, plays: bool = True, tell: Language | None = None
) -> Listener:
    """Somebody who listens, or only looks: who they are, and whom they do not want to hear."""
    if visitor is None:
        return Listener(None, language=tell)
    return Listener(visitor.id, await house.mutes.of(visitor.id), plays, tell)


@router.post("/tables/{table_id}/orders", responses=shaped(Written))
async def give_order(
    order: AnyOrder, request: Request, room: TheRoom, house: TheHouse, person: Player
) -> Told:
    """Ask something of a table, exactly as over the socket."""
    done = await submit(house, room, order, actor_of(person, request))
    return Told({"number": done.number})


@router.get("/tables/{table_id}/lines", responses=shaped(list[Line]))
async def lines(
    request: Request,
    room: TheRoom,
    house: TheHouse,
    visitor: Visitor,
    after: After = 0,
    tell: Telling = None,
) -> Told:
    """What happened after a line, as over the socket; at most the last few hundred lines."""
    if after < room.table.number:
        await pass_gate(request, LINES)
    listener = await listening(house, visitor, tell=tell)
    found = await Past(house.store, room.table, after, listener).told(address_of(request))
    return Told(b"[" + b",".join(found) + b"]")


@router.get("/tables/{table_id}/stream", response_class=StreamingResponse)
async def stream(
    request: Request,
    room: TheRoom,
    house: TheHouse,
    visitor: Visitor,
    after: After | None = None,
    tell: Telling = None,
) -> StreamingResponse:
    """Everything that happens from now on, a JSON object a line, exactly as over the socket."""
    house.connections.admit()
    plays = visitor is not None and may(request, "play")
    listener = await listening(house, visitor, plays, tell)
    after = await looking_back(request, room, after)
    connected = entered(request, listener)
    lines = told(house, room, listener, after, address_of(request), connected)
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def looking_back(connection: HTTPConnection, room: Room, after: int | None) -> int | None:
    """The line after which somebody who connects is told what they missed.

    None where they ask too often: they are shown the table as it stands, like who missed too much.
    """
    if after is None or after >= room.table.number:
        return after
    try:
        await pass_gate(connection, LINES)
    except Refused:
        return None
    return after


@contextmanager
def entered(connection: HTTPConnection, listener: Listener) -> Iterator[None]:
    """While somebody is connected, which is at most until what they showed at the door is void."""
    connections, until = house_of(connection).connections, valid_until(connection)
    with connections.here(listener), connections.until(listener, until):
        yield


async def told(
    house: House,
    room: Room,
    listener: Listener,
    after: int | None,
    address: str,
    connected: AbstractContextManager[None],
) -> AsyncIterator[bytes]:
    """The messages of a table as a socket would send them, one a line."""
    person = listener.player
    await greet(house, room, listener, after, address)
    if person is not None:
        house.timers.came(room, person)
    try:
        with connected:
            while (text := await listener.next()) is not None:
                yield text + b"\n"
    finally:
        room.listeners.discard(listener)
        if person is not None:
            house.timers.left(room, person)


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(room: TheRoom, house: TheHouse) -> str:
    """The portable record of a match that is over, its seed included."""
    table: Table = room.table
    if table.match is None or table.status != "over":
        raise wrong_time(
            "Le procès-verbal se lit une fois la partie terminée.",
            "The record can be read once the match is over.",
        )
    names = [seat.name or seat.opponent for seat in table.seats]
    return await house.store.aside.do(partial(table.match.record, names=names))


async def turn_away(socket: WebSocket, refusal: Refused) -> None:
    """Say why nobody is let in; to a page, which cannot read an answer, by a code of its own."""
    language = await spoken_to(socket)
    if refusal.status != NOT_THERE:
        await socket.send_denial_response(answered(refusal, language))
        return
    await socket.accept()
    await socket.send_text(
        encode({"type": "refused", "key": "", **refusal.told(language)}).decode()
    )
    await socket.close(NO_TABLE)


@router.get("/tables/{table_id}/live", include_in_schema=False)
async def ask_live(table_id: str, language: Tongue) -> Response:  # noqa: ARG001 - of the address
    """Whoever asks for a socket's address by HTTP is told what it is."""
    text = Text("Cette adresse est celle d'une WebSocket.", "This address is for a WebSocket.")
    response = answered(Refused("http/426", text, status=426), language)
    response.headers["Upgrade"] = "websocket"
    return response


@router.websocket("/tables/{table_id}/live")
async def live(
    socket: WebSocket,
    table_id: str,
    after: int | None = None,
    tell: Telling = None,
    looks: bool = False,
) -> None:
    """Live play; see docs/protocol.md."""
    house = house_of(socket)
    try:
        await pass_gate(socket, SOCKETS)
        house.connections.admit()
        person = await visitor_of(socket)
        room = await find_room(house, table_id)
    except Refused as refusal:
        await turn_away(socket, refusal)
        return
    await socket.accept()
    plays = person is not None and may(socket, "play")
    wire = wire_of(socket.scope)
    assert wire is not None, "sockets are served by our own server"
    listener = Spoken(await listening(house, person, plays, tell), wire)
    actor = None if person is None else actor_of(person, socket)
    connection = Connection(socket, house, room, listener, actor, language_of(socket), plays)
    connection.listener.looks = looks
    with entered(socket, connection.listener):
        await connection.serve(await looking_back(socket, room, after), address_of(socket))


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


@router.post("/tables/{table_id}/explain", responses=shaped(RefusalShown | None))
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
