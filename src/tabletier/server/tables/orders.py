"""What people and programs may ask of a table, over a socket or over HTTP alike."""

from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, model_validator
from pydantic_core import PydanticKnownError

from tabletier.server.tables.acts import (
    LONGEST_WAIT,
    SHORTEST_WAIT,
    SLOWEST,
    Channel,
    Question,
)
from tabletier.server.tables.hours import LONGEST_ZONE, MINUTES
from tabletier.server.tables.plans import LONGEST_LINE, MOST_LINES
from tabletier.server.tables.seats import AtTheEnd, Kind

LONGEST_MOVE, LONGEST_SAYING, LONGEST_KEY, LONGEST_NAME = 200, 500, 64, 200
PRINTABLE = r"^[ -~]*$"
STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
"""Nothing stands for a value of another type: a text for a number, a number for true."""


def _number(given: Any) -> Any:
    if isinstance(given, str | bytes | bool):
        raise PydanticKnownError("int_type")
    return given


NUMBER = BeforeValidator(_number)
"""With `strict=False` for whole numbers: 3.0 is one, as it is in JSON; "3" and true are none."""

# What a move is made of, for pydantic and for msgspec, which reads moves faster.
Key = Annotated[
    str,
    Field(max_length=LONGEST_KEY, pattern=PRINTABLE),
    msgspec.Meta(max_length=LONGEST_KEY, pattern=PRINTABLE),
]
MoveText = Annotated[str, Field(max_length=LONGEST_MOVE), msgspec.Meta(max_length=LONGEST_MOVE)]
Ply = Annotated[int, Field(strict=False, ge=0), NUMBER, msgspec.Meta(ge=0)]

SeatNumber = Annotated[int, Field(strict=False, ge=0, lt=8), NUMBER]
LevelNumber = Annotated[int, Field(strict=False, ge=1, lt=2**31), NUMBER]
"""Whether a game has such a level is said by the game, with the names of those it has."""
Minutes = Annotated[int, Field(strict=False, ge=0, lt=MINUTES), NUMBER]
Moment = Annotated[int, Field(strict=False, ge=0, lt=2**53), NUMBER]
"""Milliseconds since 1970."""


class Order(BaseModel):
    """Something asked of a table; `key` makes it safe to ask again."""

    model_config = STRICT
    key: Key = ""


HOUR, DAY = 3600, 86_400


class ClockAsked(BaseModel):
    """How long players may think, in seconds."""

    model_config = STRICT
    kind: Kind = "none"
    seconds: float = Field(0, ge=0, le=14 * DAY)
    increment: float = Field(0, ge=0, le=HOUR)
    bank: float = Field(0, ge=0, le=60 * DAY)
    """By days: what everybody has besides for the whole match."""
    hours: Annotated[int, Field(strict=False, ge=8, le=24), NUMBER] = 24
    """By days: hours of every day that count at least; 24: nobody has it quiet."""
    leave: float = Field(0, ge=0, le=60)
    """By days: days of leave that everybody may take in a match."""
    end: AtTheEnd = "loss"
    """By days: what becomes of whoever runs out of time where there are two sides."""

    @model_validator(mode="after")
    def _is_fair(self) -> "ClockAsked":
        if self.kind != "none" and self.seconds < 1:
            raise ValueError("a clock gives everybody at least one second")
        if self.kind == "days" and self.seconds < HOUR:
            raise ValueError("a clock of days gives everybody at least an hour for a move")
        if self.kind == "days" and self.increment:
            raise ValueError("a clock of days has a bank, and no increment")
        if self.kind != "days" and (self.bank or self.hours != 24 or self.leave):
            raise ValueError("bank, hours and leave go with a clock of days (kind: days)")
        return self


class Agreement(BaseModel):
    """What may be agreed before a match; what is left out stays as it was."""

    model_config = STRICT
    options: dict[str, Any] | None = Field(None, max_length=20)
    """All of the game's options; those left out have their default."""
    public: bool | None = None
    clock: ClockAsked | None = None
    takeback: Literal["never", "ask", "free"] | None = None
    talk: bool | None = None
    hints: bool | None = None
    takeback_draws: bool | None = None
    """Whether a take-back may put back what chance drew."""
    rated: bool | None = None
    """Whether the match counts for ratings; then there are no hints, and nothing is taken back."""
    stand_in: LevelNumber | None = None
    patience: float | None = Field(None, ge=SHORTEST_WAIT, le=LONGEST_WAIT)
    pace: float | None = Field(None, ge=0, le=SLOWEST)
    """Seconds from one move to the next at least where the house makes it."""


class Change(Order, Agreement):
    """Agree on something else before the start; for the host."""

    do: Literal["change"]


class Rematch(Order, Agreement):
    """Once a match is over, propose another one, seated one further, or agree to it."""

    do: Literal["rematch"]
    wait: bool = True
    """Whether the other table is opened once all have answered; else now, with who has agreed."""


class Sit(Order):
    """Take a seat: this one, or any free one. Several at a table shared at one keyboard."""

    do: Literal["sit"]
    seat: SeatNumber | None = None
    name: str = Field("", max_length=LONGEST_NAME)
    """What whoever plays there is called; without one, as you are."""


