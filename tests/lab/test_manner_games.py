"""Manners against their own level: what is played, counted, kept and told."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from benchmarks.manners import decisions, place, plan_for, row, section, table
from benchmarks.neighbours import met
from tabletier.games.kernel.registry import find


def test_a_manner_meets_its_level_and_is_told_in_a_row(tmp_path: Path) -> None:
    game = find("point")
    asked = Namespace(games=2, choices=1, jobs=1, results=tmp_path)
    plan = plan_for(game, "1", "greedy", asked)
    assert plan.players == ("1-greedy", "1")
    assert met(replace(plan, games=0)) is None
    report, found = met(plan), decisions(game, "1", asked)
    assert report is not None
    assert report.games == 2
    assert found is not None
    count, figures = found
    assert count > 5
    assert all(0 <= sums[0] <= count for sums in figures.values())
    none = Namespace(games=0, choices=0, jobs=1, results=tmp_path)
    assert decisions(game, "1", none) == found, "what was counted is kept"
    assert row("greedy", report, found) in table(game, "1", none)
    assert "| – | – | – | – |" in row("careful", None, None)
    assert section(["| a table |"]).startswith("## Manners\n\n")


def test_results_are_named_after_the_level(tmp_path: Path) -> None:
    asked = Namespace(results=tmp_path)
    names = {place(find("point"), level, asked, "greedy") for level in "1234"}
    assert len(names) == 4
