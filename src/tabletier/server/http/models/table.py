"""A table as somebody sees it, and what happens there as they are told.

An act is declared once, in `tables.acts`: what is hidden of it too. Here stands what is told
otherwise, or besides.
"""

import ast
import inspect
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, get_args

import msgspec
from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from tabletier.server.http.models import GameEvent, GameView, Open, ResultShown, Shape, TextShown
from tabletier.server.http.models.clocks import ClockShown, DaysShown, TimeLeft
from tabletier.server.tables import acts
from tabletier.server.tables.acts import Channel, Question

Status = Literal["open", "playing", "over"]


class TermsShown(Shape):
    """What was agreed about a table, beside the rules of the game."""

    public: bool
    """Listed in the lobby; otherwise found by its link only."""
    clock: ClockShown
    takeback: Literal["never", "ask", "free"]
    takeback_draws: bool
    """Whether a take-back may put back what chance drew, so that its asker knows what comes."""
    talk: bool
    stand_in: int
    """The level of the opponent that takes the seat of someone who left."""
    patience: float
    """Seconds that others wait for somebody who is away before the house plays for them."""
    pace: float | None
    """Seconds from one move to the next at least where the house makes it; null: as usual."""
    hints: bool
    """Whether players may ask the house for a good move."""
    hints_agreed: bool
    """Whether that was agreed; otherwise it follows from who plays: only where no two people do."""
    rated: bool
    """Whether the match counts for its players' ratings."""


class SeatShown(Shape):
    """A seat as everybody sees it."""

    name: str
    """The person who sits here; empty if none does."""
    taken: bool
    person: bool
    """Whether a person sits here, even while a stand-in plays."""
    level: int | None
    """The level of the opponent, or stand-in, who plays here."""
    opponent: str
    """What that opponent or stand-in is called; nobody else at the table has the name."""
    away: bool
    """Whether nobody is connected for the person while others play on."""
    away_until: int | None
    """When the house will play for them; none while nobody waits for them."""
    played_for: int
    """How many moves a stand-in made here since the person's own last, which may be taken back
    when the others agree (`ask` with `stand_in`)."""
    host: bool
    """Whether this person may change what is agreed, and start."""


class Proposed(Shape):
    """What a rematch is to be played by."""

    options: Open
    house: TermsShown


class PauseShown(Shape):
    """People look at what has just ended; meanwhile nothing goes on."""

    until: int
    """When it is over whether they have looked or not (milliseconds since 1970)."""
    seats: list[int]
    """Where those sit who have not looked yet."""


class TalkShown(Shape):
    """How the rules let you talk while the match goes on; a spectator is told of the first seat."""

    way: Literal["private", "aloud", "closed"]
    """With partners in private too, only so that everybody hears it, or not at all."""
    rule: str | None
    """The rule that says so."""


class BeginningShown(Shape):
    """Where a match begins that does not begin at the beginning. It is never rated."""

    table: str | None
    """Where the match was played that goes on here; null: somebody made the position, and knows
    all of it, hidden things too."""
    moves: int
    """After so many of its moves."""
    redrawn: bool
    """Whether all that was hidden or yet to be drawn there is drawn anew here."""


class Furniture(Shape):
    """Everything about a table but the board."""

    status: Status
    options: Open
    """The options of the game, all defaults filled in."""
    house: TermsShown
    seats: list[SeatShown]
    teams: list[list[int]]
    """The sides, each a list of seats."""
    yours: list[int]
    """Your seats; several at a table for one keyboard."""
    confers: bool
    """Whether you can talk to your partners in private now."""
    talk: TalkShown
    host: bool
    """Whether you are the host."""
    question: Question | None
    """What was proposed and not yet answered by all."""
    asked_by: int | None
    agreed: list[int]
    """The seats that agreed to it."""
    declined: list[int]
    """The seats that declined it, where that settles nothing: a rematch."""
    puts_back: bool
    """Whether what was proposed would put back what chance drew: its asker knows what comes."""
    proposed: Proposed | None
    """What a rematch that was proposed is to be played by."""
    pause: PauseShown | None
    days: DaysShown | None
    """Only where the clock goes by days."""
    result: ResultShown | None
    commitment: str | None
    """The SHA-256 of the seed, told at the start."""
    seed: str | None
    """Told when the match is over."""
    before: str | None
    """The table that this one is a rematch of."""
    begins: BeginningShown | None
    """Where the match begins; null: at the beginning."""
    next: str | None
    """The table of the rematch."""


class PositionShown(Shape):
    """The board as you may see it."""

    plies: int
    """How many moves were ever made here; a move carries this number."""
    to_move: int | None
    view: GameView
    """In the format of the game."""
    clock: TimeLeft | None
    legal: NotRequired[list[str]]
    """Every legal move; only for whoever must decide, or where nothing is hidden."""
    ask: NotRequired[TextShown]
    """What is to be decided."""
    hides: NotRequired[Literal[True]]
    """There when your seat sees what others may not see."""


