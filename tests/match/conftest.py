"""A small game on the shelf beside the real ones, so that every answer can be known."""

import pytest

from tabletier.games.kernel import registry
from tabletier.games.kernel.contract import Game
from tabletier.match import course, record, start
from tests.kernel.toy import TOY


def _find(key: object) -> Game:
    return TOY if key == TOY.key else registry.find(key)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy of tests/kernel/toy.py, which `new`, `setup` and `load` know in this test."""
    monkeypatch.setattr(start, "find", _find)
    monkeypatch.setattr(record, "find", _find)
    monkeypatch.setattr(course, "find", _find)
    return TOY
