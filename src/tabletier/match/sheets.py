"""A small reader of the rule sheets, which travel with the package."""

import re
from pathlib import Path

from tabletier.games.kernel.text import Language, Text

PACKAGE = Path(__file__).resolve().parents[1]
FOLDERS = (PACKAGE / "_sheets", PACKAGE.parents[1] / "docs" / "rules")
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
EVIDENCE = Text("Ce qui a été reconstitué, et pourquoi", "What was reconstructed, and why")
"""The chapter of a sheet that says what is known of a box and what was reconstructed."""
TITLE = re.compile(r"^\*\*([A-Z]+-\d+)\*\* ([^.]+)\.", re.MULTILINE)


def sheet(game: str, language: Language) -> str | None:
    """The rule sheet of a game, None when it is not there."""
    for folder in FOLDERS:
        path = folder / f"{game}.{language}.md"
        if path.is_file():
            return path.read_text("utf-8")
    return None


def titles(text: str) -> dict[str, str]:
    """What each rule of a sheet is about: the words between its id and the first full stop."""
    return {found[1]: found[2].replace("\\", "") for found in TITLE.finditer(text)}


def rule_id(game: str, wanted: str) -> str:
    """The id that someone means by `12`, `punto-12` or `PUNTO-12`."""
    return f"{game}-{wanted}".upper() if wanted.isdigit() else wanted.upper()


def rule(text: str, identifier: str) -> str | None:
    """One rule out of a sheet: from its id to the next rule or heading."""
    found = re.search(
        rf"^\*\*{re.escape(identifier)}\*\*.*?(?=^\*\*[A-Z]+-\d+\*\*|^#|\Z)",
        text,
        re.MULTILINE | re.DOTALL,
    )
    return found.group().strip() if found else None


def chapter(text: str, heading: str) -> str | None:
    """One chapter out of a sheet, with its heading."""
    found = re.search(rf"^## {re.escape(heading)}$.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group().strip() if found else None
