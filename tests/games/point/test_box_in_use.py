"""A collector's own listing of the cards, in use: another process, since cards are constants."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Sides of one to four pawns, odd numbers of copies, and one card that reads the same turned round.
CARDS = [
    *(("B", "WW", 5), ("W", "BB", 5), ("BW", "WBW", 3), ("BBW", "WBB", 7), ("WWWW", "B", 4)),
    *(("WW", "BBW", 8), ("WB", "BW", 8), ("BWB", "WW", 8), ("WWB", "BBBB", 8), ("W", "B", 8)),
]

PLAY = """
import random
import tabletier as tt
from tests.games.point import plain

for number in range(6):
    options = {"players": 2 + number % 3, "rows": "random"}
    rng, match = random.Random(number), tt.new("point", options, seed=str(number))
    assert len(match.view()["table"]["pile"]) == 64 - 3 * match.seats - 1
    while match.to_move is not None:
        position = match.position()
        assert tt.setup("point", position, options).position() == position
        seat = position["to_move"]
        if position["phase"] == "use":
            row, bank = position["rows"][seat], position["bank"]
            uses = {u for card in position["hands"][seat] for u in plain.uses(row, bank, card)}
            expected = uses or {f"discard {card}" for card in position["hands"][seat]}
            assert set(match.legal_moves()) == expected
        match = match.play(rng.choice(match.legal_moves()))
print("played")
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TABLETIER_JIT": "0", "TABLETIER_BOX_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def listing(cards: list[tuple[str, str, int]]) -> str:
    entries = [{"pair": [left, right], "copies": copies} for left, right, copies in cards]
    return json.dumps({"game": "point", "status": "original", "cards": entries})


@pytest.mark.rule("POINT-34")
def test_other_cards_can_be_played_with(tmp_path: Path) -> None:
    (tmp_path / "point.json").write_text(listing(CARDS), "utf-8")
    done = run(tmp_path, PLAY)
    assert done.stdout == "played\n", done.stderr


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ([*CARDS[:-1], ("W", "B", 7)], "it lists 63 cards, 64 were expected"),
        ([*CARDS[:-1], ("W", "X", 8)], "at cards/9/pair/1"),
        ([*CARDS[:-1], ("W", "B", 0)], "at cards/9/copies"),
    ],
)
def test_a_faulty_listing_is_refused_in_one_sentence(
    tmp_path: Path, cards: list[tuple[str, str, int]], why: str
) -> None:
    (tmp_path / "point.json").write_text(listing(cards), "utf-8")
    done = run(tmp_path, "import tabletier as tt; tt.new('point')")
    assert done.returncode == 1
    assert "BadBox" in done.stderr
    assert why in done.stderr
