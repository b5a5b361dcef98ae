"""A won match of Barrier is finished: the last pawns are found by the ways of the tiles."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tabletier.games.barrier.board import CELLS, NOTHING, Pawns, has, spot
from tabletier.games.barrier.finishing import (
    AHEAD,
    FAR,
    HUNTER,
    NEAR,
    WEIGHT,
    nearness,
    one_step_from,
    plan_of,
)
from tabletier.games.barrier.rules.moves import exits
from tabletier.games.barrier.search import fitted, learned, parameters_of
from tabletier.games.barrier.state import State
from tabletier.games.kernel.registry import find
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import choose, find_player
from tests.games.barrier.tables import table
from tests.games.barrier.test_properties import (
    EAST_WEST,
    FILES_TURNED,
    NORTH_SOUTH,
    ROWS_TURNED,
    mapped,
    options_of,
    swapped,
    walk,
)

DELTAS = (9, 10, 1, -8, -9, -10, -1, 8)
ENDINGS = {
    # tiles a4 to h4, then a5 to h5; crowned pawns in capitals; who is ahead; the tile set
    "5-1": ("62834528 65731741", "Y: e3 g3 h3 e8 g8, C: d6", 0, "right_angle"),
    "1-6": ("65578332 17648241", "Y: g7, c: a5 h5, C: e1 g1 c3 a6", 1, "right_angle"),
    "2-4": ("83276238 55611744", "Y: f7 d8, C: f1 b3 d3 h6", 1, "right_angle"),
    "acute": ("44815876 72562331", "Y: g2 d3 c5 g6 d8, C: b2", 0, "acute"),
}


def ending(name: str) -> tuple[tt.Match, int]:
    """A won ending with the other side to move, and who is ahead."""
    tiles, text, leader, tile_set = ENDINGS[name]
    rows = tiles.split()
    laid = {f"{'abcdefgh'[n]}{r + 4}": int(rows[r][n]) for r in (0, 1) for n in range(8)}
    pawns: dict[str, str] = {}
    for group in text.split(", "):
        letter, cells = group.split(": ")
        pawns |= dict.fromkeys(cells.split(), letter)
    position = {"tiles": laid, "hands": [[], []], "pawns": pawns, "to_move": 1 - leader, "quiet": 0}
    return tt.setup("barrier", position, {"layout": "random", "tiles": tile_set}), leader


def finished(name: str, hunter: str) -> tt.Match:
    """The ending played out: the side that is ahead as `hunter`, the other by hand-made terms."""
    match, leader = ending(name)
    ahead, behind = (find_player(who, find("barrier")) for who in (hunter, "handmade:3000"))
    while match.to_move is not None:
        player = ahead if match.to_move == leader else behind
        match = match.play(choose(player, knowledge_of(match), str(len(match.moves))).move)
    return match


@pytest.mark.parametrize("name", ENDINGS)
def test_a_side_far_ahead_finds_the_last_pawns_before_the_count_ends_the_match(name: str) -> None:
    result = finished(name, "best:3000").result
    assert result is not None
    assert result.winners == (ending(name)[1],)
    assert result.reason in ("last_pawns", "no_move")


def test_without_a_sense_of_distance_the_same_ending_waits_for_the_count() -> None:
    result = finished("5-1", "handmade:3000").result
    assert result is not None
    assert result.reason == "stall"


def steps_of_a_lone_king(state: State, cell: int) -> list[int]:
    """Where the rules let a crowned pawn go that is alone on the board."""
    pawns = Pawns(yellow=spot(cell), colourless=NOTHING, crowned=spot(cell))
    open_to = exits(pawns, state.barrier.ways, 0, cell, 0)
    return [cell + delta for number, delta in enumerate(DELTAS) if (open_to >> number) & 1]


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(0, 5), st.sets(st.sampled_from(CELLS), min_size=1))
def test_a_step_nearer_is_a_step_by_the_rules(seed: int, number: int, cells: set[int]) -> None:
    state = walk(seed, options_of(number), 20)._state
    low, high = 0, 0
    for cell in cells:
        low, high = low | spot(cell)[0], high | spot(cell)[1]
    found = one_step_from((low, high), state.barrier.ways)
    expected = {c for c in CELLS if c in cells or cells & set(steps_of_a_lone_king(state, c))}
    assert {cell for cell in CELLS if has(found, cell)} == expected


def test_nearness_counts_by_the_ways_of_the_tiles() -> None:
    state = ending("5-1")[0]._state
    steps = {0: {10}}
    ways = state.barrier.ways
    while 10 not in steps and len(steps) <= FAR:
        last = len(steps) - 1
        steps[last + 1] = steps[last] | {
            c for c in CELLS if steps[last] & set(steps_of_a_lone_king(state, c))
        }
    for cell in CELLS:
        away = min((k for k, reached in steps.items() if cell in reached), default=FAR + 1)
        expected = FAR if cell == 10 else max(0, FAR + 1 - away)
        assert nearness(spot(cell), spot(10), ways) == expected


@pytest.mark.parametrize(
    ("text", "quiet", "hunter", "weight", "far_ahead"),
    [
        ("Y: a1 b1 c1, C: h8", 0, 1, NEAR, 1),
        ("Y: a1, C: h8 g8 f8", 79, 2, NEAR, 1),
        ("Y: a1 b1, C: h8", 0, 0, 0, 0),
        ("Y: a1 b1, C: h8", 29, 0, 0, 0),
        ("Y: a1 b1, C: h8", 30, 2, 2, 0),
        ("Y: a1 b1, C: h8", 75, 2, 17, 0),
        ("Y: a1, c: h6", 60, 2, 12, 0),
        ("Y: a1, C: h8", 60, 0, 0, 0),
        ("y: a1 c1 e1 g1 b2 d2 f2 h2, c: b8 d8 f8 h8 a7 c7 e7", 60, 0, 0, 0),
    ],
)
def test_who_hunts(text: str, quiet: int, hunter: int, weight: int, far_ahead: int) -> None:
    plan = plan_of(table(text, quiet=quiet)._state)
    assert (plan[HUNTER], plan[WEIGHT], plan[AHEAD]) == (hunter, weight, far_ahead)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(60, 200))
def test_a_half_turn_turns_the_hunt_round(seed: int, number: int, moves: int) -> None:
    match = walk(seed, options_of(number), moves)
    position = mapped(
        match.position(),
        lambda cell: cell.translate(FILES_TURNED | ROWS_TURNED),
        lambda name: name.translate(NORTH_SOUTH | EAST_WEST),
        match.options["tiles"],
    )
    state = match._state
    other: Any = tt.setup("barrier", swapped(position), match.options)._state
    for hunter in (0, 1, 2):
        plan, turned = np.zeros(8, np.int64), np.zeros(8, np.int64)
        plan[:3], turned[:3] = (hunter, NEAR, 1), (3 - hunter if hunter else 0, NEAR, 1)
        assert learned(other, turned) == -learned(state, plan)


def test_where_nobody_hunts_the_strongest_judge_with_weights_from_games() -> None:
    state = table("y: a1 c1, c: b8 d8")._state
    assert learned(state, parameters_of(state)) == fitted(state)
    more = table("y: a1 c1 e3, c: b8 d8")._state
    assert fitted(more) > fitted(state) + 50
