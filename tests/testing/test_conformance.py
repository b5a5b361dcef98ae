"""The suite for guests: whole games pass it, and each way to break one is found and named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernel.processes import SOURCES

ROOT = SOURCES.parent
BROKEN = """
from dataclasses import replace
from types import SimpleNamespace

from benchmarks.peers import connect_four
from benchmarks.peers.connect_four import rules
from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.diagram import Piece
from tabletier.games.kernel.text import Text

ours = connect_four.GAME


def with_rules(**changed):
    return {{"rules": SimpleNamespace(**{{**vars(rules), **changed}})}}


{source}
GAME = replace(ours, key="broken", **CHANGED)
"""
BREAKS = {
    "steps in no order": (
        "rules",
        """
def legal_moves(state, moves):
    count = rules.legal_moves(state, moves)
    moves[:count] = moves[:count][::-1].copy()
    return count

CHANGED = with_rules(legal_moves=legal_moves)
""",
        "legal_moves: ascending and unique",
    ),
    "moves when it is over": (
        "rules",
        """
def legal_moves(state, moves):
    moves[0] = 0
    return max(1, rules.legal_moves(state, moves))

CHANGED = with_rules(legal_moves=legal_moves)
""",
        "legal_moves: none exactly when over",
    ),
    "more than the buffer holds": (
        "rules",
        """
def legal_moves(state, moves):
    moves[rules.MAX_MOVES] = 7
    return rules.legal_moves(state, moves)

CHANGED = with_rules(legal_moves=legal_moves)
""",
        "legal_moves: never beyond MAX_MOVES",
    ),
    "another random move": (
        "rules",
        "CHANGED = with_rules(random_move=lambda state, word: -5)",
        "random_move: the listed one",
    ),
    "a reason that is not listed": (
        "rules",
        "CHANGED = with_rules(outcome=lambda state: (0, 9))",
        "outcome: an index into REASONS",
    ),
    "a state that is not whole numbers": (
        "rules",
        """
class State(rules.State):
    pass

def apply(state, move):
    return rules.apply(state, move)._replace(turn=float(1 - state.turn))

CHANGED = with_rules(apply=apply)
""",
        "State: ",
    ),
    "an aim in one language": (
        "presentation",
        "CHANGED = {'goal': Text('Alignez quatre pions.', '')}",
        "goal: a Text, in French and in English",
    ),
    "endings by other names": (
        "presentation",
        "CHANGED = {'endings': {'luck': Text('la chance', 'luck')}}",
        "endings: one for each of REASONS",
    ),
    "moves that cannot be read": (
        "moves",
        "CHANGED = {'read': lambda state, text: None}",
        "read: not the steps that 'a' was written for",
    ),
    "a position that forgets": (
        "positions",
        "CHANGED = {'setup': lambda given, options: (rules.initial(), None)}",
        "setup, then position: the same position",
    ),
    "a view that is no plain data": (
        "views",
        "CHANGED = {'view': lambda state, memory, seat: {'rows': {1, 2}}}",
        "view: plain data that survives JSON",
    ),
    "moves that cause nothing": (
        "views",
        "CHANGED = {'events': lambda before, step, after: []}",
        "events: a move causes at least one",
    ),
    "a piece beside the board": (
        "diagrams",
        """
def diagram(table):
    drawn = ours.diagram(table)
    return replace(drawn, pieces=(Piece("z9", drawn.marks[0][0], ours.name),))

CHANGED = {'diagram': diagram}
""",
        "diagram: every piece stands on a cell of the board",
    ),
    "touching what is not there": (
        "diagrams",
        "CHANGED = {'touches': lambda state, steps: ('z9',)}",
        "touches: cells of the diagram",
    ),
    "more levels than have names": (
        "thinking",
        """
from tabletier.games.kernel.skills import Skill

known = {**vars(ours.heuristics), "SKILLS": (Skill(simulations=10),) * 12}
CHANGED = {'heuristics': SimpleNamespace(**known)}
""",
        "SKILLS: a level each, five to eleven",
    ),
    "an error that is not one of ours": (
        "moves",
        """
def read(state, text):
    return ours.read(state, {letter: letter for letter in "abcdefg"}[text])

CHANGED = {'read': read}
""",
        "KeyError",
    ),
}


def tried(package: str, folder: Path, *more: str) -> tuple[int, str]:
    """The suite over a game in a process of its own, in a folder that has no tests."""
    path = os.pathsep.join(map(str, (SOURCES, ROOT, folder)))
    run = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:xdist",
            ),
            *("-p", "tabletier.testing", "--tabletier-game", package, *more),
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "TABLETIER_JIT": "0", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


@pytest.mark.parametrize("package", ["connect_four", "breakthrough"])
def test_a_whole_game_without_options_chance_or_secrets_passes(
    tmp_path: Path, package: str
) -> None:
    code, told = tried(f"benchmarks.peers.{package}", tmp_path, "--tabletier-inputs", "500")
    assert code == 0, told
    assert " passed" in told


@pytest.mark.parametrize("way", BREAKS)
def test_a_broken_one_is_found_and_the_part_of_the_contract_named(tmp_path: Path, way: str) -> None:
    part, source, said = BREAKS[way]
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text(BROKEN.format(source=source))
    code, told = tried("broken", tmp_path, "-k", f"{part}.py")
    assert code == 1, told
    assert said in told
    assert "What the contract asks" in told
    assert "It is about: " in told


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("no.such.game", "The guest game 'no.such.game'"),
        ("not a name", "this is not the name of a package"),
    ],
)
def test_a_game_that_is_not_there_is_a_sentence(tmp_path: Path, package: str, said: str) -> None:
    code, told = tried(package, tmp_path)
    assert code == 4
    assert said in told
    assert "Traceback" not in told


def test_without_a_game_the_plug_in_leaves_everything_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    assert True\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tabletier.testing", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in run.stdout
