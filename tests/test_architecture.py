"""The page that shows the way through the code names files and functions that are there.

And a name means one thing wherever it stands.
"""

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tabletier.server.tables.orders import LONGEST_SAYING

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:src|web|docs|scripts)/[\w./-]+)`", PAGE)))
STEPS = sorted(set(re.findall(r"`((?:src|web)/[\w./-]+\.(?:py|ts|svelte))` `(\w+)`", PAGE)))

PACKAGE = ROOT / "src" / "tabletier"
SOURCES = sorted(PACKAGE.rglob("*.py"))
LONGEST, SMALL = 420, 60
"""Lines of a module at most; and below which it belongs into the only one that imports it."""
ANOTHER_PROGRAM = PACKAGE / "client"
"""It talks with the server, and calls what it hears as the server does."""


def home(file: Path) -> tuple[str, ...]:
    """Where a class is at home: all games are one place, for they say the same things alike."""
    first, *rest = file.relative_to(PACKAGE).parts
    is_game = first == "games" and rest[0] != "kernel" and len(rest) > 1
    return ("games",) if is_game else (first, *rest)


@pytest.mark.parametrize("path", PATHS)
def test_what_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("path", "name"), STEPS)
def test_what_is_said_to_be_in_a_file_is_in_it(path: str, name: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8"))


def test_the_ways_are_long_enough_to_be_worth_a_test() -> None:
    assert len(STEPS) > 15


@pytest.mark.parametrize(
    ("way", "most"), [("The way of `match.play`", 5), ("The way of a click", 15)]
)
def test_the_ways_are_short(way: str, most: int) -> None:
    section = PAGE.split(f"## {way}\n")[1].split("\n## ")[0]
    steps = [line for line in section.splitlines() if re.match(r"\d+\. ", line)]
    files = set(re.findall(r"`((?:src|web)/[\w./-]+)`", "\n".join(steps)))
    assert 0 < len(files) <= most


TRACED = """
import sys
import tabletier as tt

wanted = {"read", "is_legal", "legal_moves", "advance", "apply"}
modules = set()


def note(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_name in wanted and "/tabletier/" in code.co_filename:
        while frame is not None and "/tabletier/" in frame.f_code.co_filename:
            modules.add(frame.f_code.co_filename.split("/src/")[1])
            frame = frame.f_back


match = tt.new("barrier", {"layout": "random"}, seed="a way")
move = match.legal_moves()[0]
match = tt.load(match.record())  # knows no list of its moves
match.play(move)
match = tt.load(match.record())
sys.setprofile(note)
match.play(move)
sys.setprofile(None)
print(*sorted("src/" + module for module in modules), sep="\\n")
"""


def test_a_move_takes_the_way_that_the_page_describes() -> None:
    """Which files call each other on the way to the rule, seen while a move is made."""
    plain = {**os.environ, "TABLETIER_JIT": "0", "TABLETIER_QUIET": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", TRACED], env=plain, capture_output=True, text=True, check=True
    )
    section = PAGE.split("## The way of `match.play`\n")[1].split("\n## ")[0]
    steps = [line for line in section.splitlines() if re.match(r"\d+\. ", line)]
    described = set(re.findall(r"`(src/[\w./-]+)`", "\n".join(steps)))
    assert set(ran.stdout.split()) == described


def test_the_page_counts_letters_as_the_server_does() -> None:
    counted = (ROOT / "web/src/rooms/table/Say.svelte").read_text("utf-8")
    assert re.search(r"const LONGEST = (\d+);", counted).group(1) == str(LONGEST_SAYING)  # type: ignore[union-attr]


def test_every_package_is_on_the_page() -> None:
    rooms = [path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.glob("*/__init__.py")]
    assert [room for room in rooms if f"`src/tabletier/{room}/" not in PAGE] == []


def test_no_two_public_classes_have_one_name() -> None:
    found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for file in (file for file in SOURCES if ANOTHER_PROGRAM not in file.parents):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(home(file))
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


def test_no_module_is_too_long() -> None:
    assert [file for file in SOURCES if len(file.read_text("utf-8").splitlines()) > LONGEST] == []


def test_a_small_module_is_imported_by_more_than_one() -> None:
    importers: dict[str, set[Path]] = defaultdict(set)
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                importers[node.module].add(file)
                for name in node.names:
                    importers[f"{node.module}.{name.name}"].add(file)
    shared = [file for file in SOURCES if home(file) != ("games",)]  # games: the same names in all
    small = [file for file in shared if len(file.read_text("utf-8").splitlines()) < SMALL]
    modules = [file.relative_to(PACKAGE.parent).with_suffix("") for file in small]
    assert [module for module in modules if len(importers[".".join(module.parts)]) == 1] == []


def test_no_test_stops_the_clock_of_other_threads() -> None:
    """A house of another test may run beside it: patch the module's own name of the library."""
    patched = re.compile(r"""setattr\(\s*["']?(time|asyncio|random)\b["'.,]""")
    files = (ROOT / "tests").rglob("*.py")
    assert [file.name for file in files if patched.search(file.read_text("utf-8"))] == []
