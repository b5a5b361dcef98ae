"""People at a house, over HTTP and real sockets."""

import contextlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.houses import NO_TLS, PATIENCE, OpenHouse, Served, open_house
from tests.server.services import free_port

SECRET = "a secret that all servers of a test share"


@contextlib.contextmanager
def served(data_dir: Path, **settings: Any) -> Iterator[OpenHouse]:
    """A house in a thread, which knows the cookies of the other houses of a test."""
    with open_house(data_dir, secret=SECRET, **settings) as house:
        yield house


class Restartable:
    """`tabletier serve` at one port, which can be killed and started again."""

    def __init__(self, **environment: str) -> None:
        self._environment = {
            "TABLETIER_PORT": str(free_port()),
            "TABLETIER_SECRET": SECRET,
            "TABLETIER_LIMITS": "0",
            **environment,
        }
        self.start()

    def start(self) -> None:
        """Open it."""
        self._served = Served("serve", **self._environment)
        self.url = self._served.address()

    def kill(self) -> None:
        """End it at once: it has no time to do anything any more."""
        self._served.stop(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end."""
        self._served.stop()


class Visitor:
    """A person at a house, over HTTP and sockets."""

    def __init__(self, url: str, name: str, known: "Visitor | None" = None) -> None:
        """Whoever is known already comes with the same cookie, perhaps to another server."""
        self.http = httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE, verify=NO_TLS)
        if known is not None:
            self.http.cookies.update(known.http.cookies)
        self.http.post("/me", json={"name": name, "language": "en"}).raise_for_status()

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def open(self, game: str = "expion", **asked: Any) -> dict[str, Any]:
        """Open a table."""
        answer = self.http.post("/tables", json={"game": game, **asked})
        assert answer.status_code == 201, answer.text
        table: dict[str, Any] = answer.json()
        return table

    def look(self, table: str) -> dict[str, Any]:
        """A table as this person sees it."""
        shown: dict[str, Any] = self.http.get(f"/tables/{table}").raise_for_status().json()
        return shown

    def order(self, table: str, **order: Any) -> httpx.Response:
        """Give an order over HTTP."""
        return self.http.post(f"/tables/{table}/orders", json=order)

    def move(self, table: str) -> dict[str, Any]:
        """Make the first legal move; the order that did it."""
        position = self.look(table)["position"]
        order = {"do": "move", "move": position["legal"][0], "ply": position["plies"]}
        answer = self.order(table, **order)
        assert answer.status_code == 200, answer.text
        return order

    def live(self, table: str, after: int | None = None, **query: str) -> "Live":
        """A socket at a table."""
        return connect_live(self.http, table, after, **query)


class Live:
    """A socket at a table, open in a `with`, and all that it heard."""

    def __init__(self, opening: Any) -> None:
        self._opening = opening
        self.heard: list[dict[str, Any]] = []

    def __enter__(self) -> "Live":
        self.socket: ClientConnection = self._opening.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._opening.__exit__(*problem)

    def send(self, **order: Any) -> None:
        """Send an order."""
        self.socket.send(json.dumps(order))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        return message

    def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind with these fields."""
        while True:
            message = self.hear()
            if message["type"] == kind and wanted.items() <= message.items():
                return message

    def until_act(self, act: str) -> dict[str, Any]:
        """The next line with such an act."""
        while True:
            line = self.until("line")
            if any(found["act"] == act for found in line["acts"]):
                return line


def connect_live(client: httpx.Client, table: str, after: int | None = None, **query: str) -> Live:
    """A socket at a table, with a client's cookies."""
    host = client.base_url.copy_with(scheme="ws", raw_path=b"/api/v1")
    asked = query if after is None else {"after": str(after), **query}
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return Live(
        connect(
            f"{host}/tables/{table}/live?{urlencode(asked)}",
            additional_headers={"Cookie": cookies},
            proxy=None,
        )
    )
