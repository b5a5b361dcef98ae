"""Level against level at every kind of table, and somebody who has just done the lessons."""

from argparse import Namespace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import tabletier as tt
from benchmarks import lessons_player
from benchmarks.neighbours import (
    cell,
    fingerprint,
    kinds,
    met,
    opening,
    plan_for,
    short_of,
    steps_of,
    table,
)
from tabletier.games.kernel.registry import find, keys
from tabletier.search.levels import skills_of
from tabletier.search.players import everyone, find_player


@pytest.mark.parametrize("key", keys())
def test_every_way_to_sit_down_and_every_option_has_its_table(key: str) -> None:
    game = find(key)
    found = kinds(game)
    assert found[0].name == "as usual"
    assert len({kind.name for kind in found}) == len(found)
    for option in game.options:
        if option.key != "first_player":
            seen = {kind.options[option.key] for kind in found}
            assert seen == set(option.values)


def test_results_are_named_after_what_the_levels_are_like() -> None:
    for game in map(find, keys()):
        steps = steps_of(game)
        assert len({fingerprint(game, step) for step in steps}) == len(steps)


@pytest.mark.parametrize("key", keys())
def test_every_level_meets_the_one_below(key: str) -> None:
    game = find(key)
    names, steps = everyone(game), steps_of(game)
    assert set(pairwise(names)) <= set(steps)
    assert len(steps) == len(names)
    assert (names[-2], short_of(game)) in steps
    longest = find_player(short_of(game), game).budget.simulations or 0
    assert all((skill.simulations or 0) < longest for skill in skills_of(game))


def test_games_without_luck_begin_at_random() -> None:
    assert {opening(find(key)) > 0 for key in keys()} == {True, False}


def test_a_step_is_played_kept_and_told(tmp_path: Path) -> None:
    game = find("point")
    asked = Namespace(games=4, others=0, short=0, last=0, jobs=1, results=tmp_path)
    usual, other = kinds(game)[:2]
    steps = steps_of(game)
    assert [plan_for(game, other, step, asked).games for step in steps] == [0] * len(steps)
    assert plan_for(game, usual, steps[-1], asked).games == 0
    plan = plan_for(game, usual, steps[0], asked)
    played = met(plan)
    assert played is not None
    assert played.games == 4
    again = met(plan_for(game, usual, steps[0], Namespace(**{**vars(asked), "games": 0})))
    assert again is not None
    assert cell(again) == cell(played)
    told = table(game, [(usual, [played, *[None] * 4]), (other, [None] * 5)])
    assert f"| as usual | {cell(played)} | – | – | – | – |" in told
    assert other.name not in told


@pytest.mark.parametrize("key", keys())
def test_the_newcomer_plays_every_game(key: str) -> None:
    match, random = tt.new(key, seed="new"), Random(1)
    for _ in range(12):
        match = match.play(lessons_player.move_of(match, random))
    assert len(match.moves) == 12


def test_the_newcomer_wins_where_a_lesson_shows_how() -> None:
    board = {"0,0": ["r3"], "1,0": ["r7"], "2,0": ["r2"], "3,0": ["r1"], "2,1": ["y9"]}
    position = tt.new("punto", {"rounds_to_win": 1}, seed="x").position()
    hand = ["r5"]
    colours = {"r": 0, "g": 0, "b": 1, "y": 1}
    piles = [sorted(c + n for c in "rg" for n in "123456789" for _ in "ab"), position["piles"][1]]
    for card in ("r3", "r7", "r2", "r1", "r5"):
        piles[0].remove(card)
    piles[1] = sorted(c + n for c in "by" for n in "123456789" for _ in "ab")
    piles[1].remove("y9")
    match = tt.setup(
        "punto",
        {
            **position,
            "board": board,
            "colours": colours,
            "hands": [hand, []],
            "piles": piles,
            "pile_sizes": [len(piles[0]), len(piles[1])],
            "to_move": 0,
        },
        {"rounds_to_win": 1},
    )
    played = match.play(lessons_player.move_of(match, Random(1)))
    assert played.result is not None
    assert played.result.winners == (0,)
