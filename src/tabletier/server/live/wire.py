"""The socket under a WebSocket: messages are written to it at once, without a task in between.

uvicorn's own protocol, but for three things: whoever serves the socket finds it in the scope and
may write to it directly; reading is only paused when several messages wait; and a text that comes
in one whole frame, as nearly all do, is read here. Everything else is left to `websockets`.
"""

import asyncio
import struct
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tabletier.server.live.audience import TRY_AGAIN, Listener

WIRE = "tabletier.wire"
MOST_READ = 8
"""Messages of one socket that wait to be heard before no more are read."""
MOST_UNSENT = 256 * 1024
"""Bytes that wait for a slow reader before it is told to come back later."""
GIVE_UP = 5.0
"""Seconds that the other side has to hear that the socket is closed."""
TEXT = 0x81
"""The first byte of a text that is sent in one piece."""


_MIDDLING, _LONG = struct.Struct(">BBH").pack, struct.Struct(">BBQ").pack
"""The heads of frames."""


class Outbox:
    """Texts to be sent once all has been worked out that is to be told now.

    Sending wakes whoever reads, and is quicker for many at a time.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[tuple[Wire, bytes]] = []

    def put(self, wire: "Wire", frame: bytes) -> None:
        """Send a frame very soon."""
        if not self._waiting:
            self._loop.call_soon(self.send)
        self._waiting.append((wire, frame))
        wire.unsent += len(frame)

    def send(self) -> None:
        """Send whatever waits."""
        waiting, self._waiting = self._waiting, []
        for wire, frame in waiting:
            wire.unsent = 0
            if wire.is_open:
                wire.transport.write(frame)


outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()
"""One for each loop."""


class Wire(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    _plain = True
    """Whether `websockets` has seen nothing but the handshake and whole control frames, so that a
    frame begins where data begins."""

    unsent = 0
    """Bytes in the outbox."""

    ear: Callable[[bytes], bool] | None = None
    """Hears a text before all others do; whether nobody else need hear it."""

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to come in."""
        super().handle_connect(event)
        self._outbox = outboxes.setdefault(self.loop, Outbox(self.loop))
        if not self.close_sent:
            self.scope["extensions"][WIRE] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """Bytes came: read whole texts, hand everything else on."""
        while self._plain and self.handshake_complete and not self.close_sent:
            size = whole_text(data, self.config.ws_max_size)
            if not size:
                self._plain = is_whole_control(data)
                break
            text = unmasked(data, size)
            if self.ear is None or not self.queue.empty() or not self.ear(text):
                self.hand_on(text)
            data = data[6 + size :]
            if not data:
                return
        super().data_received(data)

    def hand_on(self, text: bytes) -> None:
        """Let a text wait until whoever serves the socket asks for it."""
        self.curr_msg_data_type, self.frames = "text", [text]
        self.send_receive_event_to_app()

    @property
    def too_slow(self) -> bool:
        """Whether the reader has left too much unread."""
        return self.unsent + self.transport.get_write_buffer_size() > MOST_UNSENT

    @property
    def is_open(self) -> bool:
        """Whether anything can be sent."""
        return not self.close_sent and not self.transport.is_closing()

    def say(self, text: bytes) -> None:
        """Send a text."""
        self._outbox.put(self, framed(text))

    def end(self, code: int) -> None:
        """Close the socket, and do not wait for ever until the other side agrees."""
        if not self.is_open:
            return
        self._outbox.send()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(GIVE_UP, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        paused, self.read_paused = self.read_paused, True  # so that uvicorn does not pause
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= MOST_READ and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()


class Direct(Listener):
    """Someone connected by a wire of ours: nothing waits but in the wire itself."""

    def __init__(self, listener: Listener, wire: Wire) -> None:
        plays = listener.player is not None
        super().__init__(listener.person, listener.muted, plays, listener.language)
        self._wire = wire

    def tell(self, text: bytes) -> None:
        """Send a message, unless too much is unread already."""
        if self.lost:
            return
        if self._wire.too_slow:
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


def whole_text(data: bytes, most: int) -> int:
    """The size of a short text at the beginning of some data, 0 if there is no whole one."""
    if len(data) < 7 or data[0] != TEXT or not 0x80 < data[1] < 0xFE:
        return 0
    size = data[1] & 0x7F
    return size if size <= most and len(data) >= 6 + size else 0


def unmasked(data: bytes, size: int) -> bytes:
    """The text of a short frame; what clients send is masked."""
    mask = data[2:6] * (size // 4 + 1)
    number = int.from_bytes(data[6 : 6 + size], "big") ^ int.from_bytes(mask[:size], "big")
    return number.to_bytes(size, "big")


def is_whole_control(data: bytes) -> bool:
    """Whether some data is one ping or pong and nothing else."""
    return len(data) >= 6 and data[0] in (0x89, 0x8A) and len(data) == 6 + (data[1] & 0x7F)


def framed(text: bytes) -> bytes:
    """A text as it goes over the wire: what servers send is not masked."""
    size = len(text)
    if size < 126:
        head = bytes((TEXT, size))
    elif size < 1 << 16:
        head = _MIDDLING(TEXT, 126, size)
    else:
        head = _LONG(TEXT, 127, size)
    return head + text


def wire_of(scope: Mapping[str, Any]) -> Wire | None:
    """The wire of a connection, None under another server than ours."""
    found = scope.get("extensions", {}).get(WIRE)
    return None if found is None else found["wire"]
