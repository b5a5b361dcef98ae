"""Opponents in Point: they see wins, lay out good rows, use no secrets, and levels differ."""

from typing import Any

import numpy as np
import pytest

import tabletier as tt
from tabletier.games.kernel.contract import CHANCE, OVER
from tabletier.games.kernel.random import advance, scale, seeded, word
from tabletier.games.kernel.registry import find
from tabletier.games.point import rules, search
from tabletier.games.point.rules.setup import PATTERN_COUNT, PATTERNS
from tabletier.games.point.state import State
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import Player, choose, find_player
from tests.games.point.tables import DUEL, GAME, TEAMS, position, table, walk

RULES = find("point")
BEST = find_player("best:300", RULES)
LEVELS = [*(find_player(str(number), RULES) for number in range(1, 5)), BEST]
MODES = [DUEL, {**DUEL, "players": 3}, {**DUEL, "players": 4}, TEAMS]


def last_choice(options: dict[str, Any], seed: int) -> State | None:
    """The last state of a random game, if a use there makes the seat in turn win."""
    *states, end = walk(options, seed)
    before = states[-1]
    winners, reason = rules.outcome(end)
    return before if reason == rules.ONE_COLOUR and (winners >> before.turn) & 1 else None


@pytest.mark.parametrize("options", MODES, ids=str)
def test_the_strongest_takes_a_win_that_one_move_gives(options: dict[str, Any]) -> None:
    found = (last_choice({**options, "rows": "random"}, seed) for seed in range(200))
    won = 0
    for state in (state for state in found if state is not None):
        match = tt.setup("point", GAME.position(state, None), options, seed="win")
        seat, after = match.to_move, match.play(choose(BEST, knowledge_of(match), "x").move)
        if after.result is None and after.to_move == seat:  # cards were regrouped first
            after = after.play(choose(BEST, knowledge_of(after), "x").move)
        assert after.result is not None
        assert seat in after.result.winners
        won += 1
        if won == 4:
            break
    assert won >= 2


def test_the_weakest_sees_a_win_half_of_the_time_and_then_takes_it() -> None:
    hand = ["BB=BWB", "BB=BBB", "BB=BBB", "WW=WWW"]
    match = table(position(["BBBBBBWBBB", None], [hand, []]))
    wins = [move for move in match.legal_moves() if match.play(move).result is not None]
    assert len(wins) == 1
    known = knowledge_of(match)
    seen = sum(choose(LEVELS[0], known, f"{seed}").move == wins[0] for seed in range(60))
    assert 18 <= seen <= 42


@pytest.mark.rule("POINT-5")
@pytest.mark.parametrize("player", LEVELS, ids=lambda player: str(player.name))
def test_rows_that_are_still_secret_change_nothing(player: Player) -> None:
    """The same for two matches that differ in the other's row and in the order of the pile."""
    options = {**DUEL, "players": 3}
    rows, seeds = ("BBWWBBWWWWBB", "WBWBWBBWBWBW"), ("one", "two")
    first, second = (
        tt.new("point", options, seed=seed).play(f"row {row}")
        for row, seed in zip(rows, seeds, strict=True)
    )
    for seed in ("a", "b"):
        thoughts = [choose(player, knowledge_of(match), seed) for match in (first, second)]
        assert thoughts[0] == thoughts[1]


def mean_turns(pattern: int | None, games: int) -> float:
    """How many choices seat 0 has until a row is pure, when quick players begin with a row or any.

    Whose row is laid out well has fewer, since the match is over sooner.
    """
    moves, turns = np.empty(rules.MAX_MOVES, np.int64), 0
    for number in range(games):
        stream, state = seeded(number), rules.initial(0, 0, 0)
        other, any_row = (int(PATTERNS[number * k % PATTERN_COUNT]) for k in (31, 101))
        for row in (any_row if pattern is None else pattern, other):
            state = rules.apply(state, row)
        while (seat := rules.to_move(state)) != OVER:
            stream = advance(stream)
            if seat == CHANCE:
                step = rules.chance(state, scale(word(stream), rules.tickets(state)))
            else:
                step = search.policy_step(state, word(stream), moves)
                turns += seat == 0
            state = rules.apply(state, step)
    return turns / games


def test_the_strongest_lays_out_rows_that_win_sooner_than_most() -> None:
    average = mean_turns(None, 400)
    for seed in ("a", "b"):
        known = knowledge_of(tt.new("point", DUEL, seed=seed))
        row = choose(BEST, known, seed).move.removeprefix("row ")
        pattern = sum(1 << place for place, pawn in enumerate(row) if pawn == "B")
        assert mean_turns(pattern, 400) < average - 0.3


def points(player: Player, other: Player, pairs: int) -> float:
    """The share of the points in matches with the same draws and seats exchanged."""
    total = 0.0
    for number in range(pairs):
        for seats in ((player, other), (other, player)):
            match = tt.new("point", DUEL, seed=f"{number}")
            while match.to_move is not None:
                known, seed = knowledge_of(match), f"{number} {len(match.moves)}"
                match = match.play(choose(seats[match.to_move], known, seed).move)
            assert match.result is not None
            winners = [seats[seat] for seat in match.result.winners]
            total += float(player in winners) if winners else 0.5
    return total / (2 * pairs)


@pytest.mark.parametrize(("upper", "lower"), [(2, 0), (3, 1)])
def test_two_levels_up_is_a_clear_difference(upper: int, lower: int) -> None:
    assert points(LEVELS[upper], LEVELS[lower], 5) >= 0.7


def test_partners_end_a_game_among_themselves_without_dithering() -> None:
    """The strongest in all four seats: nobody regroups more than now and then."""
    match, moves = tt.new("point", {**TEAMS, "rows": "random"}, seed="teams"), list[str]()
    while match.to_move is not None and len(moves) < 150:
        moves.append(choose(BEST, knowledge_of(match), f"{len(moves)}").move)
        match = match.play(moves[-1])
    assert match.result is not None
    assert match.result.reason == "pure"
    assert sum(move.startswith("regroup") for move in moves) < len(moves) / 2
