"""What a seat may know, the picture of the table, and events told in words."""

import json
import random
import re
from typing import Any

import pytest
from rich.console import Console

import tabletier as tt
from tabletier.games.point.view import _cards
from tests.games.point.tables import ALL_OPTIONS, GAME, position, table

TYPES = {
    *("row_chosen", "row_drawn", "rows_revealed", "dealt", "lots", "drawn", "used", "pure"),
    *("discarded", "set_aside", "rebuilt", "pile_spent", "regrouped", "stopped", "went_on"),
}


def drawn(match: tt.Match, language: str, seat: int | None = None) -> str:
    """The picture as somebody without colours sees it."""
    console = Console(width=160, no_color=True, force_terminal=False, record=True)
    with console.capture() as capture:
        console.print(GAME.picture(match.view(seat)["table"], language))
    return capture.get()


def played(options: dict[str, Any], seed: int) -> list[tt.Match]:
    """Every match of a random game."""
    rng, match = random.Random(seed), tt.new("point", options, seed=str(seed))
    matches = [match]
    while match.to_move is not None:
        match = match.play(rng.choice(match.legal_moves()))
        matches.append(match)
    return matches


class TestPicture:
    def test_every_pawn_stands_under_its_place(self) -> None:
        match = table(position(["BBWWWWBBBWWBWWW", None], bank=(1, 1)))
        lines = drawn(match, "en").splitlines()
        ruler = next(line for line in lines if line.split()[:3] == ["1", "2", "3"])
        pawns = lines[lines.index(ruler) + 1]
        places = {m.end(): int(m[0]) for m in re.finditer(r"\d+", ruler)}
        stands = {places[m.end()]: m[0] for m in re.finditer("[BW]", pawns)}
        assert "".join(stands[place] for place in sorted(stands)) == "BBWWWWBBBWWBWWW"

    def test_long_rows_have_every_fifth_place_numbered(self) -> None:
        long = "BW" * 15
        match = table(
            {**position([long, "BWBWBW"], bank=(6, 6)), "bank": {"B": 6, "W": 6}}, bank="box"
        )
        lines = drawn(match, "en").splitlines()
        ruler = next(line for line in lines if line.split()[:3] == ["1", "5", "10"])
        pawns = lines[lines.index(ruler) + 1]
        fifth = [m.end() for m in re.finditer(r"\d+", ruler)][1]
        assert pawns[:fifth].count("B") + pawns[:fifth].count("W") == 5

    def test_it_speaks_both_languages(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], phase="start", offer="BW=WWB"))
        assert "Card left face up: BW=WWB or BWW=WB" in drawn(match, "en")
        assert "Carte visible : BW=WWB ou BWW=WB" in drawn(match, "fr")
        assert "> Player 1, collects B black" in drawn(match, "en")
        assert "> Joueur 1, collectionne B noir" in drawn(match, "fr")

    def test_the_bank_and_the_piles_are_counted(self) -> None:
        match = table(position(["BBWWBBWWWWBB", None], bank=(3, 1), used=["WW=WWW"], rebuilds=2))
        assert "Bank: B × 3   W × 1" in drawn(match, "en")
        assert "Pile: 56 (rebuilt 2×), 1 used card\n" in drawn(match, "en")

    def test_a_secret_row_is_not_drawn(self) -> None:
        match = tt.new("point", seed="p").play("row BBWWBBWWWWBB")
        assert "still secret" in drawn(match, "en", 1)
        assert "to be chosen" in drawn(match, "en", 1)
        assert "still secret" not in drawn(match, "en", 0)

    def test_partners_and_who_has_stopped_are_named(self) -> None:
        given = position(
            ["BBBBBBBB", None, "BWBW", None],
            bank=(2, 2),
            stopped=[True, False, False, False],
            to_move=1,
        )
        assert "Player 1, with player 3, collects B black, has stopped" in drawn(
            table(given, teams=True), "en"
        )

    @pytest.mark.parametrize("options", ALL_OPTIONS[::5], ids=str)
    def test_every_position_can_be_drawn(self, options: dict[str, Any]) -> None:
        for match in played(options, 11)[::20]:
            for seat in (None, *range(match.seats)):
                assert drawn(match, "fr", seat)
                assert drawn(match, "en", seat)


