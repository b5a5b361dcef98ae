"""What alpha-beta search remembers of positions: a table that several threads may share.

A row is a key and one packed word: the value and how it bounds the true one, the depth it was
searched to, and the step that was best. The key is kept combined with the word, so that a row torn
by two threads writing at once fits no position (Hyatt and Mann's lockless hashing).
"""

from typing import Any

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.random import LOW, A

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NOTHING = 0

BITS = (1 << 62) - 1
STEP_BITS, DEPTH_BITS, BOUND_BITS = 16, 8, 2
STEP_MASK = (1 << STEP_BITS) - 1
DEPTH_AT = STEP_BITS
BOUND_AT = DEPTH_AT + DEPTH_BITS
VALUE_AT = BOUND_AT + BOUND_BITS
ZERO = 1 << 21
"""Values are kept as differences from this, so that none is negative."""


@compiled
def stirred(hashed: int, part: int) -> int:
    """A hash with one more number in it; all products stay below 2**63."""
    mixed = (hashed ^ part) & BITS
    mixed = A * (mixed & LOW) + (mixed >> 32)
    mixed = (mixed ^ (mixed << 13)) & BITS
    return mixed ^ (mixed >> 29)


@compiled
def packed(value: int, bound: int, depth: int, step: int) -> int:
    """One word for all that is remembered of a position; never NOTHING."""
    return (
        ((value + ZERO) << VALUE_AT)
        | (bound << BOUND_AT)
        | (max(0, depth) << DEPTH_AT)
        | (step & STEP_MASK)
    )


@compiled
def value_in(word: int) -> int:
    """The value in a packed word."""
    return (word >> VALUE_AT) - ZERO


@compiled
def bound_in(word: int) -> int:
    """EXACT, or whether the true value is at least or at most the one in the word."""
    return (word >> BOUND_AT) & ((1 << BOUND_BITS) - 1)


@compiled
def depth_in(word: int) -> int:
    """How deep the position was searched."""
    return (word >> DEPTH_AT) & ((1 << DEPTH_BITS) - 1)


@compiled
def recall(table: Any, key: int) -> int:
    """The packed word of a position, NOTHING if it is not remembered."""
    slot = key & (len(table) - 1)
    for row in (slot, slot ^ 1):
        word = table[row, 1]
        if word != NOTHING and table[row, 0] == key ^ word:
            return int(word)
    return NOTHING


@compiled
def remember(table: Any, key: int, word: int) -> None:
    """Keep a word: in the first of two rows if it is as deep as what is there, else the second."""
    row = key & (len(table) - 1)
    here = table[row, 1]
    if table[row, 0] != key ^ here and depth_in(here) > depth_in(word):
        row ^= 1
    table[row, 0] = key ^ word
    table[row, 1] = word
