"""Why not? Every refusal has a code, a rule, a sentence in two languages, and cells to light up."""

from dataclasses import dataclass

import pytest

import tabletier as tt
from tests.games.punto.boards import new, table


@dataclass(frozen=True)
class Case:
    """One refused move and everything the player is told."""

    match: tt.Match
    move: str
    code: str
    rule: str
    cells: tuple[str, ...]
    fr: str
    en: str


def small(hand: str = "r5") -> tt.Match:
    return table("M2", "b5 y9 r2", {0: hand})


def wide() -> tt.Match:
    return table("M2", "b1 y1 b2 y2 b3 y3", {0: "r5"})


def tall() -> tt.Match:
    return table("M2", "b1\ny1\nb2\ny2\nb3\n*y3", {0: "r5"})


def cases() -> list[Case]:
    """All codes; built when asked for, because a match compiles rules."""
    return [
        Case(
            small(),
            "g5@0,1",
            "card/not-turned-over",
            "PUNTO-9",
            (),
            "Vous avez retourné le 5 rouge : c'est cette carte qui se pose, "
            "pas le 5 vert (PUNTO-9).",
            "You turned over the red 5: that card must be placed, not the green 5 (PUNTO-9).",
        ),
        Case(
            table("M2", "b5", {0: "r5 g1", 1: "b1 b2"}, expert=True),
            "g5@0,1",
            "card/not-in-hand",
            "PUNTO-26",
            (),
            "Vous n'avez pas le 5 vert en main : posez le 1 vert ou le 5 rouge (PUNTO-26).",
            "You do not hold the green 5: place the green 1 or the red 5 (PUNTO-26).",
        ),
        Case(
            table("M2", "", {0: "r5"}),
            "r5@1,0",
            "place/not-first",
            "PUNTO-11",
            ("0,0",),
            "La première carte de la manche se pose au milieu, en f6 : "
            "le 5 rouge ne va pas en g6 (PUNTO-11).",
            "The first card of a round goes to the middle, f6: "
            "the red 5 does not go to g6 (PUNTO-11).",
        ),
        Case(
            small(),
            "r5@0,0",
            "place/too-low",
            "PUNTO-12",
            ("0,0",),
            "Un 5 ne peut pas couvrir le 5 posé en f6 : "
            "il faut une carte strictement plus forte (PUNTO-12).",
            "A 5 cannot cover the 5 that lies on f6: only a strictly higher card may (PUNTO-12).",
        ),
        Case(
            small(),
            "r5@4,0",
            "place/touches-nothing",
            "PUNTO-10",
            ("4,0",),
            "Posé en j6, le 5 rouge ne toucherait aucune carte : "
            "il faut un côté ou un coin commun (PUNTO-10).",
            "Placed on j6, the red 5 would touch no card: "
            "it must share a side or a corner with one (PUNTO-10).",
        ),
        Case(
            wide(),
            "r5@6,1",
            "place/outside-square",
            "PUNTO-13",
            ("6,1", "0,0"),
            "Avec une carte hors du tapis, les cartes couvriraient 7 colonnes : "
            "elles doivent tenir dans un carré de 6 sur 6 (PUNTO-13).",
            "With a card off the cloth the cards would span 7 columns: "
            "they must fit in a square of 6 by 6 (PUNTO-13).",
        ),
        Case(
            tall(),
            "r5@0,-1",
            "place/outside-square",
            "PUNTO-13",
            ("0,-1", "0,5"),
            "Avec une carte en f5, les cartes couvriraient 7 rangées : "
            "elles doivent tenir dans un carré de 6 sur 6 (PUNTO-13).",
            "With a card on f5 the cards would span 7 rows: "
            "they must fit in a square of 6 by 6 (PUNTO-13).",
        ),
    ]


@pytest.mark.rule("PUNTO-9", "PUNTO-10", "PUNTO-11", "PUNTO-12", "PUNTO-13", "PUNTO-26")
@pytest.mark.parametrize("number", range(7))
class TestRefusals:
    """A legal move has nothing to explain; every other one says what is wrong with it."""

    def test_the_player_reads_why(self, number: int) -> None:
        case = cases()[number]
        refusal = case.match.explain(case.move)
        assert refusal is not None
        assert (refusal.detail, refusal.rule, refusal.cells) == (case.code, case.rule, case.cells)
        assert refusal.text.fr == case.fr
        assert refusal.text.en == case.en

    def test_playing_it_is_refused_with_the_same_words_and_changes_nothing(
        self, number: int
    ) -> None:
        case = cases()[number]
        before = case.match.position()
        with pytest.raises(tt.IllegalMove) as caught:
            case.match.play(case.move)
        assert (caught.value.rule, caught.value.cells) == (case.rule, case.cells)
        assert caught.value.text.fr == case.fr
        assert str(caught.value) == case.en
        assert caught.value.code == "move/illegal"
        assert case.match.position() == before


