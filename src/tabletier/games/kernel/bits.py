"""Bit tricks on non-negative integers below 2**63, the same in Python, compiled and on a GPU."""

from tabletier.games.kernel.compiler import compiled, part


@compiled
def popcount(bits: int) -> int:
    """How many bits are set; LLVM recognises this loop and emits one instruction."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def lowest(bits: int) -> int:
    """The number of the lowest bit set; `bits` must not be 0."""
    return popcount((bits & -bits) - 1)


@compiled
def nth(bits: int, n: int) -> int:
    """The number of the n-th bit set, counting from 0 upwards; there must be that many.

    Six halvings without a branch: a loop over the bits would be mispredicted at every random move.
    """
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = bits & ((1 << half) - 1)
        count = popcount(low)
        above = n >= count
        n -= count if above else 0
        bits = bits >> half if above else low
        place += half if above else 0
    return place


@part
def field(word: int, index: int, width: int) -> int:
    """The `index`-th field of `width` bits of a packed word."""
    return (word >> (index * width)) & ((1 << width) - 1)


@part
def with_field(word: int, index: int, width: int, value: int) -> int:
    """The packed word with its `index`-th field of `width` bits set to `value`."""
    shift = index * width
    return (word & ~(((1 << width) - 1) << shift)) | (value << shift)
