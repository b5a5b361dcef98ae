"""Games that live outside the house: registered, found by their key, never run as stale code."""

import os
from pathlib import Path
from typing import Any

import pytest

import tabletier
from tabletier.games.kernel import registry
from tabletier.games.kernel.errors import UnknownGame
from tabletier.games.kernel.guests import GROUP, VARIABLE, BrokenGuest
from tabletier.games.kernel.registry import find, guests, keys, register
from tests.kernel.processes import SOURCES, run_python

ROOT = SOURCES.parent
"""Where `tests` and `benchmarks` are."""


@pytest.fixture(autouse=True)
def _own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else sees the guests of these tests."""
    monkeypatch.setattr(registry, "_guests", {})
    monkeypatch.setattr(registry, "_games", {})


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
        with pytest.raises(BrokenGuest, match=r"benchmarks\.peers\.backgammon.*no such package"):
            find("backgammon")

    @pytest.mark.parametrize("name", ["", "a b", "a..b", ".a", "a/b", "a-b", "1", "a,b"])
    def test_what_is_no_name_of_a_package_is_refused(self, name: str) -> None:
        with pytest.raises(ValueError, match="not the name of a package"):
            register(name)

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            (5, "expected a package's name such as my_project.my_game, not 5"),
            (None, "expected a package's name such as my_project.my_game, not None"),
            ("no_such.package", "there is no package 'no_such' here"),
            ("os", "this is a part of Python"),
            ("a b", "not the name of a package"),
        ],
    )
    def test_programs_are_told_at_once_what_can_be_no_game(self, name: Any, said: str) -> None:
        with pytest.raises(ValueError, match=said):
            tabletier.register(name)


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
        code = f"from tabletier import BrokenGuest\n{code}"
        code += "\nexcept BrokenGuest as error:\n    print(error)\n"
        (guest.folder / "length.py").write_text(LENGTH.format(1))
        assert "has the key 'other', not 'guest'" in guest.run(code)


ANNOUNCED = """
import tabletier as tt
from tabletier.games.kernel.registry import broken_guests
print(tt.games()[:4] == ("barrier", "expion", "point", "punto"), tt.games()[4:])
for error in broken_guests():
    print(error.code, error.text.fr, "|", error.text.en)
"""
PLAYED = """
import tabletier as tt
match = tt.new("connect_four", seed="x").play("d")
print(tt.load(match.record()).moves, tt.options("connect_four")["properties"])
"""


LACKING = """
from dataclasses import replace
from types import SimpleNamespace
from tabletier.games.kernel.registry import find
ours = find('expion')
rules = {k: v for k, v in vars(ours.rules).items() if k not in ('tickets', 'chance')}
GAME = replace(ours, key='shards', rules=SimpleNamespace(**rules))
"""
HALF_A_SPACE = """
from dataclasses import replace
from types import SimpleNamespace
from tabletier.games.kernel.registry import find
ours = find('expion')
space = {k: v for k, v in vars(ours.space).items() if k != 'extent'}
GAME = replace(ours, key='shards', space=SimpleNamespace(**space))
"""
RENAMED = """
from dataclasses import replace
from tabletier.games.kernel.registry import find
GAME = replace(find('punto'), key='other')
"""


def announced(code: str, *packages: str, more: Path | None = None) -> str:
    path = os.pathsep.join(map(str, (SOURCES, ROOT, *([more] if more else []))))
    assert VARIABLE == "TABLETIER_GAMES"
    games = ",".join(packages)
    return run_python(code, PYTHONPATH=path, TABLETIER_JIT="0", TABLETIER_GAMES=games)


class TestAnnouncing:
    def test_the_variable_puts_guests_on_the_shelf_after_the_games_of_the_house(self) -> None:
        peers = ("benchmarks.peers.connect_four", " benchmarks.peers.breakthrough ", "")
        assert announced(ANNOUNCED, *peers) == "True ('breakthrough', 'connect_four')\n"

    def test_without_guests_the_shelf_is_the_houses(self) -> None:
        assert announced(ANNOUNCED) == "True ()\n"

    def test_it_is_played_and_recorded_without_registering(self) -> None:
        assert announced(PLAYED, "benchmarks.peers.connect_four") == "('d',) {}\n"

    def test_an_installed_project_announces_its_games(self, tmp_path: Path) -> None:
        folder = tmp_path / "my_project-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: my-project\nVersion: 1.0\n")
        points = "connect_four = benchmarks.peers.connect_four\nlost = my_project.lost\n"
        (folder / "entry_points.txt").write_text(f"[{GROUP}]\n{points}")
        told = announced(ANNOUNCED, more=tmp_path).splitlines()
        assert told[0] == "True ('connect_four',)"
        assert (
            "'my_project.lost' (entry point tabletier.games of the project my-project)" in told[1]
        )
        assert len(told) == 2

    @pytest.mark.parametrize(
        ("source", "why"),
        [
            ("raise RuntimeError('in pieces')", "RuntimeError: in pieces"),
            ("import sys; sys.exit(3)", "SystemExit: 3"),
            ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
            ("x = (", "SyntaxError"),
            ("", "AttributeError: module 'shards' has no attribute 'GAME'"),
            ("GAME = 1", "its GAME is a int, no Game"),
            ("import tabletier as tt; tt.games(); raise ValueError", "ValueError"),
            (RENAMED, "its GAME has the key 'other', not 'shards'"),
            (LACKING, "rules.py has no tickets, chance"),
            (HALF_A_SPACE, "space.py has no extent"),
        ],
    )
    def test_one_that_does_not_load_is_a_sentence_and_the_others_are_there(
        self, tmp_path: Path, source: str, why: str
    ) -> None:
        (tmp_path / "shards").mkdir()
        (tmp_path / "shards" / "__init__.py").write_text(source)
        names = ("shards", "benchmarks.peers.connect_four")
        first, told = announced(ANNOUNCED, *names, more=tmp_path).splitlines()
        assert first == "True ('connect_four',)"
        assert told.startswith("game/broken Le jeu invité « shards » (nommé par TABLETIER_GAMES)")
        assert "The guest game 'shards' (named by TABLETIER_GAMES) cannot be used: " in told
        assert why in told

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("nowhere.game", "there is no such package (is it installed, or its folder on"),
            ("not a name", "this is not the name of a package, such as my_project.my_game"),
            ("elsewhere.punto", "there is a game called 'punto' already"),
        ],
    )
    def test_one_that_cannot_be_there_is_a_sentence(self, name: str, why: str) -> None:
        first, told = announced(ANNOUNCED, name).splitlines()
        assert first == "True ()"
        assert why in told

    def test_asking_for_a_broken_one_says_what_is_wrong_with_it(self, tmp_path: Path) -> None:
        (tmp_path / "shards").mkdir()
        (tmp_path / "shards" / "__init__.py").write_text("1 / 0")
        code = (
            "import tabletier as tt\ntry:\n    tt.new('shards')\n"
            "except tt.GameError as error:\n    print(error.code, error)"
        )
        told = announced(code, "shards", more=tmp_path)
        assert told.startswith("game/broken The guest game 'shards'")
        assert "ZeroDivisionError" in told
