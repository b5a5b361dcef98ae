"""What the house says, as typed values; the fields are those of its OpenAPI.

A test holds every one of them against that description. Fields that a newer house adds are skipped.
"""

from typing import Any

from msgspec import Struct


class Text(Struct, frozen=True, kw_only=True):
    """A sentence in both languages."""

    fr: str
    en: str


class Result(Struct, frozen=True, kw_only=True):
    """How a match ended."""

    winners: list[int]
    """The seats that won; none: a draw."""
    reason: str
    """Why, for programs."""


class Clock(Struct, frozen=True, kw_only=True):
    """How long players may think, in seconds."""

    kind: str
    """`none`, `move` (each move is limited), `total` (the whole match) or `days` (each move)."""
    seconds: float
    increment: float
    """Added after each move where the time is for the whole match."""
    bank: float = 0
    """By days: what everybody has for the whole match, once the time of a move is gone."""
    hours: int = 24
    """By days: hours of every day that count at least."""
    leave: float = 0
    """By days: how many days of leave everybody may take in a match."""
    end: str = "loss"
    """By days: `loss` or `stand_in` for whoever runs out of time where there are two sides."""


class Terms(Struct, frozen=True, kw_only=True):
    """What was agreed about a table, beside the rules of the game."""

    public: bool
    clock: Clock
    takeback: str
    """`never`, `ask` or `free`."""
    takeback_draws: bool
    talk: bool
    stand_in: int
    patience: float
    """Seconds that others wait for somebody who is away before the house plays for them."""
    pace: float | None
    """Seconds from one move to the next at least where the house makes it; None: as usual."""
    hints: bool
    hints_agreed: bool
    rated: bool = False
    """Whether the match counts for its players' ratings; older houses do not say."""


