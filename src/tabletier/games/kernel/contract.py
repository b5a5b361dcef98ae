"""What every game offers, and the few words all games share; see `docs/adding-a-game.md`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol

from tabletier.games.kernel.diagram import Diagram
from tabletier.games.kernel.errors import IllegalMove
from tabletier.games.kernel.text import Text

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", default=Any)
    V = TypeVar("V", default=Any)
    E = TypeVar("E", default=Any)
else:
    from typing import TypeVar

    P, V, E = TypeVar("P"), TypeVar("V"), TypeVar("E")

CHANCE, OVER = -1, -2
READINGS = "readings"
"""The group of the options that are other readings of the rule; the default is the usual one."""
MOVE = -1  # in place of a ticket: a player moves, nothing is drawn

Options = Mapping[str, Any]
Steps = tuple[int, ...]
Draws = Literal["never", "start", "play"]
"""When chance draws: never, before the first move only, or during play too."""
Event = dict[str, Any]
"""Something that happened, in the format of its game, as those see it who know no game."""
Position = dict[str, Any]
"""All that the referee knows; it may come from anybody, and is checked by `setup`."""
View = dict[str, Any]
"""What a seat may know."""


class Refusal(NamedTuple):
    """Why a move is refused: the rule, a sentence, and cells to light up."""

    detail: str
    """What is wrong, for programs: `place/too-low`. Each game has its own."""
    rule: str | None
    text: Text
    cells: tuple[str, ...] = ()
    code: str = IllegalMove.code
    """The code of the error that playing the move would raise."""


def refusal(detail: str, rule: str, fr: str, en: str, *cells: str) -> Refusal:
    """A refusal whose sentences end with the rule."""
    return Refusal(detail, rule, Text(f"{fr} ({rule}).", f"{en} ({rule})."), cells)


class Talk(NamedTuple):
    """How the rules let a seat talk to others while a match goes on."""

    way: Literal["private", "aloud", "closed"] = "aloud"
    """With its partners in private, too; only so that everybody hears it; or not at all."""
    rule: str | None = None
    """The rule that says so."""


@dataclass(frozen=True)
class Option:
    """One thing players may agree on before a match."""

    key: str
    values: tuple[Any, ...]
    default: Any
    label: Text
    rule: str
    """The rule that explains it."""
    names: Mapping[Any, Text] = field(default_factory=dict)
    """What each value is called; numbers may go without."""
    group: str | None = None
    """Which heading of the set-up sheet it stands under; None: the options everyone chooses."""
    quote: str | None = None
    """READINGS: the few words of the original that can be read in these ways."""
    translation: str | None = None
    """READINGS: those words in English, which can be read in the same ways."""


class Likes(NamedTuple):
    """How much each manner of an opponent likes a move, compared with others of the same position.

    From what the mover sees, and before chance draws anything.
    """

    careful: float = 0.0
    """How little it leaves open to the others."""
    greedy: float = 0.0
    """How much it takes, or gets ahead, at once."""
    blocking: float = 0.0
    """How little it leaves the others to do."""


class Shapes(NamedTuple):
    """What a game's positions, views and events hold, as its `shapes.py` declares it."""

    position: Any
    """A TypedDict."""
    view: Any
    """A TypedDict."""
    event: Any
    """A union of TypedDicts that `type` tells apart."""


