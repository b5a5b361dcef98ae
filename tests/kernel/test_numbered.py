"""Random words by number: the published vectors of Philox 2x32-10, plain and compiled."""

import pytest

from tabletier.games.kernel.random import numbered


@pytest.mark.parametrize(
    ("high", "key", "number", "word"),
    [
        (0x00000000, 0x00000000, 0x00000000, 0xFF1DAE59),
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x2C3F628B),
        (0x85A308D3, 0x13198A2E, 0x243F6A88, 0xDD7CE038),
    ],
)
def test_known_answers(high: int, key: int, number: int, word: int) -> None:
    seed = (high << 32) | key
    signed = seed - (1 << 64) if seed >> 63 else seed  # as compiled code holds it
    assert numbered(signed, number) == word


def test_neighbouring_seeds_and_numbers_have_nothing_in_common() -> None:
    words = {numbered(seed, number) for seed in range(100) for number in range(100)}
    assert len(words) > 9_990
    ones = sum(word.bit_count() for word in words) / (32 * len(words))
    assert 0.49 < ones < 0.51
