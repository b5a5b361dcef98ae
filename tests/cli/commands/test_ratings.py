"""`tabletier ratings`: the ladders of a house, and the same numbers when worked out anew."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tabletier.games.kernel.registry import find
from tabletier.search.levels import levels_of
from tabletier.server.db.database import open_engine, sqlite_url
from tabletier.server.db.store import Store
from tabletier.server.db.upgrading import upgrade
from tests.cli.helpers import tabletier
from tests.server.test_rating_book import GAME, file, match_of

MATCHES = 12


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house where some rated matches have ended, and nobody has worked out anything yet."""
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))

    async def play() -> None:
        engine = open_engine(sqlite_url(tmp_path / "house.sqlite3"))
        await upgrade(engine)
        store, dice = Store(engine), random.Random(1)
        for number in range(1, MATCHES + 1):
            await file(store, match_of(number, dice))
        store.close()
        await engine.dispose()

    asyncio.run(play())


def ladder(*arguments: str) -> list[dict[str, Any]]:
    run = tabletier("ratings", GAME, "--json", *arguments)
    assert run.exit_code == 0, run.output
    (found,) = json.loads(run.stdout)
    rungs: list[dict[str, Any]] = found["rungs"]
    return rungs


@pytest.mark.usefixtures("house")
def test_the_levels_stand_on_the_ladder_and_a_rebuild_leaves_them_there() -> None:
    before = ladder()
    last = len(levels_of(find(GAME)))
    levels = list(range(last, 0, -1))
    assert [rung["level"] for rung in before] == levels, "nobody else is in the register"
    assert sum(rung["matches"] for rung in before) > 0
    (rebuilt,) = json.loads(tabletier("ratings", GAME, "--rebuild", "--json").stdout)
    assert (rebuilt["game"], rebuilt["matches"]) == (GAME, MATCHES - 1)  # one counts for nobody
    assert ladder() == before
    assert ladder("--most", "2") == before[:2]
    shown = tabletier("ratings", GAME)
    assert f"{before[0]['rating']} ± {before[0]['margin']}" in shown.stdout
    assert f"level {last} of the house" in shown.stdout


@pytest.mark.parametrize("arguments", [("chess",), ("--most", "0"), ()])
def test_what_cannot_be_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))  # where no house was ever opened
    run = tabletier("ratings", *arguments)
    assert run.exit_code == 2
    assert len(run.stderr.splitlines()) == 1
