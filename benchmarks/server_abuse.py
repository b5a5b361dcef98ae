"""A house under attack, and how the others fare: every attack is bounded in number and time.

Only a house that this program starts itself on loopback is attacked, with its usual limits.

    python -m benchmarks.server_abuse --write            # into docs/benchmarks.md
    python -m benchmarks.server_abuse --seconds 2        # see that it runs

The attacker is a process of its own (`benchmarks.attacks`), so that what the others wait for is
the house and not it.
"""

import argparse
import asyncio
import contextlib
import math
import os
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvloop

from benchmarks.attacks import ATTACKS, LONG, LONGEST, Attack
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
ELSEWHERE = "127.0.0.2"
"""The address of those who play."""
PATIENCE = 10.0
"""Seconds beyond those after which an attacker is stopped."""
MOVES = 260
"""At the table with a long log."""


class Seen(NamedTuple):
    """What came of an attack."""

    attack: str
    p50: float
    p99: float
    before: servers.Memory
    after: servers.Memory
    fate: str


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
    given = [name, "--port", str(port), "--table", table, "--seconds", str(seconds)]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.attacks", *given),
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
        f"before and {load[1]:.1f} after; moves are chosen at random, without a seed. {long} "
        "Memory in MB: the house's own process, and its helpers (how many): a "
        "scribe, and once opponents think, processes for them. What the heaviest "
        "moment of an attack needed stays with the process for the next one; in one house, a first "
        "round of all floods added 14 MB, a second 1 MB, a third 1 MB, and the number of "
        "objects stayed as it was.\n\n"
        "| attack | others' p50 / p99 | memory | the attacker |\n| --- | --- | --- | --- |\n"
        + "\n".join(map(row, found))
        + "\n"
    )


def main(arguments: list[str] | None = None) -> int:
    """Attack, and write down what came of it."""
    parser = argparse.ArgumentParser(prog="benchmarks.server_abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each attack")
    parser.add_argument("--only", default="", help="attacks whose names hold this")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked_for: Any = parser.parse_args(arguments)
    before, seconds = os.getloadavg()[0], min(LONGEST, asked_for.seconds)
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
