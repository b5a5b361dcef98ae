"""Option sets that adapters are tried with: every game, and what is special about some of them."""

from typing import Any

from tabletier.games.kernel.registry import find, keys
from tabletier.lab.bulk import seatings

SEATINGS: list[tuple[str, dict[str, Any]]] = [
    (key, options) for key in keys() for options in seatings(find(key))
]


def label(case: Any) -> str:
    """A name for a test."""
    return case if isinstance(case, str) else "-".join(map(str, case.values()))
