"""The Elo ladder of the benchmarks: what it fits, and what a game more or less changes."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from benchmarks.ladder import fit, ladder, names_of, pairs_of, table
from benchmarks.page import kept_tables, put_section
from tabletier.games.kernel.registry import find, keys


def test_known_strengths_are_found_again() -> None:
    elo = np.array([0.0, 200.0, 400.0, 600.0])
    games = np.full((4, 4), 4000.0) - 4000 * np.eye(4)
    won = (games / (1 + 10 ** (-(elo[:, None] - elo[None, :]) / 400))).sum(axis=1)
    assert np.allclose(fit(games, won), elo, atol=2)


def test_who_loses_every_game_is_at_a_finite_distance() -> None:
    games = np.array([[0.0, 20.0], [20.0, 0.0]])
    distance = fit(games, np.array([0.0, 20.0]))[1]
    assert 500 < distance < 800


@pytest.mark.parametrize("key", keys())
def test_every_player_of_the_ladder_meets_somebody_and_all_are_connected(key: str) -> None:
    names, pairs = names_of(find(key)), pairs_of(find(key))
    reached = {names[0]}
    for _ in names:
        reached |= {name for pair in pairs if set(pair) & reached for name in pair}
    assert reached == set(names)
    assert len(set(pairs)) == len(pairs)


def test_a_ladder_is_told_from_the_top_down_with_its_intervals() -> None:
    names = names_of(find(keys()[0]))
    first, second = names.index("random"), names.index("1")
    points = {
        deck: [(first, second, 0.0), (first, second, float(deck % 4 == 0))] for deck in range(40)
    }
    rungs = ladder(names, points)
    assert [rung.name for rung in rungs] == ["1", "random"]
    assert rungs[0].low < rungs[0].elo < rungs[0].high
    assert rungs[0].games == 80
    assert "| random | 0 |  | 80 |" in table("a game", rungs)


def test_tables_of_games_that_were_not_asked_for_stay_and_say_what_they_are(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    first = "## Ladders\n\nmachine, commit abc, date 1.\n\n### one\n\n| 1 |\n\n### two\n\n| 2 |"
    put_section(page, "ladders", "make it", first)
    assert kept_tables(page, "ladders", ["one", "two"]) == []
    kept = kept_tables(page, "ladders", ["one"])
    assert kept == ["### two\n\nAs before: machine, commit abc, date 1.\n\n| 2 |"]
    again = "## Ladders\n\nmachine, commit def, date 2.\n\n### one\n\n| 3 |\n\n"
    put_section(page, "ladders", "make it", again + kept[0])
    assert kept_tables(page, "ladders", ["one"]) == kept
    assert kept_tables(tmp_path / "none.md", "ladders", []) == []


@pytest.mark.parametrize(
    ("command", "section"),
    [
        ("ladder --games 0 --last 0", "ladders"),
        ("neighbours --games 0 --others 0 --short 0 --last 0", "steps"),
        ("accuracy --matches 0", "accuracy"),
    ],
)
def test_games_of_which_nothing_was_played_keep_their_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, section: str
) -> None:
    name, *arguments = command.split()
    page, key = tmp_path / "page.md", keys()[0]
    put_section(page, section, "make it", f"machine, commit abc, date 1.\n\n### {key}\n\n| 1 |")
    monkeypatch.setattr(f"benchmarks.{name}.PAGE", page)
    results = ["--results", str(tmp_path / "none"), "--write"]
    monkeypatch.setattr("sys.argv", [name, *arguments, *results])
    assert import_module(f"benchmarks.{name}").main() == 0
    kept = f"### {key}\n\nAs before: machine, commit abc, date 1.\n\n| 1 |"
    assert page.read_text("utf-8").count("###") == 1
    assert kept in page.read_text("utf-8")


@pytest.mark.parametrize("arguments", ["ladder --only nobody", "manners --level 99"])
def test_somebody_whom_no_game_has_is_refused(
    monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    name, *_ = command = arguments.split()
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit):
        import_module(f"benchmarks.{name}").main()
