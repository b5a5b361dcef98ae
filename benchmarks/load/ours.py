"""Players at our house: real moves, chosen at random among those that the server says are legal."""

import random
from typing import Any, NamedTuple

import httpx
import msgspec
import picows

from benchmarks.load.meter import Game, Meter, send
from benchmarks.load.servers import PATIENCE, Server

API = "/api/v1"


class Position(msgspec.Struct):
    """What a player needs of a position."""

    plies: int
    to_move: int | None
    legal: list[str] = []


class Message(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    position: Position | None = None


decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


class Player(picows.WSListener):
    """One socket of one player."""

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__()
        self.game, self.seat = game, seat

    def on_ws_disconnected(self, transport: Any) -> None:  # noqa: ARG002 - as called
        """The link is gone."""
        self.game.broke("a link was closed")

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        """A message came."""
        if frame.msg_type != picows.WSMsgType.TEXT:  # the house closes
            return
        message = decode(frame.get_payload_as_memoryview())
        if message.type not in ("hello", "line", "bye"):
            self.game.meter.wrong.append(frame.get_payload_as_utf8_text())
        position = message.position
        if position is None:
            return
        if position.to_move == self.seat:
            order = {
                "do": "move",
                "move": random.choice(position.legal),
                "ply": position.plies,
                "key": str(position.plies),
            }
            text = encode(order)
            self.game.move = lambda: send(transport, text)
        self.game.heard()


class People(NamedTuple):
    """Two people, who sit at all tables, and the tables."""

    cookies: list[str]
    tables: list[str]


async def open_tables(server: Server, count: int, game: str) -> People:
    """Two people sit down at so many tables, and start."""
    base = f"http://127.0.0.1:{server.port}{API}"
    async with (
        httpx.AsyncClient(base_url=base, timeout=PATIENCE) as ann,
        httpx.AsyncClient(base_url=base, timeout=PATIENCE) as ben,
    ):
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            (await client.post("/me", json={"name": name})).raise_for_status()
        tables = []
        for _ in range(count):
            seats = {"game": game, "seats": ["me", "open"], "public": False, "patience": 86_400}
            opened = (await ann.post("/tables", json=seats)).raise_for_status()
            table = opened.json()["id"]
            orders = f"/tables/{table}/orders"
            (await ben.post(orders, json={"do": "sit"})).raise_for_status()
            (await ann.post(orders, json={"do": "start"})).raise_for_status()
            tables.append(table)
        cookies = [
            "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            for client in (ann, ben)
        ]
    return People(cookies, tables)


async def connect(server: Server, people: People, meter: Meter, **extra: Any) -> list[Any]:
    """Both people take up their sockets at all tables."""
    links = []
    for table in people.tables:
        game = Game(meter)
        for seat, cookie in enumerate(people.cookies):
            address = f"ws://127.0.0.1:{server.port}{API}/tables/{table}/live"
            player = Player(game, seat)
            link, _ = await picows.ws_connect(
                lambda player=player: player, address, extra_headers={"Cookie": cookie}, **extra
            )
            links.append(link)
    return links
