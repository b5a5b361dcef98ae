"""The study of rows: which rows are the same, and that it runs. No figure decides."""

import pytest

from benchmarks import point_rows
from tabletier.games.point.rules.setup import PATTERNS
from tabletier.games.point.search import SENSIBLE_ROWS


def test_mirror_images_and_exchanged_colours_are_one_row() -> None:
    assert point_rows.likeness(0b000011111100) == point_rows.likeness(0b001111110000)
    assert point_rows.likeness(0b111100000011) == point_rows.likeness(0b000011111100)
    assert len(point_rows.different()) == 252
    assert {point_rows.likeness(int(row)) for row in PATTERNS} == set(point_rows.different())


def test_every_row_is_played_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert point_rows.main(["--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 252 + 1
    told = sum(line.endswith("sensible") for line in lines)
    assert told == len({point_rows.likeness(int(row)) for row in SENSIBLE_ROWS})
