"""Aim and material, and the reconstructed cards (POINT-1 to POINT-3, POINT-34)."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tabletier as tt
from tabletier.games.kernel.box import Box
from tabletier.games.point import cards as deck
from tests.games.point import plain
from tests.games.point.tables import ALL_OPTIONS, GAME, position, table, walk

FOLDER = Path(deck.__file__).parent


def box(*cards: tuple[str, str, int]) -> Box:
    data = {"cards": [{"pair": [u, v], "copies": copies} for u, v, copies in cards]}
    return Box(data, "", Path("point.json"))


class TestAim:
    @pytest.mark.rule("POINT-1")
    def test_a_row_of_ones_own_colour_is_the_aim(self) -> None:
        match = table(position(["BBBBW", None], [["BW=BBB"], []], bank=(2, 0)))
        after = match.play("BW>BBB@4")
        assert after.position()["rows"][0] == "BBBBBB"
        assert after.result == tt.Result((0,), "pure")

    @pytest.mark.rule("POINT-1")
    def test_a_row_of_the_other_colour_only_wins_nothing(self) -> None:
        match = table(position(["WWBW", None], [["WW=BWW"], []], bank=(0, 3)))
        after = match.play("WWB>WW@1")
        assert after.position()["rows"][0] == "WWW"
        assert after.result is None


class TestMaterial:
    @pytest.mark.rule("POINT-2")
    def test_there_are_24_pawns_of_each_colour_and_64_cards(self) -> None:
        match = tt.new("point", {"players": 4, "rows": "random", "bank": "box"}, seed="m")
        start = match.position()
        for colour in "BW":
            assert sum(row.count(colour) for row in start["rows"]) == 24
        assert sum(map(len, start["hands"])) + len(match.view()["table"]["pile"]) == 64

    @pytest.mark.rule("POINT-3")
    def test_two_to_four_play_alone_and_four_in_teams(self) -> None:
        sides = {(o["players"], o["teams"]): len(tt.new("point", o).teams) for o in ALL_OPTIONS}
        assert sides == {(2, False): 2, (3, False): 3, (4, False): 4, (4, True): 2}

    @pytest.mark.rule("POINT-3")
    @pytest.mark.parametrize("players", [2, 3])
    def test_teams_need_four_players(self, players: int) -> None:
        with pytest.raises(tt.BadOption, match="POINT-3"):
            tt.new("point", {"players": players, "teams": True})

    def test_options_and_their_defaults_are_public(self) -> None:
        described = tt.options("point")["properties"]
        assert {key: (entry["enum"], entry["default"]) for key, entry in described.items()} == {
            "players": ([2, 3, 4], 2),
            "teams": ([False, True], False),
            "rows": (["chosen", "random"], "chosen"),
            "bank": (["empty", "box"], "empty"),
        }


class TestTheCards:
    @pytest.mark.rule("POINT-34")
    def test_every_two_for_three_formula_is_there_twice(self) -> None:
        assert Counter(plain.DECK) == Counter(deck.DECK)
        assert len(deck.DECK) == 32
        assert sum(deck.DECK.values()) == 64

    @pytest.mark.rule("POINT-34", "POINT-12")
    def test_all_64_exchanges_of_two_and_three_pawns_exist_exactly_twice(self) -> None:
        formulas = Counter(reading for card in plain.DECK for reading in plain.readings(card))
        assert len(formulas) == 64
        assert set(formulas.values()) == {2}

    @pytest.mark.rule("POINT-34")
    def test_neither_colour_is_favoured(self) -> None:
        swapped = [card.translate(str.maketrans("BW", "WB")) for card in plain.DECK]
        assert Counter(swapped) == Counter(plain.DECK)

    @pytest.mark.rule("POINT-34", "POINT-15")
    def test_an_empty_bank_pays_20_of_the_32_shrinking_uses_and_no_growing_one(self) -> None:
        paid = Counter(
            len(give)
            for card in set(plain.DECK)
            for give, take in plain.readings(card)
            if all(give.count(c) >= take.count(c) for c in "BW")
        )
        assert paid == {3: 20}

    @pytest.mark.rule("POINT-34")
    def test_the_game_says_what_was_reconstructed(self) -> None:
        assert GAME.reconstruction is not None
        assert "POINT-34" in GAME.reconstruction.fr
        assert "POINT-34" in GAME.reconstruction.en
        assert GAME.box == deck.BOX.digest

    def test_all_cards_of_the_box_come_up_in_play(self) -> None:
        drawn = Counter(
            card
            for state in walk({**ALL_OPTIONS[0], "rows": "random"}, 5)
            for hand in GAME.position(state, None)["hands"]
            for card in hand
        )
        assert set(drawn) == set(plain.DECK)


class TestBoxData:
    """A collector may list the real cards; what cannot be used is refused with the reason."""

    def test_our_data_fit_our_schema(self) -> None:
        schema = json.loads((FOLDER / "box.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(json.loads((FOLDER / "box.json").read_text("utf-8")), schema)

    def test_cards_may_be_listed_either_way_up(self) -> None:
        listed = deck.listed(box(("BWW", "WB", 4), ("BB", "BBB", 60)))
        assert listed == {"BB=BBB": 60, "BW=WWB": 4}

    @pytest.mark.parametrize(
        ("cards", "why"),
        [
            ([("BB", "BBB", 32), ("BBB", "BB", 32)], "listed twice"),
            ([("BB", "BB", 32), ("BB", "BBB", 32)], "exchanges nothing"),
            ([("BB", "BBB", 32), ("BB", "BBW", 31)], "lists 63 cards"),
        ],
    )
    def test_a_listing_that_makes_no_sense_is_refused(self, cards: Any, why: str) -> None:
        with pytest.raises(tt.BadBox, match=why):
            deck.listed(box(*cards))

    def test_a_card_that_reads_the_same_turned_round_has_one_use_only(self) -> None:
        straight, other = deck.both_readings("BBW=WBB")
        assert straight[:4] == other[:4]
        assert other[deck.NEED_BLACK] == deck.NEVER

    def test_a_card_is_written_with_its_shorter_side_first(self) -> None:
        assert deck.upright("WWB=BW") == "WB=BWW"
        assert deck.upright("WB=BWW") == "WB=BWW"
        assert deck.upright("WW=BW") == "WB=WW"  # equal sides: the lower of the two texts
