"""`tabletier ratings`: the ladders of a house, and the same numbers when worked out anew."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tabletier.games.kernel.registry import find
from tabletier.search.levels import levels_of
from tests.cli.helpers import tabletier
from tests.server.test_rating_book import GAME, STRONGEST, match_of, of_five_levels, played_before

MATCHES = 12


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house where some rated matches have ended, and nobody has worked out anything yet."""
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))
    dice = random.Random(1)
    played_before(tmp_path, *(match_of(number, dice) for number in range(1, MATCHES + 1)))


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


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("again", [(), ("--rebuild",)])
def test_what_the_strongest_played_as_the_fifth_is_the_strongest_s(
    tmp_path: Path, again: tuple[str, ...]
) -> None:
    """Also before a house of today has opened there."""
    dice = random.Random(1)
    drawn = (match_of(number, dice) for number in range(101, 120))
    counted = ((match, seat) for match in drawn for seat in match.seats if not seat.uncounted)
    match = next(match for match, seat in counted if seat.house)
    played_before(tmp_path, of_five_levels(match, STRONGEST))
    assert tabletier("ratings", GAME, *again).exit_code == 0
    played = {rung["level"]: rung["matches"] for rung in ladder()}
    assert (played[5], played[len(levels_of(find(GAME)))]) == (0, 1)


@pytest.mark.parametrize("arguments", [("chess",), ("--most", "0"), ()])
def test_what_cannot_be_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TABLETIER_DATA_DIR", str(tmp_path))  # where no house was ever opened
    run = tabletier("ratings", *arguments)
    assert run.exit_code == 2
    assert len(run.stderr.splitlines()) == 1
