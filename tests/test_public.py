"""What `import tabletier` offers: documented by examples that run, typed, and quick to import."""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tests.kernel.processes import SOURCES, run_python

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tests" / "users_script.py"
HEAVY = ("numba", "llvmlite", "rich", "click", "jsonschema", "openskill")
OURS = ("tabletier.search", "tabletier.lab", "tabletier.server", "tabletier.cli")


def documented() -> list[tuple[str, Any]]:
    """Every public name that stands for code of ours, and the methods of a match."""
    found = [(name, getattr(tt, name)) for name in tt.__all__]
    found = [(name, it) for name, it in found if inspect.isclass(it) or inspect.isroutine(it)]
    methods = inspect.getmembers(tt.Match, inspect.isfunction)
    return found + [(f"Match.{name}", it) for name, it in methods if not name.startswith("_")]


@pytest.mark.parametrize(("name", "it"), documented(), ids=[name for name, _ in documented()])
def test_every_public_name_says_what_it_is_and_its_examples_run(name: str, it: Any) -> None:
    text = inspect.getdoc(it)
    assert text, name
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    printed: list[str] = []
    failed, _ = doctest.DocTestRunner().run(example, out=printed.append)
    assert failed == 0, "".join(printed)


CALLED = (
    *("new", "setup", "load", "verify", "options", "choose", "think", "hint", "analyse"),
    *("random_games", "arena", "Match.play", "Match.imagine", "Match.chances", "Match.draw"),
)


@pytest.mark.parametrize("name", CALLED)
def test_what_people_call_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(dict(documented())[name]) or "")


def test_play_says_where_draws_come_from() -> None:
    text = " ".join((inspect.getdoc(tt.Match.play) or "").split())
    assert "from the match's seed" in text
    assert "looks into the future" in text


def test_everything_public_is_there_and_nothing_else_is_promised() -> None:
    assert len(tt.__all__) == len(set(tt.__all__))
    assert set(tt.__all__) <= set(dir(tt))
    with pytest.raises(AttributeError, match="no attribute 'choice'"):
        _ = tt.choice


def test_importing_it_loads_no_game_no_compiler_and_no_opponent() -> None:
    code = f"import sys, tabletier; print([n for n in {(*HEAVY, *OURS)!r} if n in sys.modules])"
    assert run_python(code).strip() == "[]"
    games = "import sys, tabletier; print([g for g in tabletier.games() "
    games += "if 'tabletier.games.' + g in sys.modules])"
    assert run_python(games).strip() == "[]"


class TestTypes:
    """A user's script that uses every public name."""

    def test_the_script_uses_every_public_name(self) -> None:
        text = SCRIPT.read_text("utf-8")
        assert [name for name in tt.__all__ if f"tt.{name}" not in text] == []

    def test_it_runs(self) -> None:
        run = subprocess.run(
            [sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr

    @pytest.mark.slow
    def test_mypy_is_content(self, tmp_path: Path) -> None:
        settings = ["--strict", "--config-file=", f"--cache-dir={tmp_path}", "--no-incremental"]
        self.check("mypy", *settings, "--follow-imports=silent", str(SCRIPT))

    @pytest.mark.slow
    def test_pyright_is_content(self, tmp_path: Path) -> None:
        settings = tmp_path / "pyrightconfig.json"
        settings.write_text(
            '{"typeCheckingMode": "strict", "include": ["' + SCRIPT.as_posix() + '"],'
            ' "pythonVersion": "3.11"}',
            "utf-8",
        )
        self.check("basedpyright", "--project", str(settings), "--pythonpath", sys.executable)

    @staticmethod
    def check(*command: str) -> None:
        run = subprocess.run(
            [sys.executable, "-m", *command], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr


class TestPatience:
    """A line on standard error when compiling takes long."""

    CODE = (
        "import io, sys; from contextlib import redirect_stderr; from types import SimpleNamespace;"
        "from tabletier.games.kernel import patience as p;"
        "clock = iter([0.0, 0.5, 0.5, 0.9, 0.9, 10.0, 10.2, 10.2, 10.4, 99.0]);"
        "p.time = SimpleNamespace(monotonic=lambda: next(clock));"
        "start = SimpleNamespace(is_start=True, is_end=False);"
        "end = SimpleNamespace(is_start=False, is_end=True);"
        "said = io.StringIO(); sys.stderr = said; it = p._patience;"
    )

    def said(self, events: str, **settings: str) -> str:
        calls = "".join(f"it.notify({one});" for one in events.split())
        code = self.CODE + calls + "print(said.getvalue(), end='')"
        return run_python(code, SOURCES, **settings)

    def test_short_compilations_say_nothing(self) -> None:
        assert self.said("start end", TABLETIER_QUIET="0") == ""

    def test_long_ones_say_so_once_added_up(self) -> None:
        told = self.said("start end start end", TABLETIER_QUIET="0")
        assert told.count("tabletier: compiling rules") == 1
        assert "TABLETIER_JIT=0" in told

    def test_it_can_be_silenced(self) -> None:
        assert self.said("start end start end", TABLETIER_QUIET="1") == ""

    @pytest.mark.slow
    def test_whoever_compiles_for_long_is_told(self, tmp_path: Path) -> None:
        code = "import io, sys; sys.stderr = said = io.StringIO(); import tabletier as tt;"
        code += "tt.new('point').legal_moves(); print(said.getvalue(), end='')"
        settings = {"TABLETIER_QUIET": "0", "TABLETIER_CACHE_DIR": str(tmp_path)}
        told = run_python(code, SOURCES, **settings)
        assert told.count("tabletier: compiling rules") == 1
        assert str(tmp_path) in told
        assert run_python(code, SOURCES, **settings) == ""  # kept, so nobody waits again
