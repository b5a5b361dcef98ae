"""A game from elsewhere, announced by TABLETIER_GAMES, in every command of the laboratory."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.test_workers import one_ray  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[2]
GUEST = "hexapawn"


def tabletier(data: Path, *words: str) -> str:
    """What the command prints, in a process of its own that is told of the guest."""
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "examples" / "guest_game"),
        "TABLETIER_GAMES": GUEST,
        "TABLETIER_JIT": "0",
        "TABLETIER_DATA_DIR": str(data),
        "TABLETIER_LANG": "en",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tabletier", *words],
        capture_output=True,
        env=env,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_measured(tmp_path: Path) -> None:
    told = json.loads(tabletier(tmp_path, "bench", GUEST, "--quick", "--seconds", "0.1", "--json"))
    assert [row["game"] for row in told["games"]] == [GUEST]
    assert told["games"][0]["speeds"][0]["moves_per_second"] > 0


def test_it_is_studied(tmp_path: Path) -> None:
    told = tabletier(tmp_path, "study", GUEST, "--games", "50")
    assert "Hexapawn: 50 random games per set of options" in told
    assert "arrived" in told


def test_it_is_played_in_processes_and_analysed(tmp_path: Path) -> None:
    words = ("arena", GUEST, "tree:20", "random", "--games", "2", "--jobs", "2", "--json")
    told = json.loads(tabletier(tmp_path, *words, "--records", str(tmp_path / "records")))
    assert told["games"] == 2
    record = next((tmp_path / "records").glob("*.jsonl"))
    looked = json.loads(
        tabletier(tmp_path, "analyse", str(record), "--simulations", "20", "--json")
    )
    assert looked["game"] == GUEST
    assert len(looked["moves"]) >= 3


def test_it_becomes_a_dataset(tmp_path: Path) -> None:
    words = ("dataset", GUEST, "random", "random", "--games", "2", "--to", str(tmp_path / "data"))
    assert "2 matches" in tabletier(tmp_path, *words)


@pytest.mark.slow
@pytest.mark.usefixtures("one_ray")
def test_it_is_played_on_a_ray(tmp_path: Path) -> None:
    """Ray's processes import the guest by themselves: they are told of it with each game."""
    words = ("arena", GUEST, "random", "random", "--games", "4", "--jobs", "2", "--json")
    here, there = (
        json.loads(tabletier(tmp_path, *words, *ray)) for ray in ((), ("--ray", "local"))
    )
    results = ("points", "wins", "draws", "losses")
    assert there["games"] == 4
    for mine, theirs in zip(here["standings"], there["standings"], strict=True):
        assert [mine[name] for name in results] == [theirs[name] for name in results]
