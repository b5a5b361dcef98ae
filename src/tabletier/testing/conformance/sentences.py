"""What the suite asks of sentences, and the rules that a game's sheets have."""

import re
from functools import cache

from tabletier.games.kernel.text import LANGUAGES, Text
from tabletier.match.sheets import sheet

RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


@cache
def rule_ids(key: str) -> frozenset[str] | None:
    """The ids that stand on both sheets of a game, None for a game without sheets."""
    sheets = [sheet(key, language) for language in LANGUAGES]
    found = [frozenset(RULE.findall(text)) for text in sheets if text is not None]
    return frozenset.intersection(*found) if len(found) == len(LANGUAGES) else None


def is_said(text: Text) -> bool:
    """Whether there is something to read in both languages, and no hole left unfilled."""
    return all(part == part.strip() != "" and not set("{}") & set(part) for part in text)
