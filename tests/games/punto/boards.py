"""Tables of Punto drawn as text, so that a test shows the cards a reader would see.

    g3   .    b2/r5          a dot is an empty place; r5 lies on b2
    *r1  y1-9 .              the star is the round's first card (0,0); y1-9 is a whole stack

Without a star the lower left corner is 0,0. Cards that are not drawn, in a hand, a trophy or out
of the game are in the face-down piles of their owners; neutral ones are dealt round the table.
"""

import re
from collections import Counter
from typing import Any

import tabletier as tt

LETTERS = "rgby"
CARDS = tuple(f"{letter}{value}" for letter in LETTERS for value in range(1, 10))
TWO_OF_EACH = Counter(dict.fromkeys(CARDS, 2))
COLOURS: dict[int, dict[str, int | None]] = {
    2: {"r": 0, "g": 0, "b": 1, "y": 1},
    3: {"r": 0, "g": 1, "b": 2, "y": None},
    4: {"r": 0, "g": 1, "b": 2, "y": 3},
}
MODES: dict[str, dict[str, Any]] = {
    "M2": {"players": 2},
    "M3": {"players": 3},
    "M4": {"players": 4},
    "T4": {"players": 4, "teams": True},
    "T6": {"players": 6},
    "T8": {"players": 8},
}
SIDES = {"M2": 2, "M3": 3, "M4": 4, "T4": 2, "T6": 3, "T8": 4}
RANGE = re.compile(r"([rgby])([1-9])-([1-9])")

Position = dict[str, Any]


def stack(token: str) -> list[str]:
    """The cards of one drawn place from bottom to top: `r1-3/b5` is r1 r2 r3 b5."""
    cards: list[str] = []
    for piece in token.split("/"):
        found = RANGE.fullmatch(piece)
        if found is None:
            cards.append(piece)
        else:
            letter, low, high = found.groups()
            cards += [f"{letter}{value}" for value in range(int(low), int(high) + 1)]
    return cards


