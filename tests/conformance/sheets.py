"""What the tests read off the rule sheets."""

import re
from functools import cache
from pathlib import Path

from tabletier.games.kernel.text import LANGUAGES

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


@cache
def rule_ids(key: str) -> frozenset[str]:
    """The ids that stand on both sheets of a game."""
    sheets = ((RULES / f"{key}.{language}.md").read_text("utf-8") for language in LANGUAGES)
    return frozenset.intersection(*(frozenset(RULE.findall(sheet)) for sheet in sheets))
