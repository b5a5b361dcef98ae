"""A private PostgreSQL and a private Redis, started for a run of the tests and thrown away."""

import contextlib
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 60.0
USER = "postgres"
OURS = range(20_000, 32_000)
"""Below those that the system gives to whoever connects or listens without naming one."""


def free_port() -> int:
    """A port that nobody listens on, and none that the system hands out to others meanwhile."""
    while True:
        port = random.SystemRandom().choice(OURS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _as_postgres() -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []


def postgres_binaries() -> Path | None:
    """Where PostgreSQL is installed, the newest first."""
    found = shutil.which("postgres")
    if found:
        return Path(found).resolve().parent
    versions = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    return max(versions, key=lambda found: float(found.parent.name), default=None)


def _wait(command: list[str], process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while subprocess.run(command, capture_output=True).returncode != 0:
        assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        assert time.monotonic() < deadline, f"{process.args!r} does not answer"
        time.sleep(0.05)


@contextlib.contextmanager
def running(command: list[str], ready: list[str]) -> Iterator["subprocess.Popen[bytes]"]:
    """A service while it is needed."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        _wait(ready, process)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server that has no databases yet, without the database's name."""
    binaries = postgres_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed here, so nothing is tried with it")
    found = tempfile.TemporaryDirectory(prefix="tabletier-postgres-")  # pytest's are closed to all
    with found as folder, _postgres_in(Path(folder), binaries) as url:
        yield url


@contextlib.contextmanager
def _postgres_in(folder: Path, binaries: Path) -> Iterator[str]:
    data, become = folder / "data", _as_postgres()
    if become:
        shutil.chown(folder, USER)
    create = [*become, str(binaries / "initdb"), "-D", str(data), "-U", USER, "-A", "trust", "-N"]
    made = subprocess.run(
        [*create, "-E", "UTF8", "--no-locale"],  # whatever this machine speaks
        capture_output=True,
        cwd="/",
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    port = str(free_port())
    serve = [*become, str(binaries / "postgres"), "-D", str(data), "-p", port]
    serve += ["-h", "127.0.0.1", "-k", "", "-c", "fsync=off"]
    ready = [str(binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", port]
    with running(serve, ready):
        yield f"postgresql+asyncpg://{USER}@127.0.0.1:{port}"


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The URL of an empty Redis."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("Redis is not installed here, so nothing is tried with it")
    port = str(free_port())
    serve = [binary, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with running(serve, ["redis-cli", "-p", port, "ping"]):
        yield f"redis://127.0.0.1:{port}/0"
