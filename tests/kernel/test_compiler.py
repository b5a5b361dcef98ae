"""Compiled rules are kept on disk, and stale ones never run.

Each test works on a small copy of the package, in processes of their own.
"""

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.kernel.processes import SOURCES, run_python

CALLER = """
from tabletier.games.kernel.compiler import compiled
from tabletier.games.kernel.called import number

@compiled
def doubled():
    return 2 * number()
"""
CALLED = """
from tabletier.games.kernel.compiler import compiled

@compiled
def number():
    return {}
"""
RUN = "from tabletier.games.kernel.caller import doubled; print(doubled())"
KEY = "from tabletier.games.kernel.compiler import source_key; print(source_key())"
PLACE = "from tabletier.games.kernel.compiler import cache_dir; print(cache_dir())"


class Copy:
    """A package with the kernel and two rules, one of which calls the other in another file."""

    def __init__(self, root: Path) -> None:
        self.sources, self.cache = root / "src", root / "cache"
        self.kernel = self.sources / "tabletier/games/kernel"
        self.kernel.parent.mkdir(parents=True)
        for folder in (self.sources / "tabletier", self.kernel.parent):
            (folder / "__init__.py").touch()
        shutil.copytree(
            SOURCES / "tabletier/games/kernel",
            self.kernel,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        (self.kernel / "caller.py").write_text(CALLER)
        self.write_called(21)

    def write_called(self, number: int) -> None:
        (self.kernel / "called.py").write_text(CALLED.format(number))

    def run(self, code: str, **settings: str) -> str:
        kept = {"TABLETIER_CACHE_DIR": str(self.cache), **settings}
        return run_python(code, self.sources, **kept).strip()

    @property
    def key(self) -> str:
        return self.run(KEY, TABLETIER_JIT="0")

    @property
    def kept(self) -> list[Path]:
        return sorted(self.cache.rglob("*.nbi"))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


class TestTheKeyOfTheCache:
    def test_it_is_the_same_for_the_same_sources(self, copy: Copy) -> None:
        assert copy.run(KEY) == copy.key == copy.key

    def test_it_changes_with_any_source_any_box_data_and_any_corrected_data(
        self, copy: Copy
    ) -> None:
        found = [copy.key]
        copy.write_called(22)
        found.append(copy.key)
        (copy.kernel.parent / "chequers").mkdir()
        (copy.kernel.parent / "chequers/box.json").write_text("{}")
        found.append(copy.key)
        mine = copy.sources.parent / "mine"
        mine.mkdir()
        (mine / "chequers.json").write_text("[]")
        found.append(copy.run(KEY, TABLETIER_JIT="0", TABLETIER_BOX_DIR=str(mine)))
        assert len(set(found)) == 4

    def test_a_source_that_compiles_nothing_does_not_change_it(self, copy: Copy) -> None:
        before = copy.key
        room = copy.sources / "tabletier/room.py"
        room.write_text("SIZE = 3\n")
        assert copy.key == before
        room.write_text("from tabletier.games.kernel.compiler import compiled\n")
        assert copy.key != before

    def test_it_names_the_folder_in_the_chosen_place(self, copy: Copy) -> None:
        assert copy.run(PLACE) == str(copy.cache / "compiled" / copy.key)

    def test_without_a_choice_the_folder_is_the_users(self, copy: Copy) -> None:
        home = copy.sources.parent / "home"
        place = copy.run(PLACE, TABLETIER_CACHE_DIR="", XDG_CACHE_HOME=str(home), HOME=str(home))
        assert Path(place).is_relative_to(home)


class TestWhatIsKept:
    def test_compiled_code_is_kept_and_found_again(self, copy: Copy) -> None:
        assert copy.run(RUN) == "42"
        kept = copy.kept
        assert {path.name.split(".")[0] for path in kept} == {"caller", "called"}
        assert all(path.is_relative_to(copy.cache / "compiled" / copy.key) for path in kept)
        written = [path.stat().st_mtime_ns for path in kept]
        hits = "from tabletier.games.kernel.caller import doubled; doubled(); "
        assert copy.run(hits + "print(len(doubled.stats.cache_hits))") == "1"
        assert [path.stat().st_mtime_ns for path in copy.kept] == written

    def test_a_change_in_a_called_file_is_never_missed(self, copy: Copy) -> None:
        assert copy.run(RUN) == "42"
        copy.write_called(50)
        assert copy.run(RUN) == "100"
        copy.write_called(21)
        assert copy.run(RUN) == "42"

    def test_nothing_is_kept_anywhere_when_the_place_cannot_be_written(self, copy: Copy) -> None:
        copy.cache.write_text("a file where the folder should be")
        home = copy.sources.parent / "home"
        settings = {"XDG_CACHE_HOME": str(home), "HOME": str(home)}
        assert copy.run(RUN, **settings) == "42"
        copy.write_called(50)
        assert copy.run(RUN, **settings) == "100"
        assert not list(copy.sources.parent.rglob("*.nbi"))

    def test_code_of_other_sources_goes_after_a_month_without_use(self, copy: Copy) -> None:
        old, recent = (copy.cache / "compiled" / name for name in ("old", "recent"))
        for folder, days in ((old, 31), (recent, 29)):
            folder.mkdir(parents=True)
            (folder / "rules.nbi").touch()
            then = time.time() - days * 86400
            os.utime(folder, (then, then))
        copy.run(RUN)
        assert not old.exists()
        assert recent.exists()


class TestPlainPython:
    def test_nothing_is_compiled_or_kept_when_it_is_switched_off(self, copy: Copy) -> None:
        code = f"{RUN}; import sys; print('numba' in sys.modules, type(doubled).__name__)"
        assert copy.run(code, TABLETIER_JIT="0").split() == ["42", "False", "function"]
        assert not copy.cache.exists()

    def test_it_is_switched_on_otherwise(self, copy: Copy) -> None:
        code = "from tabletier.games.kernel.compiler import JIT; print(JIT)"
        assert copy.run(code) == copy.run(code, TABLETIER_JIT="1") == "True"

    @pytest.mark.parametrize("wish", ["maybe", "false"])
    def test_what_can_mean_neither_is_told(self, copy: Copy, wish: str) -> None:
        code = (
            "import warnings\n"
            "with warnings.catch_warnings(record=True) as told:\n"
            "    warnings.simplefilter('always')\n"
            "    from tabletier.games.kernel.compiler import JIT\n"
            "print(JIT, *(one.message for one in told))"
        )
        said = f"TABLETIER_JIT cannot be '{wish}': 0 interprets the rules, 1 compiles them, which"
        assert copy.run(code, TABLETIER_JIT=wish) == f"True {said} is done now."
        assert copy.run(code, TABLETIER_JIT="") == "True"

    @pytest.mark.parametrize("jit", ["0", "1"])
    def test_parts_and_inlined_rules_give_the_same_in_compiled_callers(
        self, copy: Copy, jit: str
    ) -> None:
        (copy.kernel / "mixed.py").write_text(
            "from tabletier.games.kernel.compiler import compiled, inlined, part\n"
            "@part\ndef small(n): return n + 1\n"
            "@inlined\ndef long(n): return small(n) * 10\n"
            "@compiled\ndef rule(n): return long(n) + small(n)\n"
        )
        code = "from tabletier.games.kernel.mixed import rule, small; print(rule(2), small(2))"
        assert copy.run(code, TABLETIER_JIT=jit) == "33 3"
