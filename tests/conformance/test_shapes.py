"""Positions, views and events hold what their game declares: nothing less, nothing more."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator, ValidationError

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.shapes import Over, event_types, name_of, schemas, type_of
from tabletier.match.formats import examples, played
from tabletier.match.lessons import lessons, start_of
from tabletier.match.match import Match
from tabletier.match.sheets import drawable
from tabletier.testing.conformance.tables import spread
from tests.schemas import Mark, Schemas, closed, declared, met

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
TOLD = {"view", "before", "after", "events"}
SELDOM = 47
"""One in so many values is looked at with the schema too, which takes much longer."""
THIRD = 3


@cache
def strict(key: str) -> Schemas:
    """The schemas of a game, in which no object has other keys."""
    found: Schemas = closed(schemas(find(key)))
    return found


@cache
def validator(key: str, name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": strict(key)})


def matches(key: str, size: int) -> Iterator[Match]:
    """Random matches under many options, and whatever comes of positions that are written down."""
    for table in spread(key, size):
        *before, last = table.whole_match(str(table))
        yield from (*before, last, before[-1].draw_by_agreement())
    for start in written(key):
        yield from (start, *map(start.play, start.legal_moves()))


def written(key: str) -> Iterator[Match]:
    """Matches that lessons, rule sheets and examples begin from."""
    yield from map(start_of, lessons(key))
    yield from (match for _, frames in drawable(key) for match in frames)
    yield from (match for example in examples(key) for match in played(key, example))


def shown(game: Game, match: Match, number: int) -> Iterator[tuple[Any, Any]]:
    """What a match shows to the referee, to spectators and to one seat, with declarations.

    All events; of the tables, which hardly differ from one move to the next, every third.
    """
    assert game.shapes is not None
    kinds = {type_of(kind): kind for kind in event_types(game)}
    looks = number % THIRD == 0 or match.result is not None
    if looks:
        yield game.shapes.position, match.position()
    yield from ((kinds[event["type"]], event) for event in match.events())
    for seat in (None, number // THIRD % match.seats):
        if looks:
            yield game.shapes.view, match.view(seat)["table"]
        yield from ((kinds[event["type"]], event) for event in match.events_for(seat))


@cache
def surveyed(key: str, size: int) -> tuple[list[str], frozenset[Mark]]:
    """What is not as declared, and what of the declarations was met."""
    game, wrong, seen = find(key), [], set[Mark]()
    for number, match in enumerate(matches(key, size)):
        for shape, value in shown(game, match, number):
            name = name_of(game, shape)
            fault = fault_in(key, name, shape, value, number % SELDOM == 0)
            if fault:
                wrong.append(f"{name}: {fault} in {value}")
            else:
                seen |= met(strict(key), name, value)
    return wrong, frozenset(seen)


def fault_in(key: str, name: str, shape: Any, value: Any, thorough: bool) -> str | None:
    """Why a value is not of this shape; msgspec drops keys that it does not know."""
    try:
        if msgspec.convert(value, shape, strict=True) != value:
            return "a key too many"
        if thorough:
            validator(key, name).validate(value)
    except (msgspec.ValidationError, ValidationError) as error:
        return str(error)
    return None


@pytest.mark.slow
class TestWhatIsPlayed:
    """Under every value of every option; under every pair of values by `make thorough`."""

    @pytest.mark.parametrize("size", [1, pytest.param(2, marks=pytest.mark.thorough)])
    def test_is_as_declared(self, key: str, size: int) -> None:
        assert surveyed(key, size)[0] == []

    @pytest.mark.thorough
    def test_is_all_that_is_declared(self, key: str) -> None:
        game = find(key)
        assert game.shapes is not None
        shapes = (game.shapes.position, game.shapes.view, *event_types(game))
        wanted = set[Mark]().union(*(declared(strict(key), name_of(game, s)) for s in shapes))
        assert sorted(wanted - surveyed(key, 2)[1]) == []


class TestDeclarations:
    def test_there_is_a_valid_schema_of_each(self, key: str) -> None:
        game = find(key)
        assert game.shapes is not None
        found = schemas(game)
        for shape in (*game.shapes[:2], *event_types(game)):
            Draft202012Validator.check_schema(found[name_of(game, shape)])
        (events,) = (found[name] for name in found if name.endswith("Event"))
        types = [type_of(event) for event in event_types(game)]
        assert list(events["discriminator"]["mapping"]) == types
        assert len(set(types)) == len(types)

    def test_every_shape_says_what_it_is(self, key: str) -> None:
        assert [
            name for name, schema in schemas(find(key)).items() if not schema["description"]
        ] == []

    def test_nothing_that_is_declared_is_taken_for_something_else(self, key: str) -> None:
        game = find(key)
        assert game.shapes is not None
        match = spread(key)[0].new("shapes")
        for shape, value in ((game.shapes.view, match.view(0)["table"]), (Over, over(match))):
            name = name_of(game, shape)
            assert fault_in(key, name, shape, value, thorough=True) is None
            for twisted in twists(value):
                assert fault_in(key, name, shape, twisted, thorough=False), twisted
                with pytest.raises(ValidationError):
                    validator(key, name).validate(twisted)


def over(match: Match) -> dict[str, Any]:
    return match.draw_by_agreement().events()[-1]


def twists(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A value with a key too many, and with each part missing or of a wrong kind."""
    yield {**value, "surprise": 1}
    for key in value:
        yield {name: part for name, part in value.items() if name != key}
        yield {**copy.deepcopy(value), key: {"surprise": 1.5}}


def tables_in(value: Any) -> Iterator[tuple[str, Any]]:
    """What a fixture of the page keeps of tables: views by any of their names, and events."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in parts:
        if name == "events":
            yield from (("events", event) for event in part)
        elif name in TOLD and isinstance(part, dict) and not TOLD & part.keys():
            yield "view", part
        elif isinstance(part, dict | list):
            yield from tables_in(part)


def test_the_tables_that_the_page_is_tried_with_are_as_declared(key: str) -> None:
    game = find(key)
    assert game.shapes is not None
    kinds = {type_of(kind): kind for kind in event_types(game)}
    found = list(tables_in(json.loads((GAMES / key / "fixtures.json").read_text("utf-8"))))
    assert {name for name, _ in found} == {"view", "events"}
    for name, value in found:
        shape = game.shapes.view if name == "view" else kinds[value["type"]]
        assert fault_in(key, name_of(game, shape), shape, value, thorough=True) is None, value
