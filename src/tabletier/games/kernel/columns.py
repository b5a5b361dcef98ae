"""States as rows of an array: all integers of a state one after another, but for its `table`.

What was agreed (`state.table`) never changes, so it is not stored: whoever loads a state has one of
the same match, or of another match under the same options, to take it from.
"""

from typing import Any

from tabletier.games.kernel.compiler import JIT

KEPT = "table"


def width(state: Any) -> int:
    """How many integers a row holds."""
    return len(_leaves(_parts(state)))


def store(state: Any, rows: Any, row: int) -> None:
    """Write a state into a row."""
    for column, number in enumerate(_leaves(_parts(state))):
        rows[row, column] = number


def load(like: Any, rows: Any, row: int) -> Any:
    """The state in a row; `like` is any state under the same options."""
    numbers = iter(rows[row].tolist())
    parts = [_rebuilt(part, numbers) for part in _parts(like)]
    fields = zip((f for f in like._fields if f != KEPT), parts, strict=True)
    return like._replace(**dict(fields))


def _parts(state: Any) -> list[Any]:
    return [getattr(state, name) for name in state._fields if name != KEPT]


def _leaves(item: Any) -> list[int]:
    if isinstance(item, tuple | list):
        return [leaf for part in item for leaf in _leaves(part)]
    return [item]


def _rebuilt(like: Any, numbers: Any) -> Any:
    if not isinstance(like, tuple):
        return next(numbers)
    parts = [_rebuilt(part, numbers) for part in like]
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


if JIT:
    from numba.core import types as _types
    from numba.extending import overload

    types: Any = _types  # what it says of its tuples is not all there is

    class _Code:
        """The source of both functions for one type of state."""

        def __init__(self, state: Any) -> None:
            self.classes: dict[str, Any] = {"Any": Any}
            self.stores: list[str] = []
            self.built = self._build(state, "state", top=True)

        def _build(self, kind: Any, path: str, *, top: bool = False) -> str:
            """An expression that loads a part; on the way, what stores it is noted."""
            if not isinstance(kind, types.BaseTuple):
                column = len(self.stores)
                self.stores.append(f"rows[row, {column}] = {path}")
                return f"rows[row, {column}]"
            if not isinstance(kind, types.BaseNamedTuple):
                parts = [self._build(part, f"{path}[{k}]") for k, part in enumerate(kind)]
                return f"({', '.join(parts)},)"
            name = f"Part{len(self.classes)}"
            self.classes[name] = kind.instance_class
            parts = [
                f"{path}.{field}" if top and field == KEPT else self._build(part, f"{path}.{field}")
                for field, part in zip(kind.fields, kind, strict=True)
            ]
            return f"{name}({', '.join(parts)})"

        def function(self, signature: str, lines: list[str]) -> Any:
            body = "".join(f"\n    {line}" for line in lines)
            exec(f"def implementation({signature}:{body}", self.classes)
            return self.classes["implementation"]

    @overload(store)
    def _store(state: Any, rows: Any, row: Any) -> Any:
        code = _Code(state)
        return code.function("state: Any, rows: Any, row: Any) -> None", code.stores)

    @overload(load)
    def _load(like: Any, rows: Any, row: Any) -> Any:
        code = _Code(like)
        built = code.built.replace("state.", "like.")
        return code.function("like: Any, rows: Any, row: Any) -> Any", [f"return {built}"])
