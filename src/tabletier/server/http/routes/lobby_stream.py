"""The lobby as a stream of Server-Sent Events: open tables as they appear, change and go."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from tabletier.server.http.auth import TheHouse, Visitor, pass_gate
from tabletier.server.http.routes.tables import entered
from tabletier.server.limits import SOCKETS
from tabletier.server.live import lobby
from tabletier.server.live.broadcast import Listener
from tabletier.server.live.lobby import Wanted
from tabletier.server.tables.seats import Kind

router = APIRouter(tags=["tables"])
PING = 15.0
"""Seconds after which a link over which nothing was told is seen to be there still."""
EVENTS = "text/event-stream"


class _Kind(msgspec.Struct):
    type: str


kind_of = msgspec.json.Decoder(_Kind).decode


@router.get(
    "/lobby/stream",
    response_class=StreamingResponse,
    responses={200: {"content": {EVENTS: {}}, "description": "`LobbyMessage`s, one an event"}},
)
async def lobby_stream(
    request: Request,
    house: TheHouse,
    visitor: Visitor,
    game: Annotated[str | None, Query(max_length=40)] = None,
    players: Annotated[int | None, Query(ge=1, le=8)] = None,
    clock: Kind | None = None,
    free: Annotated[int, Query(ge=0, le=8)] = 1,
    rated: bool | None = None,
) -> StreamingResponse:
    """Open public tables now and as they appear, change and go, as Server-Sent Events."""
    await pass_gate(request, SOCKETS)
    house.connections.admit()
    await house.lobby.look()
    listener = Listener(None if visitor is None else visitor.id, plays=False)
    wanted = Wanted(game, players, clock, free, rated)
    told = events(house.lobby, listener, wanted, entered(request, listener))
    return StreamingResponse(told, media_type=EVENTS)


async def events(
    open_tables: lobby.Lobby,
    listener: Listener,
    wanted: Wanted,
    connected: AbstractContextManager[None],
) -> AsyncIterator[bytes]:
    """What somebody is told, one event a message; a comment now and then keeps the link."""
    open_tables.join(listener, wanted)
    try:
        with connected:
            while True:
                try:
                    text = await asyncio.wait_for(listener.next(), PING)
                except TimeoutError:
                    yield b":\n\n"
                    continue
                if text is None:
                    return
                yield b"event: %s\ndata: %s\n\n" % (kind_of(text).type.encode(), text)
    finally:
        open_tables.leave(listener)
