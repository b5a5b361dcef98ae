"""What Punto's positions, views and events hold; see `kernel/shapes.py`."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from tabletier.games.kernel.shapes import Count, Seat, Side

Colour = Literal["r", "g", "b", "y"]
Card = Annotated[str, Meta(pattern="^[rgby][1-9]$")]
Shown = Annotated[str, Meta(pattern="^([rgby][1-9]|[?])$")]
"""A card, or `?` for one whose face the viewer may not see."""
Place = Annotated[str, Meta(pattern="^(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)$")]
"""Columns to the right and rows up from the round's first card: `-1,2`."""


class Colours(TypedDict):
    """The side that owns each colour; null for the neutral one."""

    r: Side | None
    g: Side | None
    b: Side | None
    y: Side | None


class OpenTable(TypedDict):
    """What lies open for everybody."""

    board: dict[Place, list[Card]]
    """The stack on each place that has one, from bottom to top."""
    colours: Colours
    pile_sizes: list[Count]
    """Per seat: how many cards its own pile holds."""
    trophies: list[list[Card]]
    """Per side, in the order won."""
    rounds_won: list[Count]
    """Per side."""
    to_move: Seat | None
    """Whose turn it is; null when the match is over."""
    void_rounds: Count
    """How many rounds in a row nobody has won."""


class Position(OpenTable):
    """All that the referee knows."""

    piles: list[list[Card]]
    """Per side: the cards its face-down piles still hold, sorted; their order is unknown to all."""
    hands: list[list[Card]]
    """Per seat, sorted; in the normal game only the card the seat to move has turned over."""
    out: list[Card]
    """Neutral cards that left the game, sorted."""


class View(OpenTable):
    """What a seat may know, and what all can work out by counting."""

    hands: list[list[Shown]]
    """Per seat; `?` is a card that the viewer may not see."""
    unseen: list[list[Card]]
    """Per side: the cards of its own colours that the viewer cannot see, sorted."""
    neutral_unseen: NotRequired[list[Card]]
    """Where a colour is neutral: its cards that nobody has seen yet, sorted."""
    neutral_counts: NotRequired[list[Count]]
    """Where a colour is neutral, per side: how many of those it has."""
    out: NotRequired[Count]
    """Where a colour is neutral: how many of those left the game."""


class ColoursDrawn(TypedDict):
    """Chance drew the colours."""

    type: Literal["colours"]
    colours: Colours


class Starts(TypedDict):
    """Chance drew who begins."""

    type: Literal["starts"]
    seat: Seat


class Shared(TypedDict):
    """The neutral cards were shared out."""

    type: Literal["shared"]
    cards: list[list[Shown]]
    """Per side."""


class Left(TypedDict):
    """Neutral cards left the game."""

    type: Literal["left"]
    cards: list[Shown]


class Turned(TypedDict):
    """A card was turned over."""

    type: Literal["turned"]
    seat: Seat
    card: Card


class CardDrawn(TypedDict):
    """An expert drew a card."""

    type: Literal["drawn"]
    seat: Seat
    card: Shown


class Placed(TypedDict):
    """A card was laid."""

    type: Literal["placed"]
    seat: Seat
    card: Card
    at: Place
    covered: Card | None
    """The card that it covers."""


class Skipped(TypedDict):
    """A player without a card was passed over, where that was agreed on."""

    type: Literal["skipped"]
    seat: Seat


class Blocked(TypedDict):
    """A player could not place a card, which ends the round."""

    type: Literal["blocked"]
    seat: Seat


class LineMade(TypedDict):
    """A line of the side that won the round."""

    type: Literal["line"]
    side: Side
    colour: Colour
    cells: list[Place]
    """All places of the lines of this colour."""


class RoundWon(TypedDict):
    """A side won the round."""

    type: Literal["round_won"]
    side: Side
    trophy: Card
    laid_aside: bool
    """Whether the trophy left the table; in the last round it stays where it lies."""


class Void(TypedDict):
    """Nobody won the round."""

    type: Literal["void"]


class NewRound(TypedDict):
    """Another round begins."""

    type: Literal["new_round"]
    starts: Seat
    """Who begins."""


Event = (
    ColoursDrawn
    | Starts
    | Shared
    | Left
    | Turned
    | CardDrawn
    | Placed
    | Skipped
    | Blocked
    | LineMade
    | RoundWon
    | Void
    | NewRound
)