class TestOtherAnswers:
    def test_a_legal_move_needs_no_explanation(self) -> None:
        match = small()
        assert [match.explain(move) for move in match.legal_moves()] == [None] * 13

    def test_every_well_formed_move_near_the_table_is_legal_or_explained(self) -> None:
        match = wide()
        legal = set(match.legal_moves())
        for x in range(-3, 10):
            for y in range(-7, 8):
                for card in ("r5", "g5"):
                    move = f"{card}@{x},{y}"
                    assert (match.explain(move) is None) == (move in legal)

    @pytest.mark.rule("PUNTO-10")
    @pytest.mark.parametrize("place", ["-1,-4", "-1,-3", "6,0", "2,2", "999999999,-999999999"])
    def test_a_place_that_touches_nothing_is_said_to_touch_nothing(self, place: str) -> None:
        """Also left of the square, next to a row whose right end is taken."""
        match = table(
            "M2",
            """
            *y3 .  .  .  .  .
            .   b3 .  .  .  .
            .   .  y2 .  .  .
            .   .  .  b2 .  .
            .   .  .  .  y1 .
            .   .  .  .  .  b1
            """,
            {0: "r5"},
        )
        refusal = match.explain(f"r5@{place}")
        assert refusal is not None
        assert refusal.detail == "place/touches-nothing"

    @pytest.mark.parametrize(
        "text",
        [
            *("", "r5", "r5@", "r5@0", "r5@0,", "r5@,0", "r0@0,0", "r10@0,0", "w5@0,0", "R5@0,0"),
            *("r5@00,0", "r5@-0,0", "r5@+1,0", "r5@ 0,0", " r5@0,0", "r5@0,0 ", "r5@0,0\n"),
            *("r5@0;0", "r5@1.0,0", "r5 0,0", "r5@1e0,0", "r5@٣,0", "pass", "r5@1234567890,0"),
        ],
    )
    def test_anything_else_is_no_move_and_an_example_is_shown(self, text: str) -> None:
        refusal = small().explain(text)
        assert refusal is not None
        assert refusal.code == "move/notation"
        assert "r5@-1,2" in refusal.text.fr
        assert "r5@-1,2" in refusal.text.en
        with pytest.raises(tt.BadNotation):
            small().play(text)

    @pytest.mark.parametrize("thing", [None, 5, ("r5", 0, 0), b"r5@0,0"])
    def test_a_move_is_a_text(self, thing: object) -> None:
        with pytest.raises(tt.BadNotation):
            small().play(thing)  # type: ignore[arg-type]  # what a program may hand in

    @pytest.mark.rule("PUNTO-2")
    def test_after_the_end_every_move_is_too_late(self) -> None:
        match = table("M4", "r1 r2 r3 .", {0: "r4"}, rounds_to_win=1).play("r4@3,0")
        refusal = match.explain("g1@0,0")
        assert refusal is not None
        assert refusal.code == "game/over"
        assert refusal.text.fr == "La partie est terminée."
        with pytest.raises(tt.GameOver):
            match.play("g1@0,0")

    def test_the_place_of_a_move_is_counted_from_the_first_card(self) -> None:
        match = new("M2")
        card = match.legal_moves()[0].split("@")[0]
        match = match.play(f"{card}@0,0")
        assert {move.split("@")[1] for move in match.legal_moves()} >= {"-1,1", "1,-1", "0,1"}


@pytest.mark.parametrize("typed", ["r5@g6", "r5 g6", "R5G6", "g6"])
def test_a_place_named_as_on_the_edges_is_spelt(typed: str) -> None:
    with pytest.raises(tt.BadNotation) as caught:
        small().play(typed)
    assert "g6 s’écrit 1,0" in caught.value.text.fr
    assert "r5@1,0." in caught.value.text.en
