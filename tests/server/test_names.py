"""Names that can be seen, and told apart from those of others."""

import pytest

from tabletier.server.tables.errors import Refused
from tabletier.server.tables.talk import spoken
from tabletier.server.users.guests import display_name, person_name

SEEN = [
    "Ada",
    "Zoé",
    "Nguyễn Thị Hương",
    "\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd",  # Hebrew with its points
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian with the joiner that it needs
    "\u0915\u094d\u200d\u0937",  # Devanagari, likewise
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",  # a family, one picture
    "\u2764\ufe0f\u200d\U0001f525",
    "1\ufe0f\u20e3",
]
HIDDEN = {
    "zero width": "\u200b",
    "zero width inside": "A\u200bda",
    "a joiner between letters of ours": "A\u200dda",
    "a joiner at the end": "\u0645\u200c",
    "turned around": "\u202eadA",
    "turned around inside": "\u2066Ada\u2069",
    "only marks": "\u0301\u0302",
    "a mark on nothing": "\u0301Ada",
    "piled marks": "A" + "\u0301" * 6,
    "Hangul filler": "\u3164",
    "half-width filler": "Ada\uffa0",
    "blank Braille": "\u2800\u2800",
    "grapheme joiner": "A\u034fda",
    "picture style on a letter": "A\ufe0fda",
    "more styles": "A\U000e0100da",
    "tags": "Ada\U000e0041",
    "byte order mark": "\ufeffAda",
}


@pytest.mark.parametrize("name", SEEN)
def test_a_name_of_any_script_is_kept(name: str) -> None:
    assert display_name(f"  {name} ") == name


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_what_hides_or_turns_or_piles_up_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        display_name(name)
    assert refusal.value.code == "person/name"


@pytest.mark.parametrize("text", ["\u3164", "\u2800 \u2800", "\u0301", "\u200d"])
def test_a_saying_of_nothing_is_empty(text: str) -> None:
    with pytest.raises(Refused, match="empty"):
        spoken(text)


@pytest.mark.parametrize("name", ["Lison", " lison ", "E\u0301le\u0301onore"])
def test_nobody_takes_the_name_of_an_opponent_of_the_house(name: str) -> None:
    with pytest.raises(Refused, match="plays for the house already") as refusal:
        person_name(name)
    assert refusal.value.code == "person/house"


def test_names_that_begin_like_it_are_free() -> None:
    assert person_name("Lison B.") == "Lison B."
