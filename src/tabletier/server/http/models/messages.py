"""What goes over a socket, messages out and orders in; what is sent and answered over HTTP."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import (
    BaseModel,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import PydanticKnownError
from typing_extensions import TypeAliasType

from tabletier.server.http.models import Shape
from tabletier.server.http.models.table import (
    Act,
    Furniture,
    PositionShown,
    SayingShown,
    TableInLobby,
)
from tabletier.server.tables.acts import LONGEST_WAIT, SHORTEST_WAIT, SLOWEST, USUAL_WAIT
from tabletier.server.tables.orders import (
    LONGEST_MOVE,
    NUMBER,
    STRICT,
    AnyOrder,
    ClockAsked,
    LevelNumber,
)
from tabletier.server.tables.plans import LONGEST_LINE
from tabletier.server.users.accounts import LONGEST, SHORTEST
from tabletier.server.users.credentials import Scope


class Snapshot(Shape):
    """All that you may know of a table."""

    id: str
    game: str
    number: int
    """The number of the last line."""
    table: Furniture
    position: PositionShown | None
    """None before the start."""
    moves: list[str | None]
    """The moves that stand; null for one that is still secret."""
    chat: list[SayingShown]
    last: NotRequired[list[Act]]
    """Only where `tell` asks for it: the last move that stands (else the start), and the end."""


class Hello(Snapshot):
    """The first message, or the first after what was missed: all that you may know."""

    type: Literal["hello"]
    version: int
    """Of the protocol."""


class Line(Shape):
    """A line of the table's log."""

    type: Literal["line"]
    number: int
    """From 1, without gaps."""
    at: NotRequired[int]
    """Milliseconds since 1970; missing where something was said that you do not hear."""
    key: NotRequired[str]
    """What the sender calls the order that this line comes from."""
    acts: list[Act]
    """None where something was said that you do not hear."""
    table: NotRequired[Furniture]
    """There when anything but the board changed."""
    position: NotRequired[PositionShown]
    """There when the board changed."""
    moves: NotRequired[list[str | None]]
    """All moves that stand, there when you are shown others than before."""


class RefusalShown(Shape):
    """Why not."""

    code: str
    """For programs."""
    text: str
    """A sentence for people."""
    rule: str | None
    """The rule that forbids it, where there is one."""
    cells: list[str]
    """Where to look, in the notation of the game."""
    retry_ms: NotRequired[int]
    """When asking again may help."""


class Done(Shape):
    """An order with this key had been carried out already."""

    type: Literal["done"]
    key: str
    number: int
    """The line that it became."""


class RefusedMessage(RefusalShown):
    """An order was refused, and changed nothing."""

    type: Literal["refused"]
    key: str


class Bye(Shape):
    """The server closes the socket: come back in a moment."""

    type: Literal["bye"]
    retry_ms: int
    """After how long."""


Message = TypeAliasType(
    "Message",
    Annotated[
        Hello | Line | Done | RefusedMessage | Bye,
        Field(discriminator="type", description="What the house says over a socket or a stream."),
    ],
)
Order = TypeAliasType(
    "Order", Annotated[AnyOrder, Field(description="What may be asked of a table.")]
)


Given = Annotated[str, Field(min_length=1, max_length=200)]
"""Looked at more closely, and refused in the person's language, by `users.guests`."""
Secret = Annotated[str, Field(min_length=1, max_length=LONGEST)]
MOST_KEYS = 50
"""In a position."""
NewSecret = Annotated[
    str, Field(max_length=LONGEST, json_schema_extra={"minLength": SHORTEST})
]  # what is too short is refused with what is too easily guessed


LineNumber = Annotated[int, Field(strict=False, ge=1, lt=2**31), NUMBER]
LEVEL: TypeAdapter[int] = TypeAdapter(LevelNumber)
SITTERS = ("me", "open")


def _sitter(given: Any) -> Any:
    """You, anybody, or the number of a level, as one value: a union would be refused twice."""
    if given in SITTERS:
        return given
    try:
        return LEVEL.validate_python(given)
    except ValidationError:
        expected = {"expected": "'me', 'open', 1, 2, 3, etc"}
        raise PydanticKnownError("literal_error", expected) from None


SitterAsked = Annotated[
    Literal["me", "open"] | int,
    PlainValidator(_sitter),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "enum": [*SITTERS]},
                {"type": "integer", "minimum": 1, "exclusiveMaximum": 2**31},
            ]
        }
    ),
]


class RequestBody(BaseModel):
    """Something that is sent to the house."""

    model_config = STRICT


class ContinuationAsked(RequestBody):
    """Where a match that is over is played on. What was hidden there is drawn anew."""

    table: str = Field(max_length=32)
    moves: Annotated[int, Field(strict=False, ge=0, lt=2**31), NUMBER]
    """After so many of its moves."""


