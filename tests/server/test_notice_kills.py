"""A kill between a line and its notices loses none. More: benchmarks/notice_kills.py."""

from pathlib import Path

from benchmarks.notice_kills import run


def test_every_line_is_told_once_after_kills(tmp_path: Path) -> None:
    report = run(kills=4, folder=tmp_path)
    assert report.well, report
    assert report.lines > 24, "somebody has moved"
