"""Alpha-beta search finds what brute force finds, errs as told, stops, and finishes a won match."""

import math
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tabletier as tt
from tabletier.games.kernel.contract import OVER
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.skills import ALPHABETA, Skill, overlooking
from tabletier.lab.bulk import option_sets
from tabletier.match.match import Match
from tabletier.search.alphabeta_parts import CERTAIN, WIN
from tabletier.search.alphabeta_search import FORESEEING, Search, chance, deepen, new_table
from tabletier.search.knowledge import Budget, Knowledge, knowledge_of, side_of
from tabletier.search.players import find_player, skill_for

KEYS = [key for key in keys() if hasattr(find(key).heuristics, "evaluate")]
TABLES = [(key, options) for key in KEYS for options in option_sets(find(key))]
FEW = Budget(simulations=2000)
ALL_MOVES = 1000.0


def random_matches(key: str, seed: int, options: dict[str, Any] | None = None) -> list[Match]:
    """Every position of a random match, up to the last decision."""
    chooser, match, found = random.Random(seed), tt.new(key, options, seed=f"{seed}"), list[Match]()
    while match.to_move is not None:
        found.append(match)
        match = match.play(chooser.choice(match.legal_moves()))
    return found


class Reference:
    """The same search without any cleverness, in plain Python; values are to side 0."""

    def __init__(self, search: Search) -> None:
        self.verbs, self.sides = search.compiled, search.sides.tolist()
        self.buffer = np.empty(search.game.rules.MAX_MOVES, np.int64)
        self.settles = search.skill.horizon >= FORESEEING

    def after(self, listed: Any, state: Any) -> list[Any]:
        """The states that the listed steps lead to."""
        steps = self.buffer[: listed(state, self.buffer)].tolist()
        return [self.verbs.apply(state, step) for step in steps]

    def final(self, state: Any, ply: int) -> int:
        seats = self.verbs.outcome(state)[0]
        winners = {side for seat, side in enumerate(self.sides) if (seats >> seat) & 1}
        return 0 if not winners else WIN - ply if winners == {0} else ply - WIN

    def best(self, state: Any, values: list[int]) -> int:
        return max(values) if self.sides[self.verbs.to_move(state)] == 0 else min(values)

    def value(self, state: Any, depth: int, ply: int) -> int:
        """The value so many moves deep; a chain of steps is one move."""
        verbs = self.verbs
        if verbs.to_move(state) == OVER:
            return self.final(state, ply)
        if depth <= 0 and not verbs.unfinished(state):
            return self.settled(state, ply)
        return self.best(
            state,
            [
                self.value(after, depth if verbs.unfinished(after) else depth - 1, ply + 1)
                for after in self.after(verbs.legal_moves, state)
            ],
        )

    def settled(self, state: Any, ply: int) -> int:
        """The value when only noisy steps are followed; one may leave them if others are legal."""
        verbs = self.verbs
        if verbs.to_move(state) == OVER:
            return self.final(state, ply)
        legal = self.after(verbs.legal_moves, state)
        noisy = self.after(verbs.noisy_moves, state) if self.settles else []
        if verbs.unfinished(state):
            noisy = legal
        values = [self.settled(after, ply + 1) for after in noisy]
        if len(noisy) < len(legal):
            values.append(verbs.evaluate(state))
        return self.best(state, values)


