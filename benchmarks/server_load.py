"""How much the house can take, and a peer beside it: `make load`.

The house runs as people run it (`tabletier serve`, SQLite, every move on the disk before anybody is
told); the players are a second process on the same machine. Two sockets a table; a move's time runs
from sending it until the last of both players has it.

    python -m benchmarks.server_load --write            # the whole, into docs/benchmarks.md
    python -m benchmarks.server_load --quick            # see that it runs
"""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from benchmarks.load import ours, servers, theirs
from benchmarks.load.disk import waits
from benchmarks.load.meter import Measured, Meter
from benchmarks.load.report import section
from benchmarks.page import put_section

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
WARM = 2.0
"""Seconds before anything is measured."""
GOAL = 2000
"""Moves a second that a house should bear."""
SPARE = 250
"""Tables for when games end, at least."""


class Held(NamedTuple):
    """Tables that nobody moves at."""

    tables: int
    sockets: int
    start: int
    """Bytes before the first table."""
    before: int
    """Bytes before the sockets."""
    after: int

    @property
    def per_socket(self) -> float:
        """Bytes for each socket that is held."""
        return (self.after - self.before) / self.sockets


async def hold_and_play(
    tables: int, game: str, seconds: float
) -> tuple[Held, Measured, Measured, Measured]:
    """Hold many tables; then play at all: as fast as it goes, at half that, at half of GOAL."""
    with servers.house() as server:
        start, meter = server.memory(), Meter(tables)
        people = await ours.open_tables(server, tables, game)
        before = server.memory()
        links = await ours.connect(server, people, meter)
        await asyncio.sleep(2)
        held = Held(tables, len(links), start, before, server.memory())
        spare = await ours.open_tables(server, spares(tables), game)
        await ours.connect(server, spare, meter)
        meter.start()
        full = await meter.watch(server.cpu, WARM, seconds)
        meter.rate = full.rate / 2
        half = await meter.watch(server.cpu, WARM, seconds)
        meter.rate = GOAL / 2
        calm = await meter.watch(server.cpu, WARM, seconds)
        meter.over = True
    return held, full, half, calm


def spares(tables: int) -> int:
    """How many tables wait for games that end."""
    return max(SPARE, tables // 5)


async def our_side(tables: int, game: str, seconds: float) -> Measured:
    """Our house, unthrottled; where a game ends, another begins."""
    with servers.house() as server:
        meter = Meter(tables)
        people = await ours.open_tables(server, tables + spares(tables), game)
        await ours.connect(server, people, meter)
        meter.start()
        found = await meter.watch(server.cpu, WARM, seconds)
        meter.over = True
        return found


async def their_side(tables: int, seconds: float) -> Measured:
    """The peer, unthrottled."""
    with servers.peer() as server:
        meter = Meter(tables)
        await theirs.connect(server, tables, meter)
        await asyncio.sleep(1)
        meter.start()
        found = await meter.watch(server.cpu, WARM, seconds)
        meter.over = True
        return found


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="benchmarks.server_load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="tables that are held")
    parser.add_argument("--beside", type=int, nargs="*", default=[20, 100, 500])
    parser.add_argument("--runs", type=int, default=3, help="of each comparison, taking turns")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--game", default="expion")
    parser.add_argument("--quick", action="store_true", help="see that it runs")
    parser.add_argument("--json", type=Path, help="all figures, into a file")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    found = parser.parse_args(arguments)
    if found.quick:
        found.tables, found.beside, found.runs, found.seconds = 50, [20], 1, 2.0
    return found


def told(what: str, found: Measured) -> list[str]:
    """One measurement, for whoever looks on; what is to be said against it."""
    print(
        f"{what}, {found.tables} tables: {found.rate:,.0f} moves/s, p50 {found.p50:.1f} ms, "
        f"p99 {found.p99:.1f} ms, {found.cpu:.0f} us of processor time a move, "
        f"{found.busy:.2f} of a core, load {os.getloadavg()[0]:.1f}"
        + (f" ({found.doubts})" if found.doubts else ""),
        file=sys.stderr,
    )
    return [f"{what}, {found.tables} tables: {found.doubts}"] if found.doubts else []


async def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Everything."""
    load, disk = [os.getloadavg()[0]], waits()
    held, full, half, calm = await hold_and_play(asked.tables, asked.game, asked.seconds)
    print(
        f"held: {held.per_socket / 1000:.1f} kB a socket, {held.after / 1e6:.0f} MB",
        file=sys.stderr,
    )
    doubts = told("all at once", full)
    doubts += told("half of that", half)
    doubts += told("half of what is wanted", calm)
    beside: list[dict[str, Any]] = []
    for tables in asked.beside:
        runs: list[dict[str, Any]] = []
        for _ in range(asked.runs):
            mine = await our_side(tables, asked.game, asked.seconds)
            disk += waits()
            doubts += told("ours", mine)
            run = {"ours": mine._asdict() | {"rate": mine.rate}}
            if servers.peer_is_here():
                other = await their_side(tables, asked.seconds)
                doubts += told("peer", other)
                run["peer"] = other._asdict() | {"rate": other.rate}
            runs.append(run)
        beside.append({"tables": tables, "runs": runs})
        load.append(os.getloadavg()[0])
    return {
        "game": asked.game,
        "held": held._asdict() | {"per_socket": held.per_socket},
        "full": full._asdict() | {"rate": full.rate},
        "half": half._asdict() | {"rate": half.rate},
        "calm": calm._asdict() | {"rate": calm.rate},
        "beside": beside,
        "load": load,
        "disk": disk,
        "doubts": doubts,
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure, and write down what came of it."""
    asked = parsed(arguments)
    found = uvloop.run(measure(asked))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    text = section(found)
    if asked.write:
        put_section(PAGE, "load", "make load", text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
