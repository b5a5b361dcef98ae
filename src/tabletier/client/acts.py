"""What happens at a table, as typed values: one for each act of docs/protocol.md."""

from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from tabletier.client.messages import Beginning, Terms, Text


class Act(Struct, frozen=True, kw_only=True, tag_field="act"):
    """Something that happened."""


class Opened(Act, tag="opened", frozen=True, kw_only=True):
    """The table was opened."""

    before: str | None
    """The table that this one is a rematch of."""
    begins: Beginning | None = None
    """Where the match begins; None: at the beginning."""
    game: str
    house: Terms
    options: dict[str, Any]


class Changed(Act, tag="changed", frozen=True, kw_only=True):
    """The host changed what is agreed, before the start."""

    house: Terms
    options: dict[str, Any]


class Sat(Act, tag="sat", frozen=True, kw_only=True):
    """A person took a seat."""

    seat: int
    name: str


class Renamed(Act, tag="renamed", frozen=True, kw_only=True):
    """Whoever plays a seat is called otherwise."""

    seat: int
    name: str


class Stood(Act, tag="stood", frozen=True, kw_only=True):
    """A seat became free, before the start."""

    seat: int


class Hosted(Act, tag="hosted", frozen=True, kw_only=True):
    """Somebody else is host of the table now."""

    seat: int | None
    """Where the new host sits; none: nobody is host."""


class Invited(Act, tag="invited", frozen=True, kw_only=True):
    """An opponent of the house took a seat."""

    seat: int
    level: int
    name: str


class Started(Act, tag="started", frozen=True, kw_only=True):
    """The match began."""

    commitment: str
    events: list[dict[str, Any]]
    """What the set-up drew, as you may see it."""
    version: str
    """Of the game's rules."""
    told: list[str] = []
    """The same in sentences, where `tell` asks for them."""


class Moved(Act, tag="moved", frozen=True, kw_only=True):
    """A seat made a move."""

    seat: int
    events: list[dict[str, Any]]
    """What it caused, as you may see it, in the format of the game."""
    move: str | None
    """None while it is secret."""
    ply: int
    """The number of the move among all that were ever made here."""
    spent: int = 0
    """Milliseconds taken; not in `last`."""
    stand_in: bool = False
    """Whether a stand-in made it; not in `last`."""
    told: list[str] = []
    """The same in sentences, where `tell` asks for them."""


class Asked(Act, tag="asked", frozen=True, kw_only=True):
    """A seat proposed something."""

    seat: int
    question: str
    wait: bool
    """Whether a rematch waits until everybody has answered."""


class Withdrawn(Act, tag="withdrawn", frozen=True, kw_only=True):
    """Whoever proposed something does so no more."""

    seat: int
    question: str


class Answered(Act, tag="answered", frozen=True, kw_only=True):
    """A seat agreed to a proposal, or did not."""

    seat: int
    question: str
    reason: str
    """`moved`: a person moved instead of answering. The other reasons are the house's."""
    text: Text | None
    """What an opponent of the house says with its answer."""
    yes: bool


class TookBack(Act, tag="took_back", frozen=True, kw_only=True):
    """The match stands again where it stood after so many moves."""

    kept: int


class Ended(Act, tag="ended", frozen=True, kw_only=True):
    """The match is over."""

    by: int | None
    """The seat that resigned or ran out of time."""
    reason: str
    seed: str
    """What all draws came from."""
    winners: list[int]
    told: list[str] = []
    """How it ended in a sentence, where `tell` asks for it."""


class Away(Act, tag="away", frozen=True, kw_only=True):
    """Nobody is connected for a seat."""

    seat: int
    until: int
    """When the house will play for them (milliseconds since 1970); 0: not while nobody waits."""
    told: list[str] = []
    """The same in a sentence, where `tell` asks for it."""


class Back(Act, tag="back", frozen=True, kw_only=True):
    """The person of a seat is here (again), and plays it again."""

    seat: int
    told: list[str] = []
    """The same in a sentence, where `tell` asks for it."""


class StoodIn(Act, tag="stood_in", frozen=True, kw_only=True):
    """An opponent of the house plays for the person of a seat until that person is back."""

    seat: int
    level: int
    told: list[str] = []
    """The same in a sentence, where `tell` asks for it."""


class Paused(Act, tag="paused", frozen=True, kw_only=True):
    """Something ended that people want to look at: nothing goes on until they have."""

    seats: list[int]
    """Where those sit who are waited for."""
    until: int
    """When it goes on whether they have looked or not (milliseconds since 1970)."""


class Looked(Act, tag="looked", frozen=True, kw_only=True):
    """The person of a seat has looked, and would go on."""

    seat: int


class WentOn(Act, tag="went_on", frozen=True, kw_only=True):
    """The pause is over."""


class Paced(Act, tag="paced", frozen=True, kw_only=True):
    """The host chose how quickly the house moves."""

    seconds: float


class Said(Act, tag="said", frozen=True, kw_only=True):
    """Someone said something."""

    seat: int | None
    channel: str
    house: bool
    """Whether an opponent of the house says it."""
    name: str
    text: str


class Resumed(Act, tag="resumed", frozen=True, kw_only=True):
    """The house was closed for a while; nobody's clock ran."""

    closed: int
    """When it closed (milliseconds since 1970)."""


class KeptHours(Act, tag="kept_hours", frozen=True, kw_only=True):
    """Somebody said at which hours their clock stands every day, from their next turn on."""

    seat: int


class TookLeave(Act, tag="took_leave", frozen=True, kw_only=True):
    """Somebody takes days of leave, or comes back early."""

    seat: int
    spans: list[list[int]]
    """All leave of that seat, from … to … (milliseconds since 1970)."""
    told: list[str] = []


class Planned(Act, tag="planned", frozen=True, kw_only=True):
    """You planned your answers; others are not told."""

    seat: int


class Forgotten(Act, tag="forgotten", frozen=True, kw_only=True):
    """Somebody asked the house to forget them; whoever is left plays on."""


class Became(Act, tag="became", frozen=True, kw_only=True):
    """A guest logged in; their seats are their account's."""


class Rematched(Act, tag="rematched", frozen=True, kw_only=True):
    """The players go on at another table."""

    table: str


class Other(Act, frozen=True, kw_only=True):
    """Something that this client does not know, as it came; a newer house may say it."""

    fields: dict[str, Any]


class Event(NamedTuple):
    """Something that happened, and when."""

    number: int
    """Of its line in the table's log; several acts may share one."""
    at: int
    """Milliseconds since 1970."""
    act: Act


KINDS: dict[str, type[Act]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Opened,
        Changed,
        Sat,
        Renamed,
        Stood,
        Hosted,
        Invited,
        Started,
        Moved,
        Asked,
        Withdrawn,
        Answered,
        TookBack,
        Ended,
        Away,
        Back,
        StoodIn,
        Paused,
        Looked,
        WentOn,
        Paced,
        Said,
        Resumed,
        KeptHours,
        TookLeave,
        Planned,
        Forgotten,
        Became,
        Rematched,
    )
}


def act_of(told: dict[str, Any]) -> Act:
    """An act as a typed value; one that is not known, or not as it was, as it came."""
    kind = KINDS.get(told.get("act", ""))
    if kind is None:
        return Other(fields=told)
    try:
        return convert(told, kind)
    except ValidationError:
        return Other(fields=told)
