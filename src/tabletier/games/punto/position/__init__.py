"""Punto's public position format, out of the engine. The way in is `position/setup.py`.

The engine knows only what one sees from above. The stacks under it are kept in the match's memory:
a dict from place to the cards there, bottom first, never changed but replaced.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tabletier.games.kernel.bits import field
from tabletier.games.kernel.contract import Options
from tabletier.games.kernel.contract import Position as Given
from tabletier.games.punto.board import CELLS
from tabletier.games.punto.cards import KINDS, card_of, has_neutral, owner, seats_in, sides_in
from tabletier.games.punto.explain import hand_of
from tabletier.games.punto.notation import (
    LETTERS,
    colour_of,
    place_of,
    write_card,
    write_place,
)
from tabletier.games.punto.options import mode_of
from tabletier.games.punto.shapes import Colour, Colours, Position
from tabletier.games.punto.state import (
    CARD_BITS,
    FINISHED,
    PLACE,
    SIZE_BITS,
    WON_BITS,
    State,
)

Stacks = Mapping[str, tuple[str, ...]]


def remember(memory: Stacks | None, before: State | None, step: int, after: State) -> Stacks:
    """The stacks after a step: a card more, or none when a new round has begun."""
    if before is None or memory is None or after.board.tops == (0, 0, 0, 0):
        return {}
    if before.phase != PLACE:
        return memory
    place = write_place(place_of(before.board.origin, step % CELLS))
    card = write_card(before.letters, step // CELLS)
    return {**memory, place: (*memory.get(place, ()), card)}


def colour_owners(mode: int, letters: int) -> Colours:
    """PUNTO-4, PUNTO-8. The side that owns each colour, None for the neutral one.

    Before colours are drawn they are nobody's.
    """

    def side_of(letter: Colour) -> int | None:
        if letters == 0:
            return None
        side = owner(mode, colour_of(letters, letter))
        return side if side < sides_in(mode) else None

    return {"r": side_of("r"), "g": side_of("g"), "b": side_of("b"), "y": side_of("y")}


def card_list(state: State, side: int, pile: int) -> list[str]:
    """The cards of a side's pile, sorted as texts."""
    kinds = [bit % KINDS for bit in range(2 * KINDS) if (pile >> bit) & 1]
    mode = state.table.mode
    return sorted(write_card(state.letters, card_of(mode, side, kind)) for kind in kinds)


def trophy_list(state: State, side: int) -> list[str]:
    """PUNTO-16. A side's trophies in the order won."""
    word, cards = state.score.trophies[side], []
    while word:
        cards.append(write_card(state.letters, (word & ((1 << CARD_BITS) - 1)) - 1))
        word >>= CARD_BITS
    return cards


def position(state: State, memory: Stacks) -> Position:
    """All that the referee knows."""
    mode = state.table.mode
    seats, sides = range(seats_in(mode)), range(sides_in(mode))
    return {
        "board": {place: list(stack) for place, stack in memory.items()},
        "colours": colour_owners(mode, state.letters),
        "piles": [card_list(state, side, state.cards.piles[side]) for side in sides],
        "pile_sizes": [field(state.cards.sizes, seat, SIZE_BITS) for seat in seats],
        "hands": [hand_of(state, seat) for seat in seats],
        "trophies": [trophy_list(state, side) for side in sides],
        "rounds_won": [field(state.score.won, side, WON_BITS) for side in sides],
        "out": card_list(state, 0, state.cards.out) if has_neutral(mode) else [],
        "to_move": None if state.phase == FINISHED else state.turn,
        "void_rounds": state.score.voids,
    }


DECK = [f"{letter}{value}" for letter in LETTERS for value in range(1, 10) for _ in range(2)]


def complete(written: Given, options: Options) -> Given:
    """PUNTO-1, PUNTO-4, PUNTO-29. Cards that are written nowhere lie in their owners' piles.

    A stack may be written as a text, `"r3 b5"`. Colours go to the sides in the order red, green,
    blue, yellow; neutral cards are dealt one by one.
    """
    mode = mode_of(options)
    sides, seats = sides_in(mode), seats_in(mode)
    board = {place: _stack(stack) for place, stack in written.get("board", {}).items()}
    given: Given = {
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


def _piles(given: Given, sides: int) -> list[list[str]]:
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