class TableAsked(RequestBody):
    """A table to be opened."""

    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(default_factory=dict, max_length=20)
    public: bool = True
    clock: ClockAsked = ClockAsked()
    takeback: Literal["never", "ask", "free"] = "ask"
    talk: bool = True
    hints: bool | None = None
    """Whether players may ask for hints; null: where no two people play."""
    takeback_draws: bool = True
    """Whether a take-back may put back what chance drew."""
    rated: bool = False
    """Whether the match counts for ratings; then there are no hints, and nothing is taken back."""
    stand_in: LevelNumber = 2
    patience: float = Field(USUAL_WAIT, ge=SHORTEST_WAIT, le=LONGEST_WAIT)
    pace: float | None = Field(None, ge=0, le=SLOWEST)
    """Seconds from one move to the next at least where the house makes it; null: as usual."""
    seats: list[SitterAsked] = Field(default=["me"], max_length=8)
    """Who sits where: you, anybody, or an opponent of a level; open where nothing is said."""
    names: list[Annotated[str, Field(max_length=200)]] = Field(default=[], max_length=8)
    """What whoever plays your seats is called, by seat; empty: as you are."""
    start: bool = False
    """Begin at once; only where no seat is open."""
    position: dict[str, Any] | None = Field(None, max_length=MOST_KEYS)
    """What the match begins from, in the format of the game; null: from the beginning."""
    continues: ContinuationAsked | None = None
    """A match that is over and is played on from here, with its options; instead of `position`."""


class PositionAsked(RequestBody):
    """A position that somebody made."""

    game: str = Field(max_length=40)
    options: dict[str, Any] = Field(default_factory=dict, max_length=20)
    position: Any = None
    """In the format of the game; null: as a new match begins."""


class GuestAsked(RequestBody):
    """Who walks in."""

    name: Given
    language: Literal["fr", "en"] = "fr"


class PersonAsked(RequestBody):
    """What you want to change about yourself."""

    name: Given | None = None
    language: Literal["fr", "en"] | None = None
    shows: Literal["nothing", "public", "all"] | None = None
    """What others find of you: nothing, your matches at public tables, or all of them."""
    listed: bool | None = None
    """Whether you stand on the ladders that others see."""


class AccountAsked(RequestBody):
    """An account to be made."""

    login: Given
    password: NewSecret


class LogInAsked(RequestBody):
    """Who you say you are."""

    login: Given
    password: Secret
    bring: bool = True
    """Whether the tables of the guest that you are on this device become your account's."""


class RecoveryAsked(RequestBody):
    """The way back in for who forgot their password."""

    login: Given
    code: Secret
    password: NewSecret
    bring: bool = True
    """As for logging in."""


class NewPasswordAsked(RequestBody):
    """A new password in place of the old one."""

    password: Secret
    new: NewSecret
    keep_tokens: bool = False
    """Whether your programs may go on with the tokens they have."""


class PasswordAsked(RequestBody):
    """Your password, where you have one."""

    password: Secret | None = None


class LogOutAsked(RequestBody):
    """Whether to log out on all devices."""

    everywhere: bool = False


class TokenAsked(RequestBody):
    """A token for a program: what it is for, and what it may do."""

    label: Given
    scopes: list[Scope] = Field(min_length=1, max_length=3)
    days: Annotated[int, Field(strict=False, ge=1, le=3650), NUMBER] | None = 365
    """How long it is valid; null: until it is revoked."""


class Me(BaseModel):
    """You, as the house knows you; without a login you are a guest."""

    name: str
    language: str
    login: str | None
    handle: str
    """What others may call you by in an address: `/people/{handle}`."""
    shows: str
    """What they find there: `nothing`, your matches at `public` tables, or `all`."""


class LoggedIn(Me):
    """You, logged in."""

    brought: int
    """How many tables you had as a guest on this device; they are your account's now."""


class AccountMade(Me):
    """You with an account, and the code that lets you in when the password is forgotten."""

    recovery: str


class TokenShown(BaseModel):
    """A token, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created: int
    used: int | None
    """When it was last used, within a minute; null: never yet."""
    expires: int | None
    """From when on it is void; null: never by itself."""


class TokenMade(TokenShown):
    """A token, with the secret that is shown only once."""

    token: str


class SayingAsked(RequestBody):
    """Something that was said, by the number of its line."""

    table: str = Field(max_length=32)
    number: LineNumber


class ReportAsked(RequestBody):
    """A complaint about something that was said, by the number of its line."""

    number: LineNumber
    reason: str = Field("", max_length=500)


class MoveAsked(RequestBody):
    """A move that somebody thinks of."""

    move: str = Field(max_length=LONGEST_MOVE)


class MovesAsked(RequestBody):
    """Moves that somebody thinks of."""

    moves: list[Annotated[str, Field(max_length=LONGEST_MOVE)]] = Field(max_length=32)


class LineAsked(RequestBody):
    """Moves that may be played from where a match stands, of both seats in turn."""

    moves: list[Annotated[str, Field(max_length=LONGEST_MOVE)]] = Field(max_length=LONGEST_LINE)


class LessonTried(RequestBody):
    """The moves that a learner has made in a lesson, from the first."""

    moves: list[Annotated[str, Field(max_length=LONGEST_MOVE)]] = Field(max_length=16)


class MuteShown(BaseModel):
    """Somebody whom you do not hear."""

    id: str
    name: str
    at: int


class LobbyHello(Shape):
    """The first event: all open tables that were asked for, the latest last."""

    type: Literal["hello"]
    tables: list[TableInLobby]


class LobbyTable(Shape):
    """An open table has appeared, or is not as it was."""

    type: Literal["table"]
    table: TableInLobby


class LobbyGone(Shape):
    """A table is not open any more, or no longer one that was asked for."""

    type: Literal["gone"]
    id: str


LobbyMessage = TypeAliasType(
    "LobbyMessage",
    Annotated[
        LobbyHello | LobbyTable | LobbyGone | Bye,
        Field(discriminator="type", description="What the lobby's stream says (`data`)."),
    ],
)
