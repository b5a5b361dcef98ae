"""Refusals: what is not legal is refused by a fitting rule, in a sentence that teaches."""

import random

import pytest

import tabletier as tt
from tabletier.games.barrier import GAME
from tests.games.barrier.tables import ALL_OPTIONS, laid, opening, table

CELLS = [f"{name}{row}" for name in "abcdefgh" for row in range(1, 9)]


def sentence(match: tt.Match, move: str) -> str:
    refusal = match.explain(move)
    assert refusal is not None
    return refusal.text.en


class TestSentences:
    @pytest.mark.parametrize(
        ("move", "expected", "cells"),
        [
            (
                "3@a2",
                "a2 is not a barrier square: tiles go on rows 4 and 5 (BARRIER-5).",
                ("a2",),
            ),
            (
                "1@a4",
                "Tile 3 lies on a4 already: a tile that is laid stays there (BARRIER-10).",
                ("a4",),
            ),
            (
                "3@c4",
                (
                    "You have laid your tile 3 already; you still have 1, 2, 4, 5, 6, 7 and 8 "
                    "(BARRIER-8)."
                ),
                ("a4",),
            ),
            (
                "1@b4",
                (
                    "b4 is a dash square of the opponent: Yellow lays on dot squares, of which "
                    "c4 e4 g4 b5 d5 f5 h5 are free (BARRIER-6)."
                ),
                ("c4", "e4", "g4", "b5", "d5", "f5", "h5"),
            ),
            (
                "a3-a4",
                (
                    "Pawns move once all sixteen tiles are laid: lay one, for example tile 1 on c4 "
                    "(BARRIER-8)."
                ),
                (),
            ),
        ],
    )
    def test_while_tiles_are_laid(self, move: str, expected: str, cells: tuple[str, ...]) -> None:
        match = tt.new("barrier", seed="x").play("3@a4").play("5@a5")
        refusal = match.explain(move)
        assert refusal is not None
        assert (refusal.text.en, refusal.cells) == (expected, cells)

    @pytest.mark.parametrize(
        ("move", "expected"),
        [
            ("1@a4", "All sixteen tiles are laid and stay, tile 1 too: move a pawn (BARRIER-10)."),
            ("h8-h7", "The pawn on h8 is colourless: it is Yellow's turn (BARRIER-12)."),
            (
                "f6-f7",
                "There is no pawn on f6: start from a square where you have one (BARRIER-12).",
            ),
            (
                "b2-b1",
                (
                    "The ordinary pawn on b2 goes forward only (north-west, north or north-east), "
                    "not south (BARRIER-13)."
                ),
            ),
            (
                "d4-d5",
                (
                    "On d4 the arrow of tile 6 shows south-east or south-west, not north: "
                    "a pawn leaves it only that way (BARRIER-14)."
                ),
            ),
            (
                "b2-c3",
                "c3 is held by a colourless pawn: a step goes to an empty square (BARRIER-12).",
            ),
            (
                "d4-e3",
                (
                    "e3 is held by a colourless pawn: a step goes to an empty square; "
                    "to take it, jump to f2 (BARRIER-12)."
                ),
            ),
            (
                "d4-f2",
                (
                    "From d4 to f2 is more than a step: a pawn moves one square; "
                    "here it can jump and take (BARRIER-12)."
                ),
            ),
            ("b2-b2", "The pawn on b2 must leave its square (BARRIER-12)."),
            (
                "b2xd4",
                "d4 is held by a yellow pawn: the landing square must be empty (BARRIER-19).",
            ),
            (
                "b2xb4",
                "Nobody stands on b3: a jump crosses a neighbouring enemy pawn (BARRIER-19).",
            ),
            (
                "b2xc4",
                (
                    "From b2 to c4 is not a jump: a jump crosses a neighbouring pawn in a straight "
                    "line and lands two squares away (BARRIER-19)."
                ),
            ),
            (
                "a1xc3",
                "The pawn on b2 is your own: only the other side's pawns are jumped (BARRIER-20).",
            ),
            (
                "g6xg8xe6",
                "On g8 the pawn is crowned, and the turn ends there (BARRIER-25).",
            ),
        ],
    )
    def test_while_pawns_move(self, move: str, expected: str) -> None:
        match = table("y: a1 b2 d4 g6, c: c3 e3 g7 f7 h8", laid(d4=6))
        assert sentence(match, move) == expected

    def test_where_taking_is_mandatory(self) -> None:
        match = table("Y: a1, y: h2, c: b2 d2 f3", capture="mandatory")
        assert sentence(match, "h2-h3") == (
            "Taking is mandatory in this match: you must jump (from a1 to c3) (BARRIER-26)."
        )
        assert sentence(match, "a1xc3") == (
            "Taking is mandatory and from c3 the pawn can jump on to e1: go on (BARRIER-26)."
        )

    def test_french_sentences_are_french(self) -> None:
        match = table("y: b2 d4, c: c3 e3 h8", laid(d4=6))
        refusal = match.explain("d4-d5")
        assert refusal is not None
        assert refusal.text.fr == (
            "En d4, la flèche du carreau 6 indique le sud-est ou le sud-ouest, pas le nord : "
            "un pion n'en sort que par là (BARRIER-14)."
        )


