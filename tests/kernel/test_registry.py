"""The shelf: found by looking, and helpful about names that are not there."""

from typing import Any

import pytest

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import UnknownGame
from tabletier.games.kernel.registry import SHARED, find, keys
from tests.kernel.processes import SOURCES, run_python


def refusal(key: Any) -> UnknownGame:
    with pytest.raises(UnknownGame) as caught:
        find(key)
    assert caught.value.code == "game/unknown"
    return caught.value


def test_every_folder_with_lessons_is_on_the_shelf_in_alphabetical_order() -> None:
    folders = (path.parent.name for path in (SOURCES / "tabletier/games").glob("*/lessons.toml"))
    assert keys() == tuple(sorted(folders))
    assert SHARED not in keys()


@pytest.mark.parametrize("key", keys())
def test_a_game_is_found_by_its_key(key: str) -> None:
    game = find(key)
    assert isinstance(game, Game)
    assert game.key == key
    assert find(key) is game


@pytest.mark.parametrize("key", keys())
def test_a_game_says_whether_the_page_has_a_board_for_it(key: str) -> None:
    assert find(key).own_board == (SOURCES.parent / "web/src/games" / key / "face.ts").exists()


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("slip", [str.upper, lambda key: key[:-1], lambda key: key + key[-1]])
def test_a_slip_of_the_pen_is_answered_with_the_nearest_name(key: str, slip: Any) -> None:
    error = refusal(slip(key))
    assert f"did you mean '{key}'?" in error.text.en
    assert f"vouliez-vous dire « {key} » ?" in error.text.fr


def test_a_name_like_none_of_ours_is_answered_with_the_whole_shelf() -> None:
    error = refusal("zzzzzz")
    for key in keys():
        assert key in error.text.en
        assert key in error.text.fr


@pytest.mark.parametrize(
    "key",
    [None, 1, True, 1.5, b"x", [], {}, (), "", SHARED, "../x", "a.b", "x" * 10**6, 10**5000],
    ids=lambda key: type(key).__name__,
)
def test_what_is_not_a_key_at_all_is_refused_in_a_short_sentence(key: Any) -> None:
    assert len(refusal(key).text.en) < 300


def test_a_name_with_half_a_character_is_answered_in_whole_ones() -> None:
    error = refusal("\ud800")
    assert (error.text.fr + error.text.en + str(error)).encode()


def test_listing_the_shelf_loads_no_game() -> None:
    code = (
        "import sys, tabletier as tt\n"
        "loaded = [k for k in tt.games() if f'tabletier.games.{k}' in sys.modules]\n"
        "print(len(tt.games()), loaded)"
    )
    assert run_python(code, TABLETIER_JIT="0") == f"{len(keys())} []\n"
