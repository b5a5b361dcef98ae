"""What strong opponents leave out, and nobody who overlooks moves: never what a proof needs."""

import numpy as np
import pytest

import tabletier as tt
from tabletier.games.kernel.bits import dot
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.skills import ALPHABETA, Skill
from tabletier.search.alphabeta_parts import CERTAIN, HISTORY, KILLER, NOTHING, work_of
from tabletier.search.alphabeta_pruning import (
    MANY,
    NONE,
    SAFE_DEPTH,
    enough,
    is_narrow,
    later,
    learn_from,
    unknown,
)
from tabletier.search.alphabeta_search import Search, deepen
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.levels import skills_of, strongest_of
from tabletier.search.players import find_player, skill_for
from tests.search.test_alphabeta import Reference, can_force, random_matches

KEYS = [key for key in keys() if strongest_of(find(key)).engine == ALPHABETA]
CUTTING = [key for key in KEYS if strongest_of(find(key)).prunes]
PRUNING = Skill(ALPHABETA, prunes=True)
SHORT = 3


@pytest.mark.parametrize("key", CUTTING)
def test_lines_are_cut_short_at_the_top_by_those_who_overlook_nothing(key: str) -> None:
    game = find(key)
    best, unpruned = (skill_for(find_player(name, game), game) for name in ("best", "unpruned"))
    assert best.prunes
    assert unpruned == best._replace(prunes=False)
    skills = skills_of(game)
    pruning = [skill.prunes for skill in skills]
    assert pruning == sorted(pruning), "whoever cuts lines short stands above all others"
    assert not any(pruning[:4])
    assert not any(skill.blindness or skill.temper for skill in skills if skill.prunes)


@pytest.mark.parametrize("key", KEYS)
def test_wins_and_losses_it_proves_are_confirmed_by_brute_force(key: str) -> None:
    """Of moves to the end that are few enough to try everything."""
    wins, losses = 0, 0
    for seed in range(60):
        for match in random_matches(key, seed)[-8:-1:3]:
            known = knowledge_of(match)
            thought = deepen(known, Budget(simulations=3000), "x", PRUNING._replace(horizon=SHORT))
            search = Search(known, "x", PRUNING)
            plain, proof = Reference(search), thought.candidates[0].proven
            if proof > 0:
                assert can_force(plain, search.root, search.side, SHORT)
                wins += 1
            elif proof < 0:
                assert can_force(plain, search.root, 1 - search.side, SHORT)
                losses += 1
        if wins >= 4 and losses >= 1:
            break
    assert wins >= 4
    assert losses >= 1


@pytest.mark.parametrize("key", KEYS)
def test_it_needs_fewer_positions_for_the_same_depth_and_is_repeatable(key: str) -> None:
    visited = {True: 0, False: 0}
    for match in random_matches(key, 4)[8:60:12]:
        known = knowledge_of(match)
        for prunes in (True, False):
            skill = Skill(ALPHABETA, horizon=6, prunes=prunes)
            thought = deepen(known, Budget(simulations=200_000), "x", skill)
            assert thought.move in match.legal_moves()
            visited[prunes] += thought.simulations
        again = deepen(known, Budget(simulations=5000), "x", PRUNING)
        assert again == deepen(known, Budget(simulations=5000), "x", PRUNING)
    assert visited[True] * 2 < visited[False]


def test_nothing_is_left_out_where_something_is_to_be_proven() -> None:
    assert is_narrow(10, 11)
    assert not is_narrow(10, 12)
    assert not is_narrow(CERTAIN - 1, CERTAIN)
    assert not is_narrow(-CERTAIN, 1 - CERTAIN)


def test_the_further_from_the_leaves_the_more_is_tried() -> None:
    assert enough(1000, 0, 1, 1, 100) == NONE
    assert enough(-1000, 0, 1, 1, 100) == 1
    assert enough(1000, 0, 1, SAFE_DEPTH + 1, 100) == MANY
    tried = [enough(0, 0, 1, depth, 100) for depth in range(1, 9)]
    assert tried == sorted(tried)
    assert tried[0] < tried[-1] == MANY


def test_late_steps_are_searched_less_deeply_and_noisy_ones_are_not() -> None:
    less = [later(k, 0, 9) for k in range(40)]
    assert less[:2] == [0, 0]
    assert less == sorted(less)
    assert less[-1] > 2
    assert later(30, KILLER, 9) == 0
    assert later(30, 6000, 9) < later(30, 0, 9) < later(30, -6000, 9)
    assert all(later(k, -6000, depth) < max(1, depth - 1) for k in range(60) for depth in range(20))
    assert [unknown(NOTHING, depth) for depth in (3, 4)] == [0, 1]
    assert unknown(1, 9) == 0


def test_a_step_that_refutes_counts_for_more_and_those_tried_before_it_for_less() -> None:
    work = np.zeros(1, work_of(8)).view(np.recarray)[0]
    work.moves[3, :4] = 10, 11, 12, 13
    work.scores[3, 0] = KILLER
    for _ in range(10_000):
        learn_from(2, 1, 30, 3, work)
    learned = work.history[1, [10, 11, 12, 13]].tolist()
    assert learned[0] == learned[3] == 0
    assert -7000 < learned[1] < -5000
    assert 5000 < learned[2] < 7000
    assert work.history[0].tolist() == [0] * HISTORY


def test_products_are_added_up_place_by_place() -> None:
    assert dot((1, 2, 3), (4, -5, 6)) == 12


@pytest.mark.parametrize("key", KEYS)
def test_whether_one_may_wait_is_whether_something_is_legal_that_is_not_noisy(key: str) -> None:
    waiting = set()
    for options in ({}, {"capture": "mandatory"} if key == "barrier" else {}):
        for match in random_matches(key, 3, options)[::3]:
            verbs, state = Search(knowledge_of(match), "x", PRUNING).compiled, match._state
            buffer = np.empty(find(key).rules.MAX_MOVES, np.int64)
            noisy, legal = verbs.noisy_moves(state, buffer), verbs.legal_moves(state, buffer)
            assert verbs.may_wait(state, noisy, buffer) == (legal > noisy)
            waiting.add(legal > noisy)
    assert True in waiting


def test_a_barrier_position_is_passed_on_with_the_other_side_to_move() -> None:
    """Only between moves; the pawns stay where they are, and it counts for no quiet move."""
    for match in random_matches("barrier", 5, {"layout": "random"}):
        state, verbs = match._state, Search(knowledge_of(match), "x", PRUNING).compiled
        after = verbs.passed(state)
        if after.turn != state.turn:
            assert not verbs.unfinished(state)
            assert (after.pawns, after.barrier) == (state.pawns, state.barrier)
            assert after.quiet == state.quiet
            assert verbs.legal_moves(after, np.empty(96, np.int64)) > 0
    laying = tt.new("barrier", seed="x")._state
    assert verbs.passed(laying) == laying