class SayingShown(Shape):
    """Something that was said."""

    act: Literal["said"]
    name: str
    seat: int | None
    """Where the speaker sits; none: a spectator."""
    channel: Channel
    text: str
    house: bool
    """Whether an opponent of the house says it."""
    number: int
    """The number of its line."""
    at: int
    """Milliseconds since 1970."""


class PlayerInLobby(Shape):
    """A seat as lists show it: a person by name, an opponent by level, or nobody."""

    name: str
    level: int | None
    opponent: str
    """What an opponent is called."""
    taken: bool


class TableInLobby(Shape):
    """A table as the lobby lists it."""

    id: str
    game: str
    status: Status
    seats: int
    free: int
    opened: int
    """Milliseconds since 1970."""
    touched: int
    """When something last happened there; `before` asks for the next page with it."""
    options: Open
    clock: ClockShown
    rated: bool
    """Whether the match counts for its players' ratings."""
    begins: bool
    """Whether it begins in a position that somebody made, or where another match stood."""
    players: list[PlayerInLobby]


class MyTable(TableInLobby):
    """A table of yours."""

    yours: list[int]
    """Your seats."""
    teams: list[list[int]]
    """The seats of every side: who plays with you, and who against you."""
    to_move: int | None
    your_turn: bool
    due: int | None
    """By days, on your turn: when your time is over (milliseconds since 1970)."""


class Written(Shape):
    """An order was carried out."""

    number: Annotated[int, Field(ge=1)]
    """The number of the line it added to the log."""


SENTENCES = NotRequired[
    Annotated[list[str], Field(description="The same in sentences, where `tell` asks for them.")]
]
SENTENCE = NotRequired[
    Annotated[list[str], Field(description="The same in a sentence, where `tell` asks for it.")]
]
TOLD_OTHERWISE: dict[type[acts.Act], dict[str, Any]] = {
    acts.Opened: {
        "house": TermsShown,
        "begins": Annotated[
            BeginningShown | None,
            Field(description="Where the match begins; null: at the beginning."),
        ],
    },
    acts.Changed: {"house": TermsShown},
    acts.Started: {
        "events": Annotated[
            list[GameEvent], Field(description="What the set-up drew, as you may see it.")
        ],
        "told": SENTENCES,
    },
    acts.Moved: {
        "move": Annotated[str | None, Field(description="None while it is secret.")],
        "spent": NotRequired[
            Annotated[int, Field(description="Milliseconds taken; not in `last`.")]
        ],
        "stand_in": NotRequired[
            Annotated[bool, Field(description="Whether a stand-in made it; not in `last`.")]
        ],
        "events": Annotated[
            list[GameEvent],
            Field(description="What it caused, as you may see it, in the format of the game."),
        ],
        "told": SENTENCES,
    },
    acts.Answered: {
        "text": Annotated[
            TextShown | None,
            Field(description="What an opponent of the house says with its answer."),
        ],
    },
    acts.Ended: {
        "told": NotRequired[
            Annotated[
                list[str],
                Field(description="How it ended in a sentence, where `tell` asks for it."),
            ]
        ],
    },
    acts.Away: {"told": SENTENCE},
    acts.Back: {"told": SENTENCE},
    acts.StoodIn: {"told": SENTENCE},
    acts.TookLeave: {
        "spans": Annotated[
            list[list[int]],
            Field(description="All leave of that seat, from … to … (milliseconds since 1970)."),
        ],
        "told": SENTENCE,
    },
}


def explained() -> dict[str, dict[str, str]]:
    """What the fields of each act mean, by the text below their declaration."""
    found = {}
    for act in ast.parse(inspect.getsource(acts)).body:
        if isinstance(act, ast.ClassDef):
            pairs = zip(act.body, act.body[1:], strict=False)
            found[act.name] = {
                field.target.id: inspect.cleandoc(text.value.value)
                for field, text in pairs
                if isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
                and isinstance(text.value.value, str)
            }
    return found


def shape_of(act: type[acts.Act], meanings: dict[str, str]) -> Any:
    """An act as it is told."""
    tag = str(act.__struct_config__.tag)
    fields: dict[str, Any] = {"act": Literal[tag]}
    for field in msgspec.structs.fields(act):
        if field.name not in act.hidden:
            means = meanings.get(field.name)
            described = Annotated[field.type, Field(description=means)] if means else field.type
            fields[field.name] = described
    name = tag.title().replace("_", "") + "Act"
    shape = TypedDict(name, fields | TOLD_OTHERWISE.get(act, {}))  # type: ignore[misc] # made while it runs
    shape.__doc__ = act.__doc__
    return shape


if TYPE_CHECKING:
    Act = dict[str, Any]
else:
    MEANINGS = explained()
    Act = TypeAliasType(
        "Act",
        Annotated[
            reduce(or_, (shape_of(act, MEANINGS[act.__name__]) for act in get_args(acts.AnyAct))),
            Field(discriminator="act", description="Something that happened at a table."),
        ],
    )
