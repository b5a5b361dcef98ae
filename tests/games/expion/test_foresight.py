"""What a move would cause is known before it is made, and nothing that its player may not know."""

from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.errors import BadNotation, GameOver, IllegalMove
from tabletier.match.history import foreseen
from tabletier.match.match import Match


def position(**changed: Any) -> Match:
    """Ex*pion, two players: West at c8 stands between d8 and what leaves the camp at b9."""
    marbles = {"b9": "n", "d8": "n", "c8": "w", "a5": "w", "e1": "s", "i5": "e"}
    table = {"marbles": marbles, "expion": "e5", "first_capture": True, "cycle": 0, "quiet": 0}
    return tt.setup("expion", table | changed, {"players": 2, "special": "inner"}, "seed")


def test_captures_are_foreseen() -> None:
    match = position()
    caused = foreseen(match, ["b9-b8", "b9-b7"])
    assert [event["type"] for event in caused["b9-b7"]] == ["moved"]
    captured = [event for event in caused["b9-b8"] if event["type"] == "captured"]
    assert [(event["at"], event["between"]) for event in captured] == [("c8", ["b8", "d8"])]
    assert match.moves == ()


def test_nothing_asked_nothing_foreseen() -> None:
    assert foreseen(position(), []) == {}


def test_what_is_not_legal_is_refused_as_if_it_were_played() -> None:
    match = position()
    for move, error in (("b9-c8", IllegalMove), ("nonsense", BadNotation), (3, BadNotation)):
        with pytest.raises(error) as foretold:
            foreseen(match, ["b9-b8", move])  # type: ignore[list-item]
        with pytest.raises(error) as played:
            match.play(move)  # type: ignore[arg-type]
        assert str(foretold.value) == str(played.value)
    with pytest.raises(GameOver):
        foreseen(match.resign(0), ["b9-b8"])


def test_the_end_is_foreseen() -> None:
    match = position(marbles={"b9": "n", "d8": "n", "c8": "w", "e1": "s"})
    (*_, last) = foreseen(match, ["b9-b8"])["b9-b8"]
    assert last == {"type": "over", "winners": [0], "reason": "elimination"}


def test_a_third_occurrence_is_foreseen() -> None:
    match = position(marbles={"b5": "n", "h5": "e", "e1": "s", "a5": "w"})
    *way, last = ("b5-b6", "h5-h6", "b6-b5", "h6-h5") * 2
    for move in way:
        assert [event["type"] for event in foreseen(match, [move])[move]] == ["moved"]
        match = match.play(move)
    over = {"type": "over", "winners": [], "reason": "repetition"}
    assert foreseen(match, [last])[last][-1] == over == match.play(last).events()[-1]