class Rules(Protocol):
    """A game's `rules.py`: pure functions over its `State`, compiled or plain."""

    MAX_MOVES: int

    @property
    def REASONS(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """The ways a match can end, in the order of `outcome`'s second number."""

    @property
    def to_move(self) -> Callable[[Any], int]:
        """The seat that must decide, CHANCE or OVER."""

    @property
    def legal_moves(self) -> Callable[[Any, Any], int]:
        """Fills a buffer with the legal moves, says how many."""

    @property
    def tickets(self) -> Callable[[Any], int]:
        """How many equally likely tickets a draw has."""

    @property
    def chance(self) -> Callable[[Any, int], int]:
        """What a ticket draws."""

    @property
    def apply(self) -> Callable[[Any, int], Any]:
        """The state after a move or a draw."""

    @property
    def outcome(self) -> Callable[[Any], tuple[int, int]]:
        """Winning seats, one bit each, and the reason."""


class Extent(NamedTuple):
    """What no match under some options goes beyond: proven from the rules, not measured."""

    actions: int
    """Actions of players in a match, each link of a chain counted."""
    draws: int
    """Draws of chance in a match."""
    outcomes: int
    """Ways that a single draw may go."""


class Space(Protocol):
    """A game's `space.py`: its moves and what a seat sees in numbers, for learning programs.

    The last four are pure functions over its `State`, compiled or plain, that write into arrays.
    """

    HIGH: int
    """The largest number in a plane; the smallest is 0."""

    @property
    def texts(self) -> Callable[[Options], tuple[str, ...]]:
        """The text of every action under some options; its place is the action's number."""

    @property
    def planes(self) -> Callable[[Options], tuple[str, ...]]:
        """What each plane of an observation shows, in words."""

    @property
    def grid(self) -> Callable[[Options], tuple[int, int]]:
        """Height and width of a plane."""

    @property
    def scalars(self) -> Callable[[Options], tuple[str, ...]]:
        """What each scalar of an observation says, in words."""

    @property
    def extent(self) -> Callable[[Options], Extent]:
        """How long a match can be at most, and how wide chance branches: with the proof."""

    @property
    def action_of(self) -> Callable[[Any, int], int]:
        """(state, step): the action of a legal step."""

    @property
    def step_of(self) -> Callable[[Any, int], int]:
        """(state, action): the step of a legal action."""

    @property
    def mark(self) -> Callable[[Any, Any, int], None]:
        """(state, mask, value): writes `value` into the mask at every legal action."""

    @property
    def observe(self) -> Callable[[Any, int, Any, Any], None]:
        """(state, seat, planes, scalars): what a seat may know, into two flat arrays of 0."""


def _as_agreed(options: Options) -> Options:
    return options


def _no_clash(options: Options) -> None:
    """Any go together."""


def _as_given(position: Position, options: Options) -> Position:
    return position


def _as_seen(view: Any, options: Options, random: Random) -> Any:
    return view


def _all_open(view: Any) -> bool:
    return False


def _no_memory(memory: Any, before: Any, step: int, after: Any) -> Any:
    return memory


def _no_remark(before: Any, steps: Steps, after: Any) -> Text | None:
    return None


def _no_likes(before: Any, after: Any) -> Likes:
    return Likes()


def _open_event(event: Any, seat: int | None) -> Any:
    return event


def _as_told(event: Any) -> Text | None:
    return None


def _during_play(options: Options) -> Draws:
    return "play"


def _in_the_open(state: Any) -> bool:
    return False


def _as_typed(text: str) -> str:
    return text


def _aloud(options: Options, seat: int) -> Talk:
    return Talk()


@dataclass(frozen=True)
class Game(Generic[P, V, E]):
    """Everything the house knows of one game; P, V and E are its positions, views and events."""

    key: str
    name: Text
    goal: Text
    """The aim of the game in a sentence."""
    credits: str
    """Author, publisher, year."""
    version: str
    """Raised whenever the same moves could lead to something else."""
    options: tuple[Option, ...]
    rules: Rules

    teams: Callable[[Options], tuple[tuple[int, ...], ...]]
    """The sides, each a tuple of seats."""
    start: Callable[[Options], Any]
    """The state before anything is drawn or played."""

    write: Callable[[Any, Steps], str]
    """The text of a legal move (or of a draw of chance) in a state."""
    read: Callable[[Any, str], Steps | None]
    """The steps a text stands for; None if it is well-formed but cannot be expressed here.
    Raises BadNotation. Whether the steps are legal is for `legal_moves` to say."""
    refuse: Callable[[Any, str], Refusal]
    """Why a well-formed text that is not legal is refused."""

    position: Callable[[Any, Any], P]
    """(state, memory) as the public position format."""
    setup: Callable[[Position, Options], tuple[Any, Any]]
    """A position as (state, memory). Raises BadPosition."""
    view: Callable[[Any, Any, int | None], V]
    """(state, memory, seat): what that seat, or a spectator, may know."""

    events: Callable[[Any, int, Any], list[E]]
    """(before, step, after): what one step or draw caused, in order."""
    tell: Callable[[E], Text]
    """An event in a sentence."""
    ask: Callable[[Any], Text]
    """What the seat to move must decide, in a sentence."""
    picture: Callable[[V, str], str]
    """(view, language): the table in lines of text with rich markup."""

    diagram: Callable[[V], Diagram] | None = None
    """The board as data, of a view: what pictures and the page's general board are drawn from.
    None: the terminal's picture stands for it."""
    touches: Callable[[Any, Steps], tuple[str, ...]] | None = None
    """(state, steps): the cells of the diagram that a player touches to make a move, in order;
    none: it is chosen from a list. Without it, they are the cells that the move's text names."""
    own_board: bool = False
    """Whether the page brings a board made for this game; otherwise it draws the diagram."""
    shapes: Shapes | None = None
    """What positions, views and events hold; JSON schemas and the page's types are made of it."""
    check: Callable[[Options], None] = _no_clash
    """Raises BadOption when two options clash (each alone has been checked)."""
    complete: Callable[[Position, Options], Position] = _as_given
    """A position of which only what matters is written, completed the way the box has it; for
    lessons and tests. Whether it can stand is for `setup` to say."""
    endings: Mapping[str, Text] = field(default_factory=dict)
    """What each of the rules' REASONS is called: "a line", "no move left"."""
    minutes: tuple[int, int] = (10, 30)
    """How long a match takes people, from … to …."""
    settle: Callable[[Options], Options] = _as_agreed
    """Options as they hold: what one choice implies for another is filled in."""
    remember: Callable[[Any, Any, int, Any], Any] = _no_memory
    """(memory, before, step, after): what people see and the rules never ask, kept up to date."""
    brief: Callable[[E], Text | None] = _as_told
    """An event in fewer words, for whoever is advised to cause it; None: as `tell` says it."""
    event_view: Callable[[E, int | None], E] = _open_event
    """What a seat, or a spectator, sees of an event."""
    imagine: Callable[[V, Options, Random], P] = _as_seen
    """(view, options, random): a position that a view allows, whatever it hides drawn at random."""
    remark: Callable[[Any, Steps, Any], Text | None] = _no_remark
    """(before, steps, after): the weightiest reason for a move, as a part of a sentence whose
    subject is the move: "completes four in a row". It holds, and the mover can see that it does.
    `after` is the state after the last step, before chance draws anything."""
    likes: Callable[[Any, Any], Likes] = _no_likes
    """(before, after): how much each manner of an opponent likes a move that leads from one state
    to the other. Without it, opponents of all manners play alike."""
    spoken: Callable[[str], str] = _as_typed
    """What a player typed in words that boards show and moves are not written in, as moves are
    written, or a part of one; any other text as it is."""
    heuristics: ModuleType | None = None
    """What search wants to know and the rules do not say: `judge`."""
    space: Space | None = None
    """The game's `space.py`: moves and observations in numbers, for learning programs."""
    hidden: Callable[[V], bool] = _all_open
    """Whether a view hides anything, so that search must imagine more than one world."""
    secret: Callable[[Any], bool] = _in_the_open
    """Whether the move to be made in a state is hidden from the other seats."""
    draws: Callable[[Options], Draws] = _during_play
    """When chance draws in a match with these options."""
    talk: Callable[[Options, int], Talk] = _aloud
    """(options, seat): how the rules let a seat talk to others during play."""
    pauses: tuple[str, ...] = ()
    """Types of events after which everybody wants to look before play goes on: a round's end."""
    yields_to_repetition: tuple[str, ...] = ()
    """Reasons that are called `repetition` when both hold after the same move."""
    reconstruction: Text | None = None
    """Which parts of the box are not known from the original and were reconstructed."""
    box: str | None = None
    """The hash of the box data in use, when the game has such data."""

    @property
    def has_manners(self) -> bool:
        """Whether opponents of different manners play differently."""
        return self.likes is not _no_likes

    @property
    def is_open(self) -> bool:
        """Whether nothing is ever hidden from anybody."""
        return self.hidden is _all_open
