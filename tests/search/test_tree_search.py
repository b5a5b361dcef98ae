"""An opponent that searches: it finds wins, never peeks, and can be repeated."""

import contextlib
import random
from typing import Any

import numpy as np
import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.skills import Skill
from tabletier.match.match import Match
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.tree_search import Candidate, settings_for, tempted, think
from tabletier.search.tree_settings import NO_STEP, noticed

FEW = Budget(simulations=400)


def some_positions(key: str, seed: int) -> list[Match]:
    """A few positions of a random game, from the first decision on."""
    chooser, match, found = random.Random(seed), tt.new(key, seed=f"{seed}"), list[Match]()
    while match.to_move is not None and len(found) < 60:
        found.append(match)
        match = match.play(chooser.choice(match.legal_moves()))
    return found[::12]


@pytest.mark.parametrize("key", keys())
def test_it_chooses_a_legal_move(key: str) -> None:
    for match in some_positions(key, 1):
        assert think(knowledge_of(match), Budget(simulations=60), "x").move in match.legal_moves()


@pytest.mark.parametrize("key", keys())
def test_the_same_knowledge_and_seed_give_the_same_choice(key: str) -> None:
    match = some_positions(key, 2)[-1]
    known = knowledge_of(match)
    assert think(known, FEW, "x") == think(known, FEW, "x")


@pytest.mark.parametrize("key", keys())
def test_it_takes_a_win_that_one_move_gives(key: str) -> None:
    """Wherever a move of a random game wins the match at once, thinking finds such a move."""
    chances = 0
    for seed in range(20):
        chooser, match = random.Random(seed), tt.new(key, seed=f"{seed}")
        while match.to_move is not None:
            before, match = match, match.play(chooser.choice(match.legal_moves()))
        if match.result is not None and before.to_move in match.result.winners:
            after = before.play(think(knowledge_of(before), FEW, "x").move)
            assert after.result is not None
            assert before.to_move in after.result.winners
            chances += 1
        if chances == 2:
            break
    assert chances


def tables_that_hide() -> list[tuple[str, dict[str, Any]]]:
    """Every game with every value of its options, one at a time, as far as they agree."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key in keys():
        for option in find(key).options:
            for value in option.values:
                with contextlib.suppress(tt.BadOption):
                    tt.new(key, {option.key: value}, seed="x")
                    found.append((key, {option.key: value}))
    return found


@pytest.mark.parametrize(("key", "options"), tables_that_hide(), ids=str)
def test_an_imagined_world_looks_to_the_seat_exactly_like_the_truth(
    key: str, options: dict[str, Any]
) -> None:
    """So nothing that a seat cannot know can change what it chooses."""
    chooser, match = random.Random(3), tt.new(key, options, seed="worlds")
    for number in range(12):
        known = knowledge_of(match)
        imagined = find(key).imagine(known.table, match.options, random.Random(number))
        assert knowledge_of(tt.setup(key, imagined, options)).table == known.table
        match = match.play(chooser.choice(match.legal_moves()))


def test_some_games_hide_something() -> None:
    hiding = {key for key, options in tables_that_hide() if hides(tt.new(key, options, seed="x"))}
    assert len(hiding) >= 2


def hides(match: Match) -> bool:
    return find(match.game).hidden(knowledge_of(match).table)


def test_it_stops_at_once_when_told_to() -> None:
    known = knowledge_of(tt.new(keys()[0], seed="x"))
    assert think(known, Budget(seconds=600), "x", stopped=lambda: True).simulations <= 4


def test_nobody_is_tempted_by_what_is_seen_to_lose() -> None:
    even = Candidate("a", 5, (0.1, 0.9), 0)
    lost = Candidate("b", 9, (0.0, 1.0), -1)
    skill, chooser = Skill(temper=10.0), random.Random(1)
    assert {tempted([lost, even], 0, skill, chooser).move for _ in range(50)} == {"a"}
    assert tempted([lost], 0, skill, chooser).move == "b"


def seen(ahead: int, natural: int) -> list[int]:
    """Of a thousand steps, those that somebody rather blind sees so many steps ahead."""
    settings = settings_for(Skill(blindness=0.3), random.Random(1))
    moves = np.arange(1000)
    left: list[int] = moves[: noticed(moves, 1000, settings, ahead, 7, natural)].tolist()
    return left


def test_what_lies_further_ahead_is_overlooked_sooner_and_what_is_natural_never() -> None:
    near, far = seen(0, NO_STEP), seen(4, NO_STEP)
    assert 640 < len(near) < 760
    assert 270 < len(far) < 420
    assert set(far) < set(near)  # who does not see it now did not see it from afar
    missed = min(set(range(1000)) - set(near))
    assert seen(0, missed) == sorted([*near, missed])
