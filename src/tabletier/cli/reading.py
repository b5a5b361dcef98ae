"""Reading what people type: forgiving about case, spaces and signs, never guessing between two."""

import re
from collections import defaultdict

LONGEST = 200
LOOKALIKES = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "×": "x", "＠": "@"})
BEFORE_A_PART = r"(?:[@>= ]|(?<=[a-z0-9])[-x])"
AFTER_A_PART = r"(?:[@>= ]|[-x](?=[a-z0-9]))"
FEW = 40
BETWEEN_MOVES = "   "
SHOWN_PER_GROUP = 12


def plain(text: str) -> str:
    """A text without what does not matter: case, spaces, the kind of dash."""
    return re.sub(r"\s+", "", text.translate(LOOKALIKES)).lower()


def exact(text: str, moves: tuple[str, ...]) -> str | None:
    """The legal move that was typed, None when it is none of them."""
    if text in moves:
        return text
    same = [move for move in moves if plain(move) == plain(text)]
    return same[0] if len(same) == 1 else None


def parts(text: str, moves: tuple[str, ...]) -> list[str]:
    """The legal moves that begin or end with what was typed.

    Only whole parts count: `1,2` is a part of `r5@1,2`, but not of `r5@-1,2` or `r5@11,2`.
    """
    typed = re.escape(_tidy(text))
    if not typed:
        return []
    whole = re.compile(f"^{typed}(?={AFTER_A_PART})|{BEFORE_A_PART}{typed}$")
    return [move for move in moves if whole.search(_tidy(move))]


def _tidy(text: str) -> str:
    """In lower case; spaces stay only where they part words."""
    words = " ".join(text.translate(LOOKALIKES).lower().split())
    return re.sub(r" ?([@,>=-]) ?", r"\1", words)


def groups(moves: tuple[str, ...]) -> dict[str, list[str]]:
    """Moves by how they begin: the card, the marble, the verb, with the sign that follows."""
    found: dict[str, list[str]] = defaultdict(list)
    for move in moves:
        head = re.match(r"[^@>\- ]+?(?:[@> ]|-|(?<=\d)x)", move)
        found[head.group() if head else ""].append(move[head.end() if head else 0 :])
    return dict(found)


def listing(moves: tuple[str, ...], everything: bool) -> list[str]:
    """Lines that show the moves: all of them, or of many the first of each kind."""
    if everything or len(moves) <= FEW:
        return [BETWEEN_MOVES.join(moves)]
    lines = []
    for head, tails in groups(moves).items():
        more = f" … (+{len(tails) - SHOWN_PER_GROUP})" if len(tails) > SHOWN_PER_GROUP else ""
        lines.append(f"{head}  " + "  ".join(tails[:SHOWN_PER_GROUP]) + more)
    return lines
