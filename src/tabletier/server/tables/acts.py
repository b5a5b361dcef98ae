"""What a table's log is made of. The log is only ever added to, and tells everything.

A line is what one order caused: it is stored whole or not at all, under its number. Acts are
stored as JSON; a field may be added to one (with a default), never taken away.
"""

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct

from tabletier.server.tables.hours import Quiet, Span
from tabletier.server.tables.seats import Clock

Channel = Literal["table", "team", "spectators"]
Question = Literal["takeback", "draw", "stand_in", "rematch"]
"""To take back one's last move, or what a stand-in did for one; a draw; another match."""
Reason = Literal["", "moved", "early", "ahead", "even", "behind", "unsure", "absent"]
"""Why somebody answers as they do: a person's move, or what the house thinks (`proposals`)."""
SHORTEST_WAIT, USUAL_WAIT, LONGEST_WAIT = 120, 900, 86_400
"""Seconds that people may agree to wait for somebody who is away."""
SLOWEST = 2
"""Seconds that the house may take at least for a move, at most."""


class Terms(Struct, frozen=True):
    """What was agreed about the table, beside the rules of the game."""

    public: bool = True
    """Listed in the lobby; otherwise found by its link only."""
    clock: Clock = Clock()
    takeback: Literal["never", "ask", "free"] = "ask"
    talk: bool = True
    stand_in: int = 2
    """The level of the opponent that takes the seat of someone who left."""
    patience: float = USUAL_WAIT
    """Seconds that others wait for somebody who is away before the house plays for them. Older
    tables may have less than can be agreed today; see `presence.patience_of`."""
    hints: bool | None = None
    """Whether players may ask the house for a good move; None: where no two people play."""
    pace: float | None = None
    """Seconds from one move to the next at least where the house makes it; None: as it usually
    does."""
    takeback_draws: bool = True
    """Whether a take-back may put back what chance drew, so that its asker knows what comes."""
    rated: bool = False
    """Whether the match counts for ratings; then there are no hints, and nothing is taken back."""


class Act(Struct, frozen=True, tag_field="act", kw_only=True):
    """Something that happened at a table."""

    hidden: ClassVar[tuple[str, ...]] = ("person", "host", "account")
    """What nobody is told of it: people are known to each other by names and seats."""


class Beginning(Struct, frozen=True):
    """Where a match begins that does not begin at the beginning."""

    table: str | None = None
    """Where the match was played that goes on here; none: somebody made the position."""
    moves: int = 0
    """After so many of its moves."""
    redrawn: bool = False
    """Whether all that was hidden or yet to be drawn there is drawn anew here."""


class Opened(Act, frozen=True, tag="opened"):
    """The table was opened."""

    hidden: ClassVar[tuple[str, ...]] = (*Act.hidden, "position")
    """Seats may not know all of the position; they are shown it as any other."""

    game: str
    options: dict[str, Any]
    house: Terms
    host: str
    before: str | None = None
    """The table that this one is a rematch of."""
    position: dict[str, Any] | None = None
    """What the match begins from, in the format of the game; none: from the beginning."""
    begins: Beginning | None = None
    """Where that position comes from; none: the match begins at the beginning."""


class Changed(Act, frozen=True, tag="changed"):
    """The host changed what is agreed, before the start."""

    options: dict[str, Any]
    house: Terms