class Seat(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    name: str
    """The person who sits here; empty if none does."""
    taken: bool
    person: bool
    level: int | None
    """The level of the opponent, or stand-in, who plays here."""
    opponent: str
    away: bool
    away_until: int | None
    played_for: int
    host: bool


class Proposed(Struct, frozen=True, kw_only=True):
    """What a rematch is to be played by."""

    options: dict[str, Any]
    house: Terms


class Pause(Struct, frozen=True, kw_only=True):
    """People look at what has just ended; meanwhile nothing goes on."""

    until: int
    seats: list[int]


class Talk(Struct, frozen=True, kw_only=True):
    """How the rules let you talk while the match goes on."""

    way: str
    """`private`, `aloud` or `closed`."""
    rule: str | None


class Beginning(Struct, frozen=True, kw_only=True):
    """Where a match begins that does not begin at the beginning."""

    table: str | None
    """Where the match was played that goes on here; None: somebody made the position."""
    moves: int
    redrawn: bool
    """Whether all that was hidden or yet to be drawn there is drawn anew here."""


class Quiet(Struct, frozen=True, kw_only=True):
    """Hours of every day in which your clock stands."""

    since: int
    """Minutes after midnight, by the clock on the wall."""
    until: int
    zone: str


class Days(Struct, frozen=True, kw_only=True):
    """What you may know where people have days to think."""

    quiet: Quiet | None
    """Your own quiet hours."""
    leave: list[list[list[int]]]
    """The leave of every seat: times from … to … (milliseconds since 1970)."""
    leave_left: int
    plans: bool
    """Whether you may plan answers here."""
    plan: list[list[str]]


class TableState(Struct, frozen=True, kw_only=True):
    """Everything about a table but the board."""

    status: str
    """`open`, `playing` or `over`."""
    options: dict[str, Any]
    """The options of the game, all defaults filled in."""
    house: Terms
    seats: list[Seat]
    teams: list[list[int]]
    yours: list[int]
    """Your seats."""
    confers: bool
    talk: Talk
    host: bool
    """Whether you are the host."""
    question: str | None
    """What was proposed and not yet answered by all."""
    asked_by: int | None
    agreed: list[int]
    declined: list[int]
    puts_back: bool
    proposed: Proposed | None
    pause: Pause | None
    days: Days | None = None
    """Only where the clock goes by days."""
    result: Result | None
    commitment: str | None
    """The SHA-256 of the seed, told at the start."""
    seed: str | None
    """Told when the match is over."""
    before: str | None
    begins: Beginning | None
    """Where the match begins; None: at the beginning."""
    next: str | None
    """The table of the rematch."""


class TimeLeft(Struct, frozen=True, kw_only=True):
    """What every seat has left to think, in milliseconds, when this was sent."""

    left: list[int]
    running: int | None
    """The seat whose clock runs."""
    bank: list[int] = []
    """By days: the part of it that is the bank."""
    due: int | None = None
    """By days: when the running clock will be at zero (milliseconds since 1970)."""
    stands_until: int | None = None
    """By days: until when the running clock stands, if it does."""


class Position(Struct, frozen=True, kw_only=True):
    """The board as you may see it."""

    plies: int
    """How many moves were ever made here."""
    to_move: int | None
    view: dict[str, Any]
    """In the format of the game."""
    clock: TimeLeft | None
    legal: list[str] = []
    """Every legal move; only for whoever must decide, or where nothing is hidden."""
    ask: Text | None = None
    """What is to be decided."""
    hides: bool = False


class Saying(Struct, frozen=True, kw_only=True):
    """Something that was said."""

    act: str
    name: str
    seat: int | None
    channel: str
    text: str
    house: bool
    number: int
    at: int


class Snapshot(Struct, frozen=True, kw_only=True):
    """All that you may know of a table."""

    id: str
    game: str
    number: int
    """The number of the last line."""
    table: TableState
    position: Position | None
    """None before the start."""
    moves: list[str | None]
    """The moves that stand; None for one that is still secret."""
    chat: list[Saying]
    last: list[dict[str, Any]] = []


class Line(Struct, frozen=True, kw_only=True):
    """A line of the table's log; its acts are still as they came."""

    number: int
    at: int = 0
    key: str = ""
    acts: list[dict[str, Any]]
    table: TableState | None = None
    position: Position | None = None
    moves: list[str | None] | None = None


class Player(Struct, frozen=True, kw_only=True):
    """A seat as lists show it: a person by name, an opponent by level, or nobody."""

    name: str
    level: int | None
    opponent: str
    taken: bool


class ListedTable(Struct, frozen=True, kw_only=True):
    """A table as the lobby lists it."""

    id: str
    game: str
    status: str
    seats: int
    free: int
    opened: int
    """Milliseconds since 1970."""
    touched: int
    options: dict[str, Any]
    clock: Clock
    rated: bool = False
    begins: bool = False
    """Whether it begins in a position that somebody made, or where another match stood."""
    players: list[Player]


class MyTable(ListedTable, frozen=True, kw_only=True):
    """A table of yours."""

    yours: list[int]
    teams: list[list[int]]
    to_move: int | None
    your_turn: bool
    due: int | None = None
    """By days, on your turn: when your time is over (milliseconds since 1970)."""


class Me(Struct, frozen=True, kw_only=True):
    """You, as the house knows you; without a login you are a guest."""

    name: str
    language: str
    login: str | None
    handle: str = ""
    shows: str = "public"


class Account(Me, frozen=True, kw_only=True):
    """You with an account, and the code that lets you in when the password is forgotten."""

    recovery: str


class Token(Struct, frozen=True, kw_only=True):
    """A token for a program, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created: int
    used: int | None
    expires: int | None


class NewToken(Token, frozen=True, kw_only=True):
    """A token with its secret, which is shown only now."""

    token: str


class Ending(Struct, frozen=True, kw_only=True):
    """An end of the match that is proven, whatever the other side does."""

    won: bool
    """Whether whoever moved wins; else they lose."""
    moves: int
    """In how many of their own moves at most, this one included."""


class MoveValue(Struct, frozen=True, kw_only=True):
    """A move, and each side's chances after it."""

    move: str
    value: list[float]
    ending: Ending | None = None
    """Where it is proven how the match ends after it."""


class Hint(MoveValue, frozen=True, kw_only=True):
    """A good move."""

    reason: Text
    alternatives: list[MoveValue]


class Game(Struct, frozen=True, kw_only=True):
    """A game of the house."""

    key: str
    name: Text
    goal: Text
    players: list[int]
    """How many may play."""
    uneven: list[int] = []
    """For how many of those sides have different sizes, so that a match cannot be rated."""
    options: dict[str, Any]
    """A JSON schema: every value, default and label."""
    version: str
    levels: list["Level"] = []
    """The levels of the house's opponents in it, the weakest first; none: a house of earlier days,
    where `Catalogue.levels` has those of all games."""


class Manner(Struct, frozen=True, kw_only=True):
    """What decides, for an opponent of the house, among moves about as good to its level."""

    key: str
    """`careful`, `greedy` or `blocking`."""
    name: Text
    wish: Text
    """What it comes to, in a sentence."""


class Opponent(Struct, frozen=True, kw_only=True):
    """Somebody of the house who plays at a level."""

    name: str
    manner: Manner | None
    """None at the strongest level."""


class Level(Struct, frozen=True, kw_only=True):
    """How strong an opponent of the house is."""

    level: int
    """Its place among the levels of the game, from 1 on."""
    name: Text
    manner: Text
    people: list[Opponent] = []
    """Who plays at this level."""


class Catalogue(Struct, frozen=True, kw_only=True):
    """All games, each with the levels of its opponents."""

    games: list[Game]
    levels: list[Level]
    """Those of a game that has no others than the usual."""
