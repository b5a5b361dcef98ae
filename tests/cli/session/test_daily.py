"""The puzzle of the day in the terminal: solved, missed, given up; squares and days in a row."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tabletier.games.kernel.registry import house_keys
from tabletier.match.puzzles import daily
from tabletier.search.puzzles import lesson_of, solution
from tests.cli.terminal import piped

DAY = "2026-11-05"


def answer(game: str, day: str) -> list[str]:
    return [step.best[0] for step in daily(game, day).puzzle.steps]


def wrong(game: str, day: str, count: int = 1) -> list[str]:
    """The worst moves."""
    moves = daily(game, day).puzzle.steps[0].moves
    return sorted(moves, key=lambda move: -moves[move])[:count]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", house_keys())
def test_a_right_answer_is_praised_with_its_reason_and_a_square(game: str, language: str) -> None:
    run = piped(
        "learn", game, "--date", DAY, "--lang", language, typed="\n".join(answer(game, DAY)) + "\n"
    )
    assert (run.returncode, run.stderr) == (0, "")
    said = lesson_of(game, daily(game, DAY).puzzle.id)
    told = " ".join(run.stdout.split())
    assert " ".join(said.praise.say("fr" if language == "fr" else "en").split()) in told
    assert f"{DAY} {'🟩' * len(answer(game, DAY))}" in run.stdout


def test_three_errors_end_it_with_the_answer_and_red_squares() -> None:
    game = house_keys()[0]
    typed = "".join(f"{move}\n" for move in wrong(game, DAY, 3))
    run = piped("learn", game, "--date", DAY, typed=typed)
    assert run.returncode == 0
    assert solution(game, daily(game, DAY).puzzle.id).en in " ".join(run.stdout.split())
    assert run.stdout.count("🟥") + run.stdout.count("🟨") == 3
    hint = piped("learn", game, "--date", DAY, typed="hint\n")
    assert "The answer:" in hint.stdout
    assert "🟥" in hint.stdout


def test_the_same_wrong_answer_costs_one_try_however_often_it_is_typed() -> None:
    game = house_keys()[0]
    first, second, third = wrong(game, DAY, 3)
    run = piped("learn", game, "--date", DAY, typed=f"{first}\n" * 4 + f"{second}\nquit\n")
    assert run.returncode == 0
    assert solution(game, daily(game, DAY).puzzle.id).en not in " ".join(run.stdout.split())
    typed = f"{first}\n" * 3 + f"{second}\n{first}\n{third}\n"
    run = piped("learn", game, "--date", DAY, typed=typed)
    assert solution(game, daily(game, DAY).puzzle.id).en in " ".join(run.stdout.split())
    assert run.stdout.count("🟥") + run.stdout.count("🟨") == 3


def test_today_is_kept_once_and_counts_for_the_days_in_a_row(home: Path) -> None:
    game, today = house_keys()[0], datetime.now(UTC).date().isoformat()
    right = "\n".join(answer(game, today)) + "\n"
    first = piped("learn", game, "--daily", typed=right)
    assert "Days in a row: 1." in first.stdout
    piped("learn", game, "--daily", typed="hint\n")
    kept = json.loads((home / "puzzles.json").read_text())
    assert set(kept[game][today]) == {"best"}


@pytest.mark.parametrize(
    ("day", "said"), [("2999-01-01", "not there yet"), ("soon", "no date"), ("2020-01-01", "begin")]
)
def test_a_day_without_a_puzzle_is_a_sentence(day: str, said: str) -> None:
    run = piped("learn", house_keys()[0], "--date", day)
    assert run.returncode == 2
    assert said in run.stderr