class TestEveryTextIsAnswered:
    """Of all texts a player could write, exactly the legal ones are played."""

    def texts(self, match: tt.Match, sample: int) -> list[str]:
        near = [
            f"{a}{sign}{b}"
            for a in CELLS
            for b in CELLS
            for sign in "-x"
            if abs(ord(a[0]) - ord(b[0])) <= 2 and abs(int(a[1]) - int(b[1])) <= 2
        ]
        layings = [f"{tile}@{cell}" for tile in range(1, 9) for cell in CELLS]
        longer = [f"{m}x{cell}" for m in match.legal_moves() if "x" in m for cell in CELLS]
        chosen = random.Random(sample)
        return [*chosen.sample(near, 500), *chosen.sample(layings, 60), *longer[:200]]

    def check(self, match: tt.Match, sample: int) -> None:
        legal = match.legal_moves()
        for text in (*self.texts(match, sample), *legal):
            refusal = match.explain(text)
            assert (refusal is None) == (text in legal), text
            if refusal is not None:
                assert refusal.rule is not None
                assert f"({refusal.rule})." in refusal.text.en
                assert f"({refusal.rule})." in refusal.text.fr
                assert set(refusal.cells) <= set(CELLS)

    def test_while_tiles_are_laid(self) -> None:
        match = tt.new("barrier", seed="texts")
        while len(match.moves) < 16:
            self.check(match, len(match.moves))
            match = match.play(match.legal_moves()[-1])

    @pytest.mark.parametrize("options", ALL_OPTIONS)
    def test_while_pawns_move(self, options: dict[str, str]) -> None:
        match = tt.new("barrier", options, seed="texts")
        chosen = random.Random(5)
        while match.to_move is not None and len(match.moves) < 80:
            if len(match.moves) % 20 == 19:
                self.check(match, len(match.moves))
            match = match.play(chosen.choice(match.legal_moves()))


class TestAsking:
    def test_to_lay(self) -> None:
        asked = GAME.ask(tt.new("barrier", seed="x").play("1@a4")._state)
        assert (
            asked.en == "lay a tile (1, 2, 3, 4, 5, 6, 7 or 8) on a dash square, for example 1@b4"
        )
        assert asked.fr.startswith("posez un carreau (1, 2, 3, 4, 5, 6, 7 ou 8)")

    def test_to_move(self) -> None:
        assert GAME.ask(opening()._state).en == "move a yellow pawn"
        assert GAME.ask(opening(first_player=1)._state).fr == "déplacez un pion incolore"

    def test_that_one_could_take(self) -> None:
        match = table("y: b2, c: c3 h8")
        assert GAME.ask(match._state).en == "move a yellow pawn (you can take)"
        assert GAME.ask(match._state).fr == "déplacez un pion jaune (vous pouvez prendre)"

    def test_to_take(self) -> None:
        match = table("y: b2, c: c3 h8", capture="mandatory")
        assert GAME.ask(match._state).en == "take with a yellow pawn: taking is mandatory"