class Sat(Act, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    person: str
    name: str


class Renamed(Act, frozen=True, tag="renamed"):
    """Whoever plays a seat is called otherwise."""

    seat: int
    person: str
    name: str


class Stood(Act, frozen=True, tag="stood"):
    """A seat became free, before the start."""

    seat: int


class Hosted(Act, frozen=True, tag="hosted"):
    """Somebody else is host of the table now."""

    person: str
    seat: int | None = None
    """Where the new host sits; none: nobody is host."""


class Invited(Act, frozen=True, tag="invited"):
    """An opponent of the house took a seat."""

    seat: int
    level: int
    name: str = ""  # in old logs nothing is said


class Started(Act, frozen=True, tag="started"):
    """The match began."""

    commitment: str  # of the seed, which is told at the end
    version: str
    """Of the game's rules."""


class Moved(Act, frozen=True, tag="moved"):
    """A seat made a move."""

    seat: int
    ply: int
    """The number of the move among all that were ever made here."""
    move: str
    spent: int = 0
    """Milliseconds taken, as far as they count."""
    stand_in: bool = False


class Asked(Act, frozen=True, tag="asked"):
    """A seat proposed something."""

    hidden: ClassVar[tuple[str, ...]] = ("stands", "options", "house")
    """Told with the table."""

    seat: int
    question: Question
    stands: bool = False
    """Whether a move leaves it open, but for what is written with the move; not so at first."""
    options: dict[str, Any] | None = None
    house: Terms | None = None
    """What a rematch is to be played by."""
    wait: bool = True
    """Whether a rematch waits until everybody has answered."""


class Withdrawn(Act, frozen=True, tag="withdrawn"):
    """Whoever proposed something does so no more."""

    seat: int
    question: Question


class Answered(Act, frozen=True, tag="answered"):
    """A seat agreed to a proposal, or did not."""

    seat: int
    question: Question
    yes: bool
    reason: Reason = ""
    """`moved`: a person moved instead of answering. The other reasons are the house's."""


class TookBack(Act, frozen=True, tag="took_back"):
    """The match stands again where it stood after so many moves."""

    kept: int


class Ended(Act, frozen=True, tag="ended"):
    """The match is over."""

    winners: list[int]
    reason: str
    by: int | None = None
    """The seat that resigned or ran out of time."""
    seed: str = ""
    """What all draws came from."""


class Away(Act, frozen=True, tag="away"):
    """Nobody is connected for a seat."""

    seat: int
    until: int
    """When the house will play for them (milliseconds since 1970); 0: not while nobody waits."""


class Back(Act, frozen=True, tag="back"):
    """The person of a seat is here (again), and plays it again."""

    seat: int


class StoodIn(Act, frozen=True, tag="stood_in"):
    """An opponent of the house plays for the person of a seat until that person is back."""

    seat: int
    level: int


class Paused(Act, frozen=True, tag="paused"):
    """Something ended that people want to look at: nothing goes on until they have."""

    seats: list[int]
    """Where those sit who are waited for."""
    until: int
    """When it goes on whether they have looked or not (milliseconds since 1970)."""


class HasLooked(Act, frozen=True, tag="looked"):
    """The person of a seat has looked, and would go on."""

    seat: int


class WentOn(Act, frozen=True, tag="went_on"):
    """The pause is over."""


class Paced(Act, frozen=True, tag="paced"):
    """The host chose how quickly the house moves."""

    seconds: float


class Said(Act, frozen=True, tag="said"):
    """Someone said something."""

    hidden: ClassVar[tuple[str, ...]] = ("person", "language")

    name: str
    person: str
    channel: Channel
    text: str
    seat: int | None = None
    language: str = ""
    """In which the speaker reads, so that the house can answer in it; in old logs nothing."""
    house: bool = False
    """Whether an opponent of the house says it."""


class Resumed(Act, frozen=True, tag="resumed"):
    """The house was closed for a while; nobody's clock ran."""

    hidden: ClassVar[tuple[str, ...]] = ("spans",)

    closed: int
    """When it closed (milliseconds since 1970)."""
    spans: tuple[Span, ...] = ()
    """Where a clock goes by days: all times at which it was closed meanwhile. In between it was
    open, and clocks ran although nobody looked at the table."""


class KeptHours(Act, frozen=True, tag="kept_hours"):
    """Somebody said at which hours their clock stands every day, from their next turn on."""

    hidden: ClassVar[tuple[str, ...]] = ("quiet", "person")
    """Where somebody lives is told to whoever sits there only."""

    seat: int
    quiet: Quiet | None
    """None: at none."""
    person: str = ""


class TookLeave(Act, frozen=True, tag="took_leave"):
    """Somebody takes days of leave, or comes back early."""

    seat: int
    spans: tuple[Span, ...]
    """All days of leave of that seat in this match, from … to … (milliseconds since 1970)."""


class Planned(Act, frozen=True, tag="planned"):
    """Somebody said in advance what they answer to which moves."""

    hidden: ClassVar[tuple[str, ...]] = ("lines",)
    """Told to whoever sits there; others are not told of the act at all."""

    seat: int
    lines: tuple[tuple[str, ...], ...]
    """What may be played from here on, the moves of both seats in turn; none: it is put away."""


class Forgotten(Act, frozen=True, tag="forgotten"):
    """Somebody asked the house to forget them; whoever is left plays on."""

    person: str


class Became(Act, frozen=True, tag="became"):
    """A guest logged in; their seats are their account's."""

    person: str
    account: str


class Rematched(Act, frozen=True, tag="rematched"):
    """The players go on at another table."""

    table: str


AnyAct = (
    Opened
    | Changed
    | Sat
    | Renamed
    | Stood
    | Hosted
    | Invited
    | Started
    | Moved
    | Asked
    | Withdrawn
    | Answered
    | TookBack
    | Ended
    | Away
    | Back
    | StoodIn
    | Paused
    | HasLooked
    | WentOn
    | Paced
    | Said
    | Resumed
    | KeptHours
    | TookLeave
    | Planned
    | Forgotten
    | Became
    | Rematched
)


class LogLine(Struct, frozen=True):
    """One line of a table's log."""

    number: int
    """From 1, without gaps."""
    at: int
    """Milliseconds since 1970."""
    acts: tuple[AnyAct, ...]
    person: str = ""
    """Who gave the order; empty for the house."""
    key: str = ""
    """What the sender calls the order, so that sending it again changes nothing."""

    @property
    def ply(self) -> int | None:
        """The number of the move that this line makes, if it makes one."""
        return next((act.ply for act in self.acts if isinstance(act, Moved)), None)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[AnyAct, ...])


def written(acts: tuple[AnyAct, ...]) -> str:
    """Acts as the log stores them."""
    return _encoder.encode(acts).decode()


def read(text: str) -> tuple[AnyAct, ...]:
    """Acts out of the log."""
    return _decoder.decode(text)
