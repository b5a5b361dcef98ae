"""Random words: uniform, unrelated for neighbouring numbers, and the same plain and compiled.

All numbers here are fixed, so a test that passes today passes for ever. An interval of five
standard deviations says that the generator is not to blame for what a simulation finds.
"""

import math
from itertools import pairwise

import pytest

from tabletier.games.kernel.random import LOW, A, advance, digest, mixed, scale, seeded, word
from tests.kernel.processes import run_python

BITS = 63


def is_prime(number: int) -> bool:
    """Miller–Rabin; these bases decide for every number below 3.3 * 10**24."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def words_of(number: int, count: int) -> list[int]:
    """The first words of a generator."""
    stream, found = seeded(number), []
    for _ in range(count):
        found.append(word(stream))
        stream = advance(stream)
    return found


def deviations(counts: list[int]) -> float:
    """How many standard deviations chi-square lies from what even chances give."""
    mean, free = sum(counts) / len(counts), len(counts) - 1
    chi_square = sum((count - mean) ** 2 / mean for count in counts)
    return (chi_square - free) / math.sqrt(2 * free)


def tally(numbers: list[int], count: int) -> list[int]:
    tallied = [0] * count
    for number in numbers:
        tallied[number] += 1
    return tallied


class TestThePeriod:
    """A step multiplies by A modulo the prime p = A * 2**32 - 1."""

    modulus = A * (1 << 32) - 1

    def test_the_modulus_and_the_half_of_it_are_prime(self) -> None:
        assert is_prime(self.modulus)
        assert is_prime(A * (1 << 31) - 1)
        assert (self.modulus - 1) // 2 == A * (1 << 31) - 1

    def test_a_step_is_a_multiplication_so_the_period_is_at_least_half_the_modulus(
        self,
    ) -> None:
        stream = seeded(7)
        for _ in range(1000):
            after = advance(stream)
            assert after == stream * A % self.modulus
            stream = after
        assert A % self.modulus not in (1, self.modulus - 1)  # no order but q or 2q is left

    def test_no_generator_starts_where_it_would_stand_still(self) -> None:
        for number in (0, 1, -1, LOW, 1 << 32, (1 << BITS) - 1, -(1 << BITS), *range(-500, 500)):
            assert 0 < seeded(number) < self.modulus
            assert advance(seeded(number)) != seeded(number)

    def test_every_product_stays_below_2_to_the_63(self) -> None:
        assert A * LOW + (self.modulus >> 32) < 1 << 63


class TestUniformity:
    @pytest.mark.parametrize("count", [2, 6, 7, 24, 64])
    def test_one_generator_takes_every_number_equally_often(self, count: int) -> None:
        taken = [scale(bits, count) for bits in words_of(2026, 60_000)]
        assert abs(deviations(tally(taken, count))) < 5

    @pytest.mark.parametrize("count", [2, 6])
    def test_a_word_does_not_tell_the_next(self, count: int) -> None:
        taken = [scale(bits, count) for bits in words_of(5, 40_000)]
        pairs = [count * first + second for first, second in pairwise(taken)]
        assert abs(deviations(tally(pairs, count * count))) < 5

    @pytest.mark.parametrize("step", [1, 2, 1 << 20, 1 << 32])
    def test_generators_of_neighbouring_numbers_are_unrelated(self, step: int) -> None:
        count = 6
        taken = [scale(word(seeded(step * number)), count) for number in range(40_000)]
        pairs = [count * first + second for first, second in pairwise(taken)]
        assert abs(deviations(tally(taken, count))) < 5
        assert abs(deviations(tally(pairs, count * count))) < 5

    def test_different_numbers_give_different_generators(self) -> None:
        numbers = [*range(3000), *(1 << bit for bit in range(12, BITS)), *range(-100, 0)]
        assert len({seeded(number) for number in numbers}) == len(numbers)
        mixes = {mixed(number) for number in range(1 << 16)}
        assert len(mixes) == 1 << 16

    @pytest.mark.parametrize("count", [1, 2, 3, 36, 1 << 30])
    def test_scaling_covers_the_whole_range_and_nothing_else(self, count: int) -> None:
        assert scale(0, count) == 0
        assert scale(LOW, count) == count - 1
        first_of_second = -(-(1 << 32) // count)
        if count > 1:
            assert scale(first_of_second - 1, count) == 0
            assert scale(first_of_second, count) == 1


def test_plain_and_compiled_words_are_the_same() -> None:
    code = (
        "from tabletier.games.kernel.random import *\n"
        "for number in (*range(-300, 300), 2**63 - 1, -2**63, 2**40 + 5):\n"
        "    stream = seeded(number)\n"
        "    for _ in range(20):\n"
        "        print(stream, word(stream), scale(word(stream), 37))\n"
        "        stream = advance(stream)\n"
    )
    plain, compiled = (run_python(code, TABLETIER_JIT=jit) for jit in ("0", "1"))
    assert plain == compiled
    assert len(plain.splitlines()) == 603 * 20


def test_a_digest_tells_tuples_apart_that_differ_in_a_bit_or_two() -> None:
    found = set()
    for first in range(61):
        for second in range(61):
            for tail in range(8):
                found.add(digest((1 << first, 1 << second, tail)))
                found.add(digest(((1 << first) | (1 << second), 0, tail)))
    pairs = 61 * 61 + 61 * 62 // 2
    assert len(found) == 8 * pairs
    assert min(found) > 0


def test_digests_of_neighbours_differ_in_about_half_of_their_low_bits() -> None:
    """A table is indexed by the low bits."""
    flips = [
        (digest((cell, 7, 1)) ^ digest((cell ^ (1 << bit), 7, 1))) & 0xFFFF
        for cell in range(200)
        for bit in range(0, 60, 7)
    ]
    mean = sum(bits.bit_count() for bits in flips) / len(flips)
    assert 7 < mean < 9
