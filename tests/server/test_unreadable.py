"""What a message lacks is said in words, with the values that are allowed where they are few."""

from typing import Any

import pytest
from pydantic import ValidationError

from tabletier.search.ranks import MOST_LEVELS
from tabletier.server.http.models.messages import TableAsked
from tabletier.server.tables.errors import unreadable
from tabletier.server.tables.orders import ORDERS


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            {"seats": ["me", MOST_LEVELS + 1]},
            "the seats: this value is not allowed; expected 'me', 'open', 1, 2, 3, 4, 5",
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
    with pytest.raises(ValidationError, match=f"9, 10 or {MOST_LEVELS}"):
        TableAsked.model_validate({"game": "any", "seats": [0]})


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
