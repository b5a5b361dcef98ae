"""A house under attack, and how the others fare: every attack is bounded in number and time.

Only a house that this program starts itself on loopback is attacked, with its usual limits.

    python -m benchmarks.server_abuse --write            # into docs/benchmarks.md
    python -m benchmarks.server_abuse --seconds 2        # see that it runs

The attacker is a process of its own, so that what the others wait for is the house and not it.
"""

import argparse
import asyncio
import contextlib
import itertools
import math
import os
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import picows
import uvloop

from benchmarks.load import ours, servers
from benchmarks.load.meter import Meter
from benchmarks.page import put_section
from tabletier.lab.report import machine
from tabletier.server.tables.decision import MOST_TAKEBACKS

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TABLES = 8
"""At which others play meanwhile, at a calm pace."""
GAMES = 48
"""Set up for them; where one ends, the next begins."""
PACE = 40
"""Moves a second of all those tables."""
SPEED = 2_000_000
"""Bytes a second of a flood."""
CONNECTIONS = 600
"""That one attack opens at most."""
ELSEWHERE = "127.0.0.2"
"""The address of those who play."""
LONGEST = 10.0
"""Seconds of one attack at most."""
PATIENCE = 10.0
"""Seconds beyond those after which an attacker is stopped."""
MOVES = 260
"""At the table with a long log."""
MASK = bytes(4)


class Seen(NamedTuple):
    """What came of an attack."""

    attack: str
    p50: float
    p99: float
    before: servers.Memory
    after: servers.Memory
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


Attack = Callable[[int, str, float], Awaitable[str]]
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


class Long(NamedTuple):
    """A table with a long log, and what it came to."""

    table: str
    moves: int
    taken: int


async def long_table(port: int) -> Long:
    """A table with many moves and take-backs; how many it came to."""
    base, until = f"http://127.0.0.1:{port}/api/v1", time.perf_counter() + 12 * LONGEST
    seats = {"game": "expion", "seats": ["me", "me"], "start": True, "takeback": "free"}
    back = {"do": "ask", "question": "takeback"}
    moves = taken = ply = 0
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        await client.post("/me", json={"name": "Eve"})
        table = (await client.post("/tables", json=seats)).json()["id"]

        async def order(**given: Any) -> bool:
            return (await client.post(f"/tables/{table}/orders", json=given)).is_success

        while moves < MOVES and time.perf_counter() < until:
            position = (await client.get(f"/tables/{table}")).json()["position"]
            ply, legal = position["plies"], position.get("legal")
            if not legal:
                break
            move = legal[moves % len(legal)]
            moves += await order(do="move", move=move, ply=ply)
            while taken * MOVES < moves * MOST_TAKEBACKS and await order(**back):
                taken, ply = taken + 1, ply + 1
                await order(do="move", move=move, ply=ply)
    return Long(table, moves, taken)


async def measured(seconds: float, only: str, found: list[Seen]) -> str:
    """Every attack in turn, while others play; and what the long log holds."""
    long = Long("", 0, 0)
    with tempfile.TemporaryDirectory() as folder, noted(found):
        with servers.house(TABLETIER_DATA_DIR=folder) as server:  # no limits while it is set up
            people = await ours.open_tables(server, GAMES, "expion")
            with noted(found):
                long = await long_table(server.port)
        await attacked(seconds, only, folder, people, long.table or people.tables[0], found)
    return f"The long log: {long.moves} moves, {long.taken} take-backs."


