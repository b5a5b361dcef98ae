"""People who play together over sockets."""

from contextlib import ExitStack
from typing import Any

from tests.server.houses import OpenHouse
from tests.server.visitors import Live, Visitor

NAMES = ("Ada", "Bob", "Cleo", "Dan")


class Round:
    """People at a table, each with a socket."""

    def __init__(self, house: OpenHouse, stack: ExitStack, people: int, game: str, **asked: Any):
        self.stack = stack
        self.visitors = [
            stack.enter_context(Visitor(house.address, name)) for name in NAMES[:people]
        ]
        self.table: str = self.visitors[0].open(game, **asked)["id"]
        for visitor in self.visitors[1:]:
            assert visitor.order(self.table, do="sit").status_code == 200
        self.lives = [self.connect(seat) for seat in range(people)]
        self.lives[0].send(do="start")
        self.all_hear("started")

    def connect(self, seat: int, after: int | None = None) -> Live:
        """A socket of somebody, perhaps one more."""
        live = self.stack.enter_context(self.visitors[seat].live(self.table, after))
        live.until("hello")
        return live

    def all_hear(self, act: str) -> dict[str, Any]:
        """Everybody hears of an act; how the first of them does."""
        first, *_ = [live.until_act(act) for live in self.lives]
        return first

    def nobody_hears_but(self, seat: int) -> dict[str, Any]:
        """The refusal of an order that somebody has sent."""
        return self.lives[seat].until("refused")

    def move(self) -> int:
        """Whoever is to move makes the first legal move; who it was."""
        position = self.visitors[0].look(self.table)["position"]
        seat: int = position["to_move"]
        position = self.visitors[seat].look(self.table)["position"]
        self.lives[seat].send(do="move", move=position["legal"][0], ply=position["plies"])
        self.all_hear("moved")
        return seat

    def moves(self) -> int:
        """How many moves stand."""
        return len(self.visitors[0].look(self.table)["moves"])
