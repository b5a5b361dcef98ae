"""Why not? Every refusal has a code, a rule, a sentence in two languages, and cells to light up."""

from typing import NamedTuple

import pytest

import tabletier as tt
from tests.games.punto.boards import table


class Told(NamedTuple):
    """What a player is told who tries a move: `cells` light up."""

    code: str
    rule: str
    cells: tuple[str, ...]
    fr: str
    en: str


SMALL = "b5 y9 r2"
WIDE = "b1 y1 b2 y2 b3 y3"
TALL = "b1\ny1\nb2\ny2\nb3\n*y3"

REFUSALS: dict[str, tuple[str, str, Told]] = {
    "another card than the one turned over": (
        SMALL,
        "g5@0,1",
        Told(
            "card/not-turned-over",
            "PUNTO-9",
            (),
            "Vous avez retourné le 5 rouge : c'est cette carte qui se pose, "
            "pas le 5 vert (PUNTO-9).",
            "You turned over the red 5: that card must be placed, not the green 5 (PUNTO-9).",
        ),
    ),
    "elsewhere than in the middle": (
        "",
        "r5@1,0",
        Told(
            "place/not-first",
            "PUNTO-11",
            ("0,0",),
            "La première carte de la manche se pose au milieu, en f6 : "
            "le 5 rouge ne va pas en g6 (PUNTO-11).",
            "The first card of a round goes to the middle, f6: "
            "the red 5 does not go to g6 (PUNTO-11).",
        ),
    ),
    "on an equal card": (
        SMALL,
        "r5@0,0",
        Told(
            "place/too-low",
            "PUNTO-12",
            ("0,0",),
            "Un 5 ne peut pas couvrir le 5 posé en f6 : "
            "il faut une carte strictement plus forte (PUNTO-12).",
            "A 5 cannot cover the 5 that lies on f6: only a strictly higher card may (PUNTO-12).",
        ),
    ),
    "far from all cards": (
        SMALL,
        "r5@4,0",
        Told(
            "place/touches-nothing",
            "PUNTO-10",
            ("4,0",),
            "Posé en j6, le 5 rouge ne toucherait aucune carte : "
            "il faut un côté ou un coin commun (PUNTO-10).",
            "Placed on j6, the red 5 would touch no card: "
            "it must share a side or a corner with one (PUNTO-10).",
        ),
    ),
    "in a seventh column, off the cloth": (
        WIDE,
        "r5@6,1",
        Told(
            "place/outside-square",
            "PUNTO-13",
            ("6,1", "0,0"),
            "Avec une carte hors du tapis, les cartes couvriraient 7 colonnes : "
            "elles doivent tenir dans un carré de 6 sur 6 (PUNTO-13).",
            "With a card off the cloth the cards would span 7 columns: "
            "they must fit in a square of 6 by 6 (PUNTO-13).",
        ),
    ),
    "in a seventh row": (
        TALL,
        "r5@0,-1",
        Told(
            "place/outside-square",
            "PUNTO-13",
            ("0,-1", "0,5"),
            "Avec une carte en f5, les cartes couvriraient 7 rangées : "
            "elles doivent tenir dans un carré de 6 sur 6 (PUNTO-13).",
            "With a card on f5 the cards would span 7 rows: "
            "they must fit in a square of 6 by 6 (PUNTO-13).",
        ),
    ),
}


def small() -> tt.Match:
    return table("M2", SMALL, {0: "r5"})


def told(match: tt.Match, move: str) -> Told:
    """What a player is told who tries a move; playing it says the same (tests/conformance)."""
    refusal = match.explain(move)
    assert refusal is not None
    return Told(refusal.detail, str(refusal.rule), tuple(refusal.cells), *refusal.text)


@pytest.mark.rule("PUNTO-9", "PUNTO-10", "PUNTO-11", "PUNTO-12", "PUNTO-13")
@pytest.mark.parametrize(("drawing", "move", "words"), REFUSALS.values(), ids=REFUSALS)
def test_the_player_reads_why_a_card_may_not_be_placed(
    drawing: str, move: str, words: Told
) -> None:
    assert told(table("M2", drawing, {0: "r5"}), move) == words


@pytest.mark.rule("PUNTO-26")
def test_an_expert_reads_what_is_in_hand() -> None:
    assert told(table("M2", "b5", {0: "r5 g1", 1: "b1 b2"}, expert=True), "g5@0,1") == (
        "card/not-in-hand",
        "PUNTO-26",
        (),
        "Vous n'avez pas le 5 vert en main : posez le 1 vert ou le 5 rouge (PUNTO-26).",
        "You do not hold the green 5: place the green 1 or the red 5 (PUNTO-26).",
    )


@pytest.mark.rule("PUNTO-12")
def test_english_has_two_articles() -> None:
    match = table("M2", "b9", {0: "r8"})
    assert told(match, "r8@0,0").en.startswith("An 8 cannot cover the 9 that lies on f6")


class TestOtherAnswers:
    def test_every_well_formed_move_near_the_table_is_legal_or_explained(self) -> None:
        match = table("M2", WIDE, {0: "r5"})
        legal = set(match.legal_moves())
        assert len(legal) == 18
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
        assert told(match, f"r5@{place}").code == "place/touches-nothing"

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
        assert all("r5@-1,2" in sentence for sentence in refusal.text)


@pytest.mark.parametrize("typed", ["r5@g6", "r5 g6", "R5G6", "g6"])
def test_a_place_named_as_on_the_edges_is_spelt(typed: str) -> None:
    with pytest.raises(tt.BadNotation) as caught:
        small().play(typed)
    assert "g6 s’écrit 1,0" in caught.value.text.fr
    assert "r5@1,0." in caught.value.text.en
