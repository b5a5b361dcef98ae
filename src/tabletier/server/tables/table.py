"""A table as its log tells it. Reading the log line by line gives the same table everywhere.

Of the matches that it went through the last few are kept and, further back, one in every stretch:
whatever was not kept is played again from the one before it, never more than a stretch.
"""

from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Any

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match, Result
from tabletier.search.levels import name_for
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Terms
from tabletier.server.tables.plans import Plans
from tabletier.server.tables.seats import Clock, Pause, Saying, Seat, Timing

RECENT = 8
"""Matches kept before the one that stands."""
STRETCH = 32
"""Before those, every match after so many moves."""


class Stages:
    """What stood after none, one, two … of the moves that stand."""

    __slots__ = ("_kept",)

    def __init__(self, start: Match) -> None:
        self._kept = {0: start}

    def __len__(self) -> int:
        return len(self._kept)

    def __copy__(self) -> "Stages":
        other = Stages(self._kept[0])
        other._kept = dict(self._kept)
        return other

    def add(self, count: int, match: Match) -> None:
        """The match that stands after so many moves."""
        self._kept[count] = match
        if count - 1 in self._kept:
            self._kept[count - 1].put_away()
        old = count - RECENT
        if old > 0 and old % STRETCH:
            self._kept.pop(old, None)

    def back_to(self, count: int, moves: Sequence[str]) -> Match:
        """The match as it stood after so many of the moves; those after it are dropped."""
        for later in [known for known in self._kept if known > count]:
            del self._kept[later]
        known = max(self._kept)
        for number in range(known, count):
            self.add(number + 1, self._kept[number].play(moves[number]))
        return self._kept[count]


CHAT_KEPT = 100