def board(drawing: str) -> dict[str, list[str]]:
    """The `board` of the position format out of a drawing, top row first."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    found = {
        (column, row): token
        for row, tokens in enumerate(reversed(rows))
        for column, token in enumerate(tokens)
        if token != "."
    }
    starred = [place for place, token in found.items() if token.startswith("*")]
    x0, y0 = starred[0] if starred else (0, 0)
    return {f"{x - x0},{y - y0}": stack(token.lstrip("*")) for (x, y), token in found.items()}


def position(
    mode: str,
    drawing: str,
    hands: dict[int, str],
    to_move: int | None = 0,
    *,
    colours: dict[str, int | None] | None = None,
    neutral: tuple[str, ...] | None = None,
    empty_pile: int | None = None,
    trophies: tuple[str, ...] = (),
    won: list[int] | None = None,
    out: str = "",
    void_rounds: int = 0,
) -> Position:
    """A whole position; lists of cards are written as texts, `trophies` and `neutral` per side.

    `empty_pile` is a seat whose partner holds all the cards of their team.
    """
    sides = SIDES[mode]
    seats = MODES[mode]["players"]
    owners = COLOURS[sides] if colours is None else colours
    laid = board(drawing)
    held = [sorted(hands.get(seat, "").split()) for seat in range(seats)]
    kept = [cards.split() for cards in trophies] or [[] for _ in range(sides)]
    used = Counter(card for cards in (*laid.values(), *held, *kept, out.split()) for card in cards)
    piles: list[list[str]] = [[] for _ in range(sides)]
    if neutral is not None:
        for side, cards in enumerate(neutral):
            piles[side] += cards.split()
            used.update(cards.split())
    turn = 0
    for card in CARDS:
        for _ in range(2 - used[card]):
            owner = owners[card[0]]
            piles[turn % sides if owner is None else owner].append(card)
            turn += owner is None
    return {
        "board": laid,
        "colours": owners,
        "piles": [sorted(pile) for pile in piles],
        "pile_sizes": halved(piles, seats, empty_pile),
        "hands": held,
        "trophies": kept,
        "rounds_won": [len(cards) for cards in kept] if won is None else won,
        "out": sorted(out.split()),
        "to_move": to_move,
        "void_rounds": void_rounds,
    }


def halved(piles: list[list[str]], seats: int, empty_pile: int | None) -> list[int]:
    """Pile sizes per seat; team mates share, the one with the lower seat has the odd card."""
    sides = len(piles)
    if seats == sides:
        return [len(pile) for pile in piles]
    sizes = [(len(pile) + 1) // 2 for pile in piles] + [len(pile) // 2 for pile in piles]
    if empty_pile is not None:
        sizes[(empty_pile + sides) % seats] += sizes[empty_pile]
        sizes[empty_pile] = 0
    return sizes


def table(
    mode: str,
    drawing: str,
    hands: dict[int, str],
    to_move: int = 0,
    *,
    seed: str = "drawn",
    edition: str = "2024",
    expert: bool = False,
    rounds_to_win: int = 2,
    **rest: Any,
) -> tt.Match:
    """A match that begins in a drawn position; `rest` is what `position` takes."""
    options = {"edition": edition, "expert": expert, "rounds_to_win": rounds_to_win}
    given = position(mode, drawing, hands, to_move, **rest)
    return tt.setup("punto", given, {**MODES[mode], **options}, seed=seed)


def places(match: tt.Match, card: str) -> set[str]:
    """Where a card may go, out of the legal moves."""
    return {move.split("@")[1] for move in match.legal_moves() if move.startswith(card)}


def caused(match: tt.Match, kind: str) -> list[dict[str, Any]]:
    """The events of one type that the last move caused."""
    return [event for event in match.events() if event["type"] == kind]


def winning(match: tt.Match) -> tuple[int, str]:
    """The side that the last move made the winner of a round, and its trophy."""
    (won,) = caused(match, "round_won")
    return won["side"], won["trophy"]


def everything(given: Position) -> Counter[str]:
    """Every card of a position, wherever it is."""
    lists = (*given["board"].values(), *given["piles"], *given["hands"], *given["trophies"])
    return Counter(card for cards in (*lists, given["out"]) for card in cards)


def cards_of(match: tt.Match, side: int) -> list[str]:
    """A side's piles and hands together."""
    given = match.position()
    hands = given["hands"][side :: len(given["piles"])]
    return sorted([*given["piles"][side], *(card for hand in hands for card in hand)])


def counts(match: tt.Match, letters: str = LETTERS) -> list[int]:
    """How many cards of some colours each side has in its piles and hands."""
    sides = range(len(match.teams))
    return [sum(card[0] in letters for card in cards_of(match, side)) for side in sides]


def new(mode: str, seed: str = "new", **options: Any) -> tt.Match:
    """A new match in one of the six modes."""
    return tt.new("punto", {**MODES[mode], **options}, seed=seed)


# Full squares but for one place, where a red 6 or 7 fits. Only cards of 5 and more are seen, and
# nobody has a card above 5 left, so whoever is next cannot place. No other lines than those named.
FULL_WITHOUT_LINES = """
    y6 g9 b8 b6 y5 r6
    g6 r9 g6 g8 y7 b7
    r8 b5 r5 b9 g8 r7
    r8 b7 y9 g7 y8 b8
    g5 r9 y6 b6 b9 y8
    r7 g9 g7 y7 .  y9
"""
FULL_WITH_THREE_RED = """
    r8 r9 r5 y7 b6 b7
    g9 y9 b6 r6 g7 g8
    g6 r8 y7 g6 y9 b8
    r7 y6 b8 g7 y5 y8
    g5 g9 b5 b9 .  b9
    b7 y6 r9 y8 r7 g8
"""
FULL_WITH_FOUR_RED = """
    r7 r9 r5 r7 y5 y8
    y9 g6 b9 y7 b8 y9
    y6 g5 g9 r6 g7 g8
    b5 r8 b6 y8 b9 g8
    y6 r8 g9 g7 b6 b7
    b7 b8 r9 y7 g6 .
"""
