"""The games, their lessons and the pictures of their sheets; matches that are looked at again."""

from typing import Annotated, Literal

from pydantic import Field

from tabletier.games.kernel.contract import Draws
from tabletier.server.http.models import GameEvent, GameView, Open, ResultShown, Shape, TextShown
from tabletier.server.http.models.messages import RefusalShown


class OptionShown(Shape):
    """One thing players may agree on before a match."""

    enum: list[bool | int | str]
    default: bool | int | str
    title: str
    label: TextShown
    names: dict[str, TextShown]
    """What each value is called; numbers may go without."""
    rule: str
    """The rule that explains it."""
    group: Literal["readings"] | None
    """`readings`: another reading of the rule; the default is the usual one."""
    quote: str | None
    """Of a reading: the original's own words, in the original's language."""
    translation: str | None
    """Those words in English."""
    clashes: dict[str, dict[str, TextShown]]
    """By value, then by number of players: why the two do not go together."""
    draws: dict[str, Draws]
    """By value: when chance draws with it, where that is another time than usual."""


class OptionsShown(Shape):
    """The options of a game, as a JSON schema."""

    schema_: Annotated[str, Field(alias="$schema")]
    title: str
    type: Literal["object"]
    additionalProperties: bool  # noqa: N815 - as JSON schemas call it
    properties: dict[str, OptionShown]


class RuleShown(Shape):
    """A rule of a game by what it is about; the sheet has all of it."""

    id: str
    title: TextShown


class GameShown(Shape):
    """A game of the house."""

    key: str
    name: TextShown
    goal: TextShown
    credits: str
    """Author, publisher, year."""
    version: str
    """Raised whenever the same moves could lead to something else."""
    players: list[int]
    """For how many it is."""
    uneven: list[int]
    """For how many of those sides have different sizes, so that a match cannot be rated."""
    minutes: Annotated[list[int], Field(min_length=2, max_length=2)]
    """How long a match takes, from … to …."""
    options: OptionsShown
    draws: Draws
    """When chance draws, with the options that are usual."""
    endings: dict[str, TextShown]
    """What each reason of a result is called: "a line", "resignation"."""
    rules: list[RuleShown]
    levels: list["LevelShown"]
    """The levels of the house's opponents in this game, the weakest first."""
    manners: bool
    """Whether opponents of different manners play it differently."""
    reconstruction: TextShown | None
    """Which parts of the box are not known from the original and were reconstructed."""
    evidence: TextShown | None
    """The heading of the rule sheet's chapter that says what is known of them."""


class MannerShown(Shape):
    """What decides, for an opponent of the house, among moves about as good to its level."""

    key: str
    """`careful`, `greedy` or `blocking`."""
    name: TextShown
    """What somebody who plays so does, in a word or three: "bars the way"."""
    wish: TextShown
    """What it comes to, in a sentence."""


class PersonShown(Shape):
    """Somebody of the house who plays at a level."""

    name: str
    manner: MannerShown | None
    """None at the strongest level."""


class LevelShown(Shape):
    """How strong an opponent of the house is."""

    level: int
    """Its place among the levels of the game, from 1 on."""
    name: TextShown
    manner: TextShown
    """How it plays."""
    people: list[PersonShown]
    """Who plays at this level."""


class Catalogue(Shape):
    """All games, each with the levels of its opponents."""

    games: list[GameShown]
    levels: list[LevelShown]
    """Those of a game that has no others than the usual; what a game has is said there."""


class StepShown(Shape):
    """One step of a match: what was done, and what was seen then."""

    seat: int | None
    """Who did it; none: the set-up, or an agreement."""
    act: Literal["move", "resign", "agree"] | None
    """None for the set-up."""
    move: str | None
    """None while it is secret."""
    to_move: int | None
    view: GameView
    """In the format of the game."""
    events: list[GameEvent]
    """What the step caused, in the format of the game."""
    told: list[TextShown]
    """The same in sentences, and how the match ended if it did."""
    at: int | None
    """When (milliseconds since 1970), where that is known."""


class RecordShown(Shape):
    """A record, checked and replayed as a spectator would have seen it."""

    game: str
    options: Open
    teams: list[list[int]]
    names: list[str]
    """The players, seat by seat; none where the record has none."""
    commitment: str
    seed: str | None
    deal_verified: bool
    """Whether every draw comes from the seed."""
    set_up: bool
    """Whether it begins in a position, and not at the beginning."""
    result: ResultShown | None
    steps: list[StepShown]
    """From the set-up on; only the last while the seed is secret."""


