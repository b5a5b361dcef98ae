"""A record looked at again: parts that add up, blunders found, nobody accused without need."""

from typing import Any

import jsonschema
import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.search.analysis import analyse, deep_verdicts, verdicts
from tabletier.search.analysis.report import SCHEMA, accounts, as_json
from tabletier.search.deep import Comparison, is_deep, longer_by
from tabletier.search.endings import Ending
from tabletier.search.evaluation import Weight, of_result
from tabletier.search.knowledge import Budget, Knowledge, knowledge_of
from tabletier.search.players import choose, find_player
from tabletier.search.tree_search import Thought, think
from tests.search.courses import about_to_win, every_table, random_match, win_to_miss

DEEP = [key for key in keys() if is_deep(knowledge_of(tt.new(key, seed="x")))]
FEW = Budget(simulations=24)
SOME = Budget(simulations=200)


def added(*values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(parts) for parts in zip(*values, strict=True))


@pytest.mark.parametrize(("key", "options"), every_table(), ids=str)
def test_at_every_table_luck_skill_and_rest_are_the_whole_swing(
    key: str, options: dict[str, Any]
) -> None:
    """Every game, every option: 2 to 8 players, teams, expert hands, secret rows, chains."""
    match = random_match(key, options, 5)
    analysis = analyse(match, FEW, "x")
    assert [ply.move for ply in analysis.plies] == list(match.moves)
    assert len(analysis.values) == len(match.moves) + 1
    for number, ply in enumerate(analysis.plies):
        assert added(ply.before, ply.skill, ply.luck, ply.rest) == ply.then
        assert sum(ply.before) == sum(ply.after) == sum(ply.then) == 1.0
        assert (ply.before, ply.then) == analysis.values[number : number + 2]
        assert ply.skill[ply.side] <= 0.0
        assert abs(sum(ply.luck)) < 1e-9
    jsonschema.validate(as_json(analysis), SCHEMA)


@pytest.mark.parametrize("key", keys())
def test_a_game_without_chance_knows_no_luck(key: str) -> None:
    match = random_match(key, {}, 5)
    drawn = any(entry.act == "draw" for entry in match.log)
    hiding = find(key).hidden(knowledge_of(tt.new(key, seed="x")).table)
    lucky = any(part for ply in analyse(match, FEW, "x").plies for part in ply.luck)
    assert lucky == (drawn or hiding)


@pytest.mark.parametrize("key", keys())
def test_a_win_that_was_missed_is_found(key: str) -> None:
    before, worse = win_to_miss(key)
    (ply,) = analyse(before.play(worse), SOME, "x").plies
    assert ply.mark in ("mistake", "blunder")
    assert ply.before[ply.side] == 1.0
    assert ply.other is not None
    assert before.play(ply.other.move).result is not None
    assert ply.loss is not None
    assert ply.confidence >= 0.95
    assert -ply.skill[ply.side] == pytest.approx(ply.loss.mean, abs=1e-4)


