"""A shelf with one more game on it, that is over in a moment."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletier.games.kernel.registry import house_keys

TOY_GAMES = Path(__file__).parents[1] / "cli" / "toy_games"


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The toy game of tests/cli/toy_games stands on the shelf, for players at random."""
    games = sys.modules["tabletier.games"]
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(TOY_GAMES)])
    house_keys.cache_clear()
    yield "pebbles"
    house_keys.cache_clear()