class Rename(Order):
    """Call whoever plays one of your seats otherwise, until the match is over."""

    do: Literal["rename"]
    seat: SeatNumber
    name: str = Field(min_length=1, max_length=LONGEST_NAME)


class Stand(Order):
    """Give a seat up before the start; the host may free any."""

    do: Literal["stand"]
    seat: SeatNumber


class Invite(Order):
    """Give a free seat to an opponent of the house."""

    do: Literal["invite"]
    seat: SeatNumber
    level: LevelNumber
    """At most as many as the game has: `levels` in `GET /api/v1/games`."""


class Start(Order):
    """Begin the match."""

    do: Literal["start"]


class Move(Order):
    """Make a move. `ply` is the number of moves ever made here, so that nobody moves blindly."""

    do: Literal["move"]
    move: MoveText
    ply: Ply


class Ask(Order):
    """Propose to take back one's last move, or what a stand-in did for one; or a draw."""

    do: Literal["ask"]
    question: Question


class Withdraw(Order):
    """Propose it no more."""

    do: Literal["withdraw"]


class Answer(Order):
    """Agree to what another player proposed, or not."""

    do: Literal["answer"]
    yes: bool


class Resign(Order):
    """Give the match up (two sides)."""

    do: Literal["resign"]


class Leave(Order):
    """Leave one's seats: before the start they are free, then a stand-in plays at once."""

    do: Literal["leave"]


class Return(Order):
    """Take one's seats back from a stand-in."""

    do: Literal["return"]


class Looked(Order):
    """Say that one has looked at what has just ended, and would go on."""

    do: Literal["looked"]


class QuietAsked(BaseModel):
    """Hours of every day in which one's clock stands."""

    model_config = STRICT
    since: Minutes
    """Minutes after midnight, by the clock on the wall."""
    until: Minutes
    """The same; earlier than `since`: on the next day."""
    zone: str = Field(max_length=LONGEST_ZONE, pattern=PRINTABLE)
    """Where that wall is: Europe/Paris, or +02:00."""


class KeepHours(Order):
    """By days: have one's clock stand at some hours of every day, from one's next turn on."""

    do: Literal["hours"]
    quiet: QuietAsked | None
    """None: at no hours."""


class Holiday(Order):
    """By days: take some of the leave that was agreed; one's clock stands meanwhile."""

    do: Literal["holiday"]
    since: Moment | None = None
    """From when on; now, if it is left out or past."""
    until: Moment | None = None
    """Until when; as long as there is leave, if it is left out."""


class HolidayOver(Order):
    """By days: come back from leave; what was not used of it can be taken again."""

    do: Literal["holiday_over"]


class PlanAnswers(Order):
    """By days, between two and with nothing hidden: say what one answers to which moves."""

    do: Literal["plan"]
    lines: list[Annotated[list[MoveText], Field(min_length=2, max_length=LONGEST_LINE)]] = Field(
        max_length=MOST_LINES
    )
    """What may be played from here on, the moves of both in turn, each line ending with one's own;
    none: plan nothing any more."""


class Pace(Order):
    """Choose how quickly the house moves, before the start or during the match; for the host."""

    do: Literal["pace"]
    seconds: float = Field(ge=0, le=SLOWEST)


class Say(Order):
    """Say something at the table, to one's partners where the rules allow it, or as a spectator."""

    do: Literal["say"]
    text: str = Field(min_length=1, max_length=LONGEST_SAYING)
    channel: Channel = "table"


AnyOrder = Annotated[
    Sit
    | Rename
    | Stand
    | Invite
    | Change
    | Start
    | Move
    | Ask
    | Withdraw
    | Answer
    | Resign
    | Leave
    | Return
    | Looked
    | KeepHours
    | Holiday
    | HolidayOver
    | PlanAnswers
    | Pace
    | Say
    | Rematch,
    Field(discriminator="do"),
]
ORDERS: TypeAdapter[Any] = TypeAdapter(AnyOrder)


class Looking(BaseModel):
    """By socket only, and no order: whether a page shows you the table just now, or is hidden.

    Nothing is answered.
    """

    model_config = STRICT
    do: Literal["looking"]
    looks: bool


MESSAGES: TypeAdapter[Any] = TypeAdapter(Annotated[AnyOrder | Looking, Field(discriminator="do")])


class PlainMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as nearly all are written, for which no model is needed: it is read at once."""

    do: Literal["move"]
    move: MoveText
    ply: Ply
    key: Key = ""


_plain_move = msgspec.json.Decoder(PlainMove)


def plain_move(text: str | bytes) -> PlainMove | None:
    """The move that a message holds, if it is a plain one."""
    try:
        return _plain_move.decode(text)
    except (msgspec.MsgspecError, UnicodeError):
        return None


def read_message(text: str) -> Any:
    """The order that a socket's message holds, or Looking. Raises pydantic's ValidationError."""
    return plain_move(text) or MESSAGES.validate_json(text)


class Keyed(msgspec.Struct, frozen=True):
    """The key of a message, whatever else it holds."""

    key: Key = ""


_keyed = msgspec.json.Decoder(Keyed)


def key_of(text: str) -> str:
    """The key of a message that is no order, so that its sender knows which was refused."""
    try:
        return _keyed.decode(text).key
    except (msgspec.MsgspecError, UnicodeError):
        return ""
