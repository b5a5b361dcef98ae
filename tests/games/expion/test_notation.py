"""Move texts: one way to write each move, and a sentence for everything else."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletier as tt
from tests.games.expion.tables import CAMP_CELLS, before_capture, table

CELLS = [f"{file}{rank}" for file in "abcdefghi" for rank in "123456789"]
REAL = [cell for cell in CELLS if cell not in ("a1", "a9", "i1", "i9")]


class TestReading:
    @pytest.mark.parametrize(
        "text",
        [
            *("", " ", "e9", "e9e7", "e9 e7", "e9-e7 ", " e9-e7", "E9-E7", "e9-e7-e6", "e9xe7"),
            *("Pass", "pass ", "PASS", "passe", "e9–e7", "e٩-e7", "e9-e7\n", "e0-e1", "j5-h5"),
            *("e10-e9", "e9-", "-e7", "*", "e9-e7+", "\x00", "🂡", "e9-e7" * 1000),
        ],
    )
    def test_anything_else_is_answered_with_an_example(self, text: str) -> None:
        match = tt.new("expion", seed="x")
        with pytest.raises(tt.BadNotation, match="for example e9-e7") as caught:
            match.play(text)
        assert "par exemple e9-e7" in caught.value.text.fr
        assert len(str(caught.value)) < 250

    @pytest.mark.rule("EXPION-2")
    @pytest.mark.parametrize("corner", ["a1", "a9", "i1", "i9"])
    def test_the_outer_corners_are_no_cells(self, corner: str) -> None:
        match = tt.new("expion", seed="x")
        for text in (f"{corner}-e5", f"e9-{corner}"):
            with pytest.raises(tt.BadNotation, match=f"names {corner}") as caught:
                match.play(text)
            assert caught.value.rule == "EXPION-2"

    @given(st.text(max_size=12))
    def test_no_text_is_a_traceback(self, text: str) -> None:
        match = tt.new("expion", seed="x")
        if text not in match.legal_moves():
            with pytest.raises(tt.GameError):
                match.play(text)

    @settings(max_examples=200)
    @given(st.data())
    def test_a_mutated_move_is_legal_or_a_game_error(self, data: st.DataObject) -> None:
        match = tt.new("expion", seed="x")
        letters = list(data.draw(st.sampled_from(match.legal_moves())))
        for _ in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(0, len(letters) - 1))
            letters[at] = data.draw(st.sampled_from("abcdefghij0123456789-x* "))
        text = "".join(letters)
        if text in match.legal_moves():
            assert match.play(text).moves == (text,)
        else:
            with pytest.raises((tt.IllegalMove, tt.BadNotation)):
                match.play(text)


def lively_matches() -> list[tt.Match]:
    """A few tables on which a lot can go wrong."""
    rng, found = random.Random("refusals"), []
    for players in (2, 3, 4):
        match = tt.new("expion", {"players": players}, seed="x")
        for _ in range(30):
            match = match.play(rng.choice(match.legal_moves()))
        found += [tt.new("expion", {"players": players}, seed="x"), match]
    jam = {"n": "b9", "e": "b8 h3", "w": "c8 b7"}
    edges = before_capture(open_cells="e9 i5", n="e7 d8", e="h4 g8", w="e4", expion="e8")
    return [*found, edges, table(marbles=jam), table(turn="w", w="e7 c8", n="d8 b9", expion="e8")]


@pytest.mark.parametrize("match", lively_matches(), ids=lambda match: repr(match)[7:-1])
def test_every_well_formed_text_is_legal_or_refused_with_a_rule(match: tt.Match) -> None:
    """All 77 x 77 texts and the pass: a rule, a sentence that cites it, cells of the board."""
    legal = set(match.legal_moves())
    for text in [*(f"{a}-{b}" for a in REAL for b in REAL), "pass"]:
        refusal = match.explain(text)
        assert (refusal is None) == (text in legal), text
        if refusal is None:
            continue
        assert re.fullmatch(r"EXPION-\d+", str(refusal.rule)), text
        assert refusal.text.en.endswith(f" ({refusal.rule}).")
        assert refusal.text.fr.endswith(f" ({refusal.rule}).")
        assert refusal.cells
        assert set(refusal.cells) <= set(REAL)
        assert any(cell in refusal.text.en and cell in refusal.text.fr for cell in refusal.cells)


class TestSentences:
    def test_a_refusal_says_what_was_tried_and_what_the_rule_asks(self) -> None:
        refusal = before_capture(n="c5").explain("c5-c6")
        assert refusal is not None
        assert refusal.detail == "step/retreat"
        assert refusal.text.en == (
            "From c5 to c6 the marble would retreat without capturing: before the first capture "
            "of the game one goes back only to capture (EXPION-15)."
        )
        assert refusal.text.fr == (
            "De c5 en c6 la bille reculerait sans rien capturer : avant la première capture de la "
            "partie, on ne recule que pour capturer (EXPION-15)."
        )

    def test_an_illegal_move_carries_the_same_sentence(self) -> None:
        match = table(players=4, n="d5", e="i5", s="d3")
        refusal = match.explain("d3-d4")
        assert refusal is not None
        assert refusal.text.en == (
            "On d3 stands South’s marble, which is not yours: move a marble of North (EXPION-9)."
        )
        with pytest.raises(tt.IllegalMove) as caught:
            match.play("d3-d4")
        assert (caught.value.text, caught.value.rule) == (refusal.text, refusal.rule)
        assert caught.value.cells == ("d3",)

    def test_french_elides_before_east_and_west(self) -> None:
        refusal = table(turn="e", e="i5", w="a5", n="d5").explain("c3-c4")
        assert refusal is not None
        assert "une bille d’Est ou d’Ouest" in refusal.text.fr

    def test_camp_cells_of_all_four_sides_have_their_texts(self) -> None:
        for camp, turn in (("n", "n"), ("e", "e"), ("s", "s"), ("w", "w")):
            match = before_capture(players=4, turn=turn)
            sources = {move[:2] for move in match.legal_moves()}
            assert sources == set(CAMP_CELLS[camp])
