"""A match of Point as a value: the rows, the cards, the bank, and who must decide what."""

from typing import NamedTuple

from tabletier.games.kernel.bits import pick, popcount
from tabletier.games.kernel.compiler import inlined, part
from tabletier.games.point.cards import Pile

# POINT-3. The four ways to play; the tables below are indexed by mode.
DUEL, THREE, FOUR, TEAMS = 0, 1, 2, 3
SEATS = (2, 3, 4, 4)

ROW = 12  # POINT-4: pawns of a row at the start, half of them black
HALF = 6
PAWNS = 24  # POINT-2: of each colour in the box
HAND = 3  # POINT-6
CAP = 3  # POINT-23: how often the pile is rebuilt
TEAM_GOAL = 12  # POINT-27
NO_CARD = -1

# A match goes through these phases. ROWS, START, USE and PURE wait for a seat, the others for
# chance (FINISHED for nobody).
ROWS, RANDOM_ROWS, DEAL, LOTS, DRAW, START, USE, PURE, FINISHED = 0, 1, 2, 3, 4, 5, 6, 7, 8
# These never leave `apply`: a turn is over, a turn begins, a card must be fetched from the pile.
PASSED, OPENING, FETCH = 9, 10, 11


class Agreed(NamedTuple):
    """What was agreed before the match."""

    mode: int
    random_rows: int
    full_bank: int


class Rows(NamedTuple):
    """Each seat's row in two planes: bit k is the pawn in place k + 1 from its owner's left."""

    black: tuple[int, int, int, int]
    white: tuple[int, int, int, int]


class Row(NamedTuple):
    """One seat's row, in the same two planes."""

    black: int
    white: int


class Bank(NamedTuple):
    """How many pawns of each colour the bank holds."""

    black: int
    white: int


class Cards(NamedTuple):
    """Where the 64 cards are; the pile is what is in none of the other places."""

    hands: tuple[int, int, int, int]
    pile: Pile
    used: Pile
    offer: int
    """The card left face up for the seat in turn, or NO_CARD (POINT-18)."""
    rebuilds: int


class State(NamedTuple):
    """A match of Point as the referee knows it; no order of the pile is in it."""

    table: Agreed
    phase: int
    turn: int
    """The seat to decide, or for which a card is drawn; 0 when the match is over."""
    colours: int
    """One bit per seat: it collects black. 0 before the lots are drawn."""
    stopped: int
    """One bit per seat: it has stopped (POINT-30)."""
    regrouped: int
    """1: the seat in turn has regrouped cards with its partner (POINT-28)."""
    rows: Rows
    bank: Bank
    cards: Cards


@inlined
def with_cards(state: State, phase: int, turn: int, cards: Cards) -> State:
    """The state in another phase and with cards in other places; nothing is regrouped yet."""
    return State(
        table=state.table,
        phase=phase,
        turn=turn,
        colours=state.colours,
        stopped=state.stopped,
        regrouped=0,
        rows=state.rows,
        bank=state.bank,
        cards=cards,
    )


@part
def partner(seat: int) -> int:
    """POINT-26. The seat opposite."""
    return seat ^ 2


@part
def has_stopped(state: State, seat: int) -> bool:
    """POINT-30. Whether a seat has stopped."""
    return (state.stopped >> seat) & 1 == 1


@part
def row_of(rows: Rows, seat: int) -> Row:
    """The row of a seat."""
    return Row(pick(rows.black, seat), pick(rows.white, seat))


@part
def own_pawns(colours: int, row: Row, seat: int) -> int:
    """POINT-7. The places of a seat's row that hold the colour it collects."""
    return row.black if (colours >> seat) & 1 else row.white


@part
def pure(colours: int, row: Row, seat: int) -> bool:
    """POINT-1. Whether a seat's row holds its own colour only."""
    return (row.black | row.white) == own_pawns(colours, row, seat)


@part
def wanted(state: State, seat: int) -> int:
    """POINT-23. How many pawns of its own colour a seat's row holds."""
    return popcount(own_pawns(state.colours, row_of(state.rows, seat), seat))


@part
def unwanted(state: State, seat: int) -> int:
    """POINT-23. How many pawns of the other colour a seat's row holds."""
    row = row_of(state.rows, seat)
    return popcount((row.black | row.white) ^ own_pawns(state.colours, row, seat))


@part
def side_of(mode: int, seat: int) -> int:
    """POINT-26. A seat and, in teams, its partner, one bit each."""
    return (1 << seat) | (1 << partner(seat)) if mode == TEAMS else 1 << seat


@part
def won_by(mode: int, colours: int, row: Row, other: Row, seat: int) -> bool:
    """POINT-21, POINT-27. A pure row; two partners need two of them and twelve pawns together."""
    if not pure(colours, row, seat):
        return False
    if mode != TEAMS:
        return True
    pawns = popcount(row.black | row.white) + popcount(other.black | other.white)
    return pure(colours, other, partner(seat)) and pawns >= TEAM_GOAL
