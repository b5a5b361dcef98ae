"""Which option sets a study and a benchmark try."""

import dataclasses

import pytest

from tabletier.games.kernel.contract import Game, Option, Options
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import Text
from tabletier.lab.bulk import label, option_sets, seatings
from tabletier.match.options import fill
from tests.lab.toys import DICE


def option(key: str, *values: object) -> Option:
    return Option(key, values, values[0], Text(key, key), "TOY-1")


def pairs(options: Options) -> tuple[tuple[int, ...], ...]:
    seats = range(options["players"])
    return tuple((s, s + 2) for s in seats[:2]) if options["pairs"] else tuple((s,) for s in seats)


def only_four_pair_up(options: Options) -> None:
    if options["pairs"] and options["players"] != 4:
        raise BadOption(Text("Non.", "No."))


BRIDGE: Game = dataclasses.replace(
    DICE,
    options=(
        option("players", 2, 3, 4),
        option("pairs", False, True),
        option("hard", False, True),
        option("goal", 1, 2, 3, 4),
    ),
    teams=pairs,
    check=only_four_pair_up,
)


def test_every_way_to_sit_down_is_crossed_with_every_choice_between_two() -> None:
    sets = [tuple(options.values()) for options in option_sets(BRIDGE)]
    tables = [(2, False), (3, False), (4, False), (4, True)]
    crossed = [(*table, hard, 1) for table in tables for hard in (False, True)]
    assert sets[: len(crossed)] == crossed


def test_other_options_are_tried_one_value_at_a_time() -> None:
    sets = [tuple(options.values()) for options in option_sets(BRIDGE)]
    assert sets[8:] == [(2, False, False, goal) for goal in (2, 3, 4)]


def test_the_ways_to_sit_down_alone() -> None:
    sets = [tuple(options.values()) for options in seatings(BRIDGE)]
    assert sets == [
        (2, False, False, 1),
        (3, False, False, 1),
        (4, False, False, 1),
        (4, True, False, 1),
    ]


def test_a_label_names_what_is_not_as_usual() -> None:
    assert label(BRIDGE, fill(BRIDGE, None)) == ""
    assert label(BRIDGE, fill(BRIDGE, {"players": 4, "pairs": True, "goal": 3})) == (
        "players=4 pairs goal=3"
    )


def test_a_game_without_options_has_one_set() -> None:
    assert option_sets(DICE) == [{}]


@pytest.mark.parametrize("key", keys())
def test_every_value_of_every_option_that_is_allowed_alone_is_tried(key: str) -> None:
    game = find(key)
    sets = option_sets(game)
    assert sets[0] == fill(game, None)
    for option in game.options:
        for value in option.values:
            try:
                wanted = fill(game, {option.key: value})
            except BadOption:
                continue
            assert wanted in sets
    assert {game.teams(options) for options in seatings(game)} == {
        game.teams(options) for options in sets
    }
    assert len({label(game, options) for options in sets}) == len(sets)
