"""Small tuples of integers as values: reading or replacing one item by a variable index.

Compiled, both are one select per place. Plain indexing by a variable compiles to a switch with an
error branch, which costs far more, in compile time too.
"""

from typing import Any

from tabletier.games.kernel.compiler import JIT


def pick(items: tuple[int, ...], index: int) -> int:
    """The item in place `index`."""
    return items[index]


def put(items: tuple[int, ...], index: int, item: int) -> Any:
    """The tuple with `item` in place `index`."""
    return (*items[:index], item, *items[index + 1 :])


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
