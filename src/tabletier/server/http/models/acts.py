"""What happens at a table, as those who are there are told."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType

from tabletier.server.http.models import Open, Shape, TextShown
from tabletier.server.http.models.table import TermsShown
from tabletier.server.tables.acts import Channel, Question, Reason


class OpenedAct(Shape):
    """The table was opened."""

    act: Literal["opened"]
    game: str
    options: Open
    house: TermsShown
    before: str | None
    """The table that this one is a rematch of."""


class ChangedAct(Shape):
    """The host changed what is agreed, before the start."""

    act: Literal["changed"]
    options: Open
    house: TermsShown


class SatAct(Shape):
    """A person took a seat."""

    act: Literal["sat"]
    seat: int
    name: str


class RenamedAct(Shape):
    """Whoever plays a seat is called otherwise."""

    act: Literal["renamed"]
    seat: int
    name: str


class StoodAct(Shape):
    """A seat became free, before the start."""

    act: Literal["stood"]
    seat: int


class HostedAct(Shape):
    """Somebody else is host of the table now."""

    act: Literal["hosted"]
    seat: int | None
    """Where the new host sits; none: nobody is host."""


class InvitedAct(Shape):
    """An opponent of the house took a seat."""

    act: Literal["invited"]
    seat: int
    level: int
    name: str


class StartedAct(Shape):
    """The match began."""

    act: Literal["started"]
    commitment: str
    version: str
    """Of the game's rules."""
    events: list[Open]
    """What the set-up drew, as you may see it."""
    told: NotRequired[list[str]]
    """The same in sentences, where `tell` asks for them."""


class MovedAct(Shape):
    """A seat made a move."""

    act: Literal["moved"]
    seat: int
    ply: int
    """The number of the move among all that were ever made here."""
    move: str | None
    """None while it is secret."""
    spent: NotRequired[int]
    """Milliseconds taken; not in `last`."""
    stand_in: NotRequired[bool]
    """Whether a stand-in made it; not in `last`."""
    events: list[Open]
    """What it caused, as you may see it, in the format of the game."""
    told: NotRequired[list[str]]
    """The same in sentences, where `tell` asks for them."""


class AskedAct(Shape):
    """A seat proposed something."""

    act: Literal["asked"]
    seat: int
    question: Question
    wait: bool
    """Whether a rematch waits until everybody has answered."""


class WithdrawnAct(Shape):
    """Whoever proposed something does so no more."""

    act: Literal["withdrawn"]
    seat: int
    question: Question


class AnsweredAct(Shape):
    """A seat agreed to a proposal, or did not."""

    act: Literal["answered"]
    seat: int
    question: Question
    yes: bool
    reason: Reason
    """`moved`: a person moved instead of answering. The other reasons are the house's."""
    text: TextShown | None
    """What an opponent of the house says with its answer."""


class TookBackAct(Shape):
    """The match stands again where it stood after so many moves."""

    act: Literal["took_back"]
    kept: int


class EndedAct(Shape):
    """The match is over."""

    act: Literal["ended"]
    winners: list[int]
    reason: str
    by: int | None
    """The seat that resigned or ran out of time."""
    seed: str
    """What all draws came from."""
    told: NotRequired[list[str]]
    """How it ended in a sentence, where `tell` asks for it."""


class AwayAct(Shape):
    """Nobody is connected for a seat."""

    act: Literal["away"]
    seat: int
    until: int
    """When the house will play for them (milliseconds since 1970); 0: not while nobody waits."""
    told: NotRequired[list[str]]
    """The same in a sentence, where `tell` asks for it."""


class BackAct(Shape):
    """The person of a seat is here (again), and plays it again."""

    act: Literal["back"]
    seat: int
    told: NotRequired[list[str]]
    """The same in a sentence, where `tell` asks for it."""


class StoodInAct(Shape):
    """An opponent of the house plays for the person of a seat until that person is back."""

    act: Literal["stood_in"]
    seat: int
    level: int
    told: NotRequired[list[str]]
    """The same in a sentence, where `tell` asks for it."""


class PausedAct(Shape):
    """Something ended that people want to look at: nothing goes on until they have."""

    act: Literal["paused"]
    seats: list[int]
    """Where those sit who are waited for."""
    until: int
    """When it goes on whether they have looked or not (milliseconds since 1970)."""


class LookedAct(Shape):
    """The person of a seat has looked, and would go on."""

    act: Literal["looked"]
    seat: int


class WentOnAct(Shape):
    """The pause is over."""

    act: Literal["went_on"]


class PacedAct(Shape):
    """The host chose how quickly the house moves."""

    act: Literal["paced"]
    seconds: float


class SaidAct(Shape):
    """Someone said something."""

    act: Literal["said"]
    name: str
    seat: int | None
    channel: Channel
    text: str
    house: bool
    """Whether an opponent of the house says it."""


class ResumedAct(Shape):
    """The house was closed for a while; nobody's clock ran."""

    act: Literal["resumed"]
    closed: int
    """When it closed (milliseconds since 1970)."""


class ForgottenAct(Shape):
    """Somebody asked the house to forget them; whoever is left plays on."""

    act: Literal["forgotten"]


class BecameAct(Shape):
    """A guest logged in; their seats are their account's."""

    act: Literal["became"]


class RematchedAct(Shape):
    """The players go on at another table."""

    act: Literal["rematched"]
    table: str


Act = TypeAliasType(
    "Act",
    Annotated[
        OpenedAct
        | ChangedAct
        | SatAct
        | RenamedAct
        | StoodAct
        | HostedAct
        | InvitedAct
        | StartedAct
        | MovedAct
        | AskedAct
        | WithdrawnAct
        | AnsweredAct
        | TookBackAct
        | EndedAct
        | AwayAct
        | BackAct
        | StoodInAct
        | PausedAct
        | LookedAct
        | WentOnAct
        | PacedAct
        | SaidAct
        | ResumedAct
        | ForgottenAct
        | BecameAct
        | RematchedAct,
        Field(discriminator="act", description="Something that happened at a table."),
    ],
)
