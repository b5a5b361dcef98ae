"""Sentences in two languages, and the errors that carry them."""

import pytest

from tabletier.games.kernel import errors
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Text, shown, stopped

KINDS: list[type[GameError]] = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, GameError)
]


def test_a_sentence_is_said_in_either_language() -> None:
    assert Text("oui", "yes").say("fr") == "oui"
    assert Text("oui", "yes").say("en") == "yes"


def test_half_characters_become_question_marks() -> None:
    assert Text("a\ud800", "b").printable() == Text("a?", "b")
    assert Text("« é »", "\U0001f3b2").printable() == Text("« é »", "\U0001f3b2")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (1, "1"),
        (1.5, "1.5"),
        (None, "null"),
        ("a", '"a"'),
        ("a" * 100, '"' + "a" * 40 + '"'),
        ([0] * 100, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "),
        (10**5000, "int"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_shown_short_whatever_it_is(value: object, text: str) -> None:
    assert shown(value) == text


def test_lists_in_lists_in_lists_are_shown_too() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert len(shown(value)) <= 40
    while value:  # taken apart gently: freeing it in one go is deep as well
        value = value.pop()  # type: ignore[assignment]  # lists all the way down


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_error_has_a_code_of_its_own_and_reads_as_its_english_sentence(
    kind: type[GameError],
) -> None:
    error = kind(Text("Non.", "No."), rule="X-1", cells=("a1",))
    assert str(error) == "No."
    assert (error.text, error.rule, error.cells) == (Text("Non.", "No."), "X-1", ("a1",))
    assert [other for other in KINDS if other.code == kind.code] == [kind]
    assert kind.__doc__


def test_an_error_can_always_be_printed() -> None:
    error = GameError(Text("« \ud800 »", "'\udfff'"))
    assert error.text == Text("« ? »", "'?'")
    assert str(error) == "'?'"


def test_french_is_set_as_printers_set_it() -> None:
    said = Text("« l'as » : qu'est-ce ?", "x").say("fr")
    assert said == "«\u00a0l’as\u00a0»\u00a0: qu’est-ce\u00a0?"
    assert Text("écrivez 'r5' ; rien d'autre", "x").say("fr") == "écrivez 'r5'\u00a0; rien d’autre"


def test_no_full_stop_follows_another_sign() -> None:
    assert stopped("play a card") == "play a card."
    for whole in ("Which card?", "Your turn!", "and so on…", "Play a card."):
        assert stopped(whole) == whole
