"""Random words: a small generator whose state is one integer, handed in and handed back.

Multiply-with-carry (Marsaglia): both A * 2**32 - 1 and A * 2**31 - 1 are prime, so the period is
about 2**62, and every product stays below 2**63: plain, compiled and GPU runs agree bit for bit.
It is for simulations only. Draws of a real match come from its secret seed (`match/seed.py`).
"""

from typing import Any

from tabletier.games.kernel.compiler import compiled

A = 2131995753
LOW = 0xFFFFFFFF
MIX = 0x45D9F3B
SEED = 0x1F83D9ABFB41BD6B
STATE = (1 << 61) - 1
# Philox 2x32 with ten rounds (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3").
MULTIPLIER, WEYL, ROUNDS = 0xD256D193, 0x9E3779B9, 10
HALF = 0xFFFF


@compiled
def seeded(number: int) -> int:
    """A generator for any 64-bit integer; neighbouring numbers give unrelated generators.

    The generator is linear, so numbers must be mixed before: else those of neighbouring numbers
    would stay a constant apart for ever.
    """
    low = mixed((number & LOW) ^ MIX)
    high = mixed(((number >> 32) & LOW) ^ low)
    return advance(advance(low | ((high >> 3) << 32) | (1 << 61)))


@compiled
def mixed(bits: int) -> int:
    """32 bits turned into 32 others, one to one, so that every bit depends on every bit."""
    bits = ((bits ^ (bits >> 16)) * MIX) & LOW
    bits = ((bits ^ (bits >> 16)) * MIX) & LOW
    return bits ^ (bits >> 16)


@compiled
def advance(stream: int) -> int:
    """The generator's next state."""
    return A * (stream & LOW) + (stream >> 32)


@compiled
def word(stream: int) -> int:
    """The 32 random bits that this state of the generator stands for."""
    return (stream ^ (stream >> 32)) & LOW


@compiled
def scale(bits: int, count: int) -> int:
    """A number below `count` from 32 random bits, uniform to one part in 2**32 / count."""
    return (bits * count) >> 32


@compiled
def digest(parts: Any) -> int:
    """A number from 1 for a tuple of integers; different tuples hardly ever share one."""
    state = SEED
    for number in parts:
        state = advance(advance((state ^ number) & STATE))  # once would leave half unmixed
    return advance(advance(state)) + 1


@compiled
def numbered(seed: int, number: int) -> int:
    """The 32 random bits of a seed (64 bits) that have this number (32 bits): Philox.

    Such a stream needs no state but how far it is. Products of two 32-bit numbers are taken in two
    parts, so that everything stays below 2**63: compilers take it that signed numbers never wrap.
    """
    low, high, key = number & LOW, (seed >> 32) & LOW, seed & LOW
    for _ in range(ROUNDS):
        first = MULTIPLIER * (low & HALF)
        second = MULTIPLIER * (low >> 16) + (first >> 16)
        low, high = (second >> 16) ^ key ^ high, ((second & HALF) << 16) | (first & HALF)
        key = (key + WEYL) & LOW
    return low
