"""Kill a busy house again and again: every move it has confirmed must be there, none twice.

`python -m benchmarks.server_kills --kills 100 --tables 50`; exit code 1 when anything was lost.
Each table sends one move after the other, with a key; a move that was not confirmed before a kill
is sent again with the same key to the house that opens next.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.schema import lines
from tabletier.server.db.store import Store

GAME = "expion"
AGAIN = 0.05
PATIENCE = 60.0


class Confirmed(NamedTuple):
    """A move that the house said it has."""

    table: str
    key: str
    number: int


class Report(NamedTuple):
    """What came of it."""

    kills: int
    tables: int
    confirmed: int
    lost: int
    doubled: int
    gaps: int
    refused: int

    @property
    def well(self) -> bool:
        """Whether nothing was lost, doubled, left out or refused."""
        return self.confirmed > 0 and not (self.lost or self.doubled or self.gaps or self.refused)


class HouseProcess:
    """`tabletier serve` in a process that can be killed."""

    def __init__(self, folder: Path, database: str, compiled: bool) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        self._environment = {
            **os.environ,
            "TABLETIER_DATA_DIR": str(folder),
            "TABLETIER_DATABASE_URL": database,
            "TABLETIER_PORT": str(port),
            "TABLETIER_LIMITS": "0",
            "TABLETIER_JIT": "1" if compiled else "0",
        }

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tabletier", "serve"],
            env=self._environment,
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self._process.poll() is None, "the house has ended"
            try:
                httpx.get(f"http://{self.address}/healthz")
            except httpx.HTTPError:
                time.sleep(AGAIN)
            else:
                return
        raise AssertionError("the house does not open")

    def kill(self) -> None:
        """End it at once."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


class Player:
    """One person who plays both sides of one table after the other."""

    def __init__(self, address: str, number: int, cookie: str) -> None:
        self._address, self._cookie, self._name = address, {"Cookie": cookie}, f"p{number}"
        self._dice, self._count = random.Random(number), 0
        self._table: str | None = None
        self._pending: dict[str, Any] | None = None
        self.confirmed: list[Confirmed] = []
        self.refused: list[str] = []

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop, through every kill; all that was sent is confirmed then."""
        while not (stop.is_set() and self._pending is None):
            try:
                if self._table is None:
                    await self._sit_down()
                address = f"ws://{self._address}/api/v1/tables/{self._table}/live"
                headers = self._cookie
                async with connect(address, additional_headers=headers, proxy=None) as link:
                    await self._talk(link, stop)
            except (OSError, WebSocketException, httpx.HTTPError, EOFError):
                await asyncio.sleep(AGAIN)

    async def _sit_down(self) -> None:
        asked = {"game": GAME, "seats": ["me", "me"], "start": True}
        async with httpx.AsyncClient(headers=self._cookie, timeout=PATIENCE) as client:
            url = f"http://{self._address}/api/v1/tables"
            answer = (await client.post(url, json=asked)).raise_for_status()
        self._table = answer.json()["id"]

    async def _talk(self, link: Any, stop: asyncio.Event) -> None:
        position: dict[str, Any] = {}
        async for text in link:
            message = json.loads(text)
            position = message.get("position") or position
            kind = message["type"]
            if kind in {"line", "done"} and self._pending is not None:
                if message.get("key") == self._pending["key"]:
                    self._confirm(message["number"])
            elif kind == "refused":
                self.refused.append(message["code"])
                self._pending = None
            if kind == "bye" or (self._pending is None and not self._next(position, stop)):
                return
            if kind != "line" or message.get("key") is not None:
                await link.send(json.dumps(self._pending))

    def _confirm(self, number: int) -> None:
        assert self._table is not None
        assert self._pending is not None
        self.confirmed.append(Confirmed(self._table, self._pending["key"], number))
        self._pending = None

    def _next(self, position: dict[str, Any], stop: asyncio.Event) -> bool:
        """Think of the next move; False if there is none."""
        if stop.is_set():
            return False
        if position["to_move"] is None:
            self._table = None
            return False
        self._count += 1
        move = self._dice.choice(position["legal"])
        key = f"{self._name}-{self._count}"
        self._pending = {"do": "move", "move": move, "ply": position["plies"], "key": key}
        return True


async def checked(database: str, players: list[Player], kills: int) -> Report:
    """Compare what was confirmed with what is in the database, and read every log."""
    engine = open_engine(database)
    async with engine.connect() as connection:
        rows = (await connection.execute(select(lines))).all()
    store = Store(engine)
    for table in {row.table_id for row in rows}:
        assert await store.load(table) is not None
    await engine.dispose()
    confirmed = [move for player in players for move in player.confirmed]
    stored = {(row.table_id, row.key): row.number for row in rows if row.key}
    times = Counter((row.table_id, row.key) for row in rows if row.key)
    logs: dict[str, list[Any]] = {}
    for row in sorted(rows, key=lambda row: (row.table_id, row.number)):
        logs.setdefault(row.table_id, []).append(row)
    gaps = 0
    for log in logs.values():
        plies = [row.ply for row in log if row.ply is not None]
        gaps += plies != list(range(len(plies)))
        gaps += [row.number for row in log] != list(range(1, len(log) + 1))
    return Report(
        kills,
        len(logs),
        len(confirmed),
        sum(stored.get((move.table, move.key)) != move.number for move in confirmed),
        sum(count > 1 for count in times.values()),
        gaps,
        sum(len(player.refused) for player in players),
    )


async def run(
    kills: int, tables: int, folder: Path, database: str = "", jit: bool = False
) -> Report:
    """Play at many tables while the house is killed so many times."""
    house = HouseProcess(folder, database, jit)
    await asyncio.to_thread(house.start)
    dice, stop = random.Random(kills), asyncio.Event()
    players = []
    for number in range(tables):
        answer = httpx.post(
            f"http://{house.address}/api/v1/me", json={"name": f"Player {number}"}
        ).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        players.append(Player(house.address, number, cookie))
    playing = [asyncio.create_task(player.play(stop)) for player in players]
    try:
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.3, 1.5))
            await asyncio.to_thread(house.kill)
            await asyncio.to_thread(house.start)
        await asyncio.sleep(1.0)
        stop.set()
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
    finally:
        for task in playing:
            task.cancel()
        house.kill()
    return await checked(database or sqlite_url(folder / "house.sqlite3"), players, kills)


def main() -> int:
    """Read the command line, run, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--database-url", default="")
    parser.add_argument("--jit", action="store_true", help="compiled rules")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            run(asked.kills, asked.tables, Path(folder), asked.database_url, asked.jit)
        )
    print(json.dumps(report._asdict()))
    return 0 if report.well else 1


if __name__ == "__main__":
    sys.exit(main())
