"""Recorded games, replayed line by line: who moves, what is legal, where everything stands.

A line of playthroughs/*.txt is one of

    options {…}         seed …          what the match was begun with
    0 c3-d4             a seat and its move
    legal a1-a2 …       every legal move at this point
    position {…}        the position at this point
    events captured …   the types of what the last move caused
    result [0] no_move  how it ended
"""

import json
from pathlib import Path

import pytest

import tabletier as tt

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = sorted(FOLDER.glob("*.txt"))


def replay(lines: list[str]) -> tt.Match:
    """The match of a recorded game; every line must hold when it is reached."""
    head = dict(line.split(" ", 1) for line in lines[:2])
    match = tt.new("barrier", json.loads(head["options"]), seed=head["seed"])
    for line in lines[2:]:
        key, rest = line.split(" ", 1)
        if key in ("0", "1"):
            assert match.to_move == int(key), line
            match = match.play(rest)
        else:
            assert line == f"{key} {told(match, key)}"
    return match


def told(match: tt.Match, key: str) -> str:
    """What a match has to say under one of the keys."""
    if key == "legal":
        return " ".join(match.legal_moves())
    if key == "position":
        return json.dumps(match.position(), separators=(",", ":"))
    if key == "events":
        return " ".join(event["type"] for event in match.events())
    assert key == "result"
    assert match.result is not None
    return f"{list(match.result.winners)} {match.result.reason}"


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]


def test_there_are_recorded_games() -> None:
    assert len(GAMES) >= 4


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_again(path: Path) -> None:
    lines = lines_of(path)
    match = replay(lines)
    assert lines[-1].startswith("result ")
    assert match.to_move is None


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_its_record_is_read_back(path: Path) -> None:
    match = replay(lines_of(path))
    again = tt.load(match.record())
    assert again.position() == match.position()
    assert (again.result, again.moves) == (match.result, match.moves)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_changed_line_would_be_noticed(path: Path) -> None:
    lines = lines_of(path)
    place = next(number for number, line in enumerate(lines) if line.startswith("position"))
    lines[place] = lines[place].replace('"y"', '"Y"', 1)
    with pytest.raises(AssertionError):
        replay(lines)
