"""Small values, the same in Python, compiled and on a GPU: bits of integers, tuples of integers.

Bit tricks are for non-negative integers below 2**63. An item of a tuple is read or replaced by a
variable index: compiled, both are one select per place. Plain indexing by a variable compiles to a
switch with an error branch, which costs far more, in compile time too.
"""

from typing import Any

from tabletier.games.kernel.compiler import JIT, compiled, part


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


SEVEN = sum(1 << (8 * k) for k in range(7))
SEVEN_BYTES = (1 << 56) - 1


@part
def ends_of(sizes: int) -> int:
    """Eight groups have one byte each, their size: in byte k, how many there are up to group k.

    Of the first seven only, and no more than 127 in all: nothing ever passes 2**63.
    """
    ends = sizes & SEVEN_BYTES
    ends += (ends & (SEVEN_BYTES >> 8)) << 8
    ends += (ends & (SEVEN_BYTES >> 16)) << 16
    return ends + ((ends & (SEVEN_BYTES >> 32)) << 32)


@part
def group_of(ends: int, n: int) -> int:
    """The group in which the n-th of all is, counting from 0.

    Without a branch: bit 7 of a byte is set where n has passed that group's end.
    """
    return popcount((SEVEN * (128 + n) - ends) & (SEVEN * 128))


@part
def field(word: int, index: int, width: int) -> int:
    """The `index`-th field of `width` bits of a packed word."""
    return (word >> (index * width)) & ((1 << width) - 1)


@part
def with_field(word: int, index: int, width: int, value: int) -> int:
    """The packed word with its `index`-th field of `width` bits set to `value`."""
    shift = index * width
    return (word & ~(((1 << width) - 1) << shift)) | (value << shift)


def pick(items: tuple[int, ...], index: int) -> int:
    """The item in place `index`."""
    return items[index]


def put(items: tuple[int, ...], index: int, item: int) -> Any:
    """The tuple with `item` in place `index`."""
    return (*items[:index], item, *items[index + 1 :])


def dot(items: tuple[int, ...], others: tuple[int, ...]) -> int:
    """The sum of the products of the items in the same places."""
    return sum(item * other for item, other in zip(items, others, strict=True))


if JIT:
    from numba.extending import overload

    def _defined(signature: str, result: str) -> Any:
        scope: dict[str, Any] = {"Any": Any}
        exec(f"def implementation({signature}:\n    return {result}", scope)
        return scope["implementation"]

    @overload(pick)
    def _pick(items: Any, index: Any) -> Any:
        last = items.count - 1
        chain = "".join(f"items[{k}] if index == {k} else " for k in range(last))
        return _defined("items: Any, index: Any) -> Any", f"{chain}items[{last}]")

    @overload(put)
    def _put(items: Any, index: Any, item: Any) -> Any:
        picks = ", ".join(f"item if index == {k} else items[{k}]" for k in range(items.count))
        return _defined("items: Any, index: Any, item: Any) -> Any", f"({picks},)")

    @overload(dot)
    def _dot(items: Any, others: Any) -> Any:
        products = " + ".join(f"items[{k}] * others[{k}]" for k in range(items.count))
        return _defined("items: Any, others: Any) -> Any", products)
