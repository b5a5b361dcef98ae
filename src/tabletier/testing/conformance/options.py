"""What players may agree on: described for programs, named in both languages, checked."""

import json
from itertools import combinations, product
from typing import Any

import jsonschema
import pytest

import tabletier as tt
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.registry import find
from tabletier.match.options import fill
from tabletier.testing.conformance.sentences import is_said, rule_ids
from tabletier.testing.conformance.tables import Trial, choices, spread

pytestmark = pytest.mark.clause("options, check, settle, teams, start")

WRONG: tuple[Any, ...] = (None, -1, 999, 1.0, "", "nonsense", [], {}, "2", "true")


def valid(key: str, options: dict[str, Any]) -> bool:
    return bool(jsonschema.Draft202012Validator(tt.options(key)).is_valid(options))


def clash(game: Game, options: dict[str, Any]) -> tt.BadOption | None:
    """Why options do not go together, None if they do."""
    try:
        fill(game, options)
    except tt.BadOption as error:
        return error
    return None


class TestTheSchema:
    def test_it_is_a_json_schema_that_travels_as_json(self, key: str) -> None:
        schema = tt.options(key)
        jsonschema.Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema

    def test_it_lists_every_option_with_values_default_and_labels(self, key: str) -> None:
        properties = tt.options(key)["properties"]
        assert list(properties) == [option.key for option in find(key).options]
        for option in find(key).options:
            described = properties[option.key]
            assert described["enum"] == list(option.values)
            assert described["default"] == option.default
            assert described["label"] == {"fr": option.label.fr, "en": option.label.en}
            assert described["rule"] == option.rule

    def test_it_accepts_every_agreement_and_the_empty_one(self, key: str) -> None:
        assert valid(key, {})
        assert all(valid(key, table.options) for table in spread(key, 2))

    @pytest.mark.parametrize("value", WRONG, ids=repr)
    def test_it_refuses_what_the_match_refuses(self, key: str, value: Any) -> None:
        for option in find(key).options:
            if json.dumps(value) not in [json.dumps(allowed) for allowed in option.values]:
                with pytest.raises(tt.BadOption):
                    tt.new(key, {option.key: value})
                # JSON has one kind of number, so 1.0 is 1 to a schema and not to a match
                assert not valid(key, {option.key: value}) or value == 1.0


class TestOptions:
    def test_every_option_is_labelled_and_names_its_rule(self, key: str) -> None:
        for option in find(key).options:
            assert is_said(option.label)
            known = rule_ids(key)
            assert known is None or option.rule in known, f"option {option.key}: its rule"
            assert option.key.isidentifier()

    def test_every_value_that_is_no_number_has_a_name(self, key: str) -> None:
        for option in find(key).options:
            described = tt.options(key)["properties"][option.key]["names"]
            for value in option.values:
                if type(value) is not int:
                    assert is_said(option.names[value])
                    written = value if isinstance(value, str) else json.dumps(value)
                    assert described[written]["fr"] == option.names[value].fr

    def test_values_are_all_different_and_the_default_is_one_of_them(self, key: str) -> None:
        for option in find(key).options:
            written = [json.dumps(value) for value in option.values]
            assert len(set(written)) == len(written) >= 2
            assert json.dumps(option.default) in written

    def test_every_value_can_be_agreed_on(self, key: str) -> None:
        reached = set().union(*(choices(table.options, 1) for table in spread(key)))
        for option in find(key).options:
            for value in option.values:
                assert ((option.key, json.dumps(value)),) in reached


class TestAgreements:
    def test_an_agreement_is_complete_and_holds_as_it_is(self, wide_table: Trial) -> None:
        options = wide_table.options
        assert set(options) == {option.key for option in wide_table.game.options}
        assert fill(wide_table.game, options) == options
        assert json.loads(json.dumps(options)) == options

    def test_the_sides_share_out_the_seats(self, wide_table: Trial) -> None:
        teams = wide_table.new().teams
        seats = sorted(seat for team in teams for seat in team)
        assert seats == list(range(len(seats)))
        assert len(teams) >= 2
        assert all(team == tuple(sorted(team)) and team for team in teams)
        assert wide_table.new().seats == len(seats)

    def test_choices_that_clash_are_refused_with_a_reason(self, key: str) -> None:
        game = find(key)
        for first, second in combinations(game.options, 2):
            for one, two in product(first.values, second.values):
                error = clash(game, {first.key: one, second.key: two})
                if error is not None:
                    assert is_said(error.text)
                    known = rule_ids(key)
                    assert known is None or error.rule in known
