"""The network's packed lanes say what plain arithmetic says, up to the largest weights."""

from typing import Any

import numpy as np
import pytest

from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.network import (
    HEAD,
    LANES,
    MOST,
    NO_ROWS,
    OFFSET,
    WORDS,
    packed_heads,
    packed_rows,
    read_out,
    reference,
    with_row,
)

ROWS, HEADS = 64, 3


@compiled
def judged(net: Any, rows: Any, head: int) -> int:
    """A network of ROWS rows, with these active."""
    sums = NO_ROWS
    for row in rows:
        sums = with_row(sums, net, row)
    return read_out(sums, len(rows), net, ROWS * WORDS + HEAD * head)


def made(rows: Any, heads: Any) -> Any:
    return np.concatenate((packed_rows(rows).ravel(), packed_heads(heads).ravel()))


@pytest.mark.parametrize("largest", [3, 60, OFFSET - 1])
def test_packed_lanes_equal_plain_arithmetic(largest: int) -> None:
    random = np.random.default_rng(largest)
    weights = random.integers(-largest, largest + 1, (ROWS, LANES))
    heads = random.integers(-(10**7), 10**7, (HEADS, 1 + LANES))
    net, said = made(weights, heads), set()
    for number in range(200):
        rows = random.integers(0, ROWS, number % (MOST + 1))
        head = number % HEADS
        value = judged(net, rows, head)
        assert value == reference(weights[rows], heads[head])
        said.add(value)
    assert len(said) > 100


@pytest.mark.parametrize("weight", [OFFSET - 1, 1 - OFFSET])
def test_no_lane_carries_into_the_next_at_its_largest(weight: int) -> None:
    weights = np.zeros((ROWS, LANES), np.int64)
    weights[:, ::2] = weight
    heads = np.zeros((HEADS, 1 + LANES), np.int64)
    heads[:, 1:] = 1 << np.arange(LANES) % 20
    rows = np.arange(MOST)
    assert judged(made(weights, heads), rows, 1) == reference(weights[rows], heads[1])


def test_interpreted_it_says_the_same() -> None:
    random = np.random.default_rng(1)
    weights = random.integers(-200, 201, (ROWS, LANES))
    heads = random.integers(-(10**7), 10**7, (HEADS, 1 + LANES))
    net = made(weights, heads)
    plain = getattr(judged, "py_func", judged)
    for _ in range(20):
        rows = random.integers(0, ROWS, 20)
        assert plain(net, rows, 2) == judged(net, rows, 2)
