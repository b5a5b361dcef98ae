"""A house that is killed loses nothing that it has confirmed. More: benchmarks/server_kills.py."""

import asyncio
from pathlib import Path

from benchmarks.server_kills import run


def test_every_confirmed_move_is_there_once_after_kills(tmp_path: Path) -> None:
    report = asyncio.run(run(kills=2, tables=6, folder=tmp_path))
    assert report.well, report


def test_with_postgresql_too(tmp_path: Path, postgres_url: str) -> None:
    report = asyncio.run(run(kills=1, tables=4, folder=tmp_path, database=postgres_url))
    assert report.well, report
