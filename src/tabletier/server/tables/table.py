"""A table as its log tells it. Reading the log line by line gives the same table everywhere."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match, Result
from tabletier.match.table import new
from tabletier.server.tables import acts
from tabletier.server.tables.acts import House, Line
from tabletier.server.tables.forgetting import GONE, silenced
from tabletier.server.tables.timing import Timing, new_timing

CHAT_KEPT = 100
KEYS_KEPT = 64


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    person: str | None = None
    name: str = ""
    level: int | None = None
    """An opponent of the house, or the stand-in of someone who left."""
    away_until: int | None = None
    """When a stand-in takes over, while nobody is connected."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None


class Saying(NamedTuple):
    """Something that was said, and where in the log."""

    number: int
    at: int
    said: acts.Said


@dataclass(slots=True)
class Table:
    """Everything known of a table after `number` lines of its log."""

    id: str
    seed: str
    """Secret until the match is over."""
    number: int = 0
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    house: House = field(default_factory=House)
    host: str = ""
    before: str | None = None
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    """None until the match has begun."""
    moves: list[str] = field(default_factory=list)
    """The moves that stand."""
    numbers: list[int] = field(default_factory=list)
    """The number of each of them."""
    secrets: dict[int, int] = field(default_factory=dict)
    """Moves that are still secret: the number of each, and the seat that made it."""
    plies: int = 0
    """How many moves were ever made, those taken back included."""
    question: acts.Question | None = None
    asked_by: int | None = None
    agreed: set[int] = field(default_factory=set)
    """The seats that agreed to the question."""
    result: Result | None = None
    next: str | None = None
    """The table of the rematch."""
    timing: Timing = field(default_factory=lambda: Timing(acts.Clock(), []))
    chat: deque[Saying] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    done: dict[tuple[str, str], int] = field(default_factory=dict)
    """The lines of the last orders, by person and key."""
    touched: int = 0
    """When the last line was written."""

    @property
    def status(self) -> str:
        """`open` until the match begins, then `playing`, then `over`."""
        if self.match is None:
            return "open"
        return "playing" if self.result is None else "over"

    @property
    def rules(self) -> Game:
        """The game that is played here."""
        return find(self.game)

    @property
    def to_move(self) -> int | None:
        """The seat that must decide."""
        return self.match.to_move if self.match is not None and self.result is None else None

    @property
    def level_to_move(self) -> int | None:
        """The level of the opponent that is to move, None if a person is, or nobody."""
        return None if self.to_move is None else self.seats[self.to_move].level

    @property
    def flag(self) -> int | None:
        """When the time of the person to move is over, if it is limited."""
        return self.timing.deadline() if self.level_to_move is None else None

    @property
    def ticks(self) -> bool:
        """Whether something will happen here by itself: a clock, a stand-in, an opponent."""
        if self.status != "playing":
            return False
        away = any(seat.away_until is not None for seat in self.seats)
        return away or self.timing.runs or self.level_to_move is not None

    def seats_of(self, person: str) -> list[int]:
        """The seats where a person sits; several at a table for one keyboard."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def absorb(self, line: Line, match: Match | None = None) -> None:
        """Read one more line; `match` is the match after its move where the caller knows it."""
        assert line.number == self.number + 1, "a line of the log is missing"
        for act in line.acts:
            _READERS[type(act)](self, act, line.at, match)
        self.number, self.touched = line.number, line.at
        if line.key:
            self.done[line.person, line.key] = line.number
            if len(self.done) > KEYS_KEPT:
                del self.done[next(iter(self.done))]

    def go_back(self, kept: int) -> Match:
        """Let only the first moves stand; the match as it stood after them."""
        moves, numbers = self.moves[:kept], self.numbers[:kept]
        self.moves, self.numbers, self.secrets = [], [], {}
        match = new(self.game, self.options, self.seed)
        for ply, move in zip(numbers, moves, strict=True):
            assert match.to_move is not None
            after = match.play(move)
            self.keep(ply, match.to_move, move, match, after)
            match = after
        return match

    def keep(self, ply: int, seat: int, move: str, before: Match, after: Match) -> None:
        """Write a move down among those that stand, and whether it is still secret."""
        self.moves.append(move)
        self.numbers.append(ply)
        if before.secret:
            self.secrets[ply] = seat
        if not after.secret:
            self.secrets.clear()


def _opened(table: Table, act: acts.Opened, at: int, match: Match | None) -> None:
    table.game, table.host, table.before = act.game, act.host, act.before
    _agreed_on(table, act.options, act.house)


def _changed(table: Table, act: acts.Changed, at: int, match: Match | None) -> None:
    _agreed_on(table, act.options, act.house)


def _agreed_on(table: Table, options: dict[str, Any], house: House) -> None:
    table.options, table.house = options, house
    count = sum(len(team) for team in table.rules.teams(options))
    table.seats = (table.seats + [Seat() for _ in range(count)])[:count]


def _sat(table: Table, act: acts.Sat, at: int, match: Match | None) -> None:
    table.seats[act.seat] = Seat(act.person, act.name)


def _stood(table: Table, act: acts.Stood, at: int, match: Match | None) -> None:
    table.seats[act.seat] = Seat()


def _invited(table: Table, act: acts.Invited, at: int, match: Match | None) -> None:
    table.seats[act.seat] = Seat(level=act.level)


def _started(table: Table, act: acts.Started, at: int, match: Match | None) -> None:
    table.match = match or new(table.game, table.options, table.seed)
    table.timing = new_timing(table.house.clock, len(table.seats))
    table.timing.start(table.match.to_move, at)


def _moved(table: Table, act: acts.Moved, at: int, match: Match | None) -> None:
    assert table.match is not None
    before, table.match = table.match, match or table.match.play(act.move)
    table.keep(act.ply, act.seat, act.move, before, table.match)
    table.plies = act.ply + 1
    _forget_question(table)
    table.timing.press(act.spent)
    table.timing.start(table.match.to_move, at)


def _asked(table: Table, act: acts.Asked, at: int, match: Match | None) -> None:
    table.question, table.asked_by, table.agreed = act.question, act.seat, {act.seat}


def _answered(table: Table, act: acts.Answered, at: int, match: Match | None) -> None:
    if act.yes:
        table.agreed.add(act.seat)
    else:
        _forget_question(table)


def _forget_question(table: Table) -> None:
    table.question, table.asked_by = None, None
    table.agreed = set()


def _took_back(table: Table, act: acts.TookBack, at: int, match: Match | None) -> None:
    table.match = table.go_back(act.kept)
    _forget_question(table)
    table.timing.start(table.match.to_move, at)


def _ended(table: Table, act: acts.Ended, at: int, match: Match | None) -> None:
    assert table.match is not None
    table.result = Result(tuple(act.winners), act.reason)
    if table.match.result is None:
        if act.by is not None:
            table.match = table.match.resign(act.by)
        else:
            table.match = table.match.draw_by_agreement()
    _forget_question(table)
    table.timing.start(None, at)


def _away(table: Table, act: acts.Away, at: int, match: Match | None) -> None:
    table.seats[act.seat].away_until = act.until


def _back(table: Table, act: acts.Back, at: int, match: Match | None) -> None:
    seat = table.seats[act.seat]
    seat.away_until, seat.level = None, None


def _stood_in(table: Table, act: acts.StoodIn, at: int, match: Match | None) -> None:
    seat = table.seats[act.seat]
    seat.away_until, seat.level = None, act.level


def _said(table: Table, act: acts.Said, at: int, match: Match | None) -> None:
    table.chat.append(Saying(table.number + 1, at, act))


def _resumed(table: Table, act: acts.Resumed, at: int, match: Match | None) -> None:
    closed = max(act.closed, table.touched)
    table.timing.rest(closed, at)
    for seat in table.seats:
        if seat.away_until is not None:
            seat.away_until += at - closed


def _forgot(table: Table, act: acts.Forgotten, at: int, match: Match | None) -> None:
    for number in table.seats_of(act.person):
        if table.status == "over":
            table.seats[number].name = GONE
        else:
            stand_in = table.house.stand_in if table.status == "playing" else None
            table.seats[number] = Seat(level=stand_in)
    for index, saying in enumerate(table.chat):
        if saying.said.person == act.person:
            table.chat[index] = saying._replace(said=silenced(saying.said))
    if table.host == act.person:
        table.host = next((seat.person for seat in table.seats if seat.person), "")
    _forget_question(table)


def _rematched(table: Table, act: acts.Rematched, at: int, match: Match | None) -> None:
    table.next = act.table


_READERS: dict[type[acts.Act], Any] = {
    acts.Opened: _opened,
    acts.Changed: _changed,
    acts.Sat: _sat,
    acts.Stood: _stood,
    acts.Invited: _invited,
    acts.Started: _started,
    acts.Moved: _moved,
    acts.Asked: _asked,
    acts.Answered: _answered,
    acts.TookBack: _took_back,
    acts.Ended: _ended,
    acts.Away: _away,
    acts.Back: _back,
    acts.StoodIn: _stood_in,
    acts.Said: _said,
    acts.Resumed: _resumed,
    acts.Forgotten: _forgot,
    acts.Rematched: _rematched,
}
