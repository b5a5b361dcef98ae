"""Recorded games, replayed line by line: moves, captures, pushes, positions and results."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tabletier as tt

FILES = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))


def lines(path: Path) -> list[tuple[str, str]]:
    """Keyword and rest of every line that is not empty or a comment."""
    texts = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    pairs = (text.split(" ", 1) for text in texts)
    return [(keyword, rest) for keyword, rest in pairs]


def notes(match: tt.Match) -> list[str]:
    """What a move caused, as the files note it: xe6 captured, *d5 the Ex*pion pushed there."""
    events = match.events()
    captured = [f"x{event['at']}" for event in events if event["type"] == "captured"]
    return captured + [f"*{event['to']}" for event in events if event["type"] == "pushed"]


def replay(path: Path) -> tt.Match:
    """Play a file through, checking every line of it."""
    (_, game), (_, options), *rest = lines(path)
    match = tt.new(game, json.loads(options), seed="playthrough")
    for keyword, value in rest:
        if keyword == "position":
            assert match.position() == json.loads(value)
        elif keyword == "result":
            result = match.result
            shown = None if result is None else [list(result.winners), result.reason]
            assert shown == json.loads(value)
        else:
            _, seat, move, *noted = value.split(" ")
            assert (int(keyword), int(seat)) == (len(match.moves) + 1, match.to_move)
            match = match.play(move)
            assert notes(match) == noted
    return match


def test_there_are_games_for_every_number_of_players_and_several_ends() -> None:
    ends = [(m.seats, m.result.reason) for m in map(replay, FILES) if m.result is not None]
    assert {seats for seats, _ in ends} == {2, 3, 4}
    assert {reason for _, reason in ends} >= {"base", "elimination", "repetition"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_as_it_did(path: Path) -> None:
    match = replay(path)
    assert match.result is not None
    assert tt.load(match.record()).position() == match.position()


def fingerprint(path: Path) -> str:
    """A hash over the legal moves and the position after every move of a recorded game."""
    (_, game), (_, options), *rest = lines(path)
    match = tt.new(game, json.loads(options), seed="playthrough")
    seen: list[Any] = []
    for keyword, value in rest:
        if keyword.isdigit():
            seen.append([match.legal_moves(), match.position()])
            match = match.play(value.split(" ")[2])
    return hashlib.sha256(json.dumps([seen, match.position()]).encode()).hexdigest()


def test_plain_and_compiled_rules_agree() -> None:
    """The same games once more in a Python that compiles nothing."""
    program = (
        "from tests.games.expion.test_playthroughs import FILES, fingerprint\n"
        "from tabletier.games.kernel.compiler import JIT\n"
        "print(JIT, *map(fingerprint, FILES))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TABLETIER_JIT": "0"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.split() == ["False", *map(fingerprint, FILES)]
