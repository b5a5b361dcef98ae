"""What a message lacks is said in words, with the values that are allowed where they are few."""

from typing import Any

import pytest
from pydantic import ValidationError

from tabletier.server.http.models.messages import TableAsked
from tabletier.server.tables.errors import unreadable


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seats": ["me", 9]}, "the seats: this value is not allowed; expected 'me', 'open', 1, 2"),
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
