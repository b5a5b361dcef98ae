"""Small tuples of integers as values: replacing one item, for any length, without branches."""

from typing import Any

from tabletier.games.kernel.compiler import JIT


def put(items: tuple[int, ...], index: int, item: int) -> Any:
    """The tuple with `item` in place `index`."""
    return (*items[:index], item, *items[index + 1 :])


if JIT:
    from numba.extending import overload

    @overload(put)
    def _put(items: Any, index: Any, item: Any) -> Any:
        """One select per place, which compilers turn into vector code; no memory is touched."""
        picks = ", ".join(f"item if index == {k} else items[{k}]" for k in range(items.count))
        scope: dict[str, Any] = {"Any": Any}
        signature = "items: Any, index: Any, item: Any) -> Any"
        exec(f"def implementation({signature}:\n    return ({picks},)", scope)
        return scope["implementation"]