@pytest.mark.parametrize("key", DEEP)
def test_where_the_tree_finds_no_loss_nobody_is_said_to_have_blundered(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, worse = win_to_miss(key)
    (together,) = analyse(before.play(worse), SOME, "x").plies
    asked = list[str]()

    def finds_it_good(_known: Knowledge, move: str, *_: Any) -> Weight:
        asked.append(move)
        return Weight((0.5, 0.5), (0.5, 0.5))

    monkeypatch.setattr(verdicts, "weigh", finds_it_good)
    (alone,) = analyse(before.play(worse), SOME, "x").plies
    assert worse in asked
    assert (together.mark, alone.mark) == ("blunder", "mistake")
    assert alone.loss == together.loss


def test_the_milder_of_two_names() -> None:
    assert verdicts.milder("blunder", "mistake") == "mistake"
    assert verdicts.milder("inaccuracy", "blunder") == "inaccuracy"
    assert verdicts.milder("blunder", None) is None


@pytest.mark.parametrize("key", DEEP)
def test_a_win_that_is_proven_is_told_with_its_moves(key: str) -> None:
    before, worse = win_to_miss(key)
    (ply,) = analyse(before.play(worse), SOME, "x").plies
    assert ply.other is not None
    assert ply.other.ending == Ending(True, 1)
    assert ply.why is not None
    (move,) = as_json(analyse(before.play(ply.other.move), SOME, "x"))["moves"]
    assert move["ending"] == {"won": True, "moves": 1}


def test_an_analysis_without_proven_ends_still_fits_the_schema() -> None:
    """Those that were made before are kept."""
    found = as_json(analyse(random_match(DEEP[0], {}, 3), FEW, "x"))
    for move in found["moves"]:
        del move["ending"], move["other"]["ending"]
    jsonschema.validate(found, SCHEMA)


@pytest.mark.parametrize("key", keys())
def test_taking_the_win_is_no_mistake_and_the_end_is_exact(key: str) -> None:
    before, win = about_to_win(key)
    match = tt.setup(key, before.position(), before.options, seed="x").play(win)
    analysis = analyse(match, FEW, "x")
    assert match.result is not None
    assert analysis.plies[-1].mark is None
    assert analysis.values[-1] == of_result(match.teams, match.result.winners)
    assert analysis.values[-2] == analysis.values[-1]


@pytest.mark.parametrize("key", keys())
def test_a_strong_opponent_is_hardly_ever_criticised(key: str) -> None:
    player = find_player("alphabeta:8000" if key in DEEP else "tree:600", find(key))
    match = random_match(key, {}, 14)
    count = len(match.moves)
    for number in range(10):
        if match.to_move is None:
            break
        match = match.play(choose(player, knowledge_of(match), f"{number}").move)
    marks = [ply.mark for ply in analyse(match, SOME, "x").plies[count:] if ply.mark]
    assert "blunder" not in marks
    assert len(marks) <= 1


def test_a_forced_move_is_never_a_mistake() -> None:
    forced = 0
    for key in keys():
        for ply in analyse(random_match(key, {}, 12, seed=2), FEW, "x").plies:
            if ply.forced:
                forced += 1
                assert ply.mark is None
                assert ply.other is None
                assert not any(ply.skill)
    assert forced


def test_the_same_seed_gives_the_same_analysis_however_many_threads() -> None:
    match = random_match(keys()[0], {}, 6)
    one = analyse(match, FEW, "x")
    assert analyse(match, FEW, "x") == one
    assert analyse(match, FEW, "x", threads=3) == one
    assert analyse(match, FEW, "y") != one


@pytest.mark.parametrize("key", keys())
def test_seconds_are_not_spent_on_getting_ready(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A first look in seconds would be a look at nothing if it had to load or compile."""
    match, budgets = random_match(key, {}, 2), list[Budget]()

    def noted(known: Knowledge, budget: Budget, *rest: Any) -> Thought:
        budgets.append(budget)
        return think(known, budget, *rest)

    def noted_too(known: Knowledge, budget: Budget, *rest: Any) -> Comparison:
        budgets.append(budget)
        return Comparison(known, budget, *rest)

    monkeypatch.setattr(verdicts, "think", noted)
    monkeypatch.setattr(deep_verdicts, "Comparison", noted_too)
    short = Budget(seconds=0.002)
    analysis = analyse(match, short, "x")
    assert budgets[0] == Budget(simulations=1)
    assert set(budgets[1:]) <= {short, longer_by(short, deep_verdicts.CLOSER)}
    assert short in budgets
    assert len(analysis.plies) == 2
    budgets.clear()
    analyse(match, FEW, "x")
    assert set(budgets) <= {FEW, longer_by(FEW, deep_verdicts.CLOSER)}


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    analyse(
        random_match(keys()[0], {}, 4), FEW, "x", lambda done, count: told.append((done, count))
    )
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_it_can_be_stopped_and_keeps_what_it_has() -> None:
    match, told = random_match(keys()[0], {}, 8), list[int]()
    analysis = analyse(
        match, FEW, "x", lambda done, _: told.append(done), stopped=lambda: 4 in told
    )
    assert not analysis.complete
    assert len(analysis.plies) == 3
    assert len(analysis.values) == 4
    assert analysis.plies[0] == analyse(match, FEW, "x").plies[0]


def test_a_resignation_ends_at_the_exact_result() -> None:
    match = random_match(keys()[0], {}, 3)
    assert len(match.teams) == 2
    analysis = analyse(match.resign(0), FEW, "x")
    assert len(analysis.plies) == 3
    assert len(analysis.values) == 5
    assert analysis.values[-1] == (0.0, 1.0)
    assert analysis.values[:4] == analyse(match, FEW, "x").values


def test_each_seat_has_its_account() -> None:
    key = keys()[0]
    before, worse = win_to_miss(key)
    analysis = analyse(before.play(worse), SOME, "x")
    found, ply = accounts(analysis), analysis.plies[0]
    erring = found[ply.seat]
    assert [account.seat for account in found] == sorted(s for t in analysis.teams for s in t)
    assert (erring.moves, erring.choices, sum(erring.marks.values())) == (1, 1, 1)
    assert erring.skill == ply.skill[ply.side]
    assert erring.accuracy is not None
    assert erring.accuracy < 0.5
    idle = found[1 - ply.seat]
    assert (idle.moves, idle.accuracy, idle.skill) == (0, None, 0.0)


def test_luck_is_added_up_over_the_whole_match() -> None:
    for key in keys():
        analysis = analyse(random_match(key, {}, 5), FEW, "x")
        for account in accounts(analysis):
            assert account.luck == sum(ply.luck[account.side] for ply in analysis.plies)


def test_a_match_whose_draws_are_secret_cannot_be_looked_at() -> None:
    drawing = [m for m in (random_match(key, {}, 3) for key in keys()) if m.log[0].act == "draw"]
    secret = tt.load(drawing[0].record(reveal=False))
    with pytest.raises(tt.GameError, match="still secret"):
        analyse(secret, FEW, "x")
