"""Punto's actions: which there are, and what they are called."""

import tabletier as tt


class TestActions:
    def test_every_card_may_lie_within_five_columns_and_rows_of_the_first(self) -> None:
        space = tt.actions("punto", {"players": 3, "expert": True})
        assert len(space) == 36 * 121
        assert (space.text(0), space.text(60), space.text(-1 + len(space))) == (
            "r1@-5,-5",
            "r1@0,0",
            "y9@5,5",
        )
        assert space.index("b3@-1,2") == 121 * (2 * 9 + 2) + 11 * (2 + 5) + (-1 + 5)

    def test_only_the_card_turned_over_is_legal(self) -> None:
        match = tt.new("punto", seed="one card")
        (text,) = match.legal_moves()
        mask = match.legal_mask()
        assert [tt.actions("punto").text(int(action)) for action in mask.nonzero()[0]] == [text]
