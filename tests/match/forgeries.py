"""Changes to the record of `test_records.match`, none of which follows from rules and seed.

Its lines: the head, a draw, a move of seat 0, a draw, moves of seats 1, 0, 1 and 0, the tail.
"""

from collections.abc import Callable
from typing import Any

from tests.match.chains import Line

Forgery = Callable[[list[Line]], object]


def change(number: int, **values: Any) -> Forgery:
    return lambda lines: lines[number].update(values)


def rename(number: int, old: str, new: str) -> Forgery:
    return lambda lines: lines[number].update({new: lines[number].pop(old)})


HEADER = {
    "another format": change(0, tabletier=2),
    "format true": change(0, tabletier=True),
    "format 1.0": change(0, tabletier=1.0),
    "unknown game": change(0, game="zzz"),
    "no game": change(0, game=None),
    "giant game": change(0, game="x" * 10**6),
    "other version": change(0, version="2"),
    "version of another kind": change(0, version=1),
    "giant version": change(0, version=["x" * 10**6]),
    "box data it does not have": change(0, box="0" * 64),
    "other options": change(0, options={"sides": 3}),
    "options left out": change(0, options={}),
    "no options": change(0, options=None),
    "options too many": change(0, options={"sides": 2, "more": 1}),
    "option of another kind": change(0, options={"sides": 2.0}),
    "option not a number": change(0, options={"sides": float("nan")}),
    "other seats": change(0, seats=3),
    "seats of another kind": change(0, seats=2.0),
    "another commitment": change(0, commitment="0" * 64),
    "commitment of another kind": change(0, commitment=5),
    "short commitment": change(0, commitment="abc"),
    "another start": change(0, start={"total": 0, "turn": 0}),
    "impossible start": change(0, start={"total": float("inf")}),
    "start of another kind": change(0, start=[]),
    "one key more": change(0, more=1),
    "another name of a key": rename(0, "seats", "places"),
}
ENTRIES = {
    "another draw": change(1, draw="+2"),
    "draw of another kind": change(1, draw=1),
    "half a character drawn": change(1, draw="\ud800"),
    "giant draw": change(1, draw="x" * 10**6),
    "draw by a seat": change(1, by=0),
    "draw by nobody": change(1, by=-1),
    "move in place of the draw": rename(1, "draw", "move"),
    "another legal move": change(5, move="+2"),
    "illegal move": change(5, move="+0"),
    "move that cannot be read": change(5, move="zzz"),
    "move of another kind": change(5, move=1),
    "half a character moved": change(5, move="\ud800"),
    "move by another seat": change(5, by=1),
    "move by true": change(4, by=True),
    "move by chance": change(5, by="chance"),
    "draw in place of the move": rename(5, "move", "draw"),
    "resignation in place of the move": rename(5, "move", "resign"),
    "unknown act": rename(5, "move", "pass"),
    "two acts": change(5, draw="+1"),
    "no act": lambda lines: lines[5].pop("move"),
    "wrong number": change(5, n=9),
    "number true": change(2, n=True),
    "number 4.0": change(5, n=4.0),
    "no number": lambda lines: lines[5].pop("n"),
    "nobody": lambda lines: lines[5].pop("by"),
    "one key more": change(5, more=1),
}
TAIL = {
    "another winner": change(-1, result=[[1], "goal"]),
    "another reason": change(-1, result=[[0], "resignation"]),
    "no result": change(-1, result=None),
    "winner true": change(-1, result=[[False], "goal"]),
    "result of another kind": change(-1, result=float("nan")),
    "another seed": change(-1, seed="other"),
    "seed of another kind": change(-1, seed=1),
    "empty seed": change(-1, seed=""),
    "half a character as seed": change(-1, seed="\ud800"),
    "giant seed": change(-1, seed="x" * 10**6),
    "one key more": change(-1, more=1),
    "no seed at all": lambda lines: lines[-1].pop("seed"),
}
LINES = {
    "a line missing": lambda lines: lines.pop(5),
    "the first draw missing": lambda lines: lines.pop(1),
    "the last move missing": lambda lines: lines.pop(-2),
    "a line doubled": lambda lines: lines.insert(5, dict(lines[5])),
    "two lines exchanged": lambda lines: lines.insert(5, lines.pop(4)),
    "the head missing": lambda lines: lines.pop(0),
    "the tail missing": lambda lines: lines.pop(),
    "two heads": lambda lines: lines.insert(0, dict(lines[0])),
    "a move after the end": lambda lines: lines.insert(-1, {"n": 7, "by": 0, "move": "+1"}),
    "an agreement after the end": lambda lines: lines.insert(-1, {"n": 7, "by": -1, "agree": ""}),
    "a resignation after the end": lambda lines: lines.insert(-1, {"n": 7, "by": 0, "resign": ""}),
    "a draw that is not due": lambda lines: lines.insert(-1, {"n": 7, "by": "chance", "draw": "1"}),
}
ALL: dict[str, Forgery] = {
    f"{where}: {what}": forgery
    for where, forgeries in {"head": HEADER, "line": ENTRIES, "tail": TAIL, "lines": LINES}.items()
    for what, forgery in forgeries.items()
}
