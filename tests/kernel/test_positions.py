"""What all games check of a position, and the sentences that refuse it."""

from random import Random
from typing import Any

import pytest

from tabletier.games.kernel.errors import BadPosition, unreadable
from tabletier.games.kernel.positions import (
    bad_position,
    check_keys,
    check_number,
    check_object,
    imagine_nothing,
)

KEYS = ("board", "to_move")


@pytest.mark.parametrize(
    ("given", "fr", "en"),
    [
        ([], "un objet avec les clés board, to_move", "an object with the keys board, to_move"),
        ({"board": 1}, "il manque la clé « to_move »", "the key 'to_move' is missing"),
        ({"board": 1, "to_move": 0, 3: 4}, "la clé 3 est inconnue", "the key 3 is unknown"),
    ],
)
def test_a_position_has_its_keys_and_no_others(given: Any, fr: str, en: str) -> None:
    with pytest.raises(BadPosition) as caught:
        check_keys(given, KEYS)
    assert fr in caught.value.text.fr
    assert en in caught.value.text.en
    check_keys({"board": 1, "to_move": 0}, KEYS)


@pytest.mark.parametrize("value", [-1, 4, 1.0, True, None, "1", []])
def test_a_number_is_whole_and_in_bounds(value: Any) -> None:
    with pytest.raises(BadPosition, match="'to_move' runs from 0 to 3, not "):
        check_number(value, "to_move", 3)


def test_what_fits_comes_back() -> None:
    assert [check_number(n, "to_move", 3) for n in (0, 3)] == [0, 3]
    assert check_object({"a": 1}, "board", "de cases", "of cells") == {"a": 1}
    with pytest.raises(BadPosition, match="'board' is an object of cells, not null"):
        check_object(None, "board", "de cases", "of cells")


def test_a_refusal_cites_its_rule_and_shows_its_cells() -> None:
    error = bad_position("la case est prise", "the cell is taken", "GAME-2", "a1")
    assert error.text.fr == "Position impossible : la case est prise (GAME-2)."
    assert error.text.en == "Impossible position: the cell is taken (GAME-2)."
    assert (error.rule, error.cells) == ("GAME-2", ("a1",))


def test_what_cannot_be_printed_is_quoted_as_a_question_mark() -> None:
    error = unreadable("a\n" + "b" * 99, "écrivez pass", "write pass")
    assert error.text.en == f"'a?{'b' * 38}' does not read as a move: write pass."


def test_where_nothing_is_hidden_the_view_is_the_position() -> None:
    view = {"board": 1, "to_move": 0, "seat": 1}
    assert imagine_nothing(KEYS)(view, {}, Random(1)) == {"board": 1, "to_move": 0}
