"""The puzzles that ship: legal, clear, without secrets; their grading, and the one of the day."""

from collections import Counter
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from tabletier.games.kernel.errors import UnknownGame
from tabletier.games.kernel.registry import find, folder_of, house_keys
from tabletier.match.match import Match
from tabletier.match.puzzles import (
    FILE,
    FIRST_DAY,
    GAP,
    SURE,
    TOLERANCE,
    NoPuzzle,
    Puzzle,
    daily,
    find_puzzle,
    grade,
    puzzle_id,
    puzzles,
    squares,
    start_of,
    streak,
    write_puzzles,
)
from tabletier.match.start import setup

GAMES = house_keys()
ENOUGH = 200
LARGEST = 300_000


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_and_the_file_is_small_sorted_and_as_we_write_it(game: str) -> None:
    file = (folder_of(game) / FILE).read_bytes()
    known = puzzles(game)
    assert len(known) >= ENOUGH
    assert len(file) <= LARGEST
    assert file == write_puzzles(known)
    assert len({puzzle.id for puzzle in known}) == len(known)
    assert [puzzle.rating for puzzle in known] == sorted(puzzle.rating for puzzle in known)
    assert all(puzzle.made["reviewed"] for puzzle in known)


def match_after(game: str, puzzle: Puzzle, steps: int) -> Match:
    match = start_of(game, puzzle)
    for step in puzzle.steps[:steps]:
        assert step.reply is not None
        match = match.play(step.best[0]).play(step.reply)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_step_lists_exactly_the_legal_moves_and_a_clear_best(game: str) -> None:
    for puzzle in puzzles(game):
        for number, step in enumerate(puzzle.steps):
            match = match_after(game, puzzle, number)
            assert match.to_move == puzzle.seat
            assert tuple(sorted(step.moves)) == match.legal_moves()
            assert step.gap >= GAP
            assert len(step.low) == 2
            assert min(step.low) > SURE
            losses = sorted(step.moves.values())
            assert losses[0] == 0
            rejected = [loss for loss in losses if loss >= 1000 * TOLERANCE]
            assert rejected
            assert rejected[0] >= 1000 * (GAP - TOLERANCE)
            assert step.proven == (step.chance == 1.0)
            assert (step.reply is None) == (number == len(puzzle.steps) - 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_wins_at_once_is_called_proven(game: str) -> None:
    for puzzle in puzzles(game):
        step = puzzle.steps[-1]
        last = match_after(game, puzzle, len(puzzle.steps) - 1)
        after = last.play(step.best[0])
        hidden = find(game).hidden(last.view(puzzle.seat)["table"])
        if after.result is not None and not hidden:
            assert puzzle.seat in after.result.winners
            assert step.proven


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_was_dealt_anew_and_leaves_the_view_as_it_is(game: str) -> None:
    """Another deal of what the solver cannot see is the same puzzle, byte for byte."""
    found = find(game)
    for puzzle in puzzles(game)[::10]:
        match = start_of(game, puzzle)
        view = match.view(puzzle.seat)
        assert puzzle.id == puzzle_id(game, match.options, puzzle.seat, view["table"])
        dealt = found.imagine(view["table"], match.options, Random(puzzle.id))
        assert setup(game, dealt, match.options, "other").view(puzzle.seat) == view


def test_no_puzzle_of_a_game_is_its_neighbour_in_the_same_match_too_often() -> None:
    for game in GAMES:
        assert max(Counter(p.made["seed"] for p in puzzles(game)).values()) <= 5


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_graded_by_what_they_give_away(game: str) -> None:
    puzzle = puzzles(game)[len(puzzles(game)) // 2]
    step = puzzle.steps[0]
    best = grade(puzzle, [s.best[0] for s in puzzle.steps])
    assert (best.mark, best.done) == ("best", True)
    assert best.loss < TOLERANCE
    worst = max(step.moves, key=lambda move: step.moves[move])
    missed = grade(puzzle, [worst])
    assert missed.mark in ("close", "wrong")
    assert (missed.loss, missed.done) == (step.loss(worst), False)
    assert grade(puzzle, []).done is False
    with pytest.raises(NoPuzzle):
        grade(puzzle, ["nonsense"])


@pytest.mark.parametrize("game", GAMES)
def test_the_daily_is_a_function_of_the_day_and_repeats_only_after_all_came(game: str) -> None:
    count = len(puzzles(game))
    days = [FIRST_DAY + timedelta(days=n) for n in range(2 * count)]
    first = [daily(game, day).puzzle.id for day in days[:count]]
    second = [daily(game, day).puzzle.id for day in days[count:]]
    assert len(set(first)) == len(set(second)) == count
    assert first != second
    assert daily(game, days[3].isoformat()) == daily(game, days[3])
    assert daily(game, days[3]).number == 4


def test_a_day_without_a_puzzle_is_refused_in_words() -> None:
    for day in (FIRST_DAY - timedelta(days=1), "yesterday", "2026-13-01"):
        with pytest.raises(NoPuzzle) as error:
            daily(GAMES[0], day)
        assert error.value.text.fr
        assert error.value.text.en
    with pytest.raises(NoPuzzle, match="no puzzle"):
        find_puzzle(GAMES[0], "none")


def test_streaks_count_back_from_today_or_yesterday() -> None:
    today = date(2026, 11, 18)
    days = [today - timedelta(days=n) for n in (0, 1, 2, 4)]
    assert streak(days, today) == 3
    assert streak(days[1:], today) == 2
    assert streak(days[3:], today) == 0
    assert squares(["wrong", "close", "best"]) == "🟥🟨🟩"


@pytest.mark.parametrize("nonsense", [["punto"], None, 3, "nonesuch"])
def test_an_unknown_game_is_a_sentence(nonsense: Any) -> None:
    for ask in (lambda: puzzles(nonsense), lambda: daily(nonsense, "2026-11-18")):
        with pytest.raises(UnknownGame, match="There is no game called"):
            ask()
