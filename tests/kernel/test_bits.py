"""Bit tricks, against what Python itself says of the same numbers."""

import random

import pytest

from tabletier.games.kernel.bits import field, lowest, nth, popcount, with_field

TOP = (1 << 63) - 1
DICE = random.Random(1)
WORDS = [0, 1, 2, 3, TOP, 1 << 62, TOP ^ 1, *(DICE.getrandbits(63) for _ in range(200))]


def places(word: int) -> list[int]:
    return [bit for bit in range(63) if (word >> bit) & 1]


@pytest.mark.parametrize("word", WORDS)
def test_bits_are_counted_and_found_in_ascending_order(word: int) -> None:
    assert popcount(word) == word.bit_count()
    assert [nth(word, n) for n in range(word.bit_count())] == places(word)
    if word:
        assert lowest(word) == places(word)[0]


@pytest.mark.parametrize(("index", "width"), [(0, 1), (3, 5), (0, 31), (11, 5), (8, 6), (61, 1)])
def test_a_field_is_read_and_replaced_without_touching_the_others(index: int, width: int) -> None:
    for word in WORDS:
        for value in (0, 1, (1 << width) - 1):
            after = with_field(word, index, width, value)
            assert field(after, index, width) == value
            inside = ((1 << width) - 1) << (index * width)
            assert after & ~inside == word & ~inside
            assert 0 <= after <= TOP


def test_a_field_put_back_leaves_the_word_as_it_was() -> None:
    for word in WORDS:
        assert with_field(word, 4, 7, field(word, 4, 7)) == word
