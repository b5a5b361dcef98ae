"""Turning the table, looking into a mirror or renaming colours changes nothing that matters."""

import random
from collections.abc import Callable
from itertools import permutations, takewhile
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tabletier as tt
from tests.games.punto.boards import LETTERS
from tests.games.punto.games import somewhere

Position = dict[str, Any]
Turn = Callable[[int, int], tuple[int, int]]

TURNS: dict[str, Turn] = {
    "a quarter turn": lambda x, y: (-y, x),
    "half a turn": lambda x, y: (-x, -y),
    "three quarters": lambda x, y: (y, -x),
    "mirrored left to right": lambda x, y: (-x, y),
    "mirrored top to bottom": lambda x, y: (x, -y),
    "mirrored in one diagonal": lambda x, y: (y, x),
    "mirrored in the other": lambda x, y: (-y, -x),
}
NUMBERS = st.integers(0, 10**9)
CHANCE = ("turned", "drawn", "shared")
RENAMINGS = list(permutations(LETTERS))


def turned_place(place: str, turn: Turn) -> str:
    x, y = turn(*map(int, place.split(",")))
    return f"{x},{y}"


def turned_move(move: str, turn: Turn) -> str:
    card, _, place = move.partition("@")
    return f"{card}@{turned_place(place, turn)}"


def turned(position: Position, turn: Turn) -> Position:
    """The position as seen from elsewhere."""
    cells = {turned_place(place, turn): cards for place, cards in position["board"].items()}
    return {**position, "board": cells}


def renamed(thing: Any, names: dict[str, str]) -> Any:
    """Cards under other names, lists sorted again; trophies keep their order."""
    if isinstance(thing, str):
        return names[thing[0]] + thing[1:]
    if isinstance(thing, list):
        return [renamed(item, names) for item in thing]
    return thing


def renamed_position(position: Position, names: dict[str, str]) -> Position:
    """The position with other colours in the same hands."""
    piles, hands = (
        [sorted(renamed(cards, names)) for cards in position[key]] for key in ("piles", "hands")
    )
    return {
        **position,
        "board": {place: renamed(cards, names) for place, cards in position["board"].items()},
        "colours": {names[letter]: side for letter, side in position["colours"].items()},
        "piles": piles,
        "hands": hands,
        "trophies": renamed(position["trophies"], names),
        "out": sorted(renamed(position["out"], names)),
    }


def keeps_order(position: Position, names: dict[str, str]) -> bool:
    """Whether a side's first colour (in the order r g b y) is still its first one."""
    for side in range(len(position["piles"])):
        mine = [letter for letter in LETTERS if position["colours"][letter] == side]
        ranks = [LETTERS.index(names[letter]) for letter in mine]
        if ranks != sorted(ranks):
            return False
    return True


def set_up(position: Position, match: tt.Match) -> tt.Match:
    return tt.setup("punto", position, match.options, seed="the same luck")


@pytest.mark.rule("PUNTO-10", "PUNTO-5", "PUNTO-13")
@pytest.mark.parametrize("name", TURNS)
@settings(max_examples=15)
@given(number=NUMBERS)
def test_a_turned_table_has_the_turned_moves_and_what_they_lead_to(name: str, number: int) -> None:
    turn, match = TURNS[name], somewhere(number)
    here = set_up(match.position(), match)
    there = set_up(turned(match.position(), turn), match)
    moves = here.legal_moves()
    assert sorted(turned_move(move, turn) for move in moves) == list(there.legal_moves())
    for move in random.Random(number).sample(moves, min(5, len(moves))):
        after, mirrored = here.play(move), there.play(turned_move(move, turn))
        assert turned(after.position(), turn) == mirrored.position()
        assert after.result == mirrored.result


@pytest.mark.rule("PUNTO-8", "PUNTO-14", "PUNTO-22")
@settings(max_examples=80)
@given(number=NUMBERS, order=st.sampled_from(RENAMINGS))
def test_other_names_of_the_colours_lead_to_the_same_under_other_names(
    number: int, order: tuple[str, ...]
) -> None:
    names = dict(zip(LETTERS, order, strict=True))
    match = somewhere(number)
    position = match.position()
    assume(keeps_order(position, names))
    here, there = set_up(position, match), set_up(renamed_position(position, names), match)
    moves = here.legal_moves()
    assert sorted(renamed(list(moves), names)) == list(there.legal_moves())
    for move in random.Random(number).sample(moves, min(5, len(moves))):
        after, other = here.play(move), there.play(renamed(move, names))
        assert renamed_position(after.position(), names) == other.position()
        assert after.result == other.result


@pytest.mark.rule("PUNTO-8", "PUNTO-23")
@settings(max_examples=40)
@given(number=NUMBERS, order=st.sampled_from(RENAMINGS))
def test_any_names_at_all_lead_to_the_same_moves_and_winners(
    number: int, order: tuple[str, ...]
) -> None:
    """Only the trophy of two colours that tie, and the luck of the next draw, may differ."""
    names = dict(zip(LETTERS, order, strict=True))
    match = somewhere(number)
    position = match.position()
    here, there = set_up(position, match), set_up(renamed_position(position, names), match)
    moves = here.legal_moves()
    assert sorted(renamed(list(moves), names)) == list(there.legal_moves())
    for move in random.Random(number).sample(moves, min(5, len(moves))):
        assert decided(here.play(move)) == decided(there.play(renamed(move, names)))


def decided(match: tt.Match) -> set[tuple[str, int | None, frozenset[str]]]:
    """What a move decides before chance comes into it, colours left aside."""
    sure = takewhile(lambda event: event["type"] not in CHANCE, match.events())
    return {(e["type"], e.get("side"), frozenset(e.get("cells", ()))) for e in sure}
