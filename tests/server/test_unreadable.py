"""What a message lacks is said in words, with the values that are allowed where they are few."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tabletier.search.ranks import MOST_LEVELS
from tabletier.server.http.models.messages import TableAsked
from tabletier.server.tables.errors import unreadable
from tabletier.server.tables.orders import ORDERS, read_message

TABLES: TypeAdapter[Any] = TypeAdapter(TableAsked)
GAME: dict[str, Any] = {"game": "any"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            {"seats": ["me", "house"]},
            "the seats: this value is not allowed; expected 'me', 'open', 1, 2, 3, etc.",
        ),
        ({"takeback": "x"}, "'takeback': this value is not allowed; expected 'never', 'ask' or"),
        ({"clock": 5}, "'clock': an object is expected: {…}"),
        ({"seats": "me"}, "the seats: a list is expected: […]"),
        ({"talk": "perhaps"}, "'talk': true or false is expected"),
    ],
)
def test_what_was_expected_is_named(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        TableAsked.model_validate({"game": "punto", **asked})
    told = unreadable(wrong.value.errors()).text
    assert said in told.en
    assert "expected" not in told.fr


def test_every_level_that_a_game_may_have_can_be_asked_for() -> None:
    levels = list(range(1, MOST_LEVELS + 1))
    assert TableAsked.model_validate({"game": "any", "seats": levels[:8]}).seats == levels[:8]
    assert TableAsked.model_validate({"game": "any", "seats": levels[8:]}).seats == levels[8:]


@pytest.mark.parametrize("level", [MOST_LEVELS + 1, 99, 3.0])
def test_whether_there_is_a_level_is_for_the_game_to_say(level: float) -> None:
    asked = TableAsked.model_validate({"game": "any", "seats": ["me", level], "stand_in": level})
    assert [type(found) for found in (asked.seats[1], asked.stand_in)] == [int, int]
    assert asked.seats[1] == asked.stand_in == level
    assert ORDERS.validate_python({"do": "invite", "seat": 1, "level": level}).level == level


@pytest.mark.parametrize("level", [0, -1, 2.5, "x", "3", True, None, [1], 2**31])
def test_what_is_no_number_of_a_level_is_refused_as_a_shape(level: Any) -> None:
    for adapter, asked in (
        (TABLES, {"game": "any", "seats": ["me", level]}),
        (TABLES, {"game": "any", "stand_in": level}),
        (ORDERS, {"do": "invite", "seat": 1, "level": level}),
    ):
        with pytest.raises(ValidationError):
            adapter.validate_python(asked)


NUMBER, WHOLE, TRUTH = "a number is expected", "a whole number is expected", "true or false is"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"start": "yes"}, f"'start': {TRUTH}"),
        ({"start": 1}, f"'start': {TRUTH}"),
        ({"stand_in": "2"}, f"'stand_in': {WHOLE}"),
        ({"pace": "1"}, f"'pace': {NUMBER}"),
        ({"patience": True}, f"'patience': {NUMBER}"),
        ({"clock": {"kind": "move", "seconds": "60"}}, f"'clock.seconds': {NUMBER}"),
        ({"clock": {"kind": "move", "hours": True}}, f"'clock.hours': {WHOLE}"),
        ({"names": [5]}, "'names.0': a text is expected"),
        ({"continues": {"table": "t", "moves": "3"}}, f"'continues.moves': {WHOLE}"),
        ({"do": "move", "move": "a1", "ply": "0"}, f"'move.ply': {WHOLE}"),
        ({"do": "move", "move": "a1", "ply": False}, f"'move.ply': {WHOLE}"),
        ({"do": "move", "move": 5, "ply": 0}, "the move: a text is expected"),
        ({"do": "sit", "seat": True}, f"'sit.seat': {WHOLE}"),
        ({"do": "answer", "yes": "yes"}, f"'answer.yes': {TRUTH}"),
        ({"do": "change", "hints": "no"}, f"'change.hints': {TRUTH}"),
        ({"do": "rematch", "wait": 0}, f"'rematch.wait': {TRUTH}"),
        ({"do": "pace", "seconds": "1"}, f"'pace.seconds': {NUMBER}"),
        ({"do": "holiday", "since": "1"}, f"'holiday.since': {WHOLE}"),
        ({"do": "hours", "quiet": {"since": "1", "until": 2, "zone": "+02:00"}}, WHOLE),
        ({"do": "looking", "looks": 1}, f"'looking.looks': {TRUTH}"),
    ],
)
def test_nothing_stands_for_a_value_of_another_type(asked: dict[str, Any], said: str) -> None:
    read, given = (read_message, asked) if "do" in asked else (TABLES.validate_json, GAME | asked)
    with pytest.raises(ValidationError) as wrong:
        read(json.dumps(given))
    assert said in unreadable(wrong.value.errors()).text.en


def test_a_whole_number_may_be_written_as_a_fraction() -> None:
    for order in ({"do": "move", "move": "a1", "ply": 3.0}, {"do": "sit", "seat": 3.0}):
        found = read_message(json.dumps(order))
        assert type(getattr(found, "ply", getattr(found, "seat", None))) is int


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"do": "holiday", "since": 1e300}, "'holiday.since': the number is too large"),
        ({"do": "holiday", "since": 1.5}, "'holiday.since': a whole number is expected"),
        ({"do": "holiday", "until": float("nan")}, "'holiday.until': a number is expected"),
        ({"do": "plan", "lines": [["a"]]}, "'plan.lines.0': the list is too short"),
        ({"do": "hours", "quiet": {"since": 0, "until": 1, "zone": "\n"}}, "the form that is exp"),
    ],
)
def test_no_order_is_answered_in_words_of_a_library(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        ORDERS.validate_python(asked)
    told = unreadable(wrong.value.errors()).text
    assert said in told.en
    assert "valeur non valable" not in told.fr
