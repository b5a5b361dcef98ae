"""Mining: what a gap is, which finds are kept, how hard they are, and a match looked through."""

import json
from datetime import date
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tabletier.games.kernel.registry import find
from tabletier.lab.puzzles.looks import Depth, gap_of
from tabletier.lab.puzzles.measure import agrees, measure, settle, split, step_of
from tabletier.lab.puzzles.mine import (
    LAST_TRIES,
    TRIES,
    MatchToMine,
    jobs,
    mine,
    of_records,
    rating_from,
    solved_by_levels,
    standing,
)
from tabletier.lab.puzzles.run import chosen
from tabletier.match.puzzles import puzzles, start_of
from tabletier.match.start import new
from tabletier.search.knowledge import knowledge_of
from tabletier.search.players import Player, everyone
from tests.cli.helpers import tabletier

SHORT = Depth(screen=200, glance=40, look=100, review=200)
WIDE = Depth(screen=2_000, glance=2_000, look=4_000, review=20_000)


def test_the_interval_of_a_gap_is_that_of_student() -> None:
    found = gap_of([0.1, 0.2, 0.3, 0.4, 0.5])
    assert found.mean == pytest.approx(0.3)
    assert found.high - found.low == pytest.approx(2 * 2.776445 * 0.0707107, rel=1e-4)
    with pytest.raises(ValueError, match="expected 5 looks"):
        gap_of([0.1])


def test_moves_within_the_tolerance_are_best_together() -> None:
    best, others = split({"a": 0.50, "b": 0.53, "c": 0.30, "d": 0.54})
    assert best == ("d", "b", "a")
    assert others == ("c",)


def test_the_levels_that_solve_a_puzzle_tell_how_hard_it_is() -> None:
    easy = rating_from((1, 1, 1, 1, 1))
    middling = rating_from((0, 0.5, 0.5, 1, 1))
    hard = rating_from((0, 0, 0, 0, 0.5))
    assert easy < 800 < middling < 1700 < hard


@pytest.mark.parametrize("key", ["expion", "punto"])
def test_the_first_four_levels_and_the_last_try_it_however_many_there_are(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, asked = everyone(find(key))[-1], list[str]()

    def choose(player: Player, *_: Any) -> SimpleNamespace:
        assert (player.kind == "best") == (player.name == last), "the last counts simulations here"
        asked.append(player.name)
        return SimpleNamespace(move=player.name)

    monkeypatch.setattr("tabletier.lab.puzzles.mine.choose", choose)
    step: Any = SimpleNamespace(best=("2", last))
    assert solved_by_levels(new(key, seed="s"), step, "s") == (0.0, 1.0, 0.0, 0.0, 1.0)
    tries = dict.fromkeys("1234", TRIES) | {last: LAST_TRIES}
    assert {level: asked.count(level) for level in asked} == tries


def test_finds_are_kept_evenly_and_not_too_many_of_one_match() -> None:
    known = list(puzzles("barrier"))
    same = [replace(p, made={**p.made, "seed": "one match"}) for p in known]
    assert len(chosen(same, 50)) == 5
    kept = chosen(known, 20)
    assert len({puzzle.rating // 100 for puzzle in kept}) >= 8
    assert chosen([*known, *known], 20) == kept


def test_a_shipped_puzzle_is_found_again_and_confirmed() -> None:
    puzzle = next(p for p in puzzles("expion") if p.steps[0].proven)
    match = start_of("expion", puzzle)
    found = measure(match, WIDE, "again")
    assert found is not None
    assert set(found.best) == set(puzzle.steps[0].best)
    step = step_of(match, found, WIDE, "again")
    assert agrees(match, step, WIDE, "again")
    wrong = {move: 0 if loss else 500 for move, loss in step.moves.items()}
    assert not agrees(match, replace(step, moves=wrong), WIDE, "again")


def test_looks_of_one_seed_are_repeatable_and_under_the_same_deals() -> None:
    puzzle = next(p for p in puzzles("punto") if len(p.steps[0].moves) < 12)
    known = knowledge_of(start_of("punto", puzzle))
    step = puzzle.steps[0]
    worst = max(step.moves, key=lambda move: step.moves[move])
    near = [*step.best, worst]
    once, again = (settle(known, near, list(step.moves), 60, "s") for _ in range(2))
    assert once == again
    assert once is not None
    assert set(once.best) <= set(step.best)


def test_what_the_mover_cannot_see_is_dealt_anew() -> None:
    match = new("punto", {"expert": True}, "hidden")
    world, position = standing(match, "any")
    assert world is not None
    assert world.view(match.to_move) == match.view(match.to_move)
    assert position["hands"] != match.position()["hands"]


def test_matches_alternate_between_tables_and_can_be_asked_for() -> None:
    day = date(2026, 11, 1)
    tables = [
        job.options["players"] for job in islice(jobs("punto", "s", SHORT, {}, False, day), 9)
    ]
    assert tables[::2] == [2] * 5
    assert set(tables) > {2, 3}
    asked = next(jobs("punto", "s", SHORT, {"players": 4}, False, day))
    assert asked.options["players"] == 4


def test_records_of_other_games_and_torn_ones_are_passed_over(tmp_path: Path) -> None:
    match = new("expion", seed="record").play("e9-e6").play("i4-f4")
    texts = [match.record(), "torn", new("punto", seed="other").record()]
    found = list(of_records("expion", texts, WIDE, False, date(2026, 11, 1)))
    assert [job.record for job in found] == [match.record()]
    assert list(mine(found[0]._replace(effort=Depth(50, 50, 50, 50)))) == []
    (tmp_path / "a.jsonl").write_text("torn")
    told = tabletier("puzzles", "expion", "--records", str(tmp_path), "--jobs", "1")
    assert (told.exit_code, told.output) == (0, "0 puzzles found, 0 kept.\n")


def test_mining_finds_what_it_should_in_a_match_and_says_where_it_comes_from() -> None:
    """A position one move before a win that a shipped puzzle has: found in a match through it."""
    puzzle = next(p for p in puzzles("expion") if len(p.steps) == 2)
    record = start_of("expion", puzzle).play(puzzle.steps[0].best[0]).record()
    job = MatchToMine("expion", "record/0", WIDE, record, {}, True, "abc", "2026-12-01")
    (found,) = [p for p in mine(job) if p.made["ply"] == 0]
    assert found.id == puzzle.id
    assert set(found.steps[0].best) == set(puzzle.steps[0].best)
    assert found.since == "2026-12-01"
    assert (found.made["from"], found.made["commit"]) == ("record", "abc")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("puzzles",), "Say of which game"),
        (("puzzles", "punto", "--records", "nowhere"), "is not a folder"),
        (("puzzles", "punto", "--count", "0"), "--count"),
    ],
)
def test_bad_input_is_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    told = tabletier(*arguments)
    assert told.exit_code == 2
    assert said in told.stderr


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "there.jsonl"
    file.write_text(json.dumps("mine"))
    told = tabletier("puzzles", "punto", "--to", str(file))
    assert told.exit_code == 2
    assert file.read_text() == '"mine"'
