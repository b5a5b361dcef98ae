"""What holds in every game: the plain rules agree, boards may be mirrored, pieces are conserved."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.barrier import rules
from tabletier.games.barrier.options import table_of
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, seeded, word
from tests.games.barrier import plain
from tests.games.barrier.tables import ALL_OPTIONS, DEFAULTS, standing

# Layings; at most 80 quiet moves and one that is not, for 24 captures and 24 crownings; stops.
MOST_STEPS = 16 + 81 * 49 + 24

NORTH_SOUTH = str.maketrans("NS", "SN")
EAST_WEST = str.maketrans("EW", "WE")
FILES_TURNED = str.maketrans("abcdefgh", "hgfedcba")
ROWS_TURNED = str.maketrans("12345678", "87654321")
SIDES_SWAPPED = str.maketrans("yYcC", "cCyY")


def options_of(number: int) -> dict[str, Any]:
    return dict(ALL_OPTIONS[number % len(ALL_OPTIONS)])


def walk(seed: int, options: dict[str, Any], moves: int) -> tt.Match:
    """A match after some random moves."""
    match = tt.new("barrier", options, seed=str(seed))
    chosen = random.Random(seed)
    while match.to_move is not None and len(match.moves) < moves:
        match = match.play(chosen.choice(match.legal_moves()))
    return match


class TestPlainRules:
    """A slow enumeration written from the rule text has the same moves, positions and results."""

    @pytest.mark.parametrize("options", ALL_OPTIONS)
    def test_over_whole_random_games(self, options: dict[str, Any]) -> None:
        for seed in range(4):
            self.follow(tt.new("barrier", options, seed=str(seed)), random.Random(seed))

    @pytest.mark.rule("BARRIER-34", "BARRIER-35")
    @pytest.mark.parametrize("capture", ["optional", "mandatory"])
    def test_over_whole_games_in_which_players_pass(self, capture: str) -> None:
        options = {"layout": "random", "tiles": "mixed", "capture": capture, "no_move": "pass"}
        for seed in range(4):
            self.follow(tt.new("barrier", options, seed=str(seed)), random.Random(seed))

    @pytest.mark.rule("BARRIER-34")
    def test_in_crowded_positions_in_which_players_pass(self) -> None:
        """Few pawns, on tiles at the edge, so that one side or both cannot move."""
        chosen, passes = random.Random("stuck"), 0
        cells = ["a4", "a5", "h4", "h5", "a4", "d3"]
        for _ in range(150):
            places = chosen.sample(cells, chosen.choice((2, 3)))
            pawns = {cell: "yCY"[number] for number, cell in enumerate(places)}
            pawns |= {} if "C" in pawns.values() else {"b4": "C"}
            tiles = chosen.choice(["right_angle", "acute"])
            options = {**DEFAULTS, "tiles": tiles, "no_move": "pass"}
            own = [dict(zip(s, chosen.sample(range(1, 9), 8), strict=True)) for s in plain.SQUARES]
            barrier = {**own[0], **own[1]}
            position = {**standing("y: a1", barrier, chosen.choice((0, 1))), "pawns": pawns}
            match = tt.setup("barrier", position, options)
            passes += match.legal_moves() == ("pass",)
            assert match.result == plain.ending(position, options)
            self.follow(match, chosen, 2)
        assert passes > 5

    @pytest.mark.parametrize("first", [0, 1])
    def test_while_tiles_are_laid(self, first: int) -> None:
        options = {"first_player": first}
        for seed in range(3):
            self.follow(tt.new("barrier", options, seed=str(seed)), random.Random(seed), 30)

    def follow(self, match: tt.Match, chosen: random.Random, most: int = 10_000) -> None:
        position = match.position()
        while match.to_move is not None and len(match.moves) < most:
            expected = plain.moves(position, match.options)
            assert match.legal_moves() == tuple(sorted(expected))
            move = chosen.choice(match.legal_moves())
            match, position = match.play(move), expected[move]
            assert match.position() == position
        if match.to_move is None and match.result != tt.Result((), "repetition"):
            assert match.result == plain.ending(position, match.options)


def mapped(position: dict[str, Any], cells: Any, points: Any, tiles: str) -> Any:
    arrows = [set(pair.split()) for pair in plain.ARROWS[tiles]]

    def tile(number: int) -> int:
        turned = {points(name) for name in arrows[number - 1]}
        return arrows.index(turned) + 1

    return {
        **position,
        "tiles": {cells(cell): tile(number) for cell, number in position["tiles"].items()},
        "hands": [sorted(map(tile, hand)) for hand in position["hands"]],
        "pawns": {cells(cell): pawn for cell, pawn in position["pawns"].items()},
    }


def swapped(position: dict[str, Any]) -> dict[str, Any]:
    pawns = {cell: pawn.translate(SIDES_SWAPPED) for cell, pawn in position["pawns"].items()}
    hands = position["hands"][::-1]
    return {**position, "pawns": pawns, "hands": hands, "to_move": 1 - position["to_move"]}


class TestSymmetry:
    """Yellow's left is Colourless's right: the rules know no other difference."""

    @settings(max_examples=60)
    @given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 120))
    def test_left_and_right(self, seed: int, number: int, moves: int) -> None:
        match = walk(seed, options_of(number), moves)
        mirrored = mapped(
            match.position(),
            lambda cell: cell.translate(FILES_TURNED),
            lambda name: name.translate(EAST_WEST),
            match.options["tiles"],
        )
        other = tt.setup("barrier", mirrored, match.options)
        expected = {move.translate(FILES_TURNED) for move in self.moves(match)}
        assert set(other.legal_moves()) == expected

    @settings(max_examples=60)
    @given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 120))
    def test_a_half_turn_swaps_the_sides(self, seed: int, number: int, moves: int) -> None:
        match = walk(seed, options_of(number), moves)
        turned = mapped(
            match.position(),
            lambda cell: cell.translate(FILES_TURNED | ROWS_TURNED),
            lambda name: name.translate(NORTH_SOUTH | EAST_WEST),
            match.options["tiles"],
        )
        other = tt.setup("barrier", swapped(turned), match.options)
        both = FILES_TURNED | ROWS_TURNED
        assert set(other.legal_moves()) == {move.translate(both) for move in self.moves(match)}
        result = tt.setup("barrier", match.position(), match.options).result
        if result is not None:
            winners = tuple(1 - seat for seat in result.winners)
            assert other.result == tt.Result(winners, result.reason)

    def moves(self, match: tt.Match) -> tuple[str, ...]:
        """The legal moves by the position alone: repetition has no part in symmetry."""
        return tt.setup("barrier", match.position(), match.options).legal_moves()


class TestConservation:
    @settings(max_examples=25)
    @given(st.integers(0, 10**6), st.integers(0, 5), st.booleans())
    def test_pieces_are_conserved_after_every_step(
        self, seed: int, number: int, by_lot: bool
    ) -> None:
        options = {**options_of(number), "layout": "random" if by_lot else "players"}
        match = tt.new("barrier", options, seed=str(seed))
        chosen = random.Random(seed)
        while match.to_move is not None:
            before, move = match.position(), chosen.choice(match.legal_moves())
            match = match.play(move)
            after = match.position()
            assert len(before["pawns"]) - len(after["pawns"]) == move.count("x")
            for seat, squares in enumerate(plain.SQUARES):
                lying = [after["tiles"][cell] for cell in squares if cell in after["tiles"]]
                assert sorted(lying + after["hands"][seat]) == list(range(1, 9))

    @settings(max_examples=40)
    @given(st.integers(0, 10**9), st.integers(0, 5), st.booleans())
    def test_games_always_end_and_words_choose_from_the_list(
        self, seed: int, number: int, by_lot: bool
    ) -> None:
        options = {**options_of(number), "first_player": "random"}
        options["layout"] = "random" if by_lot else "players"
        state, stream = rules.initial(*table_of(options)), seeded(seed)
        listed, steps = np.empty(rules.MAX_MOVES, np.int64), 0
        while rules.to_move(state) != OVER:
            assert steps <= MOST_STEPS
            stream = advance(stream)
            if rules.to_move(state) == CHANCE:
                assert rules.legal_moves(state, listed) == 0
                state = rules.apply(
                    state, rules.chance(state, scale(word(stream), rules.tickets(state)))
                )
                continue
            count = rules.legal_moves(state, listed)
            moves = listed[:count].tolist()
            assert moves == sorted(set(moves))
            move = rules.random_move(state, word(stream))
            assert move == moves[scale(word(stream), count)]
            state, steps = rules.apply(state, move), steps + 1
        assert rules.legal_moves(state, listed) == 0


FINGERPRINT = """
import sys
sys.path.insert(0, {root!r})
from tests.games.barrier.test_properties import fingerprint
print(fingerprint())
"""


def fingerprint() -> str:
    """Every state of a few games, hashed."""
    digest = hashlib.sha256()
    for number, options in enumerate(ALL_OPTIONS):
        state = rules.initial(*table_of({**options, "first_player": "random"}))
        stream = seeded(number)
        while rules.to_move(state) != OVER:
            stream = advance(stream)
            if rules.to_move(state) == CHANCE:
                ticket = scale(word(stream), rules.tickets(state))
                state = rules.apply(state, rules.chance(state, ticket))
            else:
                state = rules.apply(state, rules.random_move(state, word(stream)))
            digest.update(repr(state).encode())
        digest.update(repr(rules.outcome(state)).encode())
    return digest.hexdigest()


def test_plain_python_and_compiled_rules_agree_bit_for_bit() -> None:
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", FINGERPRINT.format(root=root)],
        env={**os.environ, "TABLETIER_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == fingerprint()
