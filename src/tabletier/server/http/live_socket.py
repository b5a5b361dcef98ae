"""Live play: orders come in, by socket or over HTTP; over a WebSocket lines go out as written.

Out: `hello` (everything you may know), `line`, `refused`, `done`, `bye`. In: orders, and whether
the page is in sight. See docs/protocol.md.
"""

import asyncio
import contextlib
import time
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletier.games.kernel.text import Language
from tabletier.server.house import House
from tabletier.server.http.auth import nobody, not_enough
from tabletier.server.limits import MESSAGES, SAYINGS, TABLES, Bucket, too_often
from tabletier.server.live.broadcast import MOST_WAITING_BYTES, TRY_AGAIN, Listener, Past, encode
from tabletier.server.live.hub import Receipt, Room, now_ms
from tabletier.server.live.websocket import Wire
from tabletier.server.tables.decide import Actor
from tabletier.server.tables.errors import Refused, unreadable
from tabletier.server.tables.orders import (
    Looking,
    Move,
    PlainMove,
    Rematch,
    Rename,
    Say,
    Sit,
    Start,
    key_of,
    read_message,
)
from tabletier.server.tables.show import snapshot
from tabletier.server.users.guests import person_name

VERSION = 1
MOST_BYTES = 4096
NOT_A_TEXT = 1003
MOVES = frozenset({Move, PlainMove})


async def submit(house: House, room: Room, order: Any, actor: Actor) -> Receipt:
    """The one way in for orders of people, by socket or HTTP. Raises Refused."""
    kind = type(order)  # classes of pydantic take long to say what is an instance of theirs
    if kind not in MOVES:
        order = await _checked(house, room, order, actor)
    elif room.table.pause is not None:
        await house.pauses.over(room, actor)
    began = time.perf_counter()
    try:
        done = await house.hub.order(room, order, actor)
    except Refused as refusal:
        house.metrics.refused(refusal.code)
        raise
    house.metrics.ordered(time.perf_counter() - began)
    if room.table.question == "rematch":
        await house.rematches.open_when_due(room)
    return done


async def _checked(house: House, room: Room, order: Any, actor: Actor) -> Any:
    """An order that is not a move, unless there is too much of its kind. Raises Refused."""
    if isinstance(order, Say):
        await house.gate.pass_through(SAYINGS, actor.person)
    elif isinstance(order, Rematch):
        await house.gate.pass_through(TABLES, actor.person)
    elif isinstance(order, Start):
        await house.unattended.begin(room, actor)
    elif isinstance(order, Sit | Rename) and order.name:
        return order.model_copy(update={"name": person_name(order.name)})
    return order


async def greet(
    house: House, room: Room, listener: Listener, after: int | None, address: str
) -> None:
    """Tell what was missed, then the table as it stands; from then on every line."""
    past = None if after is None else Past(house.store, room.table, after, listener)
    missed = [] if past is None else await past.told(address)
    async with room.lock:  # nothing may happen between the hello and the first line
        missed += [] if past is None else await past.rest()
        for line in missed:
            listener.tell(line)
        known = snapshot(room.table, listener.person, now_ms(), listener.muted, listener.language)
        listener.tell(encode({"type": "hello", "version": VERSION, **known}))
        room.listeners.add(listener)


class Spoken(Listener):
    """Someone connected by a socket: what is told is sent at once, and waits only in the system."""

    def __init__(self, listener: Listener, wire: Wire) -> None:
        plays = listener.player is not None
        super().__init__(listener.person, listener.muted, plays, listener.language)
        self._wire = wire

    def tell(self, text: bytes) -> None:
        """Send a message, unless too much is unread already."""
        if self.lost:
            return
        if self._wire.unsent > MOST_WAITING_BYTES:
            self.lost = True
            self._wire.end(TRY_AGAIN)
        else:
            self._wire.say(text)

    def dismiss(self, text: bytes, code: int) -> None:
        """Say a last word, then close the connection."""
        if not self.lost:
            self.lost = True
            self._wire.say(text)
            self._wire.end(code)


class Connection:
    """One socket at one table."""

    def __init__(
        self,
        socket: WebSocket,
        house: House,
        room: Room,
        listener: Listener,
        actor: Actor | None,
        language: Language,
        plays: bool,
    ) -> None:
        self.socket, self.house, self.timers, self.room = socket, house, house.timers, room
        self.plays = plays
        """Whether the person, or the program that acts for them, may give orders."""
        self.rate = house.gate.scaled(MESSAGES)
        self.bucket = None if self.rate is None else Bucket(self.rate, time.monotonic())
        self.actor, self.language = actor, language
        self.listener = listener

    async def serve(self, after: int | None, address: str) -> None:
        """Say hello, then send and receive until the link is cut."""
        await greet(self.house, self.room, self.listener, after, address)
        if self.listener.player is not None:
            self.timers.came(self.room, self.listener.player)
        hearing = asyncio.create_task(self._receive())  # below no layers that all must be woken
        try:
            await hearing
        finally:
            hearing.cancel()
            self.room.listeners.discard(self.listener)
            if self.listener.player is not None:
                self.timers.left(self.room, self.listener.player)

    async def _receive(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone while we closed
            while (message := await self.socket.receive())["type"] == "websocket.receive":
                text = message.get("text")
                if not isinstance(text, str):
                    await self.socket.close(NOT_A_TEXT)
                    return
                await self._hear(text)

    async def _hear(self, text: str) -> None:
        """Carry out one order, and answer the sender."""
        key = ""
        if self.listener.lost:  # sent away: nothing more is heard
            return
        try:
            self._slow_down()
            order = read_message(text)
            if type(order) is Looking:
                self._look(order.looks)
                return
            key = order.key
            if self.actor is None:
                raise nobody()
            if not self.plays:
                raise not_enough("play")
            done = await submit(self.house, self.room, order, self.actor)
            if done.again:  # otherwise the line that everybody is told carries the key
                self._answer({"type": "done", "key": key, "number": done.number})
        except ValidationError as error:
            found, key = error.errors(include_url=False, include_input=False), key_of(text)
            self._answer({"type": "refused", "key": key, **unreadable(found).told(self.language)})
        except Refused as refusal:
            self._answer({"type": "refused", "key": key, **refusal.told(self.language)})

    def _look(self, looks: bool) -> None:
        """The page is shown to the person, or hidden behind another."""
        self.listener.looks = looks
        if self.listener.player is not None:
            self.timers.looked(self.room, self.listener.player)

    def _slow_down(self) -> None:
        """Raises Refused when messages come too fast."""
        if self.rate is not None and self.bucket is not None:
            wait = self.bucket.wait(self.rate, time.monotonic())
            if wait:
                raise too_often(self.rate, wait)

    def _answer(self, message: dict[str, Any]) -> None:
        self.listener.tell(encode(message))
