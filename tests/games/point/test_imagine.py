"""POINT-5. A row that was chosen in secret may be any row."""

from collections import Counter

import pytest

import tabletier as tt
from tabletier.games.point.search import reshuffle

WORLDS = 3000
ROW = "BBWWBBWWWWBB"


@pytest.mark.rule("POINT-4", "POINT-5")
@pytest.mark.parametrize("players", [2, 4])
def test_each_row_is_as_likely_as_any_other(players: int) -> None:
    match = tt.new("point", {"players": players}, seed="imagine").play(f"row {ROW}")
    rows = [match.imagine(n).position()["rows"] for n in range(WORLDS)]
    assert {row.count("B") for row, *_ in rows} == {6}
    assert {tuple(rest) for _, *rest in rows} == {(None,) * (players - 1)}
    assert len({row for row, *_ in rows}) > 800  # of 924
    for place in range(12):
        black = sum(row[place] == "B" for row, *_ in rows)
        assert abs(black - WORLDS / 2) < 4.5 * (WORLDS / 4) ** 0.5
    commonest = Counter(row for row, *_ in rows).most_common(1)[0][1]
    assert commonest <= 15  # 3.2 each on average


@pytest.mark.rule("POINT-5")
def test_ones_own_row_is_kept_and_so_is_all_once_rows_are_open() -> None:
    match = tt.new("point", {"players": 3}, seed="imagine")
    match = match.play(f"row {ROW}").play("row BBBBBBWWWWWW")
    assert match.imagine(1).position()["rows"][0] != match.imagine(2).position()["rows"][0]
    match = match.play("row WWWWWWBBBBBB")
    assert {str(match.imagine(n).position()) for n in range(5)} == {str(match.position())}


def test_it_chooses_alike_interpreted_and_compiled() -> None:
    match = tt.new("point", {"players": 4}, seed="imagine").play(f"row {ROW}").play(f"row {ROW}")
    plain = getattr(reshuffle, "py_func", reshuffle)
    for stream in (1, 99, (1 << 61) + 5):
        assert reshuffle(match._state, 2, stream) == plain(match._state, 2, stream)
