"""Reading what people type: forgiving about case, spaces and signs, never guessing between two."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from tabletier.cli.terminal import hold_spaces
from tabletier.games.kernel.contract import Refusal
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match

LONGEST = 200
LOOKALIKES = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "×": "x", "＠": "@"})
BEFORE_A_PART = r"(?:[@>= ]|(?<=[a-z0-9])[-x])"
AFTER_A_PART = r"(?:[@>= ]|[-x](?=[a-z0-9]))"
FEW = 40
BETWEEN_MOVES = "   "
SHOWN_PER_GROUP = 12


def normalise(text: str) -> str:
    """A text without what does not matter: case, spaces, the kind of dash."""
    return re.sub(r"\s+", "", text.translate(LOOKALIKES)).lower()


def find_move(text: str, moves: tuple[str, ...]) -> str | None:
    """The legal move that was typed, None when it is none of them."""
    if text in moves:
        return text
    for simply in (normalise, _normalise_hyphens):
        same = [move for move in moves if simply(move) == simply(text)]
        if same:
            return same[0] if len(same) == 1 else None
    return None


def resolve_spoken(text: str, moves: tuple[str, ...], spoken: Callable[[str], str]) -> str:
    """What was typed, or what it stands for in a game's own words where only that fits a move."""
    other = spoken(text)
    fits = find_move(text, moves) or moves_with_part(text, moves)
    return text if fits or not (find_move(other, moves) or moves_with_part(other, moves)) else other


def _normalise_hyphens(text: str) -> str:
    """Also without the dash between two cells: `e9 e6` and `e9e6` for `e9-e6`."""
    return re.sub(r"(?<=[a-z0-9])-(?=[a-z])", "", normalise(text))


def spellings(text: str) -> Iterator[str]:
    """What was typed, then the ways in which a game may spell it.

    Signs without spaces, cells joined by a dash, and all in small letters, all in capitals, or a
    small word before capitals.
    """
    signs = re.sub(r" *([@,>=-]) *", r"\1", " ".join(text.translate(LOOKALIKES).split()))
    joined = re.sub(r"^([A-Za-z]\d+) ?([A-Za-z]\d+)$", r"\1-\2", signs)
    verb, space, rest = signs.partition(" ")
    yield from dict.fromkeys(
        (text, signs, joined.lower(), signs.upper(), verb.lower() + space + rest.upper())
    )


def moves_with_part(text: str, moves: tuple[str, ...]) -> list[str]:
    """The legal moves that begin or end with what was typed.

    Only whole parts count: `1,2` is a part of `r5@1,2`, but not of `r5@-1,2` or `r5@11,2`.
    """
    typed = re.escape(_tidy(text))
    if not typed:
        return []
    whole = re.compile(f"^{typed}(?={AFTER_A_PART})|{BEFORE_A_PART}{typed}$")
    return [move for move in moves if whole.search(_tidy(move))]


def moves_beginning(text: str, moves: tuple[str, ...]) -> list[str]:
    """The legal moves that begin with what was typed, be it in the middle of a part."""
    typed = normalise(text)
    return [move for move in moves if typed and normalise(move).startswith(typed)]


def join_first(moves: list[str]) -> str:
    """The first few of these moves, each kept whole, and how many more there are."""
    more = len(moves) - SHOWN_PER_GROUP
    shown = join_moves(moves[:SHOWN_PER_GROUP])
    return f"{shown} … (+{more})" if more > 0 else shown


def join_moves(moves: Iterable[str]) -> str:
    """Moves on a line, which is never broken within a move."""
    return BETWEEN_MOVES.join(map(hold_spaces, moves))


def _tidy(text: str) -> str:
    """In lower case; spaces stay only where they part words."""
    words = " ".join(text.translate(LOOKALIKES).lower().split())
    return re.sub(r" ?([@,>=-]) ?", r"\1", words)


def _group_moves(moves: tuple[str, ...]) -> dict[str, list[str]]:
    """Moves by how they begin: the card, the marble, the verb, with the sign that follows."""
    found: dict[str, list[str]] = defaultdict(list)
    for move in moves:
        head = re.match(r"[^@>\- ]+?(?:[@> ]|-|(?<=\d)x)", move)
        found[head.group() if head else ""].append(move[head.end() if head else 0 :])
    return dict(found)


def list_moves(moves: tuple[str, ...], everything: bool) -> list[str]:
    """Lines that show the moves: all of them, or of many the first of each kind."""
    if everything or len(moves) <= FEW:
        return [join_moves(moves)]
    lines = []
    for head, tails in _group_moves(moves).items():
        more = f" … (+{len(tails) - SHOWN_PER_GROUP})" if len(tails) > SHOWN_PER_GROUP else ""
        lines.append(f"{head}  " + "  ".join(map(hold_spaces, tails[:SHOWN_PER_GROUP])) + more)
    return lines


def find_refusal(match: Match, typed: str) -> Refusal | None:
    """Why a move is refused, however it is spelt; None if it is legal."""
    spoken = find(match.game).spoken(typed)
    found = [match.explain(spelling) for spelling in (*spellings(typed), spoken)]
    return next((why for why in found if why is None or why.code != BadNotation.code), found[0])
