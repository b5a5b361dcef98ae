"""What the cards of a hand of Point would make of a row, with the bank as it stands."""

from typing import NamedTuple

from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.texts import Text
from tabletier.games.point.deck import FORMULAS, NEED_BLACK, NEVER
from tabletier.games.point.exchange import affordable, fits, places, row_after
from tabletier.games.point.piles import CARD_BITS, ONE_CARD
from tabletier.games.point.state import (
    SEATS,
    TEAMS,
    Row,
    State,
    has_stopped,
    own_pawns,
    partner,
    row_of,
    unwanted,
    won_by,
)


class Scene(NamedTuple):
    """A choice and what is needed to judge it."""

    before: State
    step: int
    after: State
    seat: int
    own: Text
    """The colour the seat collects, in words."""
    wrong: Text
    hand: list[int]
    """The seat's different cards after the choice."""
    gain: int
    """How many unwanted pawns fewer its row has."""


class Plan(NamedTuple):
    """A use of a card: how many unwanted pawns fewer it leaves, and whether it wins."""

    gain: int
    wins: bool
    formula: int
    place: int


def kinds(hand: int) -> list[int]:
    """The different cards of a hand."""
    found = []
    while hand:
        found.append((hand & ONE_CARD) - 1)
        hand >>= CARD_BITS
    return sorted(set(found))


def burden(state: State, row: Row, seat: int) -> int:
    """POINT-23. How many pawns of the other colour a row of a seat would hold."""
    return popcount((row.black | row.white) ^ own_pawns(state.colours, row, seat))


def plans(state: State, seat: int, cards: list[int]) -> list[Plan]:
    """POINT-11. Every use of these cards in a seat's row, the best first."""
    row, other = row_of(state.rows, seat), row_of(state.rows, partner(seat))
    found = []
    for formula in (2 * kind + turned for kind in cards for turned in (0, 1)):
        spots = places(row, state.bank, formula)
        for place in range(spots.bit_length()):
            if (spots >> place) & 1:
                new = row_after(row, formula, place)
                wins = won_by(state.table.mode, state.colours, new, other, seat)
                gain = unwanted(state, seat) - burden(state, new, seat)
                found.append(Plan(gain, wins, formula, place))
    return sorted(found, key=lambda plan: (not plan.wins, -plan.gain, plan.formula, plan.place))


def best(state: State, seat: int, cards: list[int]) -> Plan | None:
    """The use that wins or else leaves the fewest unwanted pawns; None if no card can be used."""
    return next(iter(plans(state, seat, cards)), None)


def rivals(state: State, seat: int) -> list[int]:
    """POINT-26, POINT-30. The seats of other sides that still play, in the order of their turns."""
    seats = SEATS[state.table.mode]
    others = [(seat + k) % seats for k in range(1, seats)]
    if state.table.mode == TEAMS:
        others.remove(partner(seat))
    return [other for other in others if not has_stopped(state, other)]


def groups(plane: int) -> int:
    """How many groups of neighbours a plane of a row has."""
    return popcount(plane & ~(plane << 1))


def readings(state: State, row: Row) -> tuple[int, int]:
    """POINT-12, POINT-15. How many readings of cards fit a row, of those the bank can pay."""
    payable = [
        formula
        for formula in range(len(FORMULAS))
        if FORMULAS[formula, NEED_BLACK] < NEVER and affordable(state.bank, formula)
    ]
    return sum(fits(row, formula) != 0 for formula in payable), len(payable)
