"""WebSockets whose frames are written by hand."""

import json
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.server.houses import API, PATIENCE, OpenHouse, cookie_of

TEXT, BINARY, MORE, CLOSE, PING, PONG, FIN = 1, 2, 0, 8, 9, 10, 0x80


def frame(opcode: int, data: bytes, fin: bool = True, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    """A frame as a client sends it."""
    head = bytes([opcode | (FIN if fin else 0)])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    else:
        head += bytes([0x80 | 126]) + struct.pack("!H", len(data))
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


def text(message: Any) -> bytes:
    """A whole message in one frame."""
    return frame(TEXT, json.dumps(message).encode())


class RawSocket:
    """A WebSocket to a table, frames written by hand."""

    def __init__(self, house: OpenHouse, client: httpx.Client, table: str) -> None:
        parts = urlsplit(house.address)
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = {
            "Host": parts.netloc,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
            **cookie_of(client),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.send(f"GET {API}/tables/{table}/live HTTP/1.1\r\n{lines}\r\n".encode())
        self._in = self._socket.makefile("rb")
        assert b"101" in self._in.readline()
        while self._in.readline() != b"\r\n":
            pass
        self.hello = self.hear()
        assert self.hello["type"] == "hello"

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def receive(self) -> tuple[int, bytes]:
        """The next frame: what it is, and what it holds."""
        first, size = self._in.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self._in.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._in.read(8))
        return first & 0x0F, self._in.read(size)

    def hear(self) -> dict[str, Any]:
        """The next message."""
        opcode, data = self.receive()
        assert opcode == TEXT, (opcode, data)
        found: dict[str, Any] = json.loads(data)
        return found

    def closed_with(self) -> int:
        """The code with which the house closes, after whatever else it says."""
        while True:
            opcode, data = self.receive()
            if opcode == CLOSE:
                code: int = struct.unpack("!H", data[:2])[0]
                return code

    def close(self) -> None:
        self._in.close()
        self._socket.close()


class Seats:
    """Two people at a table of Ex*pion."""

    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        self.people = [house.guest(), house.guest()]
        opened = {"game": "expion", "seats": ["me", "open"]}
        self.table: str = self.people[0].post("/tables", json=opened).json()["id"]
        self.order(1, do="sit")
        self.order(0, do="start")
        self.links = [RawSocket(house, client, self.table) for client in self.people]

    def order(self, who: int, **order: Any) -> None:
        answer = self.people[who].post(f"/tables/{self.table}/orders", json=order)
        assert answer.status_code == 200, answer.text

    @property
    def position(self) -> dict[str, Any]:
        found: dict[str, Any] = self.people[0].get(f"/tables/{self.table}").json()["position"]
        return found

    def move(self, **extra: Any) -> dict[str, Any]:
        """A legal move of the first player's."""
        position = self.position
        return {"do": "move", "move": position["legal"][0], "ply": position["plies"], **extra}

    def close(self) -> None:
        for link in self.links:
            link.close()
