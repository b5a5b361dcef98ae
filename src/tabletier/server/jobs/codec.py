"""Questions and answers as JSON, and back to exactly what they were.

Not pickle: who can write to the queue should be able to ask, not to run programs.
"""

import json
from typing import Any

from tabletier.games.kernel.text import Text
from tabletier.search.hints import Hint
from tabletier.search.knowledge import Knowledge
from tabletier.search.tree_search import Candidate, Thought

KINDS: dict[str, Any] = {
    kind.__name__: kind for kind in (Candidate, Hint, Knowledge, Text, Thought)
}


def pack(value: Any) -> str:
    """A value of plain data, and of the kinds we know, as text."""
    return json.dumps(_packed(value), separators=(",", ":"), ensure_ascii=False)


def unpack(text: str) -> Any:
    """What was packed. Raises ValueError."""
    try:
        return _unpacked(json.loads(text))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError("this was not packed here") from error


def _packed(value: Any) -> Any:
    if isinstance(value, dict):
        return {"dict": [[_packed(key), _packed(part)] for key, part in value.items()]}
    if isinstance(value, list):
        return [_packed(part) for part in value]
    if isinstance(value, tuple):
        return {"tuple": [_packed(part) for part in value], "kind": _kind(value)}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"only plain data is sent to other machines, not {type(value)}")


def _kind(value: tuple[Any, ...]) -> str | None:
    if type(value) is tuple:
        return None
    if KINDS.get(type(value).__name__) is not type(value):
        raise TypeError(f"only plain data is sent to other machines, not {type(value)}")
    return type(value).__name__


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(part) for part in value]
    if not isinstance(value, dict):
        return value
    if "dict" in value:
        return {_unpacked(key): _unpacked(part) for key, part in value["dict"]}
    parts = [_unpacked(part) for part in value["tuple"]]
    return tuple(parts) if value["kind"] is None else KINDS[value["kind"]](*parts)
