"""Partners regroup their open cards (POINT-28): four of their seven cards for the seat in turn.

The seven cards stand in order; a choice is a mask of seven bits, four of them set. Of equal cards
the later ones are chosen, so that every different hand has exactly one mask, and ascending masks
give ascending hands.
"""

from tabletier.games.kernel.compiler import part
from tabletier.games.kernel.tuples import pick
from tabletier.games.point.deck import table
from tabletier.games.point.piles import CARD_BITS, ONE_CARD, hands_together
from tabletier.games.point.state import TEAMS, USE, State, has_stopped, partner

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
