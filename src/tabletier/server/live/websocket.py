"""One WebSocket: uvicorn hands us its connection, `websockets` reads and writes its frames.

Only what both document is used: uvicorn's `ws=` takes a class like this one, and `websockets` has a
layer without sockets that is made to be driven like this. What is ours is how much is read: no
faster than is allowed, a piece at a time, and nothing while there is a reason not to.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from enum import IntFlag
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from starlette.types import ASGIApp, Message
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from tabletier.server.background import Timer
from tabletier.server.limits import Debt, Toll, Tolls
from tabletier.server.live.broadcast import TRY_AGAIN, Outbox
from tabletier.server.live.connections import plain_of, scope_of

log = logging.getLogger(__name__)
WIRE = "wire"
"""Where a connection is found in the state of its scope."""
MOST_READ = 8
"""Messages of one socket that wait to be heard before no more are read."""
GIVE_UP = 5.0
"""Seconds that the other side has to hear that the socket is closed."""
SLOW = 30.0
"""Seconds for which it may take nothing of what is sent."""
NOT_UTF8, TOO_MUCH, LOST, RESTART = 1007, 1008, 1011, 1012


PIECE = 1024
"""Bytes that are read at a time; what they hold is counted before more are."""
REST = 1.0
"""Seconds at least for which a socket that sent too much is not read."""


class Held(IntFlag):
    """Why nothing is read just now."""

    HANDSHAKE = 1
    UNHEARD = 2
    """Messages wait that nobody has heard yet."""
    UNSENT = 4
    """The other side does not take what we send, pongs included."""
    TOLL = 8
    """It has sent too much."""


class Intake:
    """Hands on what comes in, and stops reading while there is a reason to."""

    def __init__(
        self,
        transport: asyncio.Transport,
        take: Callable[[bytes], int],
        give_up: Callable[[], None],
        debt: Debt,
    ) -> None:
        self._transport, self._take, self._give_up = transport, take, give_up
        self._debt = debt
        self._unread, self._at = b"", 0
        self.held = Held(0)
        """Why nothing is read."""
        self._rest = Timer()

    def feed(self, data: bytes) -> None:
        """Bytes came."""
        self._unread = self._unread[self._at :] + data if self._at < len(self._unread) else data
        self._at = 0
        if not self.held:
            self._read()

    def hold(self, why: Held) -> None:
        """Read nothing for a reason."""
        if not self.held and not self._transport.is_closing():
            self._transport.pause_reading()
        self.held |= why

    def go_on(self, why: Held) -> None:
        """A reason is gone."""
        if not self.held & why:
            return
        self.held &= ~why
        if not self.held:
            self._read()
        if not self.held and not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        """Nothing more is read."""
        self._unread, self._at = b"", 0
        self._rest.stop()

    def _read(self) -> None:
        """Hand on what is there, a piece at a time."""
        while self._at < len(self._unread) and not self.held:
            if self._owes():
                return
            piece = self._unread[self._at : self._at + PIECE]
            self._at += PIECE
            self._debt.pay(self._take(piece), len(piece))

    def _owes(self) -> bool:
        """Whether too much was sent already; then nothing is read for a while."""
        wait = self._debt.wait(time.monotonic())
        if not wait:
            return False
        self.hold(Held.TOLL)
        if self._debt.is_hopeless:
            self._give_up()
        else:
            self._rest.set(max(wait, REST), self.go_on, Held.TOLL)
        return True


class Wire(asyncio.Protocol):
    """One WebSocket, from its request on."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        tolls: Tolls,
        outbox: Outbox,
    ) -> None:
        self._config, self._server, self._state = config, server_state, app_state
        plain = plain_of({"state": app_state})
        self.place = None if plain is None else plain.handed_over()
        """Where it is counted among all connections."""
        self._app = cast(ASGIApp, config.loaded_app)
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=config.ws_max_size)
        self._debt = Debt(tolls.of_socket())
        self._inbox: deque[Message] = deque()
        self._expecting: asyncio.Future[None] | None = None
        """Done once there is something in the inbox."""
        self._parts = b""
        """What came of a message that is sent in several frames."""
        self._is_text = True
        self._accepting: Response | None = None
        self._denial: Response | None = None
        self._blocked: asyncio.Future[None] | None = None
        """Done once the other side takes what is sent again."""
        self._outbox, self._said = outbox, 0
        """Where what was said waits a moment, and how many bytes of ours are there."""
        self._heard = True
        """Whether anything came since the last ping."""
        self._over = False
        """Whether we have closed the socket: nothing is heard any more."""
        self._leaving = False
        """Whether the connection ends soon, by itself or not."""
        self._gone = False
        self._pulse, self._patience = Timer(), Timer()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is ours from here on."""
        self._transport = cast(asyncio.Transport, transport)
        self._server.connections.add(cast(Any, self))
        too_much = partial(self.end, TOO_MUCH)
        self._intake = Intake(self._transport, self._take, too_much, self._debt)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as called
        """It is over."""
        self._gone = True
        self._server.connections.discard(cast(Any, self))
        if self.place is not None:
            self.place.leave()
        self._intake.close()
        self._pulse.stop()
        self._patience.stop()
        self.resume_writing()
        code = self._protocol.close_rcvd.code if self._protocol.close_rcvd else 1006
        self._put({"type": "websocket.disconnect", "code": code})

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        self._heard = True
        self._intake.feed(data)

    def eof_received(self) -> bool | None:
        """Nothing more comes: the connection is closed."""

    def pause_writing(self) -> None:
        """The other side does not take what is sent: it is not read either, and not for ever."""
        if self._blocked is None:
            self._blocked = self._loop.create_future()
            self._intake.hold(Held.UNSENT)
            self._patience.set(SLOW, self.end, TRY_AGAIN)

    def resume_writing(self) -> None:
        """It does again."""
        blocked, self._blocked = self._blocked, None
        if blocked is not None:
            if not blocked.done():
                blocked.set_result(None)
            if not self._leaving:
                self._patience.stop()
            self._intake.go_on(Held.UNSENT)

    def shutdown(self) -> None:
        """The server stops."""
        self.end(RESTART)
        self._transport.close()

    @property
    def unsent(self) -> int:
        """Bytes that the other side has not taken yet."""
        return self._said + self._transport.get_write_buffer_size()

    def say(self, text: bytes) -> None:
        """Send a text very soon; whoever says much looks first how much is unsent."""
        if not self._gone and self._protocol.state is OPEN:
            self._said += len(text)
            self._protocol.send_text(text)
            self._outbox.put(self)

    def end(self, code: int) -> None:
        """Close the socket, and do not wait for ever until the other side agrees."""
        if not self._gone and self._protocol.state is OPEN:
            self._over = True
            self._protocol.send_close(code)
            self.flush()
            self._put({"type": "websocket.disconnect", "code": code})
            if self._blocked is not None and not self._blocked.done():
                self._blocked.set_result(None)

    def share(self, toll: Toll | None) -> None:
        """What is sent is counted here, too."""
        self._debt.shared = toll

    def _take(self, data: bytes) -> int:
        """Read some bytes; the number of frames that ended in them."""
        self._protocol.receive_data(data)
        events = self._protocol.events_received()
        for event in events:
            if isinstance(event, Request):
                self._asked(event)
            elif isinstance(event, Frame):
                self._came(event)
        self.flush()
        return len(events)

    def flush(self) -> None:
        """Send what `websockets` wants to be sent."""
        self._said = 0
        if self._gone:
            return
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
        if not self._leaving and self._protocol.close_expected():
            self._leaving = True
            self._patience.set(GIVE_UP, self._transport.abort)

    def _asked(self, request: Request) -> None:
        """Somebody wants to come in: the application decides."""
        self._accepting = response = self._protocol.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._protocol.send_response(response)
            return
        self._intake.hold(Held.HANDSHAKE)
        self._put({"type": "websocket.connect"})
        scope = scope_of(self._config, self._transport, request.path, request.headers.raw_items())
        task = self._loop.create_task(self._serve({**scope, "state": {**self._state, WIRE: self}}))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _serve(self, scope: dict[str, Any]) -> None:
        try:
            await self._app(scope, self._receive, self._send)
        except Exception:
            log.exception("a socket broke")
        if self._accepting is not None:  # nobody was let in, or told why not
            self._deny(self._protocol.reject(HTTPStatus.INTERNAL_SERVER_ERROR, ""))
        self.end(1000)

    async def _receive(self) -> Message:
        while not self._inbox:
            self._expecting = self._loop.create_future()
            await self._expecting
        message = self._inbox.popleft()
        if len(self._inbox) < MOST_READ:
            self._intake.go_on(Held.UNHEARD)
        return message

    def _put(self, message: Message) -> None:
        """Hand a message to the application."""
        self._inbox.append(message)
        expecting, self._expecting = self._expecting, None
        if expecting is not None and not expecting.done():
            expecting.set_result(None)

    async def _send(self, message: Message) -> None:
        """What the application says. Raises OSError when the other side has gone."""
        kind = message["type"]
        if kind == "websocket.send":
            if self._blocked is not None:
                await asyncio.shield(self._blocked)
            if self._gone or self._protocol.state is not OPEN:
                raise OSError("the other side has gone")
            self._protocol.send_text(message["text"].encode())
            self.flush()
        elif kind == "websocket.accept":
            self._let_in()
        elif kind == "websocket.close":
            if self._accepting is not None:
                self._deny(self._protocol.reject(HTTPStatus.FORBIDDEN, ""))
            self.end(message.get("code", 1000))
        elif kind == "websocket.http.response.start":
            headers = [(name.decode(), value.decode()) for name, value in message["headers"]]
            phrase = HTTPStatus(message["status"]).phrase
            self._denial = Response(message["status"], phrase, Headers(headers))
        elif kind == "websocket.http.response.body" and self._denial is not None:
            self._denial.body = (self._denial.body or b"") + message.get("body", b"")
            if not message.get("more_body", False):
                self._denial.headers.setdefault("Connection", "close")
                self._deny(self._denial)

    def _let_in(self) -> None:
        if self._gone or self._accepting is None:
            raise OSError("the other side has gone")
        response, self._accepting = self._accepting, None
        self._protocol.send_response(response)
        self.flush()
        self._next_beat()
        self._intake.go_on(Held.HANDSHAKE)

    def _deny(self, response: Response) -> None:
        self._accepting = None
        if not self._gone:
            self._protocol.send_response(response)
            self.flush()

    def _came(self, frame: Frame) -> None:
        """A frame is complete; those that only `websockets` need know of are dealt with."""
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._is_text = frame.opcode is Opcode.TEXT
            self._parts = b""
        elif frame.opcode is not Opcode.CONT:
            return
        self._parts = self._parts + frame.data if self._parts else bytes(frame.data)
        if frame.fin and not self._over:
            self._hear(self._parts)

    def _hear(self, data: bytes) -> None:
        """A message is complete."""
        message: Message = {"type": "websocket.receive"}
        try:
            if self._is_text:
                message["text"] = data.decode()
            else:
                message["bytes"] = data
        except UnicodeDecodeError:
            self._over = True
            self._protocol.fail(NOT_UTF8)
            return
        self._put(message)
        if len(self._inbox) >= MOST_READ:
            self._intake.hold(Held.UNHEARD)

    def _next_beat(self) -> None:
        if self._config.ws_ping_interval:
            self._pulse.set(self._config.ws_ping_interval, self._beat)

    def _beat(self) -> None:
        """Ask whether anybody is there, and see who did not answer the last time."""
        if self._gone or self._protocol.state is not OPEN:
            return
        if not self._heard and not self._intake.held:
            self._protocol.fail(LOST)
        else:
            self._heard = False
            self._protocol.send_ping(b"")
            self._next_beat()
        self.flush()


def wire_of(scope: Mapping[str, Any]) -> Wire | None:
    """The wire of a connection, None under another server than ours."""
    found = scope.get("state", {}).get(WIRE)
    return found if isinstance(found, Wire) else None