def values_found(known: Knowledge, depth: int, rows: int) -> tuple[dict[Any, int], Search]:
    """The exact value of every move at the root, to side 0, with a table for so many positions."""
    skill = Skill(horizon=depth, temper=ALL_MOVES)
    search = Search(known, "x", skill, reduces=False)
    found = search.run(search.new_work(1 << 40, 0), new_table(rows))
    sign = -1 if search.side else 1
    return {turn: sign * int(v) for turn, v in zip(search.turns, found[1], strict=True)}, search


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("depth", [1, pytest.param(3, marks=pytest.mark.thorough)])
def test_every_move_has_the_value_that_brute_force_gives_it(key: str, depth: int) -> None:
    for options in option_sets(find(key))[::3]:
        for match in random_matches(key, depth, options)[20::60][:3]:
            found, search = values_found(knowledge_of(match), depth, 1 << 14)
            plain = Reference(search)
            tried = min(8 // depth, len(found))
            for turn, value in random.Random(1).sample(sorted(found.items()), tried):
                state = search.root
                for step in turn:
                    state = plain.verbs.apply(state, step)
                assert value == plain.value(state, depth - 1, len(turn))


@pytest.mark.parametrize("key", KEYS)
def test_what_is_remembered_changes_no_value(key: str) -> None:
    for match in random_matches(key, 5)[10::40][:5]:
        known = knowledge_of(match)
        assert values_found(known, 3, 1 << 16)[0] == values_found(known, 3, 1)[0]


def can_force(plain: Reference, state: Any, side: int, depth: int) -> bool:
    """Whether a side wins within so many moves whatever the other does, by trying everything."""
    verbs = plain.verbs
    who = verbs.to_move(state)
    if who == OVER:
        return plain.final(state, 0) * (1 - 2 * side) > 0
    if depth == 0 and not verbs.unfinished(state):
        return False
    quantifier = any if plain.sides[who] == side else all
    return quantifier(
        can_force(plain, after, side, depth if verbs.unfinished(after) else depth - 1)
        for after in plain.after(verbs.legal_moves, state)
    )


def forced_wins(key: str) -> Iterator[tuple[Knowledge, Reference, Search]]:
    """Positions in which the side to move wins on its second move, and not on its first."""
    for seed in range(200):
        for match in random_matches(key, seed)[-12:-2:2]:
            search = Search(knowledge_of(match), "x", Skill())
            plain = Reference(search)
            if can_force(plain, search.root, search.side, 1):
                continue
            thought = deepen(knowledge_of(match), Budget(simulations=20000), "x", Skill(horizon=3))
            if thought.candidates[0].proven == 1:
                yield knowledge_of(match), plain, search


@pytest.mark.parametrize("key", KEYS)
def test_a_win_it_claims_is_one_that_brute_force_confirms(key: str) -> None:
    wins = forced_wins(key)
    for _ in range(2):
        known, plain, search = next(wins)
        assert can_force(plain, search.root, search.side, 3)
        thought = deepen(known, FEW, "x")
        assert thought.value[search.side] == 1.0
        state = search.root
        for step in find(key).read(state, thought.move) or ():
            state = plain.verbs.apply(state, step)
        assert can_force(plain, state, search.side, 2)


@pytest.mark.parametrize(("key", "options"), TABLES, ids=str)
def test_it_beats_chance_under_all_options(key: str, options: dict[str, Any]) -> None:
    """It wins, in either seat: no draw by repetition, and the last pieces are hunted down."""
    for side in range(2):
        chooser, match = random.Random(7), tt.new(key, options, seed=f"{side}")
        while (seat := match.to_move) is not None:
            if seat in match.teams[side]:
                move = deepen(knowledge_of(match), Budget(simulations=1500), "x").move
            else:
                move = chooser.choice(match.legal_moves())
            match = match.play(move)
        assert match.result is not None
        assert set(match.result.winners) == set(match.teams[side])


@pytest.mark.parametrize("key", KEYS)
def test_it_is_repeatable(key: str) -> None:
    known = knowledge_of(random_matches(key, 2)[30])
    assert deepen(known, FEW, "x") == deepen(known, FEW, "x")
    assert deepen(known, FEW, "x").simulations <= 2001


@pytest.mark.parametrize("key", KEYS)
def test_it_stops_at_once_and_still_has_a_move(key: str) -> None:
    match = random_matches(key, 2)[30]
    thought = deepen(knowledge_of(match), Budget(seconds=600), "x", stopped=lambda: True)
    assert thought.move in match.legal_moves()
    assert len(thought.candidates) == len(match.legal_moves())
    assert thought.simulations < 50_000_000  # a small part of what ten minutes allow


@pytest.mark.parametrize("key", KEYS)
def test_several_threads_share_what_they_find(key: str) -> None:
    match = random_matches(key, 3)[30]
    thought = deepen(knowledge_of(match), Budget(simulations=20000), "x", threads=3)
    assert thought.move in match.legal_moves()
    assert sum(candidate.visits for candidate in thought.candidates) <= thought.simulations


@pytest.mark.parametrize("key", KEYS)
def test_a_side_that_is_ahead_does_not_go_back_to_an_earlier_position(key: str) -> None:
    avoided = 0
    for match in (match for seed in range(4) for match in random_matches(key, seed)[20::20]):
        known = knowledge_of(match)._replace(past=())
        first, side = deepen(known, FEW, "x"), side_of(known)
        if first.candidates[0].proven or first.value[side] < 0.55:
            continue
        second = deepen(known._replace(past=(match.play(first.move).seen[-1],)), FEW, "x")
        weighed = {candidate.move: candidate for candidate in second.candidates}
        assert weighed[first.move].value[side] < 0.5
        avoided += second.move != first.move
    assert avoided >= 5


@pytest.mark.parametrize("key", KEYS)
def test_half_blind_it_overlooks_an_immediate_win_half_of_the_time(key: str) -> None:
    skill, tries, seen = Skill(horizon=1, blindness=0.5), 0, 0
    for seed in range(60):
        last = random_matches(key, seed)[-1]
        wins = {move for move in last.legal_moves() if wins_at_once(last, move)}
        if len(wins) == 1:
            for number in range(20):
                thought = deepen(knowledge_of(last), FEW, f"{number}", skill)
                assert not any(candidate.proven for candidate in thought.candidates)
                seen += thought.move in wins
                tries += 1
        if tries == 200:
            break
    assert tries == 200
    assert 70 <= seen <= 130  # four standard deviations


@pytest.mark.parametrize("key", KEYS)
def test_natural_moves_come_to_mind_first_to_those_who_think_of_replies(key: str) -> None:
    match = next(
        match
        for seed in range(60)
        for match in random_matches(key, seed)
        if 2 <= len(Search(knowledge_of(match), "x", Skill(horizon=2, blindness=0.5)).natural()) < 9
    )
    skills = Skill(horizon=1, blindness=0.5), Skill(horizon=2, blindness=0.5)
    natural = Search(knowledge_of(match), "x", skills[1]).natural()
    shares = []
    for skill in skills:
        seen = [Search(knowledge_of(match), f"{n}", skill).turns for n in range(200)]
        shares.append(sum(move[0] in natural for turns in seen for move in turns) / len(seen))
    whole = sum(move[0] in natural for move in Search(knowledge_of(match), "x", Skill()).turns)
    assert 0.4 < shares[0] / whole < 0.6
    assert 0.65 < shares[1] / whole < 0.85


def test_what_lies_further_ahead_is_overlooked_sooner() -> None:
    chances = [overlooking(0.2, ahead) for ahead in range(6)]
    assert chances[0] == pytest.approx(0.2)
    assert chances == sorted(chances)
    assert chances[-1] < 1
    assert [overlooking(blindness, 5) for blindness in (0.0, 1.0)] == [0.0, 1.0]


def wins_at_once(match: Match, move: str) -> bool:
    result = match.play(move).result
    return result is not None and match.to_move in result.winners


@pytest.mark.parametrize("key", KEYS)
def test_even_the_blind_make_a_move(key: str) -> None:
    match = random_matches(key, 6)[20]
    thought = deepen(knowledge_of(match), FEW, "x", Skill(horizon=2, blindness=1.0))
    assert thought.move in match.legal_moves()


@pytest.mark.parametrize("key", KEYS)
def test_with_temper_it_varies_among_good_moves(key: str) -> None:
    known = knowledge_of(random_matches(key, 6)[20])
    calm = {deepen(known, FEW, f"{n}", Skill(horizon=2)).value for n in range(5)}
    moved = {deepen(known, FEW, f"{n}", Skill(horizon=2, temper=0.2)).move for n in range(20)}
    assert len(calm) == 1
    assert len(moved) > 1


@pytest.mark.parametrize("key", KEYS)
def test_code_kept_on_disk_runs_in_another_process(key: str) -> None:
    """A recursive function kept on disk once ended the process."""
    program = (
        "import tabletier; from tabletier.search.alphabeta_search import deepen;"
        "from tabletier.search.knowledge import Budget;"
        "from tabletier.search.knowledge import knowledge_of;"
        f"m = tabletier.new({key!r}, seed='x');"
        "print(deepen(knowledge_of(m), Budget(simulations=500), 'x').move)"
    )
    moves = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(moves) == 1


@pytest.mark.parametrize("key", KEYS)
def test_the_strongest_opponent_of_these_games_is_this_one(key: str) -> None:
    assert skill_for(find_player("best", find(key)), find(key)).engine == ALPHABETA


def test_a_value_is_a_chance() -> None:
    assert chance(0, 200) == 0.5
    assert math.isclose(chance(200, 200), math.e / (1 + math.e))
    assert chance(-CERTAIN, 200) == 0.0
    assert chance(WIN - 3, 200) == 1.0
