"""Live play over a WebSocket: lines go out as they are written, orders come in.

Out: `hello` (everything you may know), `line`, `refused`, `done`, `bye`. In: orders. See
docs/protocol.md.
"""

import asyncio
import contextlib
import time
from functools import partial
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tabletier.games.kernel.texts import Language, Text
from tabletier.server.guard.rates import MESSAGES, Bucket, too_often
from tabletier.server.house import House
from tabletier.server.live.audience import Listener, encode
from tabletier.server.live.history import Past
from tabletier.server.live.hub import Room, now_ms
from tabletier.server.live.wire import Direct, wire_of
from tabletier.server.tables.deciding import Actor
from tabletier.server.tables.orders import plain_move, read_order
from tabletier.server.tables.refused import Refused
from tabletier.server.tables.showing import snapshot
from tabletier.server.tables.unreadable import unreadable

VERSION = 1
MOST_BYTES = 4096
TOO_BIG = 1009
NOT_A_TEXT = 1003


async def greet(house: House, room: Room, listener: Listener, after: int | None) -> None:
    """Tell what was missed, then the table as it stands; from then on every line."""
    past = None if after is None else Past(house.store, room.table, after, listener)
    missed = [] if past is None else await past.told()
    async with room.lock:  # nothing may happen between the hello and the first line
        missed += [] if past is None else await past.rest()
        for line in missed:
            listener.tell(line)
        known = snapshot(room.table, listener.person, now_ms(), listener.muted, listener.language)
        listener.tell(encode({"type": "hello", "version": VERSION, **known}))
        room.listeners.add(listener)


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
        self.wire = wire_of(socket.scope)
        self.listener = listener if self.wire is None else Direct(listener, self.wire)
        self.hearing = False
        """Whether an order is being carried out that the next ones wait for."""

    async def serve(self, after: int | None) -> None:
        """Say hello, then send and receive until the link is cut."""
        await greet(self.house, self.room, self.listener, after)
        if self.listener.player is not None:
            self.timers.came(self.room, self.listener.player)
        sending = None
        if self.wire is None:
            sending = asyncio.create_task(self._send())
        else:
            self.wire.ear = self._hear_now
        try:
            await self._receive()
        finally:
            self.room.listeners.discard(self.listener)
            if self.listener.player is not None:
                self.timers.left(self.room, self.listener.player)
            if sending is not None:
                sending.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await sending

    async def _send(self) -> None:
        """Send what waits; a reader that is too slow, or sent away, is told to come back."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self.listener.messages.get()) is not None:
                await self.socket.send_text(text.decode())
            await self.socket.close(self.listener.code)

    async def _receive(self) -> None:
        receive = self.socket.receive if self.wire is None else self.wire.receive
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone while we closed
            while (message := await receive())["type"] == "websocket.receive":
                text = message.get("text")
                if not isinstance(text, str):
                    await self.socket.close(NOT_A_TEXT)
                    return
                if len(text) > MOST_BYTES:
                    await self.socket.close(TOO_BIG)
                    return
                self.hearing = True
                await self._hear(text)
                self.hearing = False

    def _hear_now(self, text: bytes) -> bool:
        """Carry out a move without waiting for anything, if that can be done; whether it was."""
        if self.hearing or self.listener.lost or self.actor is None or not self.plays:
            return False
        if self._is_too_fast():
            return False
        order = plain_move(text)
        if order is None or not self.house.move(
            self.room, order, self.actor, partial(self._moved, text)
        ):
            return False
        self._slow_down()
        return True

    def _moved(self, text: bytes, stored: bool) -> None:
        """A move was carried out, or must be looked at again, taking all the time it needs."""
        if not stored and self.wire is not None:
            self.wire.hand_on(text)

    async def _hear(self, text: str) -> None:
        """Carry out one order, and answer the sender."""
        key = ""
        if self.listener.lost:  # sent away: nothing more is heard
            return
        try:
            self._slow_down()
            order = read_order(text)
            key = order.key
            if self.actor is None:
                raise _nobody()
            if not self.plays:
                raise _watches()
            done = await self.house.order(self.room, order, self.actor)
            if done.again:  # otherwise the line that everybody is told carries the key
                self._answer({"type": "done", "key": key, "number": done.number})
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False, include_context=False)
            self._answer({"type": "refused", "key": key, **unreadable(found).told(self.language)})
        except Refused as refusal:
            self._answer({"type": "refused", "key": key, **refusal.told(self.language)})

    def _is_too_fast(self) -> bool:
        if self.rate is None or self.bucket is None:
            return False
        return not self.bucket.has(self.rate, time.monotonic())

    def _slow_down(self) -> None:
        """Raises Refused when messages come too fast."""
        if self.rate is not None and self.bucket is not None:
            wait = self.bucket.wait(self.rate, time.monotonic())
            if wait:
                raise too_often(self.rate, wait)

    def _answer(self, message: dict[str, Any]) -> None:
        self.listener.tell(encode(message))


def _nobody() -> Refused:
    return Refused(
        "person/unknown",
        Text("Présentez-vous d'abord.", "Say who you are first."),
        status=401,
    )


def _watches() -> Refused:
    return Refused(
        "token/scope",
        Text(
            "Ce jeton n'y suffit pas : il lui manque « play ».",
            "This token is not enough: it lacks 'play'.",
        ),
        status=403,
    )
