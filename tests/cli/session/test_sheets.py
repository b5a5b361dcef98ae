"""Reading the rule sheets at the prompt."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from tabletier.cli import render
from tabletier.cli.session.prompt_commands import sheet_drawings
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import LANGUAGES, Language
from tabletier.match import sheets
from tabletier.match.sheets import figures, frames, viewer
from tests.cli.helpers import tabletier

FOLDERS = sheets.FOLDERS
pytestmark = pytest.mark.usefixtures("pebbles", "sheet")
SHEET = """# Pebbles

## Aim

**PEBBLES-1** Aim. Take the *last* [pebble](http://x) of the Ex\\*pile.
A second line.

**PEBBLES-2** Taking. One to three.

## Odds and ends

**PEBBLES-12** Twelve. Is not one.

## What was reconstructed, and why

Nobody has *seen* the pebbles.

## Advice

Take few.
"""


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pebbles.en.md").write_text(SHEET)
    monkeypatch.setattr(sheets, "FOLDERS", (tmp_path / "none", tmp_path))


def printed(text: str, width: int) -> str:
    """A sheet on a black-and-white terminal of this width."""
    console = Console(width=width, file=io.StringIO(), emoji=False, highlight=False)
    render.show(text, console)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def asked(order: str) -> str:
    return tabletier("play", "pebbles", typed=f"{order}\nquit\n").stdout.split("Your move: ")[1]


@pytest.mark.parametrize("order", ["rules 1", "rules PEBBLES-1", "/rule pebbles-1"])
def test_one_rule(order: str) -> None:
    shown = asked(order)
    assert "PEBBLES-1 Aim. Take the last pebble of the Ex*pile. A second line.\n" in shown
    assert "PEBBLES-2" not in shown
    assert "PEBBLES-12" not in shown


def test_a_rule_ends_where_a_heading_begins() -> None:
    assert "Odds" not in asked("rules 2")


def test_the_chapter_on_what_was_reconstructed() -> None:
    shown = asked("rules reconstruction").split("Your move:")[0]
    assert "What was reconstructed, and why\n\nNobody has seen the pebbles.\n" in shown
    assert "Twelve" not in shown
    assert "Take few" not in shown


def test_a_sheet_without_that_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pebbles.en.md").write_text("# Pebbles\n\n**PEBBLES-1** Aim. Win.\n")
    monkeypatch.setattr(sheets, "FOLDERS", (tmp_path,))
    assert "There is no rule RECONSTRUCTION" in asked("rules reconstruction")


def test_the_whole_sheet() -> None:
    shown = asked("rules")
    assert "Odds and ends" in shown
    assert "**" not in shown
    assert "#" not in shown


def test_a_rule_that_does_not_exist() -> None:
    assert "There is no rule PEBBLES-99; 'rules' shows them all." in asked("rules 99")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("width", [60, 80, 200])
def test_every_sheet_is_shown_without_signs_of_markdown(
    key: str, language: Language, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "FOLDERS", FOLDERS)
    text = sheets.sheet(key, language)
    assert text is not None
    shown = printed(text, width)
    assert not re.findall(r"\*\*|`|^#|^\||\]\(| +$", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= min(width, 96)


def test_a_table_is_set_in_columns() -> None:
    shown = printed("| tile | goes |\n|---|---|\n| 1 | `up` |\n| 22 | **down** |", 40)
    lines = [line for line in shown.splitlines() if "tile" in line or line[0] in "12"]
    assert [line.split() for line in lines] == [["tile", "goes"], ["1", "up"], ["22", "down"]]
    assert (
        len({line.index(word) for line, word in zip(lines, ("go", "up", "do"), strict=True)}) == 1
    )


def test_items_of_a_list_hang_and_drawings_stay_as_they_are() -> None:
    shown = printed("- one two three four\n  five\n- six\n\n```\n| #  `x` |\n```\nEnd.", 16)
    assert shown == "  - one two\n    three four\n    five\n  - six\n\n| #  `x` |\nEnd.\n"


PICTURED = """**PEBBLES-1** Aim.

![Five pebbles.](pictures/pebbles-five.en.svg)

*Five are left.*

<!--
```position
position = { left = 5 }
```
-->

**PEBBLES-2** Taking.
"""


def test_a_picture_is_drawn_where_it_stands_and_what_it_is_made_of_is_not_shown() -> None:
    console = Console(width=40, file=io.StringIO(), emoji=False, highlight=False)
    render.show(PICTURED, console, {"pebbles-five": "o o [bold]o[/]\n  o o"}.get)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown == ("PEBBLES-1 Aim.\n\no o o\n  o o\n\nFive are left.\n\nPEBBLES-2 Taking.\n")


def test_a_picture_that_cannot_be_drawn_is_told() -> None:
    assert "Five pebbles.\n\nFive are left.\n" in printed(PICTURED, 40)


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_a_sheet_is_drawn_as_the_table_in_play(
    key: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "FOLDERS", FOLDERS)
    monkeypatch.setattr("tabletier.cli.render.language", lambda: language)
    console = Console(width=80, file=io.StringIO(), emoji=False, highlight=False)
    text = sheets.sheet(key, language)
    assert text is not None
    render.show(text, console, sheet_drawings(key))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    for figure in figures(key, language):
        seat = viewer(figure, frames(figure))
        for match in frames(figure):
            table = find(key).picture(match.view(seat)["table"], language)
            lines = [line.rstrip() for line in Text.from_markup(table).plain.splitlines()]
            assert "\n".join(lines).rstrip() in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_sheet_whose_first_rule_is_found(
    key: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "FOLDERS", FOLDERS)
    text = sheets.sheet(key, language)
    assert text is not None
    assert sheets.rule(text, sheets.rule_id(key, "1")) is not None
