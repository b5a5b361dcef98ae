"""Whether a sentence speaks as players do, or quotes the notation of moves."""

import re
from collections.abc import Iterable

from tabletier.games.kernel.text import Text

RULE = re.compile(r" \([A-Z]+-\d+\)")
SIGNS = re.compile(r"\w[@>=]\w|[@>]|\b[a-i]\d[-x][a-i]\d|-?\b\d+,-?\d(?! tours)")
"""`r5@0,0`, `WB=BWW`, `c3-d4`, `c3xe5`, `1,-2`; a square by itself is how players call it,
and « 5,8 tours » is French for 5.8 turns."""
CAPITALS = re.compile(r"\b[A-Z]{2,}\b|(?<!^)\b[B-HJ-Z]\b(?![’'*])")
"""Pawns, pieces or sides by their letters."""
VERB = re.compile(r"\b[a-z]{3,}\b")


def verbs(moves: Iterable[str]) -> set[str]:
    """The words that moves are written with: `draw`, `pass`."""
    return {verb for move in moves for verb in VERB.findall(move)}


def quoted(text: Text, moves: Iterable[str]) -> list[str]:
    """The notation that a sentence quotes, in either language; `moves` are some of the game's."""
    listed = set(moves)
    fr, en = (RULE.sub("", part) for part in text)
    found = [match[0] for part in (fr, en) for match in SIGNS.finditer(part)]
    found += [match[0] for part in (fr, en) for match in CAPITALS.finditer(part)]
    found += sorted(verbs(listed) & set(VERB.findall(fr)))
    words = [set(re.split(r"[\s.,;:()]+", part)) for part in (fr, en)]
    return found + sorted(listed & words[0]) + sorted((listed & words[1]) - verbs(listed))
