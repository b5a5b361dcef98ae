"""Counting moves: `barrier.perft` says how many whole moves lead from a position, n moves deep."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import tabletier as tt
from tabletier.games.barrier import rules
from tests.games.barrier import plain
from tests.games.barrier.tables import DEFAULTS, table

FILE = Path(__file__).parent / "barrier.perft"
MOST_PLAIN = 2_000


class Entry(NamedTuple):
    """One paragraph of the file."""

    name: str
    options: dict[str, Any]
    position: dict[str, Any]
    counts: dict[int, int]


def entries() -> list[Entry]:
    """Every paragraph; lines that begin with # are remarks."""
    found = []
    for paragraph in FILE.read_text("utf-8").split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            parts = dict(line.split(" ", 1) for line in lines[:3])
            numbers = [line.split()[1:] for line in lines[3:]]
            counts = {int(depth): int(count) for depth, count in numbers}
            options = {**DEFAULTS, **json.loads(parts["options"])}
            found.append(Entry(parts["id"], options, json.loads(parts["position"]), counts))
    return found


def perft(state: Any, depth: int) -> int:
    """How many sequences of `depth` whole moves there are; a chain of jumps is one move."""
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    count = 0
    for step in buffer[: rules.legal_moves(state, buffer)].tolist():
        after = rules.apply(state, step)
        if rules.unfinished(after):
            count += perft(after, depth)
        else:
            count += 1 if depth == 1 else perft(after, depth - 1)
    return count


def by_move(match: tt.Match, depth: int) -> dict[str, int]:
    """The count of each first move, to see where two countings part."""
    if depth == 1:
        return dict.fromkeys(match.legal_moves(), 1)
    return {move: perft(match.play(move)._state, depth - 1) for move in match.legal_moves()}


def plain_perft(position: dict[str, Any], options: dict[str, Any], depth: int) -> int:
    """The same count by the slow plain rules."""
    after = plain.moves(position, options)
    if depth == 1:
        return len(after)
    return sum(plain_perft(end, options, depth - 1) for end in after.values())


ENTRIES = entries()


def test_the_file_has_both_starts_and_ten_later_positions() -> None:
    assert len(ENTRIES) >= 12
    assert ENTRIES[0].position == tt.new("barrier", seed="x").position()
    assert len({json.dumps(entry.position) for entry in ENTRIES}) == len(ENTRIES)
    assert {entry.options["tiles"] for entry in ENTRIES} == {
        "right_angle",
        "acute",
        "obtuse",
        "mixed",
    }
    assert {entry.options["capture"] for entry in ENTRIES} == {"optional", "mandatory"}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_rules_count_as_many(entry: Entry) -> None:
    match = tt.setup("barrier", entry.position, entry.options)
    for depth, count in entry.counts.items():
        assert perft(match._state, depth) == count, by_move(match, depth)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_plain_rules_count_as_many(entry: Entry) -> None:
    for depth, count in entry.counts.items():
        if count <= MOST_PLAIN:
            assert plain_perft(entry.position, entry.options, depth) == count


def test_counting_goes_by_moves_and_not_by_steps() -> None:
    match = table("Y: a1, c: b2 d2 f2")
    assert match.legal_moves() == ("a1-a2", "a1-b1", "a1xc3", "a1xc3xe1", "a1xc3xe1xg3")
    assert perft(match._state, 1) == 5