@dataclass(slots=True)
class Table:
    """Everything known of a table after `number` lines of its log."""

    id: str
    seed: str
    """Secret until the match is over."""
    number: int = 0
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    house: Terms = field(default_factory=Terms)
    host: str = ""
    before: str | None = None
    position: dict[str, Any] | None = None
    """What the match begins from; none: from the beginning. All of it, hidden things too."""
    begins: acts.Beginning | None = None
    """Where that position comes from."""
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    """None until the match has begun."""
    to_move: int | None = None
    """The seat that must decide."""
    moves: list[str] = field(default_factory=list)
    """The moves that stand."""
    numbers: list[int] = field(default_factory=list)
    """The number of each of them."""
    makers: list[int] = field(default_factory=list)
    """The seat that made each of them."""
    veiled: list[bool] = field(default_factory=list)
    """Whether each was secret when it was made."""
    stages: Stages | None = field(default=None, compare=False)
    """The matches that they led through, for going back."""
    secrets: dict[int, int] = field(default_factory=dict)
    """Moves that are still secret: the number of each, and the seat that made it."""
    brought_to_light: int | None = None
    """The number of the last move after which earlier ones were secret no more."""
    plies: int = 0
    """How many moves were ever made, those taken back included."""
    takebacks: int = 0
    """How often moves were taken back."""
    stood_in: set[int] = field(default_factory=set)
    """The seats for which a stand-in has moved."""
    acted: set[int] = field(default_factory=set)
    """The seats that have moved by themselves, without a stand-in."""
    forgot: bool = False
    """Whether somebody was forgotten while they played."""
    question: acts.Question | None = None
    asked_by: int | None = None
    asked_at: int = 0
    """The line in which the question was asked."""
    stands: bool = False
    """Whether a move leaves the question open."""
    plays_on: bool = False
    """Whether the house has declined a draw in this position."""
    waits: bool = True
    """Whether a rematch waits until everybody has answered."""
    proposed: tuple[dict[str, Any], Terms] | None = None
    """What a rematch is to be played by."""
    agreed: set[int] = field(default_factory=set)
    """The seats that agreed to the question."""
    declined: set[int] = field(default_factory=set)
    """The seats that declined a question which that did not settle."""
    result: Result | None = None
    next: str | None = None
    """The table of the rematch."""
    pause: Pause | None = None
    """While people look at what has just ended."""
    plans: Plans = field(default_factory=dict)
    """What seats answer to which moves, as they said in advance."""
    timing: Timing = field(default_factory=lambda: Timing(Clock(), []))
    chat: deque[Saying] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    done: dict[tuple[str, str], int] = field(default_factory=dict)
    """The lines that orders became, by person and key; no more than a log may have lines."""
    touched: int = 0
    """When the last line was written."""
    opened: int = 0
    started: int = 0
    ended: int = 0
    """When the table was opened, and when its match began and ended; 0: not yet."""
    milestones: "list[Table]" = field(default_factory=list, compare=False)
    """The table as it was every so many lines: nobody reads all of a long log to look back."""

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
    def hints(self) -> bool:
        """Whether players may ask the house for a good move: as agreed, else where one plays."""
        if self.house.hints is not None:
            return self.house.hints
        persons = {seat.person for seat in self.seats if seat.person is not None}
        return len(persons) + sum(seat.free for seat in self.seats) < 2

    @property
    def level_to_move(self) -> int | None:
        """The level of the opponent that is to move, None if a person is, or nobody."""
        seat = self.to_move
        return None if seat is None else self.seats[seat].level

    @property
    def flag(self) -> int | None:
        """When the time of the person to move is over, if it is limited."""
        timing = self.timing
        return timing.deadline() if timing.runs and self.level_to_move is None else None

    @property
    def by_days(self) -> bool:
        """Whether people have days to think: nobody is awaited by the minute."""
        return self.house.clock.kind == "days"

    @property
    def lone_seat(self) -> int | None:
        """Where the only person sits who plays on in a rated match; None: there are several.

        Nobody waits for them, and who does not come back has left all the same (`presence`).
        """
        if not self.house.rated or self.by_days or self.status != "playing":
            return None
        seats = enumerate(self.seats)
        playing = [n for n, seat in seats if seat.person is not None and seat.level is None]
        return playing[0] if len(playing) == 1 else None

    @property
    def sleeps(self) -> bool:
        """Whether nothing happens here but by a person, or when the house is due to look."""
        untimed = self.house.clock.kind == "none" and self.lone_seat is not None
        waits = self.status == "playing" and (self.by_days or untimed) and self.pause is None
        return not self.ticks or (waits and self.level_to_move is None)

    @property
    def ticks(self) -> bool:
        """Whether something will happen here by itself: a clock, a stand-in, an opponent."""
        if self.status != "playing":
            return False
        awaited = any(seat.away_until for seat in self.seats)
        ticking = self.timing.runs or self.pause is not None
        return awaited or ticking or self.level_to_move is not None

    @property
    def moment(self) -> int:
        """Which decision of the match is due: the same only while nothing has moved."""
        return self.plies * 10_000 + len(self.moves)

    def seats_of(self, person: str) -> list[int]:
        """The seats where a person sits; several at a table for one keyboard."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def name_opponent(self, level: int) -> str:
        """What another opponent of a level is called here: as nobody else is."""
        taken = [name for seat in self.seats for name in (seat.name, seat.opponent)]
        return name_for(self.rules, level, taken)

    def as_it_was(self, after: int) -> "Table":
        """The table after a line, or as close before it as is known."""
        known = [was for was in self.milestones if was.number <= after]
        return known[-1].copied() if known else Table(self.id, self.seed)

    def copied(self, **instead: Any) -> "Table":
        """A table like this one, but for some parts; what becomes of one leaves the other alone."""
        kept = [part.name for part in fields(self) if part.name not in instead]
        known = {name: copy(getattr(self, name)) for name in kept} | instead
        known["seats"] = [copy(seat) for seat in self.seats]
        known["timing"] = replace(self.timing, left=list(self.timing.left))
        return Table(**known)

    def begin(self, match: Match) -> None:
        """The match begins."""
        self.match, self.stages = match, Stages(match)

    def keep(self, ply: int, seat: int, move: str, after: Match) -> None:
        """Write a move down among those that stand, and whether it is still secret."""
        assert self.match is not None
        assert self.stages is not None
        veiled = self.match.secret
        self.moves.append(move)
        self.numbers.append(ply)
        self.makers.append(seat)
        self.veiled.append(veiled)
        if veiled:
            self.secrets[ply] = seat
        if self.secrets and not after.secret:
            self.secrets.clear()
            self.brought_to_light = ply
        self.match = after
        self.stages.add(len(self.moves), after)

    def go_back(self, kept: int) -> None:
        """Let only the first moves stand, and the match as it stood after them."""
        assert self.stages is not None
        for standing in (self.moves, self.numbers, self.makers, self.veiled):
            del standing[kept:]
        self.match = self.stages.back_to(kept, self.moves)
        self.takebacks += 1
        self.secrets = {}
        number = kept if self.match.secret else 0
        while number and self.veiled[number - 1]:  # what was secret since nothing was
            number -= 1
            self.secrets[self.numbers[number]] = self.makers[number]


__all__ = ["CHAT_KEPT", "Saying", "Seat", "Table"]