class ReplayShown(Shape):
    """A match from its set-up to where it stands, as you may see it."""

    first: int
    """The number of the first step told; 0 but for very long matches."""
    steps: list[StepShown]


class DeedShown(Shape):
    """A move that stands."""

    seat: int
    move: str | None
    """None while it is secret."""
    events: list[GameEvent]
    """What it caused, as you could see it, in the format of the game."""


class DeedsShown(Shape):
    """Every move that stands, as you may see it."""

    first: int
    """How many moves came before the first told; 0 but for very long matches."""
    deeds: list[DeedShown]


class PreviewShown(Shape):
    """What moves would cause if they were made now."""

    plies: int
    """The position that they were thought of in."""
    caused: dict[str, list[GameEvent]]
    """By move: what is certain of its events, in the format of the game; draws are not."""


class WrongShown(Shape):
    """Why a position cannot stand on the table."""

    code: str
    """For programs."""
    text: TextShown
    rule: str | None
    """The rule that forbids it, where there is one."""
    cells: list[str]
    """Where to look, in the notation of the game."""


class PositionChecked(Shape):
    """What the rules say of a position."""

    game: str
    options: Open
    """All options, defaults filled in."""
    teams: list[list[int]]
    """The sides, each a list of seats."""
    wrong: WrongShown | None
    """Why it cannot stand; null: it can."""
    position: Open | None
    """The position in full, as the rules write it; null where it cannot stand."""
    view: GameView | None
    """The table as the seat to move sees it (a spectator, where nobody is), to be drawn."""
    to_move: int | None
    """The seat that must decide; null: it is over, or chance draws first."""
    draws: bool
    """Whether chance draws before anybody decides."""
    legal: int
    """How many legal moves there are."""
    result: ResultShown | None
    """How the match ended, where it is over in this position."""
    told: TextShown | None
    """What is to be decided, or how it ended, in a sentence."""


class LimitShown(Shape):
    """How often something may be done."""

    name: str
    """Who asks too often is refused with the code `rate/` and this name, and told until when."""
    what: str
    """What is counted, and for whom."""
    burst: float
    """So often at once."""
    per_second: float
    """Then so often a second."""


class Alive(Shape):
    """Whether the house goes on by itself; otherwise it must be started again."""

    alive: bool


class Health(Alive):
    """Whether the house is ready."""

    ready: bool
    waiting_for: list[str]


class PlaceShown(Shape):
    """A position of a lesson, as the learner sees it."""

    to_move: int | None
    view: GameView
    """In the format of the game."""
    legal: list[str]
    ask: TextShown | None
    """What is to be decided; null when the match is over."""


class LessonShown(Shape):
    """A lesson."""

    number: int
    """From 1, in the order in which a newcomer should meet them."""
    title: TextShown
    text: TextShown
    """What to do."""
    rules: list[str]
    """The ids of the rules that it shows, the main one first."""
    options: Open
    teams: list[list[int]]
    seat: int
    """Where the learner sits."""
    moves: int
    """How many moves the learner makes."""
    position: PlaceShown


class SceneShown(Shape):
    """What one move of an attempt caused, to be shown before the next."""

    move: str
    seat: int
    view: GameView
    events: list[GameEvent]
    told: list[TextShown]


class AttemptShown(Shape):
    """How the learner's moves went, up to the first that does not count."""

    verdict: Literal["begun", "onward", "met", "missed", "refused"]
    """No move yet; so far so good; done; legal but not what was asked; against the rules."""
    met: bool
    text: TextShown
    """What to say now: the task, the next one, praise, or why the move does not count."""
    moves: list[str]
    """The moves that count."""
    scenes: list[SceneShown]
    """To animate: the last move, be it one that missed, and every reply."""
    position: PlaceShown
    """Where the learner goes on."""
    refusal: RefusalShown | None


class FrameShown(Shape):
    """A position of a picture."""

    to_move: int | None
    view: GameView
    """In the format of the game."""
    move: str | None
    """The move that led here; null for the first position."""
    events: list[GameEvent]
    """What that move caused."""
    proposed: str | None
    """The move that leads to the next position; null for the last."""


class FigureShown(Shape):
    """A picture of a rule sheet."""

    name: str
    """As in the sheet: `![…](pictures/<name>.<language>.svg)`."""
    options: Open
    teams: list[list[int]]
    seat: int | None
    """From whose seat it is seen; null: from nobody's."""
    lit: list[str]
    """Cells to point at."""
    frames: list[FrameShown]
    """One position, or the one before a move and those after each."""