@contextlib.contextmanager
def noted(found: list[Seen], name: str = "setting up") -> Iterator[None]:
    """What breaks off is told in its place; the rest goes on with what there is."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it was
        nothing = servers.Memory(0, 0, 0)
        fate = f"broke off: {type(error).__name__} {error}"[:200]
        found.append(Seen(name, math.nan, math.nan, nothing, nothing, fate))
        print(row(found[-1]), file=sys.stderr)


async def attacked(
    seconds: float, only: str, folder: str, people: ours.People, long: str, found: list[Seen]
) -> None:
    """Every attack in turn, while others play."""
    usual = {"TABLETIER_LIMITS": "1", "TABLETIER_PROXIES": "192.0.2.1"}
    with servers.house(TABLETIER_DATA_DIR=folder, **usual) as server:
        meter = Meter(TABLES, PACE)
        links = await ours.connect(server, people, meter, local_addr=(ELSEWHERE, 0))
        meter.start()
        for name, attack in ATTACKS.items():
            if only not in name:
                continue
            table = long if name == LONG else people.tables[0]
            with noted(found, name):
                found.append(await one(server, meter, name, attack, table, seconds))
                print(row(found[-1]), file=sys.stderr)
        meter.over = True
        for link in links:
            link.disconnect(graceful=False)


async def one(
    server: servers.Server,
    meter: Meter,
    name: str,
    attack: Attack | None,
    table: str,
    seconds: float,
) -> Seen:
    """One attack, and how the others fared meanwhile."""
    before = server.memories()
    process = attack and await attacker(name, server.port, table, seconds)
    looking = asyncio.create_task(meter.watch(server.cpu, 0.0, seconds))
    fate = "" if process is None else await fate_of(process, seconds)
    seen = await looking
    if seen.doubts:
        fate = f"{fate} ({seen.doubts})".strip()
    return Seen(name, seen.p50, seen.p99, before, server.memories(), fate)


async def attacker(name: str, port: int, table: str, seconds: float) -> Process:
    """A process that will attack when it is told to."""
    given = ["--attack", name, "--port", str(port), "--table", table, "--seconds", str(seconds)]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.server_abuse", *given),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(servers.PATIENCE):
        await process.stdout.readline()
    return process


async def fate_of(process: Process, seconds: float) -> str:
    """Let a process attack; what it says became of it."""
    try:
        async with asyncio.timeout(seconds + PATIENCE):
            said, _ = await process.communicate(b"go\n")
    except TimeoutError:
        process.kill()
        await process.wait()
        return "stopped: it did not end"
    return said.decode().strip() or f"ended with {process.returncode}"


async def told(attack: Awaitable[str]) -> str:
    """What became of an attack, whatever it was."""
    try:
        return await attack
    except (OSError, asyncio.IncompleteReadError, httpx.HTTPError, picows.WSError) as error:
        return f"broke off: {type(error).__name__}"


def row(seen: Seen) -> str:
    """A line of the table."""
    memory = " → ".join(
        f"{held.own / 1e6:.0f} + {held.helpers / 1e6:.0f} ({held.processes})"
        for held in (seen.before, seen.after)
    )
    return f"| {seen.attack} | {seen.p50:.1f} / {seen.p99:.1f} ms | {memory} | {seen.fate} |"


def section(found: list[Seen], long: str, seconds: float, load: tuple[float, float]) -> str:
    """What is written down."""
    place = ", ".join(f"{name} {value}" for name, value in machine().items())
    return (
        f"## Under attack\n\n{place}; {datetime.now(UTC).date()}.\n\n"
        f"A house with its usual limits; {TABLES} tables play {PACE} moves a second from another "
        f"address while each attack goes on for {seconds:.0f} s. Load averages were {load[0]:.1f} "
        f"before and {load[1]:.1f} after. {long} Memory in MB: the house's own process, and its "
        "helpers (how many): a scribe, and once opponents think, processes for them. What the "
        "heaviest moment of an attack needed stays with the process for the next one; in one "
        "house, a first round of all floods added 14 MB, a second 1 MB, a third 1 MB, and the "
        "number of objects stayed as it was.\n\n"
        "| attack | others' p50 / p99 | memory | the attacker |\n| --- | --- | --- | --- |\n"
        + "\n".join(map(row, found))
        + "\n"
    )


def main(arguments: list[str] | None = None) -> int:
    """Attack, and write down what came of it."""
    parser = argparse.ArgumentParser(prog="benchmarks.server_abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each attack")
    parser.add_argument("--only", default="", help="attacks whose names hold this")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--table", default="", help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked_for: Any = parser.parse_args(arguments)
    before, seconds = os.getloadavg()[0], min(LONGEST, asked_for.seconds)
    attack = ATTACKS.get(asked_for.attack)
    if attack is not None:
        print("ready", flush=True)
        sys.stdin.readline()
        print(uvloop.run(told(attack(asked_for.port, asked_for.table, seconds))))
        return 0
    found, long = list[Seen](), ""
    with contextlib.suppress(KeyboardInterrupt):  # what was seen until then is told
        long = uvloop.run(measured(seconds, asked_for.only, found))
    text = section(found, long, seconds, (before, os.getloadavg()[0]))
    whole = {seen.attack for seen in found if not math.isnan(seen.p50)} >= set(ATTACKS)
    if asked_for.write and not whole:
        print("Not all attacks came to their end: nothing is written down.", file=sys.stderr)
    elif asked_for.write:
        put_section(PAGE, "abuse", "python -m benchmarks.server_abuse --write", text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
