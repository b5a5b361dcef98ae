"""A position of Punto of which only what matters is written; for lessons and tests."""

from collections import Counter
from typing import Any

from tabletier.games.kernel.contract import Options, Position
from tabletier.games.punto.cards import seats_in, sides_in
from tabletier.games.punto.modes import mode_of
from tabletier.games.punto.notation import LETTERS

DECK = [f"{letter}{value}" for letter in LETTERS for value in range(1, 10) for _ in range(2)]


def complete(written: Position, options: Options) -> Position:
    """PUNTO-1, PUNTO-4, PUNTO-29. Cards that are written nowhere lie in their owners' piles.

    A stack may be written as a text, `"r3 b5"`. Colours go to the sides in the order red, green,
    blue, yellow; neutral cards are dealt one by one.
    """
    mode = mode_of(options)
    sides, seats = sides_in(mode), seats_in(mode)
    board = {place: _stack(stack) for place, stack in written.get("board", {}).items()}
    given: Position = {
        "colours": _colours(sides),
        "hands": [[] for _ in range(seats)],
        "trophies": [[] for _ in range(sides)],
        "out": [],
        "to_move": 0,
        "void_rounds": 0,
        **written,
        "board": board,
    }
    piles = _piles(given, sides)
    return {
        "piles": piles,
        "pile_sizes": [
            _share(len(piles[s % sides]), s // sides, seats // sides) for s in range(seats)
        ],
        "rounds_won": [len(cards) for cards in given["trophies"]],
        **given,
    }


def _stack(written: Any) -> Any:
    return written.split() if isinstance(written, str) else written


def _colours(sides: int) -> dict[str, int | None]:
    each = 2 if sides == 2 else 1
    owners = {letter: number // each for number, letter in enumerate(LETTERS)}
    return {letter: side if side < sides else None for letter, side in owners.items()}


def _piles(given: Position, sides: int) -> list[list[str]]:
    """What each side still has to turn over."""
    lists = [*given["board"].values(), *given["hands"], *given["trophies"], given["out"]]
    left = Counter(DECK) - Counter(card for cards in lists for card in cards)
    piles: list[list[str]] = [[] for _ in range(sides)]
    dealt = 0
    for card in sorted(left.elements()):
        side = given["colours"][card[0]]
        if side is None:
            side, dealt = dealt % sides, dealt + 1
        piles[side].append(card)
    return [sorted(pile) for pile in piles]


def _share(cards: int, member: int, members: int) -> int:
    """How many of a side's cards lie in the pile of one of its members; the first has more."""
    return (cards + members - 1 - member) // members
