"""Exchanging pawns with the bank (POINT-11 to POINT-15), and partners' regrouping (POINT-28).

Where the pawns to give stand, whether the bank can pay, and what becomes of the row.
"""

from tabletier.games.kernel.bits import pick, popcount
from tabletier.games.kernel.compiler import part
from tabletier.games.point.cards import (
    CARD_BITS,
    GIVE_SIZE,
    NEED_BLACK,
    NEED_WHITE,
    ONE_CARD,
    TAKE,
    TAKE_SIZE,
    column,
    given,
    hands_together,
    table,
)
from tabletier.games.point.state import TEAMS, USE, Bank, Row, State, has_stopped, partner


@part
def affordable(bank: Bank, formula: int) -> bool:
    """POINT-15. Whether the bank, with what is given added to it, holds what is taken."""
    black, white = column(formula, NEED_BLACK), column(formula, NEED_WHITE)
    return (black <= bank.black) & (white <= bank.white)


@part
def fits(row: Row, formula: int) -> int:
    """POINT-13. The places, one bit each, where the pawns to give begin: side by side, in order."""
    rest, found, k = given(formula), row.black | row.white, 0
    while rest > 1:
        found &= (row.black if rest & 1 else row.white) >> k
        rest >>= 1
        k += 1
    return found


@part
def places(row: Row, bank: Bank, formula: int) -> int:
    """POINT-11. The places, one bit each, where a formula may be used."""
    found = fits(row, formula)
    return found if affordable(bank, formula) else 0


@part
def count_places(row: Row, bank: Bank, kind: int) -> int:
    """POINT-12. How many uses a card has, in both readings."""
    straight = popcount(places(row, bank, 2 * kind))
    return straight + popcount(places(row, bank, 2 * kind + 1))


@part
def replaced(plane: int, place: int, size: int, pawns: int, new_size: int) -> int:
    """POINT-14. A plane of a row with `pawns` in the gap that `size` pawns left at a place."""
    left = plane & ((1 << place) - 1)
    return left | (pawns << place) | ((plane >> (place + size)) << (place + new_size))


@part
def row_after(row: Row, formula: int, place: int) -> Row:
    """POINT-14. The row after a formula was used at a place."""
    size, new_size = column(formula, GIVE_SIZE), column(formula, TAKE_SIZE)
    black = column(formula, TAKE)
    white = black ^ ((1 << new_size) - 1)
    return Row(
        replaced(row.black, place, size, black, new_size),
        replaced(row.white, place, size, white, new_size),
    )


@part
def bank_after(bank: Bank, formula: int) -> Bank:
    """POINT-15. The bank after a formula was used."""
    return Bank(
        black=bank.black - column(formula, NEED_BLACK),
        white=bank.white - column(formula, NEED_WHITE),
    )


POOL, CHOSEN = 7, 4
CHOICES = table([mask for mask in range(1 << POOL) if mask.bit_count() == CHOSEN])
CHOICE_COUNT = len(CHOICES)


@part
def may_regroup(state: State) -> bool:
    """POINT-28. Whether the seat in turn may still regroup: once, and with a partner who plays."""
    if state.table.mode != TEAMS or state.phase != USE or state.regrouped:
        return False
    return not has_stopped(state, partner(state.turn))


@part
def pool_of(state: State) -> int:
    """POINT-28. The seven cards of the seat in turn and its partner, as one hand."""
    hands = state.cards.hands
    return hands_together(pick(hands, state.turn), pick(hands, partner(state.turn)))


@part
def nth_card(hand: int, n: int) -> int:
    """The n-th card of a hand (1 + kind)."""
    return (hand >> (CARD_BITS * n)) & ONE_CARD


@part
def twins(pool: int) -> int:
    """The cards of the pool, one bit each, that are followed by an equal card."""
    bits = 0
    for k in range(POOL - 1):
        if nth_card(pool, k) == nth_card(pool, k + 1):
            bits |= 1 << k
    return bits


@part
def mask_of(pool: int, hand: int) -> int:
    """The one mask that chooses a hand out of the pool."""
    mask, last = 0, CHOSEN - 1
    for k in (6, 5, 4, 3, 2, 1, 0):
        if last >= 0 and nth_card(pool, k) == nth_card(hand, last):
            mask |= 1 << k
            last -= 1
    return mask


@part
def chosen(pool: int, mask: int) -> int:
    """The hand that a mask chooses out of the pool."""
    hand, shift = 0, 0
    for k in range(POOL):
        if (mask >> k) & 1:
            hand |= nth_card(pool, k) << shift
            shift += CARD_BITS
    return hand


@part
def counts(mask: int, twin: int, own: int) -> bool:
    """POINT-28. Whether a mask stands for a hand of its own, and not for the hand as it is."""
    return mask != own and (mask & twin & ~(mask >> 1)) == 0
