"""Recorded games, replayed line by line: who moves, what is legal, where everything stands.

A line of playthroughs/*.txt is one of

    options {…}         seed …          what the match was begun with
    0 WB>BWW@6          a seat and its move
    legal draw stop …   every legal move at this point, separated by |
    position {…}        the position at this point
    events used drawn   the types of what the last move caused
    says …              the last event in English
    result [0] pure     how it ended
"""

import json
from pathlib import Path

import pytest

import tabletier as tt
from tests.games.point.tables import GAME

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = sorted(FOLDER.glob("*.txt"))


def replay(lines: list[str]) -> tt.Match:
    """The match of a recorded game; every line must hold when it is reached."""
    head = dict(line.split(" ", 1) for line in lines[:2])
    match = tt.new("point", json.loads(head["options"]), seed=head["seed"])
    for line in lines[2:]:
        key, rest = line.split(" ", 1)
        if key.isdigit():
            assert match.to_move == int(key), line
            match = match.play(rest)
        else:
            assert line == f"{key} {told(match, key)}"
    return match


def told(match: tt.Match, key: str) -> str:
    """What a match has to say under one of the keys."""
    if key == "legal":
        return "|".join(match.legal_moves())
    if key == "position":
        return json.dumps(match.position(), separators=(",", ":"))
    if key == "events":
        return " ".join(event["type"] for event in match.events())
    if key == "says":
        return GAME.tell(match.events()[-1]).en
    assert key == "result"
    assert match.result is not None
    return f"{list(match.result.winners)} {match.result.reason}"


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]


def test_every_way_to_play_and_to_end_is_recorded() -> None:
    options = [json.loads(lines_of(path)[0].split(" ", 1)[1]) for path in GAMES]
    assert {(o["players"], o["teams"]) for o in options} == {
        *((2, False), (3, False), (4, False), (4, True)),
    }
    assert {lines_of(path)[-1].split()[-1] for path in GAMES} == {"pure", "pile"}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_again(path: Path) -> None:
    match = replay(lines_of(path))
    assert match.to_move is None
    assert tt.load(match.record()).position() == match.position()
