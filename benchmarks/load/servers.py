"""The servers that are measured, each a process of its own, and what the system says of them."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx

TICKS = os.sysconf("SC_CLK_TCK")
PEER = Path(__file__).parent.parent / "peers" / "boardgameio"
RUN = "import sys; sys.argv[0] = 'tabletier'; from tabletier.cli import main; main()"
PATIENCE = 600.0


class Memory(NamedTuple):
    """Bytes that a server holds: its own process, and its helpers together."""

    own: int
    helpers: int
    processes: int
    """How many helpers: a scribe, and processes in which opponents think once any must."""


class Server(NamedTuple):
    """A running server."""

    pid: int
    port: int

    def cpu(self) -> float:
        """Seconds of processor time that it and its helpers have used."""
        return sum(_cpu(pid) for pid in self._processes())

    def memory(self) -> int:
        """Bytes that it and its helpers hold."""
        own, helpers, _ = self.memories()
        return own + helpers

    def memories(self) -> Memory:
        """The same, told apart."""
        own, *others = (_memory(pid) for pid in self._processes())
        return Memory(own, sum(others), len(others))

    def _processes(self) -> list[int]:
        """The server's process and those that its threads have started."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        helpers = " ".join(_told(thread / "children") for thread in threads)
        return [self.pid, *map(int, helpers.split())]


def _told(file: Path) -> str:
    """What the system tells; nothing of a thread or a process that has ended meanwhile."""
    try:
        return file.read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _cpu(pid: int) -> float:
    fields = _told(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def _memory(pid: int) -> int:
    for line in _told(Path(f"/proc/{pid}/status")).splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    return 0


@contextlib.contextmanager
def _running(command: list[str], mark: str, **extra: str) -> Iterator[Server]:
    """A server that says at which port it is, after a mark."""
    process = subprocess.Popen(
        command, env=os.environ | extra, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if mark.encode() in line:
                port = line.decode().rpartition(mark)[2].split()[0]
                yield Server(process.pid, int(port.rstrip("/.")))
                return
        raise RuntimeError(f"{command[0]} ended with {process.wait()}")
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def house(**settings: str) -> Iterator[Server]:
    """`tabletier serve` with SQLite in an empty folder, without limits, its rules compiled."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _running(
            [sys.executable, "-c", RUN, "serve"],
            "http://127.0.0.1:",
            **{
                "TABLETIER_DATA_DIR": folder,
                "TABLETIER_PORT": "0",
                "TABLETIER_LIMITS": "0",
                "LANG": "C.UTF-8",
                **settings,
            },
        ) as server,
    ):
        deadline = time.monotonic() + PATIENCE
        health = f"http://127.0.0.1:{server.port}/healthz"
        while httpx.get(health, timeout=PATIENCE).status_code != 200:
            if time.monotonic() > deadline:
                raise RuntimeError("the house does not get ready")
            time.sleep(0.2)
        yield server


def peer_is_here() -> bool:
    """Whether the peer is installed: `npm ci` in its folder."""
    return shutil.which("node") is not None and (PEER / "node_modules").exists()


@contextlib.contextmanager
def peer() -> Iterator[Server]:
    """boardgame.io's server."""
    with _running(
        ["node", str(PEER / "server.js"), "0"], "listening ", NODE_ENV="production"
    ) as server:
        yield server
