"""A house under attack, and how the others fare: every attack is bounded in number and time.

Only a house that this program starts itself on loopback is attacked, with its usual limits.

    python -m benchmarks.server_abuse --write            # into docs/benchmarks.md
    python -m benchmarks.server_abuse --seconds 2        # see that it runs
"""

import argparse
import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import picows
import uvloop

from benchmarks.load import ours, servers
from benchmarks.load.meter import Meter
from benchmarks.page import put_section
from tabletier.lab.machine import machine

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TABLES = 8
"""At which others play meanwhile, at a calm pace."""
PACE = 40
"""Moves a second of all those tables."""
SPEED = 2_000_000
"""Bytes a second of a flood."""
CONNECTIONS = 600
"""That one attack opens at most."""
ELSEWHERE = "127.0.0.2"
"""The address of those who play."""
MASK = bytes(4)


class Seen(NamedTuple):
    """What came of an attack."""

    attack: str
    p50: float
    p99: float
    before: int
    after: int
    fate: str


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


def flood(opcode: int, data: bytes) -> Callable[[int, str, float], Awaitable[str]]:
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


def connections(said: bytes) -> Callable[[int, str, float], Awaitable[str]]:
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


async def asked(
    port: int, seconds: float, ask: Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
) -> str:
    """The same request again and again, over eight connections."""
    until, answers = time.perf_counter() + seconds, [0, 0]

    async def one() -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1") as client:
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


ATTACKS: dict[str, Callable[[int, str, float], Awaitable[str]] | None] = {
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
    "lines of a table, by nobody": looks,
    "tables without people": showpieces,
}


async def measured(seconds: float) -> list[Seen]:
    """Every attack in turn, while others play."""
    found = []
    with servers.house(TABLETIER_LIMITS="1", TABLETIER_PROXIES="192.0.2.1") as server:
        meter = Meter(TABLES, PACE)
        people = await ours.open_tables(server, TABLES, "expion")
        links = await ours.connect(server, people, meter, local_addr=(ELSEWHERE, 0))
        meter.start()
        for name, attack in ATTACKS.items():
            before, table = server.memory(), people.tables[0]
            looking = asyncio.create_task(meter.watch(server.cpu, 0.0, seconds))
            fate = "" if attack is None else await told(attack(server.port, table, seconds))
            seen = await looking
            found.append(Seen(name, seen.p50, seen.p99, before, server.memory(), fate))
            print(row(found[-1]), file=sys.stderr)
        meter.over = True
        for link in links:
            link.disconnect(graceful=False)
    return found


async def told(attack: Awaitable[str]) -> str:
    """What became of an attack, whatever it was."""
    try:
        return await attack
    except (OSError, asyncio.IncompleteReadError, httpx.HTTPError, picows.WSError) as error:
        return f"broke off: {type(error).__name__}"


def row(seen: Seen) -> str:
    """A line of the table."""
    memory = f"{seen.before / 1e6:.0f} → {seen.after / 1e6:.0f} MB"
    return f"| {seen.attack} | {seen.p50:.1f} / {seen.p99:.1f} ms | {memory} | {seen.fate} |"


def section(found: list[Seen], seconds: float, load: tuple[float, float]) -> str:
    """What is written down."""
    place = ", ".join(f"{name} {value}" for name, value in machine().items())
    return (
        f"## Under attack\n\n{place}; {datetime.now(UTC).date()}.\n\n"
        f"A house with its usual limits; {TABLES} tables play {PACE} moves a second from another "
        f"address while each attack goes on for {seconds:.0f} s. Load averages were {load[0]:.1f} "
        f"before and {load[1]:.1f} after.\n\n"
        "| attack | others' p50 / p99 | memory | the attacker |\n| --- | --- | --- | --- |\n"
        + "\n".join(map(row, found))
        + "\n"
    )


def main(arguments: list[str] | None = None) -> int:
    """Attack, and write down what came of it."""
    parser = argparse.ArgumentParser(prog="benchmarks.server_abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each attack")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked_for: Any = parser.parse_args(arguments)
    before = os.getloadavg()[0]
    found = uvloop.run(measured(asked_for.seconds))
    text = section(found, asked_for.seconds, (before, os.getloadavg()[0]))
    if asked_for.write:
        put_section(PAGE, "abuse", "python -m benchmarks.server_abuse --write", text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
