"""Punto's 72 cards, who owns them, and face-down piles as multisets. Rules: docs/rules/punto.*.md.

Inside the engine a colour is a number 0-3. In the two-colour modes side s owns colours 2s and
2s + 1, elsewhere colour s; with three sides colour 3 is neutral. Which letter (r g b y) a number
stands for is drawn when a match starts and matters only for texts (PUNTO-8).

A card is 9 * colour + value - 1 (0-35). A pile is 36 bits: bit k says that a card of kind k is in
it, bit 18 + k that both copies are; a side has at most two colours, so 18 kinds are enough:

    kind   0 ... 8    its first (or only) colour, values 1-9
           9 ... 17   its second colour, or the neutral one
"""

from tabletier.games.kernel.bits import nth, popcount
from tabletier.games.kernel.compiler import part

# PUNTO-3. The six ways to sit down; T modes are teams of two.
M2, M3, M4, T4, T6, T8 = 0, 1, 2, 3, 4, 5
# One hexadecimal digit per mode, M2 last: a shift is far cheaper than a table.
SEATS = 0x864432
SIDES = 0x432432
NEEDED = 0x445445

NEUTRAL = 3
KINDS = 18
ONE_COLOUR = 0b111111111
FULL_COLOUR = ONE_COLOUR | (ONE_COLOUR << KINDS)
SECOND_COLOUR = FULL_COLOUR << 9
ALL_KINDS = (1 << KINDS) - 1


@part
def seats_in(mode: int) -> int:
    """PUNTO-3. How many people play."""
    return (SEATS >> (4 * mode)) & 15


@part
def sides_in(mode: int) -> int:
    """PUNTO-3. How many sides there are."""
    return (SIDES >> (4 * mode)) & 15


@part
def needed_in(mode: int) -> int:
    """PUNTO-3. How many cards of one colour make a line."""
    return (NEEDED >> (4 * mode)) & 15


@part
def side_of(mode: int, seat: int) -> int:
    """PUNTO-6. The side a seat plays for: teams take turns one after another."""
    return seat - sides_in(mode) if seat >= sides_in(mode) else seat


@part
def left_of(mode: int, seat: int) -> int:
    """PUNTO-6. The left-hand neighbour, who plays next."""
    return 0 if seat + 1 == seats_in(mode) else seat + 1


@part
def owner(mode: int, colour: int) -> int:
    """PUNTO-4. The side that owns a colour; 3 in a game of three sides is nobody's."""
    return colour >> 1 if sides_in(mode) == 2 else colour


@part
def has_neutral(mode: int) -> bool:
    """PUNTO-4. Whether the fourth colour is neutral in this mode."""
    return sides_in(mode) == 3


@part
def card_of(mode: int, side: int, kind: int) -> int:
    """The card that a kind in this side's pile stands for."""
    if kind < 9:
        return (18 * side if sides_in(mode) == 2 else 9 * side) + kind
    return (18 * side if sides_in(mode) == 2 else 9 * NEUTRAL - 9) + kind


@part
def kind_of(mode: int, card: int) -> int:
    """The kind of a card in its side's pile."""
    if sides_in(mode) == 2:
        return card % 18
    return card % 9 + 9 if has_neutral(mode) and card // 9 == NEUTRAL else card % 9


@part
def colours_of(mode: int, side: int) -> int:
    """PUNTO-1, PUNTO-4. Every card of a side's own colours, both copies, as a pile."""
    return FULL_COLOUR | SECOND_COLOUR if sides_in(mode) == 2 else FULL_COLOUR


@part
def nth_kind(pile: int, n: int) -> int:
    """The kind of the n-th card of a pile; both copies are counted."""
    return nth(pile, n) % KINDS


@part
def without(pile: int, kind: int) -> int:
    """The pile less one card of a kind that it holds."""
    both = 1 << (kind + KINDS)
    return pile ^ both if pile & both else pile ^ (1 << kind)


@part
def with_card(pile: int, kind: int) -> int:
    """The pile and one more card of a kind of which it holds at most one."""
    one = 1 << kind
    return pile | (one << KINDS) if pile & one else pile | one


@part
def amount(pile: int) -> int:
    """How many cards a pile holds."""
    return popcount(pile)
