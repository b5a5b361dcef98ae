"""The page that shows the way through the code names files and functions that are there.

And a name means one thing wherever it stands.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:src|web|docs|scripts)/[\w./-]+)`", PAGE)))
STEPS = sorted(set(re.findall(r"`((?:src|web)/[\w./-]+\.(?:py|ts|svelte))` `(\w+)`", PAGE)))

PACKAGE = ROOT / "src" / "tabletier"
SAID_TWICE = {
    "Refusal": "why a move is refused, and the shape in which that is told: one thing",
    "Table": "what was agreed as a game's state knows it; the table at which people sit",
    "Plan": "what a card is used for in Point; what an arena is to play (docs/arena.md has it)",
    "Position": "what the referee knows; what one may see of it, by its name in OpenAPI",
    "Written": "a move's text taken apart in Ex*pion; an answer by its name in OpenAPI",
}
"""Public classes of one name in two places, and why."""


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
    ("way", "most"), [("The way of `match.play`", 5), ("The way of a click", 16)]
)
def test_the_ways_are_short(way: str, most: int) -> None:
    section = PAGE.split(f"## {way}\n")[1].split("\n## ")[0]
    steps = [line for line in section.splitlines() if re.match(r"\d+\. ", line)]
    files = set(re.findall(r"`((?:src|web)/[\w./-]+)`", "\n".join(steps)))
    assert 0 < len(files) <= most


def test_every_package_is_on_the_page() -> None:
    rooms = [path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.glob("*/__init__.py")]
    assert [room for room in rooms if f"`src/tabletier/{room}/" not in PAGE] == []


def test_no_two_public_classes_have_one_name() -> None:
    found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for file in PACKAGE.rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(home(file))
    assert {name for name, where in found.items() if len(where) > 1} <= SAID_TWICE.keys()
