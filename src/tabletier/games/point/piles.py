"""The cards of Point on the table: face-down piles and hands, as small values.

A pile is a multiset in two words: one bit per card of the box, the copies of a kind side by side
and filled from the lowest, so that equal multisets are equal piles.

A hand is one word of up to seven cards, 7 bits each: 1 + kind, ascending from the low end.

    hand   ... | 1 + third kind | 1 + second kind | 1 + lowest kind
"""

from typing import NamedTuple

from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.compiler import part
from tabletier.games.point.deck import (
    BLOCKS,
    HIGH_ALL,
    HIGH_KINDS,
    LOW_ALL,
    LOW_KINDS,
    MIDDLE,
)

CARD_BITS = 7
ONE_CARD = (1 << CARD_BITS) - 1


class Pile(NamedTuple):
    """Cards in no order: the kinds below MIDDLE in the low word, the others in the high one."""

    low: int
    high: int


@part
def full_pile() -> Pile:
    """POINT-6, POINT-34. All 64 cards."""
    return Pile(LOW_ALL, HIGH_ALL)


@part
def empty_pile() -> Pile:
    """No card at all."""
    return Pile(0, 0)


@part
def amount(pile: Pile) -> int:
    """How many cards a pile holds."""
    return popcount(pile.low) + popcount(pile.high)


@part
def select(bits: int, n: int) -> int:
    """As `nth`, for words of up to 64 bits, by halving instead of counting through them."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = popcount((bits >> place) & ((1 << width) - 1))
        if n >= below:
            n -= below
            place += width
    return place


@part
def nth_kind(pile: Pile, n: int) -> int:
    """The kind of the n-th card of a pile, every copy counted."""
    below = popcount(pile.low)
    if n < below:
        return int(LOW_KINDS[select(pile.low, n)])
    return int(HIGH_KINDS[select(pile.high, n - below)])


@part
def with_card(pile: Pile, kind: int) -> Pile:
    """The pile and one more card of a kind."""
    block = int(BLOCKS[kind])
    word = pile.low if kind < MIDDLE else pile.high
    word |= (((word & block) << 1) | (block & -block)) & block
    return Pile(word, pile.high) if kind < MIDDLE else Pile(pile.low, word)


@part
def without(pile: Pile, kind: int) -> Pile:
    """The pile less one card of a kind that it holds."""
    block = int(BLOCKS[kind])
    word = pile.low if kind < MIDDLE else pile.high
    copies = word & block
    word ^= copies ^ (copies & (copies >> 1))
    return Pile(word, pile.high) if kind < MIDDLE else Pile(pile.low, word)


@part
def hand_with(hand: int, kind: int) -> int:
    """The hand and one more card."""
    shift = 0
    while (hand >> shift) & ONE_CARD and ((hand >> shift) & ONE_CARD) <= kind:
        shift += CARD_BITS
    low = hand & ((1 << shift) - 1)
    return low | ((kind + 1) << shift) | ((hand >> shift) << (shift + CARD_BITS))


@part
def hand_without(hand: int, kind: int) -> int:
    """The hand less one card of a kind that it holds."""
    shift = 0
    while ((hand >> shift) & ONE_CARD) != kind + 1:
        shift += CARD_BITS
    return (hand & ((1 << shift) - 1)) | ((hand >> (shift + CARD_BITS)) << shift)


@part
def hand_size(hand: int) -> int:
    """How many cards a hand holds."""
    size = 0
    while hand:
        size += 1
        hand >>= CARD_BITS
    return size


@part
def holds(hand: int, kind: int) -> bool:
    """Whether a hand holds a card of this kind."""
    while hand:
        if (hand & ONE_CARD) == kind + 1:
            return True
        hand >>= CARD_BITS
    return False


@part
def hands_together(hand: int, other: int) -> int:
    """POINT-31. Two hands in one; seven cards at most."""
    while other:
        hand = hand_with(hand, (other & ONE_CARD) - 1)
        other >>= CARD_BITS
    return hand


@part
def hand_less(hand: int, part: int) -> int:
    """POINT-28. A hand without the cards of another that it contains."""
    while part:
        hand = hand_without(hand, (part & ONE_CARD) - 1)
        part >>= CARD_BITS
    return hand
