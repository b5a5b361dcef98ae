"""Events in sentences, the question to the player, and the table drawn in lines of text."""

from typing import Any

import pytest

from tabletier.games.kernel.registry import find
from tabletier.games.punto.events import _TELLERS
from tests.games.punto.boards import new, table

GAME = find("punto")

SENTENCES: list[tuple[dict[str, Any], str, str]] = [
    (
        {"type": "colours", "colours": {"r": 0, "g": 1, "b": 2, "y": None}},
        "Couleurs tirées au sort — rouge : camp 1, vert : camp 2, bleu : camp 3, jaune : neutre.",
        "Colours drawn by lot — red: side 1, green: side 2, blue: side 3, yellow: neutral.",
    ),
    ({"type": "starts", "seat": 2}, "Joueur 3 commence.", "Player 3 starts."),
    (
        {"type": "shared", "cards": [["?"] * 6, ["?"] * 6, ["?"] * 6]},
        "Les cartes neutres sont réparties : chaque camp en a 6.",
        "The neutral cards are shared out: each side has 6.",
    ),
    (
        {"type": "shared", "cards": [["y1"] * 7, ["y2"] * 6, ["y3"] * 2]},
        "Les cartes neutres sont réparties : 7 pour le camp 1, 6 pour le camp 2, 2 pour le camp 3.",
        "The neutral cards are shared out: 7 for side 1, 6 for side 2, 2 for side 3.",
    ),
    (
        {"type": "left", "cards": ["?", "?"]},
        "Cartes neutres retirées du jeu : 2.",
        "Neutral cards out of the game: 2.",
    ),
    (
        {"type": "turned", "seat": 0, "card": "b7"},
        "Joueur 1 retourne le 7 bleu.",
        "Player 1 turns over the blue 7.",
    ),
    (
        {"type": "drawn", "seat": 0, "card": "y1"},
        "Joueur 1 pioche le 1 jaune.",
        "Player 1 draws the yellow 1.",
    ),
    (
        {"type": "drawn", "seat": 1, "card": "?"},
        "Joueur 2 pioche une carte.",
        "Player 2 draws a card.",
    ),
    (
        {"type": "placed", "seat": 0, "card": "r5", "at": "-1,2", "covered": None},
        "Joueur 1 pose le 5 rouge en e8.",
        "Player 1 places the red 5 on e8.",
    ),
    (
        {"type": "placed", "seat": 3, "card": "g9", "at": "0,0", "covered": "b4"},
        "Joueur 4 couvre le 4 bleu avec le 9 vert en f6.",
        "Player 4 covers the blue 4 with the green 9 on f6.",
    ),
    (
        {"type": "blocked", "seat": 1},
        "Joueur 2 ne peut rien poser : la manche est bloquée.",
        "Player 2 cannot place a card: the round is blocked.",
    ),
    (
        {"type": "skipped", "seat": 1},
        "Joueur 2 n’a plus de carte et passe son tour.",
        "Player 2 has no card left and is passed over.",
    ),
    (
        {"type": "line", "side": 0, "colour": "g", "cells": ["0,0", "1,0"]},
        "Ligne verte : f6, g6.",
        "A line of green: f6, g6.",
    ),
    (
        {"type": "round_won", "side": 0, "trophy": "r9", "laid_aside": True},
        "La manche pour le camp 1 ; trophée : le 9 rouge.",
        "The round for side 1; trophy: the red 9.",
    ),
    (
        {"type": "round_won", "side": 1, "trophy": "g9", "laid_aside": False},
        "La manche et la partie pour le camp 2 ; trophée resté en jeu : le 9 vert.",
        "The round and the match for side 2; trophy, left on the cloth: the green 9.",
    ),
    (
        {"type": "void"},
        "Manche nulle : personne ne la gagne.",
        "The round is void: nobody wins it.",
    ),
    (
        {"type": "new_round", "starts": 0},
        "Nouvelle manche : Joueur 1 commence.",
        "A new round: Player 1 starts.",
    ),
]


@pytest.mark.parametrize(("event", "fr", "en"), SENTENCES, ids=[en for _, _, en in SENTENCES])
def test_an_event_in_a_sentence(event: dict[str, Any], fr: str, en: str) -> None:
    assert GAME.tell(event) == (fr, en)


def test_every_kind_of_event_has_its_sentence_above() -> None:
    assert {event["type"] for event, _, _ in SENTENCES} == set(_TELLERS)


class TestTheQuestion:
    def test_the_card_turned_over(self) -> None:
        asked = table("M2", "b1", {0: "r5"}).ask()
        assert asked == ("posez le 5 rouge", "place the red 5")

    def test_either_of_two_in_hand(self) -> None:
        match = table("M2", "b1", {0: "r5 g1", 1: "b2 b3"}, expert=True)
        asked = match.ask()
        assert asked == ("posez le 1 vert ou le 5 rouge", "place the green 1 or the red 5")


class TestThePicture:
    def drawn(self, match: Any, language: str = "en", seat: int | None = None) -> str:
        return GAME.picture(match.view(seat)["table"], language)

    def test_cards_stand_in_rows_with_the_number_of_cards_under_them(self) -> None:
        match = table("M2", "g3 .\nb1/r2 y4", {0: "r5"})
        lines = self.drawn(match).splitlines()
        row_1 = next(line for line in lines if line.startswith("   1 "))
        row_0 = next(line for line in lines if line.startswith("   0 "))
        assert "g3" in row_1
        assert row_0.index("r2") < row_0.index("+1") < row_0.index("y4")
        assert "b1" not in row_0

    def test_rows_go_up_and_columns_to_the_right(self) -> None:
        lines = self.drawn(table("M2", "g3 .\nb1 y4", {0: "r5"})).splitlines()
        assert lines[0].split() == ["e", "f", "g", "h"]
        assert lines[1].startswith("   2 ")
        assert lines[1].endswith(" 8")
        assert lines[5].split() == ["-1", "0", "1", "2"]

    def test_a_full_width_shows_no_more_columns(self) -> None:
        lines = self.drawn(table("M2", "b1 y1 b2 y2 b3 y3", {0: "r5"})).splitlines()
        assert lines[4].split() == ["0", "1", "2", "3", "4", "5"]

    def test_sides_players_and_trophies_in_both_languages(self) -> None:
        match = table("M3", "g3", {0: "r5"}, trophies=("r9", "", ""))
        assert "Side 1 — [red]red (r)[/] — rounds 1, trophies [bold red]r9[/]" in self.drawn(match)
        assert "Camp 2 — [green]vert (g)[/] — manches 0" in self.drawn(match, "fr")
        assert "> Joueur 1\u00a0: pile 22, en main [bold red]r5[/]" in self.drawn(match, "fr")
        assert "Neutral — yellow" in self.drawn(match)

    def test_hidden_cards_have_no_face(self) -> None:
        match = new("M2", expert=True)
        mine = match.position()["hands"][0]
        shown = self.drawn(match, seat=0)
        assert shown.count("??") == 2
        assert all(card in shown for card in mine)
