"""A private table in every state, and everybody who may ask something of it."""

import asyncio
import sqlite3
from typing import Any

import httpx

from tabletier.server.users.credentials import COOKIE
from tests.server.houses import API, PATIENCE, OpenHouse

GONE = ("deleted", "logged out")
"""Cookies that are not good any more: who comes with them is a stranger."""
VOID = ("revoked", "token of the deleted")
SCOPES = ("read", "play", "tables")


class World:
    """A private table in some state, and everybody who may ask something of it."""

    def __init__(self, house: OpenHouse, state: str) -> None:
        self.house = house
        self.clients: dict[str, httpx.Client] = {"stranger": self._new("en")}
        for name, language in (("outsider", "fr"), ("host", "en"), ("player", "fr")):
            self.clients[name] = self._walks_in(name, language)
        self._prepare(state)
        self.shown = self.send("host", "GET", f"{API}/tables/{self.table}").json()
        self.handle: str = self.send("host", "GET", f"{API}/me").json()["handle"]
        known = house.house.cookies.read(self.clients["player"].cookies[COOKIE])
        assert known is not None
        adding = house.house.jobs.ledger.add("hint", self.table, "x", known[0], 1)
        self.job = asyncio.run_coroutine_threadsafe(adding, house.loop).result(PATIENCE).id

    def _new(self, language: str) -> httpx.Client:
        """A browser that prefers a language, in another one than its owner if there is one."""
        return self.house.client(under="", headers={"Accept-Language": language})

    def _walks_in(self, name: str, language: str) -> httpx.Client:
        client = self._new("en" if language == "fr" else "fr")
        made = client.post(f"{API}/me", json={"name": name, "language": language})
        assert made.status_code == 201, made.text
        return client

    def _prepare(self, state: str) -> None:
        asked = {"game": "barrier", "public": False, "hints": True, "seats": ["me", "open"]}
        self.table: str = self._done("host", "/tables", **asked)["id"]
        orders = {"free": (), "full": ("player sit",), "playing": ("player sit", "host start")}
        orders["asked"] = (*orders["playing"], "host ask")
        orders["over"] = (*orders["playing"], "host resign")
        for name, do in (order.split() for order in orders[state]):
            asked = {"question": "draw"} if do == "ask" else {}
            self._done(name, f"/tables/{self.table}/orders", do=do, **asked)
        said = {"do": "say", "text": "Ha !"}
        self.said: int = self._done("host", f"/tables/{self.table}/orders", **said)["number"]
        number = {"table": self.table, "number": self.said}
        self.mute: str = self._done("player", "/me/mutes", **number)[0]["id"]
        self.token: str = self._bot("play", "player", ["play"])
        for scope in ("read", "tables"):
            self._bot(scope, "player", [scope])

    def _done(self, name: str, path: str, **asked: Any) -> Any:
        answer = self.clients[name].post(API + path, json=asked)
        assert answer.is_success, answer.text
        return answer.json()

    def _bot(self, name: str, owner: str, scopes: list[str]) -> str:
        """A program that acts for somebody; the id of its token."""
        made = self._done(owner, "/me/tokens", label=name, scopes=scopes)
        self.clients[name] = self._new("en")
        self.clients[name].headers["Authorization"] = f"Bearer {made['token']}"
        token: str = made["id"]
        return token

    def locked_out(self) -> "World":
        """Some whose cookies and tokens are not good any more come along."""
        for name in GONE:
            self.clients[name] = self._walks_in(name, "en")
        self._bot("token of the deleted", "deleted", list(SCOPES))
        revoked = self._bot("revoked", "host", list(SCOPES))
        for name, method, path, asked in (
            ("host", "DELETE", f"/me/tokens/{revoked}", None),
            ("deleted", "POST", "/me/delete", {}),
            ("logged out", "POST", "/me/logout", {"everywhere": True}),
        ):
            client = self.clients[name]
            cookies = dict(client.cookies)
            assert client.request(method, API + path, json=asked).status_code == 204
            client.cookies.update(cookies)
        for name in GONE:
            self.clients[name].headers["Accept-Language"] = "en"
        return self

    def send(self, role: str, method: str, path: str, **request: Any) -> httpx.Response:
        """What somebody is answered; of a stream, that there is one."""
        with self.clients[role].stream(method, path, **request) as answer:
            if not path.endswith("/stream") or answer.is_error:
                answer.read()
            return answer

    def close(self) -> None:
        for client in self.clients.values():
            client.close()


class Houses:
    """A house where nothing happens but what is asked for, and one for what may be done."""

    def __init__(self, still: OpenHouse, busy: OpenHouse) -> None:
        self.still, self.busy = still, busy
        self._worlds: dict[str, World] = {}

    def still_world(self, state: str) -> World:
        """A world where nothing may change."""
        if state not in self._worlds:
            self._worlds[state] = World(self.still, state).locked_out()
        return self._worlds[state]


def stored(house: OpenHouse) -> dict[str, list[Any]]:
    """Everything that is written down, but for when a token was last used or a server last seen."""
    (file,) = house.settings.data_dir.glob("house.sqlite3")
    with sqlite3.connect(file) as database:
        names = [
            row[0]
            for row in database.execute("select name from sqlite_master where type = 'table'")
        ]
        found = {}
        for name in names:
            if name == "servers" or name.startswith(("ix_", "sqlite_")):
                continue
            cursor = database.execute(f"select * from {name}")
            columns = [column[0] for column in cursor.description]
            kept = [number for number, column in enumerate(columns) if column != "used"]
            found[name] = [tuple(row[number] for number in kept) for row in cursor]
    database.close()
    assert found["people"]
    return found
