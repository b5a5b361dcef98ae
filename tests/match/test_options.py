"""What players agree on is checked before a match begins."""

import json
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import shown
from tabletier.match.options import fill, quoted, schema


def refusal(game: Game, options: Any) -> tt.BadOption:
    with pytest.raises(tt.BadOption) as caught:
        fill(game, options)
    assert caught.value.code == "option/bad"
    assert all(0 < len(sentence) < 300 for sentence in caught.value.text)
    return caught.value


def test_what_is_left_out_is_filled_in(toy: Game) -> None:
    assert fill(toy, None) == fill(toy, {}) == {"sides": 2}
    assert fill(toy, {"sides": 3}) == fill(toy, MappingProxyType({"sides": 3})) == {"sides": 3}


@pytest.mark.parametrize(
    "options", [[], [("sides", 2)], "sides", 3, True, 10**5000, {1}], ids=lambda v: type(v).__name__
)
def test_options_are_a_dictionary(toy: Game, options: Any) -> None:
    assert "are a dictionary, not" in refusal(toy, options).text.en


@pytest.mark.parametrize(
    "value",
    [2.0, "2", True, None, [2], 1, 4, -2, 10**5000, "x" * 10**6],
    ids=lambda v: type(v).__name__,
)
def test_a_value_is_one_of_those_offered_and_of_the_same_kind(toy: Game, value: Any) -> None:
    error = refusal(toy, {"sides": value})
    assert error.rule == "TOY-2"
    assert "choose from: 2, 3." in error.text.en
    assert "au choix : 2, 3." in error.text.fr


@pytest.mark.parametrize(
    ("given", "written"), [(None, ("None", "null")), (True, ("True", "true")), ("x", ('"x"',) * 2)]
)
def test_what_came_is_quoted_as_whoever_asked_writes_it(
    toy: Game, given: Any, written: tuple[str, str]
) -> None:
    """Python's words to Python; JSON's in records and to whoever asks over HTTP."""
    for quote, word in zip((quoted, shown), written, strict=True):
        with pytest.raises(tt.BadOption, match=f"The option sides cannot be {word};"):
            fill(toy, {"sides": given}, quote)
    with pytest.raises(tt.BadOption, match=rf"players cannot be {written[0]};"):
        tt.new(keys()[-1], {"players": given})


def test_python_is_told_in_its_own_words() -> None:
    wrong: Any = None
    match = tt.new(keys()[0], seed="any text")
    with pytest.raises(tt.BadNotation, match="A move is a text, not None"):
        match.play(wrong)
    with pytest.raises(tt.NoSuchSeat, match="There is no seat True"):
        match.observation(True)
    with pytest.raises(tt.BadRecord, match="A record is a text, not None"):
        tt.load(wrong)
    with pytest.raises(tt.BadPlayer, match="There is no opponent 'None'"):
        tt.choose(match, wrong)


@pytest.mark.parametrize("key", keys())
def test_one_is_not_true_and_a_text_is_not_a_number(key: str) -> None:
    game = find(key)
    for option in game.options:
        for value in option.values:
            others: list[Any] = [str(value)] if not isinstance(value, str) else []
            others += [int(value)] if isinstance(value, bool) else []
            others += [bool(value), float(value)] if type(value) is int else []
            for other in others:
                assert refusal(game, {option.key: other}).rule == option.rule


def test_an_unknown_option_is_answered_with_the_nearest_name(toy: Game) -> None:
    error = refusal(toy, {"side": 2})
    assert error.text.en == "Toy has no option 'side'; did you mean 'sides'?"
    assert error.text.fr == "Toy n'a pas d'option « side » ; vouliez-vous dire « sides » ?"


def test_who_asks_for_players_where_there_is_no_choice_is_told_for_how_many_it_is(
    toy: Game,
) -> None:
    assert refusal(toy, {"players": 3}).text.en == "Toy is for 2 players."


def test_a_name_that_is_far_away_is_no_slip_of_the_pen(toy: Game) -> None:
    assert "it has: sides" in refusal(toy, {"besides_others": 3}).text.en


@pytest.mark.parametrize(
    "key",
    ["zzz", "", 1, None, True, ("a",), 10**5000, "\ud800"],
    ids=lambda v: type(v).__name__,
)
def test_an_unknown_option_like_none_of_ours_is_answered_with_all(toy: Game, key: Any) -> None:
    error = refusal(toy, {key: 2})
    assert "it has: sides." in error.text.en
    assert error.text.en.encode()


@pytest.mark.parametrize("key", keys())
def test_what_is_quoted_is_translated(key: str) -> None:
    options = find(key).options
    assert [bool(option.quote) for option in options] == [
        bool(option.translation) for option in options
    ]


def test_the_schema_tells_programs_the_same(toy: Game) -> None:
    described = schema(toy)
    assert described["additionalProperties"] is False
    assert described["properties"]["sides"] == {
        "enum": [2, 3],
        "default": 2,
        "title": "Sides",
        "label": {"fr": "Sides", "en": "Sides"},
        "names": {},
        "rule": "TOY-2",
        "group": None,
        "quote": None,
        "translation": None,
        "clashes": {},
        "draws": {},
    }


@pytest.mark.parametrize("key", keys())
def test_the_schema_says_which_values_do_not_go_with_how_many_players(key: str) -> None:
    """Nothing else is refused, and nothing that it offers becomes something else."""
    game = find(key)
    counts = next((option.values for option in game.options if option.key == "players"), ())
    for option in game.options:
        clashes = schema(game)["properties"][option.key]["clashes"]
        for value, players in product(option.values, counts if option.key != "players" else ()):
            written = json.dumps(value).strip('"')
            reason = clashes.get(written, {}).get(str(players))
            chosen = {"players": players, option.key: value}
            if reason is None:
                assert fill(game, chosen)[option.key] == value
            else:
                assert reason["fr"] != reason["en"]
                assert _refused_or_changed(game, chosen, option.key)


def _refused_or_changed(game: Game, chosen: dict[str, Any], key: str) -> bool:
    try:
        return bool(fill(game, chosen)[key] != chosen[key])
    except tt.BadOption:
        return True


@pytest.mark.rule("PUNTO-3", "POINT-3")
def test_teams_are_for_some_numbers_of_players_only() -> None:
    teams = {key: schema(find(key))["properties"]["teams"]["clashes"] for key in ("punto", "point")}
    assert {key: set(clashes["true"]) for key, clashes in teams.items()} == {
        "punto": {"2", "3"},
        "point": {"2", "3"},
    }
    assert teams["point"]["true"]["2"]["en"] == "Teams of two need 4 players, not 2 (POINT-3)."
    assert teams["punto"]["false"]["6"] == {
        "fr": "À 6 joueurs, toujours : en équipes.",
        "en": "For 6 players always: in teams.",
    }


def test_values_with_which_lots_are_drawn_are_told() -> None:
    found = {
        key: (game.draws(fill(game, {})), told)
        for key, game in ((key, find(key)) for key in keys())
        for told in [{k: p["draws"] for k, p in schema(game)["properties"].items() if p["draws"]}]
    }
    lots = {"random": "start"}
    assert found["barrier"] == ("never", {"layout": lots, "first_player": lots})
    assert found["expion"] == ("never", {})
    assert found["punto"] == found["point"] == ("play", {})