class TestView:
    def test_views_are_plain_json(self) -> None:
        for match in played(ALL_OPTIONS[-2], 3)[::25]:
            for seat in (None, *range(match.seats)):
                view = match.view(seat)
                assert json.loads(json.dumps(view)) == view

    def test_only_secret_rows_differ_between_seats(self) -> None:
        match = tt.new("point", {"rows": "random"}, seed="same")
        assert match.view(0)["table"] == match.view(1)["table"] == match.view(None)["table"]

    def test_the_second_to_choose_sees_only_the_own_row(self) -> None:
        match = tt.new("point", {"players": 3}, seed="three")
        match = match.play("row BBWWBBWWWWBB").play("row WWBBWWBBWWBB")
        assert match.view(1)["table"]["rows"] == [None, "WWBBWWBBWWBB", None]
        assert match.view(2)["table"]["chosen"] == [True, True, False]


class TestTheWidthOfThePicture:
    def drawn(self, match: tt.Match, language: str) -> list[str]:
        text = GAME.picture(match.view(None)["table"], language)
        return re.sub(r"\[[^]]*\]", "", text).splitlines()

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_four_cards_in_both_readings_stand_two_by_two(self, language: str) -> None:
        match = tt.new("point", {"rows": "random", "players": 4, "teams": True}, seed="wide")
        lines = self.drawn(match, language)
        assert max(map(len, lines)) <= 60
        first, second = (line for line in lines if line.count("=") == 4)
        assert len(first) - len(first.lstrip()) == 4
        assert second.index("=") == first.index("=")
        hand = match.position()["hands"][match.to_move or 0]
        assert [word for line in (first, second) for word in line.split() if word in hand] == hand

    def test_seven_cards_of_a_partner_not_to_move_take_two_lines(self) -> None:
        assert [line.count("=") for line in _cards(["BB=WWW"] * 7, 4, "cards")] == [4, 3]


class TestEvents:
    def test_every_kind_of_event_happens_and_is_told(self) -> None:
        seen = set()
        for number, options in enumerate(ALL_OPTIONS):
            for match in played(options, number):
                for event in match.events():
                    if event["type"] == "over":
                        continue
                    seen.add(event["type"])
                    told = GAME.tell(event)
                    assert told.fr.endswith(".")
                    assert told.en.endswith(".")
                    assert json.loads(json.dumps(event)) == event
        assert seen == TYPES

    def test_a_use_can_be_animated(self) -> None:
        match = table(position(["BBWWWWBBBWWBWWW", None], [["WB=BWW"], []], bank=(1, 1)))
        used = match.play("WB>BWW@6").events()[0]
        assert used == {
            "type": "used",
            "seat": 0,
            "card": "WB=BWW",
            "from": "hand",
            "give": "WB",
            "take": "BWW",
            "place": 6,
            "row": "BBWWWBWWBBWWBWWW",
            "bank": {"B": 1, "W": 0},
        }
        assert GAME.tell(used).en == (
            "Player 1 gives white-black (places 6 to 7) and takes black-white-white: "
            "2 black, 3 white, 1 black, 2 white, 2 black, 2 white, 1 black, 3 white."
        )
        assert GAME.tell(used).fr == (
            "Joueur 1 donne blanc-noir (places 6 à 7) et prend noir-blanc-blanc : "
            "2 noirs, 3 blancs, 1 noir, 2 blancs, 2 noirs, 2 blancs, 1 noir, 3 blancs."
        )

    def test_a_row_chosen_by_another_is_told_without_its_pawns(self) -> None:
        match = tt.new("point", seed="told").play("row BBWWBBWWWWBB")
        assert GAME.tell(match.events_for(1)[0]).en == "Player 1 has chosen a row."
        told = GAME.tell(match.events_for(0)[0])
        assert told.en == "Player 1 lays out a row: 2 black, 2 white, 2 black, 4 white, 2 black."
        assert told.fr == "Joueur 1 pose le rang : 2 noirs, 2 blancs, 2 noirs, 4 blancs, 2 noirs."

    def test_lots_are_told(self) -> None:
        lots = {"type": "lots", "seat": 2, "colours": ["B", "W", "B", "W"]}
        assert GAME.tell(lots).en == (
            "Lots are drawn: black for Player 1 and Player 3, "
            "white for Player 2 and Player 4; Player 3 starts."
        )
        three = {"type": "lots", "seat": 1, "colours": ["B", "B", "B"]}
        assert "everyone collects black" in GAME.tell(three).en
