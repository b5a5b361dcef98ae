"""A match of Punto as a value: what was agreed, what lies where, and who waits for what."""

from typing import NamedTuple

from tabletier.games.kernel.bits import field
from tabletier.games.kernel.compiler import inlined, part
from tabletier.games.punto.board import Board

EDITION_2024, EDITION_ATALIA = 0, 1
SKIPPING, BY_LAST = 2, 4
"""PUNTO-33, PUNTO-34. The other readings of the rule, one bit each beside the edition."""
RANDOM_SEAT = -1
NO_SEAT = 0  # whose turn it is when the match is over: it must be some seat
VOID_CAP = 3  # PUNTO-25

# A match goes through these phases; all but PLACE and FINISHED wait for chance.
COLOURS, STARTER, SHARE, HANDS, TURN_OVER, PLACE, FINISHED = 0, 1, 2, 3, 4, 5, 6
# These two never leave `apply`: the round is over and `end_round` must say how it goes on.
LINED_UP, STUCK = 7, 8

CARD_BITS, SIZE_BITS, WON_BITS = 6, 6, 3

# PUNTO-8. Letters of the colours 0-3, two bits each; a side's two colours stand in order r g b y.
ORDERS = tuple(
    a | (b << 2) | (c << 4) | (6 - a - b - c << 6)
    for a in range(4)
    for b in range(4)
    for c in range(4)
    if len({a, b, c}) == 3
)
SPLITS = tuple(
    order
    for order in ORDERS
    if order & 3 < (order >> 2) & 3 and (order >> 4) & 3 < (order >> 6) & 3
)


class Agreed(NamedTuple):
    """What was agreed before the match."""

    mode: int
    edition: int
    """EDITION_2024 or EDITION_ATALIA, plus SKIPPING and BY_LAST where they were agreed on."""
    expert: int
    goal: int
    """Rounds to win (PUNTO-31)."""
    first: int
    """The seat that starts the first round, or RANDOM_SEAT (PUNTO-28)."""


class Cards(NamedTuple):
    """The cards that do not lie on the cloth."""

    piles: tuple[int, int, int, int]
    """Per side: all its face-down cards, as a multiset."""
    sizes: int
    """Per seat, 6 bits: how many of them are in that seat's own pile."""
    hand: int
    """Per seat, 6 bits: 1 + the card turned over or, expert, the lower card in hand; 0: none."""
    spare: int
    """Per seat, 6 bits: 1 + the other card of an expert hand."""
    pool: int
    """Neutral cards still to be shared out, as a pile; 0 while a round is played."""
    shares: int
    """How many of them will still be dealt; the rest leaves the game. While a round is played
    and seats are skipped (PUNTO-33): 1 + the seat that placed last, or 0."""
    out: int
    """Neutral cards that left the game, as a pile."""


class Score(NamedTuple):
    """What stays from round to round."""

    trophies: tuple[int, int, int, int]
    """Per side, 6 bits each in the order won: 1 + card."""
    won: int
    """Per side, 3 bits: rounds won."""
    voids: int
    """Void rounds in a row."""


class State(NamedTuple):
    """A match of Punto as the referee knows it; no order of any pile is in it."""

    table: Agreed
    letters: int
    phase: int
    turn: int
    """The seat to place, or for which a card is drawn; between rounds the seat that will start."""
    board: Board
    cards: Cards
    score: Score


@inlined
def with_parts(state: State, phase: int, turn: int, board: Board, cards: Cards) -> State:
    """The state with another phase, seat, board and cards."""
    return State(
        table=state.table,
        letters=state.letters,
        phase=phase,
        turn=turn,
        board=board,
        cards=cards,
        score=state.score,
    )


@part
def has_card(cards: Cards, seat: int) -> bool:
    """PUNTO-33. Whether a seat has any card, in its pile or in its hand."""
    return field(cards.sizes, seat, SIZE_BITS) > 0 or field(cards.hand, seat, CARD_BITS) > 0


@part
def needs_card(cards: Cards, seat: int) -> bool:
    """PUNTO-26. Whether a seat's expert hand is not full though its pile has cards."""
    return field(cards.spare, seat, CARD_BITS) == 0 and field(cards.sizes, seat, SIZE_BITS) > 0
