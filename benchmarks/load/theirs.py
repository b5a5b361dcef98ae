"""Players at boardgame.io's server: its own messages over Socket.IO, sent by the same client."""

import json
import random
from typing import Any

import picows

from benchmarks.load.meter import Game, Meter, send
from benchmarks.load.servers import Server

SPACE = "/marks"
"""The game's name is Socket.IO's name space."""
CELLS = 36


class Player(picows.WSListener):
    """One socket of one player."""

    def __init__(self, game: Game, match: str, seat: str) -> None:
        super().__init__()
        self.game, self.match, self.seat = game, match, seat

    def on_ws_disconnected(self, transport: Any) -> None:  # noqa: ARG002 - as called
        """The link is gone."""
        self.game.broke("a link was closed")

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        """A packet of Engine.IO came."""
        if frame.msg_type != picows.WSMsgType.TEXT:  # the house closes
            return
        packet = frame.get_payload_as_utf8_text()
        if packet.startswith("0"):
            self._say(transport, f"40{SPACE},")
        elif packet == "2":
            self._say(transport, "3")
        elif packet.startswith(f"40{SPACE},"):
            self._emit(transport, "sync", self.match, self.seat, None, 2)
        elif packet.startswith(f"42{SPACE},"):
            self._hear(transport, json.loads(packet.partition(",")[2]))
        else:
            self.game.meter.wrong.append(packet[:200])

    def _hear(self, transport: Any, event: list[Any]) -> None:
        if event[0] == "sync":
            state = event[2]["state"]
        elif event[0] == "update":
            state = event[2]
        elif event[0] == "matchData":
            return
        else:
            self.game.meter.wrong.append(str(event)[:200])
            return
        if state["ctx"]["currentPlayer"] == self.seat:
            number = state["_stateID"]
            self.game.move = lambda: self._move(transport, number)
        self.game.heard()

    def _move(self, transport: Any, number: int) -> None:
        cell = random.randrange(CELLS)
        payload = {"type": "mark", "args": [cell], "playerID": self.seat, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit(transport, "update", action, number, self.match, self.seat)

    def _emit(self, transport: Any, *event: Any) -> None:
        self._say(transport, f"42{SPACE},{json.dumps(event, separators=(',', ':'))}")

    @staticmethod
    def _say(transport: Any, packet: str) -> None:
        send(transport, packet.encode())


async def connect(server: Server, count: int, meter: Meter) -> list[Any]:
    """Two players at each of so many matches."""
    links = []
    address = f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket"
    for number in range(count):
        game = Game(meter)
        for seat in ("0", "1"):
            player = Player(game, f"match{number}", seat)
            link, _ = await picows.ws_connect(lambda player=player: player, address)
            links.append(link)
    return links
