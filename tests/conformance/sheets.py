"""What the tests read off the rule sheets."""

import re
from functools import cache
from pathlib import Path

from tabletier.games.kernel.text import LANGUAGES, Text

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


@cache
def rule_ids(key: str) -> frozenset[str]:
    """The ids that stand on both sheets of a game."""
    sheets = ((RULES / f"{key}.{language}.md").read_text("utf-8") for language in LANGUAGES)
    return frozenset.intersection(*(frozenset(RULE.findall(sheet)) for sheet in sheets))


def is_said(text: Text) -> bool:
    """Whether there is something to read in both languages, and no hole left unfilled."""
    return all(part == part.strip() != "" and not set("{}") & set(part) for part in text)
