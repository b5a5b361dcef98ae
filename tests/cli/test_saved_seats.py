"""A game that is gone on with is that of the same people; one that never was leaves no trace."""

import os
from pathlib import Path

import pytest

from tabletier.cli.saves import recall_seats
from tabletier.games.kernel.registry import find
from tests.cli.helpers import finished_game, saved_games, tabletier

pytestmark = pytest.mark.usefixtures("pebbles")
TOGETHER = "At this keyboard: Player 1, Player 2."
ALONE = "You are Player 1. With you: Player 2 (at random)."


def left(*flags: str, typed: str = "\ntake 1\n\nquit\n") -> Path:
    """The file of a game that two people left, or whoever the flags name."""
    run = tabletier("play", "pebbles", "--seed", "s", *(flags or ("--hot-seat",)), typed=typed)
    assert run.exit_code == 0, run.output
    return saved_games()[-1]


def resumed(*arguments: str) -> str:
    run = tabletier("play", "--resume", *arguments, typed="\nquit\n")
    assert run.exit_code == 0, run.output
    return run.stdout


def notes() -> list[Path]:
    return list((Path(os.environ["TABLETIER_DATA_DIR"]) / "seats").glob("*"))


def test_the_last_game_is_that_of_the_people_who_left_it() -> None:
    left()
    shown = resumed("last")
    assert TOGETHER in shown
    assert "secret=" not in shown.partition("press Enter when you alone")[0]


def test_a_kept_file_is_that_of_the_people_who_left_it(tmp_path: Path) -> None:
    assert TOGETHER in resumed(str(left()))
    copy = tmp_path / "copy.jsonl"
    left(typed=f"\ntake 1\n\nsave {copy}\nquit\n")
    assert TOGETHER in resumed(str(copy))
    record = tmp_path / "record.jsonl"
    tabletier("play", "pebbles", "--hot-seat", "--record", str(record), typed="\ntake 1\n")
    assert TOGETHER in resumed(str(record))


def test_the_second_seat_is_remembered_too() -> None:
    path = left("--seats", "random,me", typed="take 1\n")
    assert "You are Player 2. With you: Player 1 (at random)." in resumed(str(path))


@pytest.mark.parametrize("flags", [["--seats", "me,random"], ["--opponents", "random"]])
def test_what_is_said_now_counts_and_is_remembered(flags: list[str]) -> None:
    path = left()
    assert ALONE in resumed(str(path), *flags)
    assert ALONE in resumed(str(path))


def test_a_file_from_elsewhere_has_the_usual_seats(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.jsonl"
    elsewhere.write_text(left().read_text())
    assert ALONE in resumed(str(elsewhere))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seats": ["me"]}', '{"seats": ["me", {}]}'])
def test_a_damaged_note_is_no_note(text: str) -> None:
    path = left()
    assert recall_seats(path, 2, find("pebbles")) == ("me", "me")
    (note,) = notes()
    note.write_text(text)
    assert recall_seats(path, 2, find("pebbles")) == ("me", "random")
    assert ALONE in resumed(str(path))


def test_a_finished_game_needs_no_note() -> None:
    path = left()
    assert len(notes()) == 1
    tabletier("play", "--resume", str(path), typed="\n/draw\ny\n")
    finished_game()
    assert notes() == []


class TestEverythingTakenBack:
    def test_leaves_no_file_and_does_not_hide_the_game_really_left(self) -> None:
        path = left()
        run = tabletier("play", "pebbles", typed="take 1\nundo\nquit\n")
        assert "Nothing had been played yet." in run.stdout
        assert saved_games() == [path]
        assert f"--resume {path}" in resumed("last")

    def test_so_does_one_that_was_left_and_is_gone_on_with(self) -> None:
        left()
        run = tabletier("play", "--resume", "last", typed="undo\nundo\nquit\n")
        assert "Nothing had been played yet." in run.stdout
        assert (saved_games(), notes()) == ([], [])

    def test_but_a_game_that_was_saved_on_purpose_stays(self) -> None:
        run = tabletier("play", "pebbles", typed="save\nquit\n")
        (path,) = saved_games()
        assert f"  tabletier play --resume {path}\n" in run.stdout
        again = tabletier("play", "--resume", str(path), typed="take 1\nundo\nquit\n")
        assert f"  tabletier play --resume {path}\n" in again.stdout
        assert saved_games() == [path]


@pytest.mark.parametrize("order", ["save {}", "--record"])
def test_no_folder_is_made_for_a_file_someone_names(order: str, tmp_path: Path) -> None:
    path = tmp_path / "a" / "typo" / "x.jsonl"
    if order == "--record":
        run = tabletier("play", "pebbles", order, str(path))
        assert (run.exit_code, run.stdout) == (2, "")
    else:
        run = tabletier("play", "pebbles", typed=order.format(path) + "\nquit\n")
    assert f"There is no folder {path.parent}; make it first" in run.output
    assert not (tmp_path / "a").exists()
