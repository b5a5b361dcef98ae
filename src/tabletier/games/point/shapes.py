"""What Point's positions, views and events hold; see `kernel/shapes.py`."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from tabletier.games.kernel.shapes import Count, Seat

Pawn = Literal["B", "W"]
Row = Annotated[str, Meta(pattern="^[BW]+$")]
"""Pawns side by side, from their owner's left to right."""
Card = Annotated[str, Meta(pattern="^[BW]{1,6}=[BW]{1,6}$")]
Phase = Literal["rows", "start", "use", "pure"]


class Bank(TypedDict):
    """How many pawns of each colour lie in the bank."""

    B: Count
    W: Count


class Position(TypedDict):
    """All that the referee knows; the pile is the deck less all that is listed."""

    rows: list[Row | None]
    """Per seat; null: not chosen yet."""
    colours: list[Pawn | None]
    """Per seat: the colour it collects; null before the lots are drawn."""
    hands: list[list[Card]]
    """Per seat, sorted."""
    bank: Bank
    offer: Card | None
    """The card left face up."""
    used: list[Card]
    """Cards that were used or put aside, sorted."""
    rebuilds: Count
    """How often the used cards were shuffled into a new pile."""
    stopped: list[bool]
    """Per seat: whether it plays no more."""
    phase: Phase
    """Rows are chosen; the turn begins; a card is used; a pure row is kept or played on with."""
    regrouped: bool
    """Whether the partners have regrouped their cards in this turn."""
    to_move: Seat | None
    """Whose turn it is (of those who choose rows in secret, the first); null when it is over."""


class View(Position):
    """What a seat may know: rows that others chose in secret are null."""

    chosen: list[bool]
    """Per seat: whether a row is laid out."""
    pile: list[Card]
    """What is left in the pile, sorted; its order is unknown to all."""
    teams: bool
    """Whether seats 0 and 2 play together, and 1 and 3."""


class RowChosen(TypedDict):
    """A player has laid out a row in secret."""

    type: Literal["row_chosen"]
    seat: Seat
    row: Row | None
    """Null for others, until all are revealed."""


class RowsRevealed(TypedDict):
    """All have chosen: everybody sees the rows."""

    type: Literal["rows_revealed"]
    rows: list[Row]


class RowDrawn(TypedDict):
    """Chance laid out a row."""

    type: Literal["row_drawn"]
    seat: Seat
    row: Row


class Lots(TypedDict):
    """Lots were drawn."""

    type: Literal["lots"]
    seat: Seat
    """Who begins."""
    colours: list[Pawn]
    """Per seat: the colour it collects."""


class Dealt(TypedDict):
    """A card was dealt."""

    type: Literal["dealt"]
    seat: Seat
    card: Card


class CardDrawn(TypedDict):
    """A card was drawn from the pile."""

    type: Literal["drawn"]
    seat: Seat
    card: Card


_From = TypedDict(
    "_From",
    {"from": Annotated[Literal["hand", "offer"], Meta(description="Where the card was.")]},
)


class Used(_From):
    """A card was used: pawns of the row were exchanged with the bank."""

    type: Literal["used"]
    seat: Seat
    card: Card
    give: Row
    """The pawns that left the row."""
    take: Row
    """Those that came in their place."""
    place: Annotated[int, Meta(ge=1)]
    """Where in the row the first of them stands, from 1."""
    row: Row
    """The row afterwards."""
    bank: Bank
    """The bank afterwards."""


class Pure(TypedDict):
    """A row is of its owner's colour."""

    type: Literal["pure"]
    seat: Seat
    pawns: Count
    """How long it is."""


class Discarded(TypedDict):
    """A player who could use no card left one face up."""

    type: Literal["discarded"]
    seat: Seat
    card: Card


class SetAside(TypedDict):
    """Nobody took the card left face up."""

    type: Literal["set_aside"]
    card: Card


class Rebuilt(TypedDict):
    """The used cards were shuffled into a new pile."""

    type: Literal["rebuilt"]
    times: Count
    """How often that has been done."""
    cards: Count
    """How many they were."""


class PileSpent(TypedDict):
    """The pile is spent for good: pawns are counted."""

    type: Literal["pile_spent"]


class Regrouped(TypedDict):
    """Partners regrouped their cards."""

    type: Literal["regrouped"]
    seat: Seat
    partner: Seat
    hands: Annotated[list[list[Card]], Meta(min_length=2, max_length=2)]
    """Those of the seat and of its partner afterwards."""


class Stopped(TypedDict):
    """A player plays no more, and hands over the cards."""

    type: Literal["stopped"]
    seat: Seat
    partner: Seat
    cards: list[Card]


class PlayedOn(TypedDict):
    """A player with a pure row plays on."""

    type: Literal["went_on"]
    seat: Seat


Event = (
    RowChosen
    | RowsRevealed
    | RowDrawn
    | Lots
    | Dealt
    | CardDrawn
    | Used
    | Pure
    | Discarded
    | SetAside
    | Rebuilt
    | PileSpent
    | Regrouped
    | Stopped
    | PlayedOn
)
