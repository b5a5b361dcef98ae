"""The exchange cards of Point as tables of constants (POINT-34), piles and hands of them.

A *kind* is a card's number among the different cards, in the order of their texts. A *formula* is
one of its two readings (POINT-12): 2 * kind as written, 2 * kind + 1 turned half round. In an
arrangement bit k is the k-th pawn from the left, 1 for black.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.bits import popcount
from tabletier.games.kernel.box import Box, bad_box, load_box
from tabletier.games.kernel.compiler import part

CARDS = 64
NEVER = 99
"""More pawns than there are: a reading that the bank can never pay."""

Table = NDArray[np.int64]

# Columns of FORMULAS.
GIVE, GIVE_SIZE, TAKE, TAKE_SIZE, NEED_BLACK, NEED_WHITE = 0, 1, 2, 3, 4, 5


def turned(card: str) -> str:
    """POINT-12. The card as it reads after half a turn."""
    return card[::-1]


def upright(card: str) -> str:
    """The way a card is written: the shorter side first, of two equal ones the lower text."""
    left, right = card.split("=")
    if len(left) != len(right):
        return card if len(left) < len(right) else turned(card)
    return min(card, turned(card))


def listed(box: Box) -> dict[str, int]:
    """POINT-2, POINT-34. The different cards of the box and how many of each, in order of text."""
    copies: dict[str, int] = {}
    for entry in box.data["cards"]:
        card = upright("=".join(entry["pair"]))
        if card in copies:
            raise bad_box(
                box.path,
                f"la carte {card} y figure deux fois (au besoin retournée)",
                f"the card {card} is listed twice (turned round, perhaps)",
            )
        if len(set(entry["pair"])) == 1:
            raise bad_box(
                box.path, f"la carte {card} n’échange rien", f"the card {card} exchanges nothing"
            )
        copies[card] = entry["copies"]
    if (total := sum(copies.values())) != CARDS:
        raise bad_box(
            box.path,
            f"il compte {total} cartes, il en faut {CARDS}",
            f"it lists {total} cards, {CARDS} were expected",
        )
    return dict(sorted(copies.items()))


def bits(arrangement: str) -> int:
    """An arrangement of pawns as a number: bit k is the k-th pawn, 1 for black."""
    return sum(1 << k for k, pawn in enumerate(arrangement) if pawn == "B")


def formula(card: str) -> list[int]:
    """A row of FORMULAS: what is given, what is taken, and what the bank must add."""
    give, take = card.split("=")
    black, white = (take.count(pawn) - give.count(pawn) for pawn in "BW")
    return [bits(give), len(give), bits(take), len(take), black, white]


def both_readings(card: str) -> list[list[int]]:
    """POINT-12. The two formulas of a card; one that reads the same turned round has only one."""
    straight, other = formula(card), formula(turned(card))
    if straight == other:
        other[NEED_BLACK:] = [NEVER, NEVER]
    return [straight, other]


def table(rows: Any) -> Table:
    """A table of constants that compiled code takes in."""
    return np.array(rows, dtype=np.int64)


BOX = load_box(Path(__file__).resolve().parent)
DECK = listed(BOX)
TEXTS = tuple(DECK)
KINDS = len(TEXTS)
FORMULAS = table([row for card in TEXTS for row in both_readings(card)])
LOWEST, GIVEN_AT = 8, 48
WORDS = table(
    [
        sum((number + LOWEST) << (8 * column) for column, number in enumerate(row))
        + ((row[GIVE] | 1 << row[GIVE_SIZE]) << GIVEN_AT)
        for row in FORMULAS.tolist()
    ]
)
"""Each formula in one word, 8 bits a column, LOWEST added since some are negative: a GPU reads
constants at one address after another, so that six words would take six times as long. On top of
them once more what is given: see `given`."""

# A multiset of cards is two words with a bit per card of the box (see `Pile`). The kinds below
# MIDDLE have their bits in the low word, the others in the high one.
_STARTS = [sum(list(DECK.values())[:kind]) for kind in range(KINDS)]
MIDDLE = next((kind for kind in range(KINDS) if _STARTS[kind] >= CARDS // 2), KINDS)
_BASE = [0 if kind < MIDDLE else _STARTS[MIDDLE] for kind in range(KINDS)]
BLOCKS = table([((1 << DECK[TEXTS[k]]) - 1) << (_STARTS[k] - _BASE[k]) for k in range(KINDS)])
"""Per kind: the bits of its copies, in its word."""
LOW_KINDS = table([k for k in range(MIDDLE) for _ in range(DECK[TEXTS[k]])])
HIGH_KINDS = table([k for k in range(MIDDLE, KINDS) for _ in range(DECK[TEXTS[k]])])
"""The kind that each bit of the low and of the high word stands for."""
LOW_ALL, HIGH_ALL = (1 << len(LOW_KINDS)) - 1, (1 << len(HIGH_KINDS)) - 1


@part
def column(formula: int, name: int) -> int:
    """A column of FORMULAS, as compiled code reads it."""
    return ((int(WORDS[formula]) >> (8 * name)) & 255) - LOWEST


@part
def given(formula: int) -> int:
    """The pawns to give, the first in the lowest bit, and a 1 behind the last."""
    return int(WORDS[formula]) >> GIVEN_AT


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
