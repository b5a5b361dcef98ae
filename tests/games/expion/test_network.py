"""What the network sees of Ex*pion: turned and mirrored boards are the same to it."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tabletier.games.expion import network
from tabletier.games.expion.board import BASE
from tabletier.games.expion.options import start
from tabletier.games.expion.rules import MAX_MOVES, apply, legal_moves, to_move
from tabletier.games.expion.state import Board, State
from tabletier.games.kernel.network import LANES, MOST, OFFSET, reference
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.weights import Weights
from tabletier.lab.bulk import option_sets

TABLES = option_sets(find("expion"))


def positions(options: dict[str, object], games: int = 2) -> Iterator[State]:
    """Positions of random games, up to 90 moves."""
    moves = np.empty(MAX_MOVES, np.int64)
    for game in range(games):
        chooser, state = random.Random(game), start(options)
        for _ in range(90):
            if to_move(state) < 0:
                break
            yield state
            state = apply(state, int(chooser.choice(moves[: legal_moves(state, moves)])))


@pytest.fixture(scope="module")
def weights() -> Weights:
    draw = np.random.default_rng(3)
    rows, heads = network.MADE_OF
    return Weights(
        draw.integers(1 - OFFSET, OFFSET, (rows, LANES)).astype(np.int16),
        draw.integers(-(10**6), 10**6, (heads, 1 + LANES)).astype(np.int32),
    )


@pytest.mark.parametrize("options", TABLES[::2], ids=str)
def test_the_packed_network_equals_plain_arithmetic(
    weights: Weights, options: dict[str, object]
) -> None:
    rows, (row_of, head_of) = np.zeros(MOST + 1, np.int64), network.trained()
    net = network.packed(weights, start(options))
    for state in positions(options):
        count = network.inputs(state, rows)
        assert count <= MOST
        seen = row_of[rows[:count]]
        assert len(set(seen.tolist())) == count or options["players"] == 2
        plain = reference(weights.rows[seen], weights.heads[head_of[network.head(state)]])
        assert network.judged(state, net) == plain


def mapped(plane: int, cell_of: list[int]) -> int:
    return sum(1 << cell_of[bit] for bit in range(55) if plane >> bit & 1)


def changed(state: State, cell_of: list[int], colours: tuple[int, int, int, int]) -> State:
    """The board with every cell moved and the colours exchanged: colour c becomes colours[c]."""
    marbles, homes = [0] * 4, [0] * 2
    for colour in range(4):
        marbles[colours[colour]] = mapped(state.board.marbles[colour], cell_of)
    for side in range(2):
        homes[colours[side] & 1] = mapped(state.board.homes[side], cell_of)
    north, east, south, west = marbles
    board = Board((north, east, south, west), (homes[0], homes[1]), cell_of[state.board.expion])
    return state._replace(board=board, cycle=colours[state.cycle])


def cells(turn: str) -> list[int]:
    found = []
    for bit in range(56):
        row, column = divmod(bit, 8)
        if turn == "mirror":
            row, column = row, (6 - column) % 8
        elif turn == "flip":
            row, column = (6 - row) % 8, column
        else:
            row, column = column, (6 - row) % 8
        found.append(8 * row + column)
    return found


MIRROR, FLIP, QUARTER = (0, 3, 2, 1), (2, 1, 0, 3), (1, 2, 3, 0)


def test_mirrored_and_turned_boards_are_judged_alike(weights: Weights) -> None:
    options = TABLES[0]
    net = network.packed(weights, start(options))
    for state in positions(options):
        said = network.judged(state, net)
        axes = (state.board.expion & 7) == 3, (state.board.expion >> 3) == 3
        turned = changed(state, cells("quarter"), QUARTER)
        if not any(axes):
            assert network.judged(turned, net) == said
            for turn, colours in (("mirror", MIRROR), ("flip", FLIP)):
                assert network.judged(changed(state, cells(turn), colours), net) == said


def test_with_more_players_turning_to_the_mover_changes_nothing(weights: Weights) -> None:
    options = {**TABLES[0], "players": 4}
    net = network.packed(weights, start(options))
    for state in positions(options):
        if (state.board.expion & 7) != 3:
            turned = changed(state, cells("quarter"), QUARTER)
            assert network.judged(turned, net) == network.judged(state, net)


def test_interpreted_it_says_the_same(weights: Weights) -> None:
    net = network.packed(weights, start(TABLES[0]))
    plain = getattr(network.judged, "py_func", network.judged)
    for state in positions(TABLES[0], 1):
        assert state.board.expion < BASE
        assert plain(state, net) == network.judged(state, net)


def test_every_trained_row_and_head_is_seen_somewhere() -> None:
    rows, heads = network.trained()
    assert set(rows.tolist()) == set(range(network.MADE_OF[0]))
    assert set(heads.tolist()) == set(range(network.MADE_OF[1]))
    assert len(network.factors()) == network.MADE_OF[0]


def test_under_other_readings_the_hand_made_judgement_is_kept() -> None:
    usual = [options for options in TABLES if network.fits(start(options))]
    assert len(usual) < len(TABLES)
    for options in usual:
        readings = options["pairs"], options["push"], options["chameleon"]
        assert readings == ("side", "straight", "always") or options["players"] == 4
