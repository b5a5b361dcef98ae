"""What the strongest opponents are told of a match of Barrier before they search: who hunts."""

from typing import Any

from tabletier.games.barrier.finishing import plan_of
from tabletier.games.barrier.state import State


def fits(root: State) -> bool:
    """It serves under all options."""
    return True


def net_of(root: State) -> Any:
    """The plan of a search that begins here."""
    return plan_of(root)
