"""What must hold in every game: symmetries, pieces, ends, and texts that come back as they went."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.expion import GAME, rules
from tabletier.games.expion.state import State
from tabletier.games.kernel.contract import OVER
from tests.games.expion import plain

Cell = tuple[int, int]

options = st.fixed_dictionaries(
    {"players": st.sampled_from((2, 3, 4)), "special": st.sampled_from(sorted(plain.SPECIAL))}
)
choices = st.lists(st.integers(0, 2**32 - 1), max_size=120)


def wander(agreed: dict[str, Any], words: list[int]) -> list[State]:
    """The states of a game in which each word chooses a move."""
    states = [GAME.start(agreed)]
    for word in words:
        if rules.to_move(states[-1]) == OVER:
            break
        states.append(rules.apply(states[-1], rules.random_move(states[-1], word)))
    return states


def texts(state: State) -> list[str]:
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    count = rules.legal_moves(state, buffer)
    return [GAME.write(state, (step,)) for step in buffer[:count].tolist()]


@given(options, choices)
def test_pieces_are_conserved(agreed: dict[str, Any], words: list[int]) -> None:
    """Marbles only ever leave by being captured, the Ex*pion never; two never share a cell."""
    before = None
    for state in wander(agreed, words):
        position = GAME.position(state, None)
        counts = [list(position["marbles"].values()).count(letter) for letter in "nesw"]
        assert position["expion"] not in position["marbles"]
        assert position["first_capture"] == (sum(counts) < 28)
        assert all(0 <= count <= 7 for count in counts)
        if before is not None:
            assert all(now <= then for now, then in zip(counts, before, strict=True))
        before = counts


@given(options, choices)
def test_positions_come_back_as_they_went(agreed: dict[str, Any], words: list[int]) -> None:
    for state in wander(agreed, words)[::7]:
        assert GAME.setup(GAME.position(state, None), agreed) == (state, None)


@given(options, choices)
def test_move_texts_come_back_as_they_went(agreed: dict[str, Any], words: list[int]) -> None:
    for state in wander(agreed, words)[::7]:
        written = texts(state)
        assert len(set(written)) == len(written)
        buffer = np.empty(rules.MAX_MOVES, np.int64)
        listed = buffer[: rules.legal_moves(state, buffer)].tolist()
        assert [GAME.read(state, text) for text in written] == [(step,) for step in listed]


@given(options, choices)
def test_apply_leaves_its_argument_alone(agreed: dict[str, Any], words: list[int]) -> None:
    state = wander(agreed, words)[-1]
    kept = tuple(state)
    for word in (0, 2**31, 2**32 - 1):
        if rules.to_move(state) != OVER:
            rules.apply(state, rules.random_move(state, word))
    assert tuple(state) == kept


@settings(max_examples=20)
@given(options, st.randoms(use_true_random=False))
def test_every_game_ends(agreed: dict[str, Any], rng: Any) -> None:
    """At most 28 captures and 28 departures, each after at most 100 turns."""
    state, turns = GAME.start(agreed), 0
    while rules.to_move(state) != OVER:
        state = rules.apply(state, rules.random_move(state, rng.getrandbits(32)))
        turns += 1
        assert turns <= 57 * 100
    assert texts(state) == []


# Each symmetry: where a cell (row, column) goes, and which colour takes whose part.
SYMMETRIES: dict[str, tuple[Callable[[Cell], Cell], dict[str, str]]] = {
    "half turn": (lambda cell: (8 - cell[0], 8 - cell[1]), {"n": "s", "e": "w"}),
    "left and right": (lambda cell: (cell[0], 8 - cell[1]), {"e": "w"}),
    "up and down": (lambda cell: (8 - cell[0], cell[1]), {"n": "s"}),
    "quarter turn": (
        lambda cell: (cell[1], 8 - cell[0]),
        {"n": "e", "e": "s", "s": "w", "w": "n"},
    ),
    "diagonal": (lambda cell: (cell[1], cell[0]), {"n": "w", "w": "n", "e": "s", "s": "e"}),
}


def turned(position: dict[str, Any], symmetry: str) -> dict[str, Any]:
    """The position with the board turned and the colours renamed."""
    move, swap = SYMMETRIES[symmetry]
    part = {**{letter: letter for letter in "nesw"}, **{b: a for a, b in swap.items()}, **swap}

    def cell(name: str) -> str:
        return plain.name(move(plain.cell_named(name)))

    letter = part["nesw"[position["cycle"]]]
    return {
        **position,
        "marbles": {cell(name): part[c] for name, c in position["marbles"].items()},
        "expion": cell(position["expion"]),
        "cycle": "nesw".index(letter),
    }


def turned_text(text: str, symmetry: str) -> str:
    if text == "pass":
        return text
    move = SYMMETRIES[symmetry][0]
    return "-".join(plain.name(move(plain.cell_named(name))) for name in text.split("-"))


@pytest.mark.parametrize("symmetry", sorted(SYMMETRIES))
@pytest.mark.parametrize("players", [2, 4])
@settings(max_examples=25)
@given(special=st.sampled_from(sorted(plain.SPECIAL)), words=choices)
def test_a_turned_or_mirrored_board_plays_the_same(
    symmetry: str, players: int, special: str, words: list[int]
) -> None:
    """Legal moves, captures and ends turn with the board; whose turn follows does so too,
    except that a mirrored round runs the other way."""
    agreed = {"players": players, "special": special}
    for state in wander(agreed, words)[::5]:
        position = GAME.position(state, None)
        twin, _ = GAME.setup(turned(position, symmetry), agreed)
        assert sorted(turned_text(text, symmetry) for text in texts(state)) == sorted(texts(twin))
        assert twin.ending == state.ending
        for text in texts(state)[:3]:
            after = rules.apply(state, _step(state, text))
            image = rules.apply(twin, _step(twin, turned_text(text, symmetry)))
            expected, got = turned(GAME.position(after, None), symmetry), GAME.position(image, None)
            if symmetry in ("half turn", "quarter turn"):
                assert got == expected
            else:
                assert {**got, "cycle": 0} == {**expected, "cycle": 0}


def _step(state: State, text: str) -> int:
    steps = GAME.read(state, text)
    assert steps is not None
    return steps[0]


@settings(max_examples=15)
@given(options, choices)
def test_a_match_and_its_position_have_the_same_future(
    agreed: dict[str, Any], words: list[int]
) -> None:
    match = tt.new("expion", agreed, seed="x")
    for word in words:
        if match.to_move is None:
            break
        moves = match.legal_moves()
        match = match.play(moves[word % len(moves)])
    again = tt.setup("expion", match.position(), match.options)
    if match.result is None or match.result.reason != "repetition":
        assert again.legal_moves() == match.legal_moves()
        assert again.result == match.result
    assert again.position() == match.position()
    assert tt.load(match.record()).position() == match.position()
