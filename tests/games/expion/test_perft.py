"""The perft table: counted by the engine in full, and by the plain enumeration to a small depth."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tabletier.games.expion import GAME, rules
from tabletier.games.expion.state import State
from tests.games.expion import plain

TABLE = Path(__file__).with_name("expion.perft")
PLAIN_NODES = 1800  # beyond this many the plain enumeration takes seconds


class Entry(NamedTuple):
    name: str
    options: dict[str, Any]
    position: dict[str, Any] | None
    counts: dict[int, int]


def entries() -> list[Entry]:
    """The table, read: blocks of lines, each a keyword and its value."""
    found = []
    for block in TABLE.read_text("utf-8").split("\n\n"):
        lines = [line.split(" ", 1) for line in block.splitlines() if line and line[0] != "#"]
        if lines:
            values = dict(lines)
            perfts = [value.split() for key, value in lines if key == "perft"]
            counts = {int(depth): int(count) for depth, count in perfts}
            position = json.loads(values["position"]) if "position" in values else None
            options = json.loads(values["options"])
            found.append(Entry(values["id"], options, position, counts))
    return found


def perft(state: State, depth: int) -> int:
    buffer = np.empty(rules.MAX_MOVES, np.int64)
    count = rules.legal_moves(state, buffer)
    if depth == 1:
        return count
    return sum(perft(rules.apply(state, move), depth - 1) for move in buffer[:count].tolist())


def by_move(entry: Entry, depth: int) -> dict[str, int]:
    """The count below each first move, to show where a wrong total comes from."""
    state, buffer = start(entry), np.empty(rules.MAX_MOVES, np.int64)
    moves = buffer[: rules.legal_moves(state, buffer)].tolist()
    return {
        GAME.write(state, (move,)): perft(rules.apply(state, move), depth - 1) for move in moves
    }


def start(entry: Entry) -> State:
    if entry.position is None:
        fresh: State = GAME.start(entry.options)
        return fresh
    state: State = GAME.setup(entry.position, entry.options)[0]
    return state


def test_the_table_has_the_starts_and_ten_later_positions() -> None:
    table = entries()
    assert {e.options["players"] for e in table if e.position is None} == {2, 3, 4}
    assert len([e for e in table if e.position is not None]) >= 10
    assert {e.options["special"] for e in table} == set(plain.SPECIAL)
    assert all(any(key in e.options for e in table) for key in ("pairs", "push", "chameleon"))


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_the_engine_counts_what_the_table_says(entry: Entry) -> None:
    for depth, count in entry.counts.items():
        counted = perft(start(entry), depth)
        assert counted == count, by_move(entry, depth) if depth > 1 else entry.name


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_the_plain_enumeration_counts_the_same(entry: Entry) -> None:
    game = plain.start(**entry.options)
    if entry.position is not None:
        game = plain.from_position(entry.position, **entry.options)
    depth = max(d for d, count in entry.counts.items() if count <= PLAIN_NODES)
    assert plain.perft(game, depth) == entry.counts[depth]
