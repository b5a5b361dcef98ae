"""What a seat may do in its turn, listed or counted (POINT-17 to POINT-19, POINT-28, POINT-30).

A use is numbered 64 * formula + place - 1. The integers of all moves, ascending:
"""

from typing import Any

from tabletier.games.kernel.bits import lowest, nth, popcount
from tabletier.games.kernel.compiler import compiled
from tabletier.games.point.exchange import places
from tabletier.games.point.piles import CARD_BITS, ONE_CARD
from tabletier.games.point.regroup import (
    CHOICE_COUNT,
    CHOICES,
    chosen,
    counts,
    mask_of,
    pool_of,
    twins,
)
from tabletier.games.point.state import State

PLACES = 64
# A row is its pattern (bit k: the pawn in place k + 1 is black), below 4096; then follow:
DRAW_CARD, STOP, GO_ON = 4096, 4097, 4098
USE_CARD = 1 << 13  # + use
TAKE_OFFER = 2 << 13  # + use
DISCARD = 3 << 13  # + kind
REGROUP = 1 << 28  # + the seat's hand afterwards


@compiled
def list_card(state: State, kind: int, base: int, moves: Any, count: int) -> int:
    """POINT-12. Adds every use of a card to `moves`; how many moves there are then."""
    for formula in range(2 * kind, 2 * kind + 2):
        found = places(state.rows, state.bank, state.turn, formula)
        while found:
            moves[count] = base + PLACES * formula + lowest(found)
            count += 1
            found &= found - 1
    return count


@compiled
def list_hand(state: State, moves: Any) -> int:
    """POINT-17, POINT-18. Every use of a card in hand; if there is none, every discard."""
    count, previous, hand = 0, 0, state.cards.hands[state.turn]
    while hand:
        card = hand & ONE_CARD
        if card != previous:
            count = list_card(state, card - 1, USE_CARD, moves, count)
        previous = card
        hand >>= CARD_BITS
    if count:
        return count
    previous, hand = 0, state.cards.hands[state.turn]
    while hand:
        card = hand & ONE_CARD
        if card != previous:
            moves[count] = DISCARD + card - 1
            count += 1
        previous = card
        hand >>= CARD_BITS
    return count


@compiled
def list_regroups(state: State, moves: Any, count: int) -> int:
    """POINT-28. Adds every regrouping to `moves`."""
    pool = pool_of(state)
    twin, own = twins(pool), mask_of(pool, state.cards.hands[state.turn])
    for k in range(CHOICE_COUNT):
        mask = int(CHOICES[k])
        if counts(mask, twin, own):
            moves[count] = REGROUP + chosen(pool, mask)
            count += 1
    return count


@compiled
def count_card(state: State, kind: int) -> int:
    """How many uses a card has."""
    straight = places(state.rows, state.bank, state.turn, 2 * kind)
    return popcount(straight) + popcount(places(state.rows, state.bank, state.turn, 2 * kind + 1))


@compiled
def count_uses(state: State, hand: int) -> int:
    """POINT-17. How many uses the cards of a hand have."""
    count, previous = 0, 0
    while hand:
        card = hand & ONE_CARD
        count += 0 if card == previous else count_card(state, card - 1)
        previous = card
        hand >>= CARD_BITS
    return count


@compiled
def nth_use(state: State, hand: int, n: int, base: int) -> int:
    """The n-th use of the cards of a hand, in the order of `list_hand`."""
    previous = 0
    while hand:
        card = hand & ONE_CARD
        for formula in range(2 * card - 2, 2 * card):
            found = places(state.rows, state.bank, state.turn, formula)
            count = 0 if card == previous else popcount(found)
            if n < count:
                return base + PLACES * formula + nth(found, n)
            n -= count
        previous = card
        hand >>= CARD_BITS
    return 0


@compiled
def distinct(hand: int) -> int:
    """POINT-18. How many different cards a hand holds."""
    count, previous = 0, 0
    while hand:
        count += 0 if hand & ONE_CARD == previous else 1
        previous = hand & ONE_CARD
        hand >>= CARD_BITS
    return count


@compiled
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


@compiled
def count_regroups(state: State) -> int:
    """POINT-28. How many regroupings there are."""
    pool, count = pool_of(state), 0
    twin = twins(pool)
    for k in range(CHOICE_COUNT):
        count += 1 if counts(int(CHOICES[k]), twin, 0) else 0
    return count - 1


@compiled
def nth_regroup(state: State, n: int) -> int:
    """The n-th regrouping, in the order of `list_regroups`."""
    pool = pool_of(state)
    twin, own = twins(pool), mask_of(pool, state.cards.hands[state.turn])
    mask = 0
    for k in range(CHOICE_COUNT):
        mask = int(CHOICES[k])
        n -= 1 if counts(mask, twin, own) else 0
        if n < 0:
            break
    return REGROUP + chosen(pool, mask)
