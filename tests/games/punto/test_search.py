"""How Punto's play-outs go on: lines are finished, stopped or lengthened, and all is legal."""

import random

import numpy as np
import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.games.punto.board import CELLS, lay, lines
from tabletier.games.punto.cards import needed_in, owner, side_of
from tabletier.games.punto.search import judge, policy_step
from tabletier.games.punto.state import State
from tests.games.punto.boards import MODES, SIDES, new, table
from tests.games.punto.games import STYLES, played

GAME = find("punto")
BUFFER = np.empty(GAME.rules.MAX_MOVES, np.int64)


def guided(match: tt.Match, word: int) -> str:
    """The move that the policy makes for 32 random bits."""
    state = GAME.setup(match.position(), match.options)[0]
    return GAME.write(state, (int(policy_step(state, word, BUFFER)),))


def all_guided(match: tt.Match) -> set[str]:
    """The moves that the policy makes for many random words."""
    rng = random.Random(1)
    return {guided(match, rng.getrandbits(32)) for _ in range(200)}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("expert", [False, True], ids=["normal", "expert"])
def test_every_step_is_legal_and_a_line_that_can_be_completed_is(mode: str, expert: bool) -> None:
    """Wherever a legal move wins the round by a line, the policy's move does."""
    rng, completed = random.Random(mode), 0
    for match in played({**MODES[mode], "expert": expert, "rounds_to_win": 3}, 4, STYLES[1]):
        if match.to_move is None:
            break
        state = GAME.setup(match.position(), match.options)[0]
        steps = BUFFER[: GAME.rules.legal_moves(state, BUFFER)].tolist()
        chosen = int(policy_step(state, rng.getrandbits(32), BUFFER))
        assert chosen in steps
        if any(lines_up(state, step) for step in steps):
            assert lines_up(state, chosen)
            completed += 1
    assert completed >= 3


def lines_up(state: State, step: int) -> bool:
    """Whether a step completes a line for the side that makes it."""
    (card, cell), mode = divmod(step, CELLS), state.table.mode
    mine = owner(mode, card // 9) == side_of(mode, state.turn)
    plane = lay(state.board, card, cell).tops[card // 9]
    return mine and lines(plane, needed_in(mode)) != 0


@pytest.mark.parametrize(
    ("drawing", "place"),
    [
        ("y9 r1 r2 r9 r4 .", "5,0"),
        ("y9 r2 b4 r4 r5 r6", "2,0"),
        ("*y9 . . . .\n. r1 . . .\n. . r2 . .\n. . . r3 .\n. . . . r4", "5,-5"),
        (". . . . r1\n. . . r4 .\n. . r3 . .\n. r2 . . .\n*y9 . . . .", "5,5"),
        ("b4\nr1\nr2\nr3\nr9\ny9", "0,5"),
    ],
    ids=["beside", "between", "falling", "rising", "upwards, on a lower card"],
)
def test_it_finds_the_place_that_completes_five(drawing: str, place: str) -> None:
    match = table("M2", drawing, {0: "r5"})
    assert all_guided(match) == {f"r5@{place}"}


def test_cards_that_only_the_edge_keeps_apart_make_no_line() -> None:
    """Six columns are in use: nothing lies between the end of a row and the start of the next."""
    match = table("M2", "r1 r2 g9 .  .  .\n*g9 b9 b9 y9 r3 r4", {0: "r5"})
    assert len(all_guided(match)) > 3


def test_it_stops_a_line_that_another_could_complete() -> None:
    match = table("M2", "y9 b1 b2 b3 b4", {0: "r5"})
    assert all_guided(match) == {"r5@5,0"}


def test_it_does_not_stop_its_partners_line() -> None:
    match = table("T4", "y9 r1 r2 r3 r4", {0: "g5"})
    assert len(all_guided(match)) > 3


def test_it_does_not_stop_a_neutral_line() -> None:
    match = table("M3", "r9 y1 y2 y3", {0: "r5"})
    assert len(all_guided(match)) > 3


def test_completing_comes_before_stopping() -> None:
    match = table("M2", "y9 b1 b2 b3 b4 .\ng9 r1 r2 r3 r4 .", {0: "r5"})
    assert all_guided(match) == {"r5@5,0"}


def test_an_expert_completes_with_either_card() -> None:
    drawing = "y9 r1 r2 r3 r4 ."
    match = table("M2", drawing, {0: "g7 r5", 1: "b1 b2"}, expert=True)
    assert all_guided(match) == {"r5@5,0"}


def test_it_lengthens_a_line_three_times_out_of_four() -> None:
    match = table("M2", "y9 r1 r2 r3", {0: "r5"})
    rng = random.Random(2)
    moves = [guided(match, rng.getrandbits(32)) for _ in range(400)]
    assert 0.7 < moves.count("r5@4,0") / 400 < 0.9
    assert len(set(moves)) > 3


@pytest.mark.parametrize("mode", MODES)
def test_a_judged_round_gives_every_side_a_chance_and_the_winner_the_best(mode: str) -> None:
    rng, match, values, judged = random.Random(3), new(mode), np.empty(SIDES[mode]), 0
    root = GAME.setup(match.position(), match.options)[0]
    while match.to_move is not None and judged < 20:
        state = GAME.setup(match.position(), match.options)[0]
        assert judge(root, state, values) == (match.position()["rounds_won"] != [0] * SIDES[mode])
        if any(match.position()["rounds_won"]):
            judged += 1
            assert values.sum() == pytest.approx(1.0)
            won = match.position()["rounds_won"]
            assert np.argmax(values) == np.argmax(won)
        match = match.play(guided(match, rng.getrandbits(32)))
    assert judged
