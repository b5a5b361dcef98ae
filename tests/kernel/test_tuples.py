"""Reading and replacing items of a tuple by a variable index, plain and compiled."""

from typing import Any

import pytest

from tabletier.games.kernel.bits import pick, put
from tabletier.games.kernel.compiler import compiled


@compiled
def picked(items: Any, index: int) -> int:
    return pick(items, index)


@compiled
def replaced(items: Any, index: int, item: int) -> Any:
    return put(items, index, item)


@pytest.mark.parametrize("items", [(7,), (1, 2), (5, -1, 1 << 62, 0)])
def test_every_place_is_read_and_replaced_alone(items: tuple[int, ...]) -> None:
    for index, item in enumerate(items):
        after = (*items[:index], 99, *items[index + 1 :])
        assert pick(items, index) == picked(items, index) == item
        assert put(items, index, 99) == replaced(items, index, 99) == after
        assert items[index] == item
