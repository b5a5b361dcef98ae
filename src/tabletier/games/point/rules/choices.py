"""What a seat may do in its turn, listed or counted (POINT-17 to POINT-19, POINT-28, POINT-30).

A use is numbered 64 * formula + place - 1. The integers of all moves, ascending:
"""

from typing import Any

from tabletier.games.kernel.bits import lowest, nth, pick, popcount
from tabletier.games.kernel.compiler import inlined, part
from tabletier.games.kernel.random import scale
from tabletier.games.point.cards import CARD_BITS, ONE_CARD
from tabletier.games.point.rules.exchange import (
    CHOICE_COUNT,
    CHOICES,
    chosen,
    count_places,
    counts,
    mask_of,
    may_regroup,
    places,
    pool_of,
    twins,
)
from tabletier.games.point.state import Bank, Row, State, row_of

PLACES = 64
# A row is its pattern (bit k: the pawn in place k + 1 is black), below 4096; then follow:
DRAW_CARD, STOP, GO_ON = 4096, 4097, 4098
USE_CARD = 1 << 13  # + use
TAKE_OFFER = 2 << 13  # + use
DISCARD = 3 << 13  # + kind
REGROUP = 1 << 28  # + the seat's hand afterwards


@part
def list_card(row: Row, bank: Bank, kind: int, base: int, moves: Any, count: int) -> int:
    """POINT-12. Adds every use of a card to `moves`; how many moves there are then."""
    for formula in range(2 * kind, 2 * kind + 2):
        found = places(row, bank, formula)
        while found:
            moves[count] = base + PLACES * formula + lowest(found)
            count += 1
            found &= found - 1
    return count


@inlined
def list_hand(state: State, moves: Any) -> int:
    """POINT-17, POINT-18, POINT-29. Every use of a card in the own hand; else every discard."""
    row, bank = row_of(state.rows, state.turn), state.bank
    count, previous, hand = 0, 0, pick(state.cards.hands, state.turn)
    while hand:
        card = hand & ONE_CARD
        if card != previous:
            count = list_card(row, bank, card - 1, USE_CARD, moves, count)
        previous = card
        hand >>= CARD_BITS
    if count:
        return count
    previous, hand = 0, pick(state.cards.hands, state.turn)
    while hand:
        card = hand & ONE_CARD
        if card != previous:
            moves[count] = DISCARD + card - 1
            count += 1
        previous = card
        hand >>= CARD_BITS
    return count


@inlined
def list_regroups(state: State, moves: Any, count: int) -> int:
    """POINT-28. Adds every regrouping to `moves`."""
    pool = pool_of(state)
    twin, own = twins(pool), mask_of(pool, pick(state.cards.hands, state.turn))
    for k in range(CHOICE_COUNT):
        mask = int(CHOICES[k])
        if counts(mask, twin, own):
            moves[count] = REGROUP + chosen(pool, mask)
            count += 1
    return count


@part
def use_counts(row: Row, bank: Bank, hand: int) -> int:
    """POINT-17. How many uses each card of a hand has, packed as the hand is; a twin has none."""
    counted, previous, shift = 0, 0, 0
    while hand:
        card = hand & ONE_CARD
        if card != previous:
            counted |= count_places(row, bank, card - 1) << shift
        previous = card
        shift += CARD_BITS
        hand >>= CARD_BITS
    return counted


@part
def total(counted: int) -> int:
    """How many uses a hand has in all."""
    count = 0
    while counted:
        count += counted & ONE_CARD
        counted >>= CARD_BITS
    return count


@part
def nth_use(row: Row, bank: Bank, hand: int, counted: int, n: int) -> int:
    """The n-th use of the cards of a hand, in the order of `list_hand`."""
    while n >= counted & ONE_CARD:
        n -= counted & ONE_CARD
        counted >>= CARD_BITS
        hand >>= CARD_BITS
    formula = 2 * ((hand & ONE_CARD) - 1)
    found = places(row, bank, formula)
    count = popcount(found)
    if n >= count:
        formula, n = formula + 1, n - count
        found = places(row, bank, formula)
    return PLACES * formula + nth(found, n)


@part
def distinct(hand: int) -> int:
    """POINT-18. How many different cards a hand holds."""
    count, previous = 0, 0
    while hand:
        count += 0 if hand & ONE_CARD == previous else 1
        previous = hand & ONE_CARD
        hand >>= CARD_BITS
    return count


@part
def nth_discard(hand: int, n: int) -> int:
    """The n-th different card of a hand as a discard."""
    previous = 0
    while hand:
        if hand & ONE_CARD != previous:
            n -= 1
        previous = hand & ONE_CARD
        if n < 0:
            break
        hand >>= CARD_BITS
    return DISCARD + previous - 1


@part
def count_regroups(pool: int) -> int:
    """POINT-28. How many regroupings there are."""
    count, twin = 0, twins(pool)
    for k in range(CHOICE_COUNT):
        count += 1 if counts(int(CHOICES[k]), twin, 0) else 0
    return count - 1


@part
def nth_regroup(pool: int, hand: int, n: int) -> int:
    """The n-th regrouping, in the order of `list_regroups`."""
    twin, own, mask = twins(pool), mask_of(pool, hand), 0
    for k in range(CHOICE_COUNT):
        mask = int(CHOICES[k])
        n -= 1 if counts(mask, twin, own) else 0
        if n < 0:
            break
    return REGROUP + chosen(pool, mask)


@inlined
def random_use(state: State, word: int) -> int:
    """As `random_move`, with a hand of cards of which one must be used."""
    row, hand = row_of(state.rows, state.turn), pick(state.cards.hands, state.turn)
    counted, pool, others = use_counts(row, state.bank, hand), 0, 0
    uses = total(counted)
    if may_regroup(state):
        pool = pool_of(state)
        others = count_regroups(pool)
    count = uses if uses else distinct(hand)
    number = scale(word, count + others)
    if number >= count:
        return nth_regroup(pool, hand, number - count)
    if uses:
        return USE_CARD + nth_use(row, state.bank, hand, counted, number)
    return nth_discard(hand, number)
