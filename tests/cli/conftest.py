"""A shelf with one more game on it, and a home folder that is nobody's."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletier.cli import game_choice, i18n
from tabletier.cli.session import seats
from tabletier.games.kernel.registry import find, house_keys

TOY_GAMES = Path(__file__).with_name("toy_games")
SPEAKING = ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR")
SETTINGS = ("TABLETIER_BOX_DIR", "TABLETIER_LIMITS", "TABLETIER_PACE")
"""What tests of the house may have set before in this process, for all of theirs."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games go to a folder of the test; the language is English unless a test says so."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(folder))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    for name in (*SPEAKING, *SETTINGS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TABLETIER_JIT", "0")  # for the processes in which opponents think
    i18n.set_language([], {})
    return folder


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game of tests/cli/toy_games stands on the shelf."""
    games = sys.modules["tabletier.games"]
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(TOY_GAMES)])
    house_keys.cache_clear()
    yield
    house_keys.cache_clear()


@pytest.fixture
def pebbles(new_game: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 -- a fixture
    """The toy game, of which nobody says that it must be prepared first; chance is the opponent."""
    monkeypatch.setattr(game_choice, "_prepare", find)
    monkeypatch.setattr(seats, "USUAL", seats.RANDOM)
