"""The page that shows the way through the code names files and functions that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:src|web|docs|scripts)/[\w./-]+)`", PAGE)))
STEPS = sorted(set(re.findall(r"`((?:src|web)/[\w./-]+\.(?:py|ts|svelte))` `(\w+)`", PAGE)))


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


def test_every_package_is_on_the_page() -> None:
    package = ROOT / "src" / "tabletier"
    rooms = [path.parent.relative_to(package).as_posix() for path in package.glob("*/__init__.py")]
    assert [room for room in rooms if f"`src/tabletier/{room}/" not in PAGE] == []
