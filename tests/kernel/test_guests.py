"""Games that live outside the house: registered, found by their key, never run as stale code."""

import os
from pathlib import Path

import pytest

from tabletier.games.kernel import registry
from tabletier.games.kernel.errors import UnknownGame
from tabletier.games.kernel.registry import find, guests, keys, register
from tests.kernel.processes import SOURCES, run_python

ROOT = SOURCES.parent
"""Where `tests` and `benchmarks` are."""


@pytest.fixture(autouse=True)
def _own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else sees the guests of these tests."""
    monkeypatch.setattr(registry, "_guests", {})
    registry._guest.cache_clear()


class TestRegistering:
    def test_a_guest_is_found_by_the_last_part_of_its_name(self) -> None:
        assert register("benchmarks.peers.connect_four") == "connect_four"
        assert find("connect_four").key == "connect_four"
        assert find("connect_four") is find("connect_four")

    def test_the_shelf_of_the_house_stays_as_it_is(self) -> None:
        before = keys()
        register("benchmarks.peers.connect_four")
        assert keys() == before
        assert guests() == ("connect_four",)

    def test_registering_again_changes_nothing(self) -> None:
        register("benchmarks.peers.connect_four")
        assert register("benchmarks.peers.connect_four") == "connect_four"

    @pytest.mark.parametrize("key", keys())
    def test_a_key_of_the_house_is_taken(self, key: str) -> None:
        with pytest.raises(ValueError, match="already"):
            register(f"elsewhere.{key}")

    def test_a_key_of_another_guest_is_taken(self) -> None:
        register("benchmarks.peers.connect_four")
        with pytest.raises(ValueError, match="already"):
            register("elsewhere.connect_four")

    def test_a_slip_of_the_pen_finds_guests_too(self) -> None:
        register("benchmarks.peers.connect_four")
        with pytest.raises(UnknownGame, match="did you mean 'connect_four'"):
            find("conect_four")

    def test_a_package_that_is_not_there_is_named(self) -> None:
        register("benchmarks.peers.backgammon")
        with pytest.raises(ModuleNotFoundError, match=r"benchmarks\.peers\.backgammon"):
            find("backgammon")


RULES = """
from typing import NamedTuple
from tabletier.games.kernel.compiler import compiled
from guest.length import length

MAX_MOVES, REASONS = 1, ("end",)


class State(NamedTuple):
    moved: int


@compiled
def to_move(state):
    return -2 if state.moved >= length() else 0


@compiled
def legal_moves(state, moves):
    moves[0] = 0
    return 1


@compiled
def apply(state, move):
    return State(state.moved + 1)


@compiled
def outcome(state):
    return 1, 0


@compiled
def tickets(state):
    return 0


@compiled
def chance(state, ticket):
    return ticket
"""
LENGTH = """
from tabletier.games.kernel.compiler import compiled

@compiled
def length():
    return {}
"""
INIT = """
from guest import rules
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.text import Text

def unused(*_):
    raise AssertionError

UNUSED = "write read refuse position setup view events tell ask picture".split()
GAME = Game(
    key={key!r}, name=Text("", ""), goal=Text("", ""), credits="", version="1", options=(),
    rules=rules, check=lambda _: None, teams=lambda _: ((0,),),
    start=lambda _: rules.State(0), **dict.fromkeys(UNUSED, unused),
)
"""
PLAY = """
from tabletier.games.kernel.registry import find, register
from tabletier.lab.bulk import play_games
register("guest")
print(play_games(find("guest"), {}, 1, "x").lengths[0])
"""


class Elsewhere:
    """A game in two files, somewhere else, that lasts as many moves as the second says."""

    def __init__(self, root: Path) -> None:
        self.folder, self.cache = root / "guest", root / "cache"
        self.folder.mkdir()
        (self.folder / "__init__.py").write_text(INIT.format(key="guest"))
        (self.folder / "rules.py").write_text(RULES)

    def lasting(self, moves: int) -> str:
        (self.folder / "length.py").write_text(LENGTH.format(moves))
        return self.run(PLAY)

    def run(self, code: str) -> str:
        path = os.pathsep.join(map(str, (SOURCES, self.folder.parent)))
        return run_python(code, PYTHONPATH=path, TABLETIER_CACHE_DIR=str(self.cache)).strip()


class TestTheCacheOfAGuest:
    def test_a_change_in_any_of_its_files_is_never_missed(self, tmp_path: Path) -> None:
        guest = Elsewhere(tmp_path)
        assert guest.lasting(3) == "3"
        assert guest.lasting(5) == "5"
        assert guest.lasting(3) == "3"

    def test_a_game_with_another_key_than_its_package_is_refused(self, tmp_path: Path) -> None:
        guest = Elsewhere(tmp_path)
        (guest.folder / "__init__.py").write_text(INIT.format(key="other"))
        code = PLAY.replace("print(", "try:\n    print(").rstrip()
        code += "\nexcept ValueError as error:\n    print(error)\n"
        (guest.folder / "length.py").write_text(LENGTH.format(1))
        assert "has the key 'other', not 'guest'" in guest.run(code)
