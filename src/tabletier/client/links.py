"""Two ways to be at a table: a socket, or a stream of lines and orders that are posted.

Both tell the same messages. A link is one connection; whoever holds it makes a new one.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tabletier.client.errors import refused
from tabletier.client.transport import API, Transport

Way = Literal["socket", "http"]
Message = dict[str, Any]


class Link(Protocol):
    """A connection to a table."""

    def messages(self) -> AsyncIterator[Message]:
        """What the house says, until the connection ends. Raises Unreachable when it breaks."""

    async def send(self, order: Message) -> Message | None:
        """Give an order; what came of it, None where that is told with the messages."""


class Socket:
    """A WebSocket."""

    def __init__(self, transport: Transport, socket: ClientConnection) -> None:
        self._transport, self._socket = transport, socket

    async def messages(self) -> AsyncIterator[Message]:
        """What the house says, until the connection ends."""
        try:
            async for text in self._socket:
                yield msgspec.json.decode(text, type=Message)
        except ConnectionClosed as closed:
            raise self._transport.away(closed) from None

    async def send(self, order: Message) -> Message | None:
        """Send an order; the messages tell what came of it, or that the link broke."""
        with suppress(ConnectionClosed):
            await self._socket.send(msgspec.json.encode(order).decode())
        return None


@asynccontextmanager
async def open_socket(transport: Transport, table: str, after: int) -> AsyncIterator[Link]:
    """A socket at a table. Raises Refused and Unreachable."""
    url = f"ws{transport.url.removeprefix('http')}{API}/tables/{table}/live?after={after}"
    try:
        opening = await connect(
            url, additional_headers=transport.credentials, max_size=None, user_agent_header=None
        )
    except InvalidStatus as error:
        raise _turned_away(transport, error) from None
    except (OSError, InvalidHandshake, TimeoutError) as error:
        raise transport.away(error) from None
    transport.reached = True
    async with opening as socket:
        yield Socket(transport, socket)


def _turned_away(transport: Transport, error: InvalidStatus) -> Exception:
    """Why the house does not take a socket."""
    answer = error.response
    try:
        return refused(msgspec.json.decode(answer.body or b""), answer.status_code)
    except (msgspec.MsgspecError, KeyError, TypeError):
        return transport.away(f"it answers {answer.status_code}")


class Stream:
    """A stream of lines; orders are posted."""

    def __init__(self, transport: Transport, table: str, lines: AsyncIterator[str]) -> None:
        self._transport, self._table, self._lines = transport, table, lines

    async def messages(self) -> AsyncIterator[Message]:
        """What the house says, until the connection ends."""
        async for line in self._lines:
            yield msgspec.json.decode(line, type=Message)

    async def send(self, order: Message) -> Message | None:
        """Post an order; the number of its line. Raises Refused and Unreachable."""
        path = f"/tables/{self._table}/orders"
        done = await self._transport.ask(dict[str, int], "POST", path, json=order)
        return {"type": "done", "key": order["key"], **done}


@asynccontextmanager
async def open_stream(transport: Transport, table: str, after: int) -> AsyncIterator[Link]:
    """A stream at a table. Raises Refused and Unreachable."""
    async with transport.streaming(f"/tables/{table}/stream", after=after) as lines:
        yield Stream(transport, table, lines)


OPENERS = {"socket": open_socket, "http": open_stream}
