"""Moves compared by alpha-beta: equally deep, repeatable, and proven ends counted in own moves."""

import random

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.skills import ALPHABETA
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.search.alphabeta_parts import CERTAIN, WIN
from tabletier.search.alphabeta_search import Search, new_table
from tabletier.search.deep import EXACT, Comparison, best_alphabeta, compare, is_deep
from tabletier.search.endings import Ending, ending_of, in_short, told
from tabletier.search.hints import generic, hint, joined_with
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.levels import strongest_of
from tabletier.search.tree_search import Candidate, Thought
from tests.search.courses import about_to_win, random_match

KEYS = [key for key in keys() if is_deep(knowledge_of(tt.new(key, seed="x")))]
SOME = Budget(simulations=100)


def won_soon(key: str) -> tuple[Match, int]:
    """A position from which the side to move wins by force, not at once, and in how many moves."""
    for seed in range(40):
        match = random_match(key, {}, 60, seed)
        while match.to_move is not None:
            value = compare(knowledge_of(match), SOME, "x").candidates[0]
            if value.ending is not None and value.ending.won and value.ending.moves == 2:
                return match, 2
            match = match.play(random.Random(len(match.moves)).choice(match.legal_moves()))
    raise AssertionError(f"no forced win in {key}")


def test_it_is_used_where_the_strongest_opponent_uses_it() -> None:
    for key in keys():
        assert (key in KEYS) == (strongest_of(find(key)).engine == ALPHABETA)
    assert KEYS


@pytest.mark.parametrize("key", KEYS)
def test_every_move_is_searched_to_the_same_depth(key: str) -> None:
    """The values are those of a search that stops at that depth and nowhere else."""
    for number in (9, 31):
        match = random_match(key, {}, number)
        known = knowledge_of(match)
        look = Comparison(known, Budget(simulations=2000), "x").look(deepest=2)
        search = Search(known, "x", best_alphabeta(find(key))._replace(temper=EXACT))
        work = search.new_work(1 << 40, 0)
        search.skill = search.skill._replace(horizon=2)
        whole = search.run(work, new_table(1 << 16))
        texts = [search.game.write(search.root, turn) for turn in search.turns]
        assert look.depth == 2
        assert look.last == dict(zip(texts, whole[1].tolist(), strict=True))
        assert set(look.last) == set(match.legal_moves())


@pytest.mark.parametrize("key", KEYS)
def test_a_pass_that_was_cut_short_does_not_count(key: str) -> None:
    """A larger budget finds the same at the depths that a smaller one reached."""
    known = knowledge_of(random_match(key, {}, 12))
    few = Comparison(known, Budget(simulations=20), "x").look()
    many = Comparison(known, Budget(simulations=400), "x").look()
    assert many.depth > few.depth
    assert many.passes[0] == few.passes[0]


@pytest.mark.parametrize("key", KEYS)
def test_the_same_simulations_and_seed_find_the_same(key: str) -> None:
    known = knowledge_of(random_match(key, {}, 20))
    found = compare(known, SOME, "x")
    assert compare(known, SOME, "x") == found
    assert found.move == found.candidates[0].move
    assert len({candidate.move for candidate in found.candidates}) == len(found.candidates)
    told_few = [candidate.value for candidate in found.candidates[:4]]
    side = Comparison(known, SOME, "x").side
    assert told_few == sorted(told_few, key=lambda value: -value[side])


@pytest.mark.parametrize("key", KEYS)
def test_several_threads_find_a_legal_move_too(key: str) -> None:
    match = random_match(key, {}, 20)
    assert compare(knowledge_of(match), SOME, "x", threads=2).move in match.legal_moves()


@pytest.mark.parametrize("key", KEYS)
def test_it_stops_when_told_to(key: str) -> None:
    known = knowledge_of(random_match(key, {}, 20))
    found = compare(known, Budget(), "x", stopped=lambda: True)
    assert found.candidates


@pytest.mark.parametrize("key", KEYS)
def test_a_win_in_two_is_won_in_two_whatever_is_answered(key: str) -> None:
    match, count = won_soon(key)
    found = hint(knowledge_of(match), SOME, "x")
    assert found.ending == Ending(True, count)
    assert "two moves" in found.reason.en
    assert "deux coups" in found.reason.fr
    after = match.play(found.move)
    assert after.to_move != match.to_move
    for reply in after.legal_moves():
        then = after.play(reply)
        if then.result is not None:
            assert match.to_move in then.result.winners
            continue
        winning = (then.play(move).result for move in then.legal_moves())
        assert any(end is not None and match.to_move in end.winners for end in winning)


@pytest.mark.parametrize("key", KEYS)
def test_a_win_at_once_is_a_win_in_one(key: str) -> None:
    match, _ = about_to_win(key)
    found = hint(knowledge_of(match), SOME, "x")
    assert found.ending == Ending(True, 1)
    lost = [other.ending for other in found.alternatives if other.ending is not None]
    assert all(ending.moves >= 1 for ending in lost)


def test_moves_are_counted_on_the_side_that_moves() -> None:
    """With a seat on each side: wins on the first, third, fifth step; losses on an even one."""
    assert [ending_of(WIN - steps, 1) for steps in (1, 3, 5)] == [
        Ending(True, moves) for moves in (1, 2, 3)
    ]
    assert [ending_of(steps - WIN, 1) for steps in (2, 4, 6)] == [
        Ending(False, moves) for moves in (1, 2, 3)
    ]
    assert ending_of(CERTAIN - 1, 1) is None
    assert ending_of(0, 2) is None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_it_never_takes_longer_than_is_said(seats: int) -> None:
    """However turns go round: of `seats` + 1 steps in a row at least one is the other side's."""
    chooser = random.Random(seats)
    for _ in range(200):
        own, row, steps = 1, 1, chooser.randrange(1, 12)
        for _ in range(steps - 1):
            ours = row < seats and chooser.random() < 0.6
            own, row = own + ours, row + 1 if ours else 0
        ending = ending_of(WIN - steps, seats)
        assert ending is not None
        assert ending.moves >= own


def test_what_is_said_of_an_end() -> None:
    assert told(Ending(True, 1)) == Text("gagne sur-le-champ", "wins at once")
    assert told(Ending(True, 3)) == Text("gagne en trois coups", "wins in three moves")
    assert told(Ending(False, 1)) == Text("perd en un coup", "loses in one move")
    assert in_short(Ending(True, 3)) == Text("gain en 3", "win in 3")
    assert in_short(Ending(False, 2)) == Text("perte en 2", "loss in 2")
    said = Text("prend un pion", "takes a pawn")
    assert joined_with(said, Ending(True, 2)) == Text(
        "prend un pion, et gagne en deux coups", "takes a pawn, and wins in two moves"
    )
    assert joined_with(said, Ending(True, 1)) == joined_with(said, None) == said
    assert joined_with(None, Ending(False, 2)) is None


def test_the_reason_of_a_search_that_has_proven_something() -> None:
    def thought(proof: int, ending: Ending) -> Thought:
        share = 1.0 if proof > 0 else 0.0
        found = (
            Candidate("a", 9, (share, 1 - share), proof, ending),
            Candidate("b", 9, (0.0, 1.0), -1, Ending(False, 1)),
        )
        return Thought("a", found[0].value, found, 18)

    assert generic(thought(1, Ending(True, 4)), 0).en == "wins in four moves whatever the others do"
    last = generic(thought(-1, Ending(False, 4)), 0)
    assert last.en == "holds out longest: like every other move it loses in four moves"
    assert "perd en quatre coups" in last.fr
    assert "unless" in generic(thought(-1, Ending(False, 1)), 0).en
