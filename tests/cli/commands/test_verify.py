"""Checking a record: 0 all is well, 1 a check failed, 2 it is no record."""

import json
from pathlib import Path

import pytest

from tabletier.match.record import load
from tabletier.match.start import new
from tests.cli.helpers import finished_game, tabletier

pytestmark = pytest.mark.usefixtures("pebbles")


def test_says_in_words_what_was_checked() -> None:
    path = finished_game()
    match = load(path.read_text())
    run = tabletier("verify", str(path))
    lines = run.stdout.splitlines()
    draws = sum(entry.act == "draw" for entry in match.log)
    assert run.exit_code == 0
    assert lines[0] == "All is well with this game of Pebbles."
    assert lines[1] == f"Chain: {len(match.log) + 2} lines, none changed, added or taken out."
    assert lines[2] == f"Moves: {len(match.moves)}, all legal."
    assert lines[3].startswith(f"Draws: {draws}, all from the seed")
    assert match.commitment in lines[3]
    assert lines[4].startswith("Result, as the moves have it: Player ")


def test_json() -> None:
    path = finished_game()
    report = json.loads(tabletier("verify", "--json", str(path)).stdout)
    assert report["ok"] is True
    assert report["deal_verified"] is True
    assert report["seed"] == "a seed"
    assert report["result"]["reason"] == "last_pebble"


def test_a_secret_seed_is_said_to_be_unchecked(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_text(new("pebbles", seed="s").play("take 1").record(reveal=False))
    run = tabletier("verify", str(path))
    assert run.exit_code == 0
    assert "is still secret, so they cannot be verified yet" in run.stdout
    assert "Result: the game is not over." in run.stdout
    assert json.loads(tabletier("verify", "--json", str(path)).stdout)["deal_verified"] is False


def test_standard_input() -> None:
    assert tabletier("verify", "-", typed=finished_game().read_text()).exit_code == 0


@pytest.mark.parametrize("spoil", ["change", "cut", "swap"])
def test_a_record_that_was_tampered_with_fails(spoil: str, tmp_path: Path) -> None:
    lines = finished_game().read_text().splitlines()
    if spoil == "change":
        lines[1] = lines[1].replace("lucky 1", "lucky 9").replace("lucky 2", "lucky 1") + " "
        lines[1] = lines[1].replace('"n":0', '"n":00').replace('"n":00', '"n": 1')
    elif spoil == "cut":
        del lines[-1]
    else:
        lines[1], lines[2] = lines[2], lines[1]
    path = tmp_path / "spoilt.jsonl"
    path.write_text("\n".join(lines) + "\n")
    run = tabletier("verify", str(path))
    assert (run.exit_code, run.stdout) == (1, "")
    assert run.stderr.startswith("The check failed. This is not a valid record, ")
    report = json.loads(tabletier("verify", "--json", str(path)).stdout)
    assert report["ok"] is False
    assert report["code"] == "record/bad"


def test_in_french() -> None:
    run = tabletier("verify", "--lang", "fr", str(finished_game()))
    assert run.stdout.startswith("Tout est juste dans cette partie de Cailloux.")


def test_names_that_a_record_carries_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "named.jsonl"
    path.write_text(load(finished_game().read_text()).record(names=("Anne", "")))
    lines = tabletier("verify", str(path)).stdout.splitlines()
    assert lines[1] == "Player 1: Anne."
    assert lines[-1].startswith(
        ("Result, as the moves have it: Anne wins", "Result, as the moves have it: Player 2 wins")
    )
    assert json.loads(tabletier("verify", "--json", str(path)).stdout)["names"] == ["Anne", ""]
