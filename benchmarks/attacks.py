"""What somebody may do to a house, bounded in number and time; as a program, one attack.

    python -m benchmarks.attacks "guests" --port 8000 --table ID --seconds 10

`benchmarks.server_abuse` starts it, with a house of its own on loopback. It says `ready`, waits for
a line, attacks, and tells in one line what became of it.
"""

import argparse
import asyncio
import contextlib
import itertools
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import uvloop

SPEED = 2_000_000
"""Bytes a second of a flood."""
CONNECTIONS = 600
"""That one attack opens at most."""
LONGEST = 10.0
"""Seconds of one attack at most."""
MASK = bytes(4)

Attack = Callable[[int, str, float], Awaitable[str]]
"""By port, table and seconds: what became of it."""


def frame(opcode: int, data: bytes) -> bytes:
    """A short frame as a client sends it."""
    return bytes([0x80 | opcode, 0x80 | len(data)]) + MASK + data


async def upgraded(port: int, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at a table, frames written by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def flood(opcode: int, data: bytes) -> Attack:
    """2 MB a second of one kind of frame."""

    async def attack(port: int, table: str, seconds: float) -> str:
        _, writer = await upgraded(port, table)
        piece = frame(opcode, data) * (SPEED // 20 // (6 + len(data)))
        sent, began = 0, time.perf_counter()
        try:
            while time.perf_counter() - began < seconds:
                writer.write(piece)
                async with asyncio.timeout(began + seconds - time.perf_counter()):
                    await writer.drain()
                sent += len(piece)
                await asyncio.sleep(0.05)
        except TimeoutError:
            return f"not read any more after {sent / 1e6:.1f} MB"
        except OSError:
            return f"closed after {time.perf_counter() - began:.1f} s, {sent / 1e6:.1f} MB"
        finally:
            writer.transport.abort()
        return f"all {sent / 1e6:.1f} MB were sent"

    return attack


async def is_open(reader: asyncio.StreamReader) -> bool:
    """Whether the other side has not closed a connection, whatever it said before."""
    try:
        async with asyncio.timeout(0.5):
            while await reader.read(65_536):
                pass
    except TimeoutError:
        return True
    except OSError:
        return False
    return False


def connections(said: bytes) -> Attack:
    """Many connections that begin a request, or none, and say no more."""

    async def attack(port: int, _: str, seconds: float) -> str:
        held: list[asyncio.StreamReader] = []
        writers = []
        for _number in range(CONNECTIONS):
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(said)
                held.append(reader)
                writers.append(writer)
        await asyncio.sleep(seconds)
        left = sum(await asyncio.gather(*map(is_open, held)))
        for writer in writers:
            writer.transport.abort()
        return f"{left} of {len(held)} connections were left after {seconds:.0f} s"

    return attack


async def guests(port: int, _: str, seconds: float) -> str:
    """As many guests as one can be."""
    return await asked(port, seconds, lambda client: client.post("/me", json={"name": "Eve"}))


async def looks(port: int, table: str, seconds: float) -> str:
    """A table and its lines, looked at by nobody in particular."""
    return await asked(port, seconds, lambda client: client.get(f"/tables/{table}/lines"))


async def forgers(port: int, _: str, seconds: float) -> str:
    """Cookies that the house never wrote."""
    cookie = {"Cookie": "tabletier=WyJmb3JnZWQiLDBd." + "x" * 27}
    return await asked(port, seconds, lambda client: client.get("/me", headers=cookie))


async def readers(port: int, table: str, seconds: float) -> str:
    """A long log read by nobody in particular: its lines, its replay, the table itself."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60) as client:
        last = (await client.get(f"/tables/{table}")).json()["number"]
    paths = itertools.cycle((f"/lines?after={max(0, last - 300)}", "/replay", ""))
    return await asked(port, seconds, lambda client: client.get(f"/tables/{table}{next(paths)}"))


async def asked(
    port: int, seconds: float, ask: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
) -> str:
    """The same request again and again, over eight connections."""
    until, answers = time.perf_counter() + seconds, [0, 0]

    async def one() -> None:
        base = f"http://127.0.0.1:{port}/api/v1"
        async with httpx.AsyncClient(base_url=base, timeout=LONGEST) as client:
            while time.perf_counter() < until and sum(answers) < 20_000:
                client.cookies.clear()
                with contextlib.suppress(httpx.HTTPError):
                    answers[(await ask(client)).status_code == 429] += 1

    await asyncio.gather(*(one() for _ in range(8)))
    return f"{answers[0]} answered, {answers[1]} refused (429)"


async def showpieces(port: int, _: str, seconds: float) -> str:
    """Tables at which only opponents of the house sit."""
    answers = [0, 0]
    seats = {"game": "expion", "seats": [1, 1], "start": True}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60) as client:
        await client.post("/me", json={"name": "Eve"})
        for _number in range(20):
            answers[(await client.post("/tables", json=seats)).status_code == 429] += 1
    await asyncio.sleep(seconds)
    return f"{answers[0]} tables opened, {answers[1]} refused (429)"


ATTACKS: dict[str, Attack | None] = {
    "none": None,
    "pings, 2 MB/s": flood(9, b"x" * 100),
    "empty pongs, 2 MB/s": flood(10, b""),
    "texts, 2 MB/s": flood(1, b"{}"),
    "connections that say nothing": connections(b""),
    "headers that do not end": connections(b"GET / HTTP/1.1\r\nHost: here\r\nX: "),
    "bodies that do not come": connections(
        b"POST /api/v1/me HTTP/1.1\r\nHost: here\r\nContent-Length: 50\r\n\r\n{"
    ),
    "guests": guests,
    "forged cookies": forgers,
    "lines of a table, by nobody": looks,
    "a long log, by nobody": readers,
    "tables without people": showpieces,
}
LONG = "a long log, by nobody"
"""The attack that is made on the table with a long log."""


async def told(attack: Awaitable[str]) -> str:
    """What became of an attack, whatever it was."""
    try:
        return await attack
    except (OSError, asyncio.IncompleteReadError, httpx.HTTPError) as error:
        return f"broke off: {type(error).__name__}"


def main(arguments: list[str] | None = None) -> int:
    """Wait for the word, attack, and say what became of it."""
    parser = argparse.ArgumentParser(prog="benchmarks.attacks", description=__doc__)
    parser.add_argument("attack", choices=[name for name, attack in ATTACKS.items() if attack])
    parser.add_argument("--port", type=int, required=True, help="of a house on this machine")
    parser.add_argument("--table", default="", help="at which it is made")
    parser.add_argument("--seconds", type=float, default=LONGEST)
    given: Any = parser.parse_args(arguments)
    attack = ATTACKS[given.attack]
    assert attack is not None
    print("ready", flush=True)
    sys.stdin.readline()
    print(uvloop.run(told(attack(given.port, given.table, min(LONGEST, given.seconds)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
