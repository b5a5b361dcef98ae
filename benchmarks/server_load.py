"""How much the house can take, and a peer beside it: `make load`.

The house runs as people run it (`tabletier serve`, SQLite, every move on the disk before anybody is
told); the players are a second process on the same machine. Two sockets a table; a move's time runs
from sending it until the last of both players has it.

    python -m benchmarks.server_load --write            # the whole, into docs/benchmarks.md
    python -m benchmarks.server_load --quick            # see that it runs
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import uvloop

from benchmarks.load import ours, servers, theirs
from benchmarks.load.disk import waits
from benchmarks.load.meter import Measured, Meter
from benchmarks.load.report import MEASURED, section
from benchmarks.page import put_section

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
WARM = 2.0
"""Seconds before anything is measured."""
GOAL = 2000
"""Moves a second that a house should bear."""
R = TypeVar("R")
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


async def hold_and_play(tables: int, game: str, seconds: float, found: dict[str, Any]) -> None:
    """Hold many tables; then play at all: as fast as it goes, at half that, at half of GOAL."""
    with servers.house() as server:
        start, meter = server.memory(), Meter(tables)
        people = await ours.open_tables(server, tables, game)
        before = server.memory()
        links = await ours.connect(server, people, meter)
        await asyncio.sleep(2)
        held = Held(tables, len(links), start, before, server.memory())
        found["held"] = held._asdict() | {"per_socket": held.per_socket}
        print(
            f"held: {held.per_socket / 1000:.1f} kB a socket, {held.after / 1e6:.0f} MB",
            file=sys.stderr,
        )
        spare = await ours.open_tables(server, spares(tables), game)
        await ours.connect(server, spare, meter)
        meter.start()
        full = await meter.watch(server.cpu, WARM, seconds)
        told(found, "full", "all at once", full)
        for name, what, rate in (
            ("half", "half of that", full.rate / 2),
            ("calm", "half of what is wanted", GOAL / 2),
        ):
            meter.rate = rate
            told(found, name, what, await meter.watch(server.cpu, WARM, seconds))
        meter.over = True


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


def told(found: dict[str, Any], name: str, what: str, seen: Measured) -> None:
    """Keep a measurement, and what is to be said against it; tell it to whoever looks on."""
    found[name] = seen._asdict() | {"rate": seen.rate}
    if seen.doubts:
        found["doubts"].append(f"{what}, {seen.tables} tables: {seen.doubts}")
    print(
        f"{what}, {seen.tables} tables: {seen.rate:,.0f} moves/s, p50 {seen.p50:.1f} ms, "
        f"p99 {seen.p99:.1f} ms, {seen.cpu:.0f} us of processor time a move, "
        f"{seen.busy:.2f} of a core, load {os.getloadavg()[0]:.1f}"
        + (f" ({seen.doubts})" if seen.doubts else ""),
        file=sys.stderr,
    )


async def tried(found: dict[str, Any], what: str, measuring: Awaitable[R]) -> R | None:
    """One measurement of several: where it breaks off, that is noted, and the next begins."""
    try:
        return await measuring
    except Exception as error:  # noqa: BLE001 - whatever it was, the other figures count
        found["doubts"].append(f"{what} broke off: {type(error).__name__} {error}"[:300])
        print(found["doubts"][-1], file=sys.stderr)
        return None


async def measure(asked: argparse.Namespace, found: dict[str, Any]) -> None:
    """Everything, each figure noted when it is known."""
    found |= {"game": asked.game, "beside": [], "doubts": []}
    found |= {"load": [os.getloadavg()[0]], "disk": waits()}
    await tried(found, "holding", hold_and_play(asked.tables, asked.game, asked.seconds, found))
    for tables in asked.beside:
        runs: list[dict[str, Any]] = []
        found["beside"].append({"tables": tables, "runs": runs})
        for _ in range(asked.runs):
            run: dict[str, Any] = {"doubts": found["doubts"]}
            mine = await tried(found, "ours", our_side(tables, asked.game, asked.seconds))
            found["disk"] += waits()
            if mine is not None:
                told(run, "ours", "ours", mine)
            if servers.peer_is_here():
                other = await tried(found, "peer", their_side(tables, asked.seconds))
                if other is not None:
                    told(run, "peer", "peer", other)
            del run["doubts"]
            runs.append(run)
        found["load"].append(os.getloadavg()[0])


def main(arguments: list[str] | None = None) -> int:
    """Measure, and write down what came of it; half of it is only printed."""
    asked, found = parsed(arguments), dict[str, Any]()
    with contextlib.suppress(KeyboardInterrupt):
        uvloop.run(measure(asked, found))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    text = section(found)
    if asked.write and all(name in found for name in MEASURED):
        put_section(PAGE, "load", "make load", text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
