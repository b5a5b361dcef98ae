"""What ratings begin with, read off the ladders of the page."""

import pytest

from benchmarks.anchors import VAGUE, levels_of
from benchmarks.neighbours import short_of
from tabletier.games.kernel.registry import find, keys
from tabletier.search.players import everyone
from tabletier.server.ratings.model import Z_95


def page_of(game: str, rows: list[str]) -> str:
    """A page with a ladder of a game, and steps of the same game behind it."""
    ladder = "\n".join(
        [f"### {game}", "", "| player | Elo (95 %) | above |", "|---|---|---|", *rows]
    )
    steps = f"### {game}\n\n| 1 | 9999 (9998–9999) | +0 |"
    marks = "<!-- ladders: written by `x` -->", "<!-- ladders: end -->"
    return f"{marks[0]}\n\n{ladder}\n\n{marks[1]}\n\n{steps}"


def rung(name: str, elo: int, spread: int) -> str:
    """A row of a ladder; its interval is as wide to both sides."""
    return f"| {name} | {elo} ({elo - spread}–{elo + spread}) | +0 |"


@pytest.mark.parametrize("key", keys())
def test_every_level_has_its_strength_and_deviation(key: str) -> None:
    names = everyone(find(key))
    rows = [rung(name, 300 * int(name), 98) for name in reversed(names)]
    rows = [rung("plain:1000", 77, 10), rung(short_of(find(key)), 9000, 10), *rows]
    found = levels_of(key, page_of(key, rows))
    assert found == [(300.0 * int(name), round(98 / Z_95, 1)) for name in names]


@pytest.mark.parametrize("key", keys())
def test_the_last_that_has_not_played_is_taken_for_as_strong_as_who_stands_for_it(key: str) -> None:
    *others, _ = everyone(find(key))
    rows = [rung(name, 300 * int(name), 50) for name in others]
    short = rung(short_of(find(key)), 5000, 2000)
    assert levels_of(key, page_of(key, [*rows, short]))[-1] == (5000.0, VAGUE)
    with pytest.raises(SystemExit, match="no ladder"):
        levels_of(key, page_of(key, rows))
