"""A house that is open while a test looks at it: in a thread of this process, or in its own."""

import asyncio
import contextlib
import os
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tabletier.server.house import House, build
from tabletier.server.run import Doors, address, listen
from tabletier.server.settings import Settings

PATIENCE = 600.0
"""Seconds until we say that it hangs: the first time, rules are compiled."""
API = "/api/v1"
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients: reading all certificates of this machine for each of them takes most of its time."""
RUN = "import sys; sys.argv[0] = 'tabletier'; from tabletier.cli import main; main()"


class OpenHouse:
    """A house in a thread."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        chosen = {"data_dir": folder, "port": 0, "limits": 0, **settings}
        self.settings = Settings(**chosen)
        self.house: House = build(self.settings)
        self._clients: list[httpx.Client] = []
        self._opened = threading.Event()
        self._listening = listen(self.settings)
        self.address = address(self._listening)
        self.doors = Doors(self.house, self._open)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._opened.wait(PATIENCE)

    def _open(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._opened.set()

    def _run(self) -> None:
        try:
            self.doors.run(sockets=[self._listening])
        finally:
            self._opened.set()

    @property
    def live(self) -> str:
        """Where sockets connect."""
        return "ws" + self.address.removeprefix("http") + API

    def client(self, **extra: Any) -> httpx.Client:
        """A browser of its own: nobody's cookies, English unless a test says so."""
        headers = {"Accept-Language": "en", **extra.pop("headers", {})}
        url = self.address + extra.pop("under", API)
        client = httpx.Client(
            base_url=url, headers=headers, timeout=PATIENCE, verify=NO_TLS, **extra
        )
        self._clients.append(client)
        return client

    def guest(self, name: str = "Ada", **extra: Any) -> httpx.Client:
        """Somebody who has walked in."""
        client = self.client(**extra)
        assert client.post("/me", json={"name": name, "language": "en"}).status_code == 201
        return client

    def wait_until_ready(self) -> None:
        """Wait until every box is open."""
        while self.house.boxes.closed:
            time.sleep(0.05)

    def close(self) -> None:
        """Close the house as a signal does."""
        for client in self._clients:
            client.close()
        self.doors.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextlib.contextmanager
def open_house(folder: Path, **settings: Any) -> Iterator[OpenHouse]:
    """A house while it is needed."""
    house = OpenHouse(folder, **settings)
    try:
        yield house
    finally:
        house.close()


def table_of(client: httpx.Client) -> str:
    """A table that somebody opens."""
    answer = client.post("/tables", json={"game": "barrier"})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


def cookie_of(client: httpx.Client) -> dict[str, str]:
    """What a browser would send along when it opens a socket."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}


class Served:
    """`tabletier serve` in a process of its own."""

    def __init__(self, *arguments: str, **variables: str) -> None:
        kept = ("PATH", "PYTHONPATH", "HOME", "TMPDIR")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment |= {"LANG": "C.UTF-8", "TABLETIER_JIT": "0", "TABLETIER_PORT": "0"}
        environment |= {"TABLETIER_LOG": "plain"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *arguments],
            env=environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def address(self) -> str:
        """Where it says that it is open."""
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "http://" in said, (said, self.process.communicate(timeout=PATIENCE))
        return said[said.index("http://") :].split()[0]

    def stop(self, sig: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Its exit code, and what it wrote."""
        self.process.send_signal(sig)
        return self.end()

    def press_ctrl_c(self) -> tuple[int, str, str]:
        """The same where somebody presses Ctrl-C: a terminal tells all processes of its group."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.end()

    def end(self) -> tuple[int, str, str]:
        """Its exit code, and what it wrote, once it has ended by itself."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
