"""Recorded matches of every mode, replayed line by line, and records that must load for ever.

`TABLETIER_REGENERATE=1` writes the playthroughs anew, which is right only when the rules or the
texts were meant to change. Records are never written anew: it only adds those that are missing.
"""

import json
import os
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import MODES
from tests.games.punto.games import builder, coverer

HERE = Path(__file__).parent
REGENERATE = os.environ.get("TABLETIER_REGENERATE") == "1"
CASES: dict[str, dict[str, Any]] = {
    **{mode.lower(): {**options, "rounds_to_win": 1} for mode, options in MODES.items()},
    "m3-two-rounds": {"players": 3},
    "m2-expert": {"players": 2, "expert": True, "rounds_to_win": 1},
    "t6-expert": {"players": 6, "expert": True, "first_player": 3, "rounds_to_win": 1},
    "m2-atalia": {"players": 2, "edition": "atalia", "rounds_to_win": 1},
    "m4-atalia": {"players": 4, "edition": "atalia", "first_player": 2},
    "m2-void": {"players": 2},
}
SHOWN = (
    *("colours", "starts", "turned", "drawn", "left", "blocked", "line", "round_won", "void"),
    *("new_round", "over"),
)
EVERY = 15


def told(event: dict[str, Any]) -> str:
    """A key event in one line: its type, then what it says."""
    rest = " ".join(_value(value) for key, value in event.items() if key != "type")
    return f"    {event['type']} {rest}".rstrip()


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def drawn(position: dict[str, Any]) -> Iterator[str]:
    """The table as `boards.py` draws it, then whatever does not lie on it."""
    cells = {tuple(map(int, place.split(","))): c for place, c in position["board"].items()}
    columns, rows = ({cell[axis] for cell in cells} or {0} for axis in (0, 1))
    for y in range(max(rows), min(rows) - 1, -1):
        tokens = (
            ("*" if (x, y) == (0, 0) and cells else "") + ("/".join(cells.get((x, y), "."))) + " "
            for x in range(min(columns), max(columns) + 1)
        )
        yield "    | " + " ".join(f"{token:<9}" for token in tokens).rstrip()
    for side, pile in enumerate(position["piles"]):
        trophies = " ".join(position["trophies"][side]) or "no trophies"
        yield f"    side {side}: {' '.join(pile) or 'no cards'}; {trophies}"
    hands = ", ".join(" ".join(hand) or "-" for hand in position["hands"])
    yield f"    hands {hands}; piles {position['pile_sizes']}; out {position['out']}"
    yield f"    won {position['rounds_won']}; void {position['void_rounds']}"


def lines_of(match: tt.Match) -> Iterator[str]:
    """What the last move brought, and now and then the whole position."""
    for event in match.events():
        if event["type"] in SHOWN:
            yield told(event)
    if len(match.moves) % EVERY == 0 or match.to_move is None:
        yield from drawn(match.position())


def played_out(name: str) -> Iterator[tt.Match]:
    """A match with a fixed seed and fixed players, after every move."""
    style = coverer if name == "m2-void" else builder
    rng = random.Random(name)
    match = tt.new("punto", CASES[name], seed=f"playthrough {name}")
    yield match
    while match.to_move is not None:
        match = match.play(style(rng, match))
        yield match


def recorded(name: str) -> Iterator[str]:
    """A playthrough as text."""
    matches = list(played_out(name))
    match = matches[0]
    yield f"# Punto, {name}: written by test_playthroughs.py"
    yield f"options {json.dumps(match.options, sort_keys=True)}"
    yield f"seed {match.seed}"
    yield from lines_of(match)
    for before, after in pairwise(matches):
        number, count = len(after.moves), len(before.legal_moves())
        yield f"{number}. seat {before.to_move} of {count} plays {after.moves[-1]}"
        yield from lines_of(after)


def replayed(text: str) -> Iterator[tuple[int, str, str]]:
    """Each line of a playthrough: its number, what is written, what the game says today."""
    lines = text.splitlines()
    options = json.loads(lines[1].removeprefix("options "))
    match = tt.new("punto", options, seed=lines[2].removeprefix("seed "))
    expected = lines_of(match)
    for number, line in enumerate(lines[3:], start=4):
        if line.startswith(" "):
            yield number, line, next(expected, "nothing more")
            continue
        assert next(expected, None) is None, f"line {number}: something is missing before it"
        move = line.rpartition(" ")[2]
        seat, count = match.to_move, len(match.legal_moves())
        yield number, line, f"{len(match.moves) + 1}. seat {seat} of {count} plays {move}"
        match = match.play(move)
        expected = lines_of(match)
    assert next(expected, None) is None
    assert match.result is not None


@pytest.mark.parametrize("name", CASES)
class TestPlaythroughs:
    """One readable text a case."""

    def test_every_line_comes_out_as_written(self, name: str) -> None:
        path = HERE / "playthroughs" / f"{name}.txt"
        if REGENERATE:
            path.write_text("\n".join(recorded(name)) + "\n", "utf-8")
        for number, written, today in replayed(path.read_text("utf-8")):
            assert today == written, f"{path.name}, line {number}"


@pytest.mark.parametrize("name", CASES)
class TestRecords:
    """Written once, by version 1 of the rules."""

    def test_an_old_record_still_loads_and_verifies(self, name: str) -> None:
        path = HERE / "records" / f"{name}.jsonl"
        if REGENERATE and not path.exists():
            path.write_text(list(played_out(name))[-1].record(), "utf-8")
        text = path.read_text("utf-8")
        checked = tt.verify(text)
        assert checked.deal_verified
        assert checked.match.record() == text
        assert checked.match.result is not None

    def test_it_tells_the_same_match_as_the_playthrough(self, name: str) -> None:
        match = tt.load((HERE / "records" / f"{name}.jsonl").read_text("utf-8"))
        written = (HERE / "playthroughs" / f"{name}.txt").read_text("utf-8").splitlines()
        moves = [line.rpartition(" ")[2] for line in written[3:] if not line.startswith(" ")]
        assert list(match.moves) == moves


def test_no_case_is_forgotten() -> None:
    """Every file has its case, and every mode, an expert and an Atalia match are among them."""
    assert {path.stem for path in (HERE / "playthroughs").iterdir()} == set(CASES)
    assert {path.stem for path in (HERE / "records").iterdir()} == set(CASES)
    assert {mode.lower() for mode in MODES} <= set(CASES)
