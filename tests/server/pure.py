"""A table without a server: orders are decided and read at once, at a time of our choosing."""

import random
from typing import Any

from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.server.live.broadcast import retold
from tabletier.server.tables import acts
from tabletier.server.tables.acts import LogLine, read, written
from tabletier.server.tables.decide import Actor, Decision, decide, moved, playing
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.orders import ORDERS
from tabletier.server.tables.presence import rung
from tabletier.server.tables.reading import absorb
from tabletier.server.tables.show import SharedBoard, line, snapshot
from tabletier.server.tables.table import Table
from tabletier.server.tables.talk import audience_of

START = 1_000_000
PERSONS = ("ann", "ben", "cleo", "dan", "eve", "fay", "gus", "hal")


class Desk:
    """A table, its log, and a clock that we set."""

    def __init__(
        self,
        game: str = "expion",
        options: dict[str, Any] | None = None,
        seed: str = "seed",
        beginning: dict[str, Any] | None = None,
        **house: Any,
    ) -> None:
        found = find(game)
        self.table, self.log, self.now = Table("table", seed), list[LogLine](), START
        agreed = fill(found, options or {})
        opened = acts.Opened(
            game=game,
            options=agreed,
            house=acts.Terms(**house),
            host=PERSONS[0],
            **(beginning or {}),
        )
        self.write(Decision((opened,)))

    def write(self, decision: Decision, person: str = "", key: str = "") -> LogLine:
        """Add a line, as it comes back from the database."""
        line = LogLine(len(self.log) + 1, self.now, decision.acts, person, key)
        self.log.append(LogLine(line.number, line.at, read(written(line.acts)), person, key))
        absorb(self.table, self.log[-1], decision.match)
        return self.log[-1]

    def order(self, person: str, do: str, key: str = "", **fields: Any) -> LogLine:
        """Give an order. Raises Refused."""
        order = ORDERS.validate_python({"do": do, "key": key, **fields})
        actor = Actor(person, person.title())
        return self.write(decide(self.table, order, actor, self.now), person, key)

    def seat_all(self, *persons: str) -> "Desk":
        """Everybody sits down, and the match begins."""
        for person in persons or PERSONS[: len(self.table.seats)]:
            self.order(person, "sit")
        self.order(self.table.host, "start")
        return self

    @property
    def mover(self) -> str:
        """The person who is to move."""
        assert self.table.to_move is not None
        person = self.table.seats[self.table.to_move].person
        assert person is not None
        return person

    def move(self, move: str | None = None, after: int = 1000) -> LogLine:
        """Make a move (the first legal one) some time later."""
        self.now += after
        move = move or playing(self.table).legal_moves()[0]
        return self.order(self.mover, "move", move=move, ply=self.table.plies)

    def stand_in_moves(self) -> LogLine:
        """Let the opponent that is to move make the first legal move."""
        assert self.table.to_move is not None
        match = playing(self.table)
        self.now += 1000
        return self.write(
            moved(
                self.table,
                match,
                self.table.to_move,
                match.legal_moves()[0],
                self.now,
                stand_in=self.table.seats[self.table.to_move].person is not None,
            )
        )

    def ring(self, *present: str) -> LogLine:
        """The alarm rings. Raises Refused."""
        return self.write(rung(self.table, set(present), self.now))

    def again(self) -> Table:
        """The table as its log tells it."""
        table = Table(self.table.id, self.table.seed)
        for written_line in self.log:
            absorb(table, written_line)
        return table

    def told(self, person: str | None) -> dict[str, Any]:
        """The last line as somebody is told it."""
        match = self.table.match
        board = None if match is None else SharedBoard(self.table, match, self.log[-1].at)
        return line(self.table, self.log[-1], board, audience_of(self.table, person))

    def retold(self, person: str | None, after: int = 0) -> list[dict[str, Any]]:
        """What somebody is told who was away."""
        return retold(self.table, self.log, after, person)

    def shown(self, person: str | None) -> dict[str, Any]:
        """The table as somebody sees it."""
        return snapshot(self.table, person, self.now)


def any_order(desk: Desk, dice: random.Random) -> None:
    """Try some order of some person, sensible or not."""
    table = desk.table
    person = dice.choice([*PERSONS[: len(table.seats)], "stranger"])
    desk.now += dice.randrange(5000)
    choice = dice.random()
    try:
        if choice < 0.5 and table.status == "playing" and table.to_move is not None:
            nobody = table.seats[table.to_move].person is None
            if table.level_to_move is not None and (nobody or dice.random() < 0.5):
                desk.stand_in_moves()
            else:
                desk.move(dice.choice(playing(table).legal_moves()))
        elif choice < 0.6:
            desk.ring(*dice.sample(PERSONS, 3))
        else:
            do = dice.choice(
                [
                    "sit",
                    "stand",
                    "invite",
                    "change",
                    "start",
                    "ask",
                    "answer",
                    "withdraw",
                    "rename",
                    "rematch",
                    "say",
                    "leave",
                ]
            )
            do = dice.choice([do, do, do, "return", "resign"]) if dice.random() < 0.2 else do
            desk.order(person, do, **_fields(do, dice))
    except Refused:
        pass


def _fields(do: str, dice: random.Random) -> dict[str, Any]:
    seat = dice.randrange(4)
    fields: dict[str, dict[str, Any]] = {
        "sit": {"seat": dice.choice([None, seat])},
        "stand": {"seat": seat},
        "rename": {"seat": seat, "name": "Zoë"},
        "invite": {"seat": seat, "level": 1},
        "ask": {"question": dice.choice(["takeback", "draw", "stand_in", "rematch"])},
        "answer": {"yes": dice.random() < 0.7},
        "change": {
            "talk": dice.random() < 0.8,
            "takeback": dice.choice(["ask", "free", "never"]),
            "options": dice.choice([None, {}, {"players": dice.choice([2, 3, 4])}]),
        },
        "say": {"text": "hello", "channel": dice.choice(["table", "team", "spectators"])},
    }
    return fields.get(do, {})
