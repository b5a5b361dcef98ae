"""Point's actions: which there are, and what they are called."""

import pytest

import tabletier as tt


def uses(width: int) -> int:
    """Thirty-two readings give two pawns, thirty-two give three."""
    return 32 * (width - 1) + 32 * (width - 2)


class TestActions:
    @pytest.mark.parametrize(
        ("options", "count"),
        [
            ({}, 924 + 2 * uses(23) + 32 + 1),
            ({"rows": "random"}, 2 * uses(23) + 32 + 1),
            ({"bank": "box"}, 924 + 2 * uses(47) + 32 + 1),
            ({"players": 3}, 924 + 2 * uses(34) + 32 + 1),
            ({"players": 4, "teams": True}, 924 + 2 * uses(45) + 32 + 3 + 35960 + 14880 + 496),
        ],
    )
    def test_there_are_as_many_as_rows_and_cards_allow(
        self, options: dict[str, object], count: int
    ) -> None:
        assert len(tt.actions("point", options)) == count

    def test_rows_come_first_then_uses_takes_discards_and_words(self) -> None:
        texts = tt.actions("point", {"players": 4, "teams": True}).texts
        assert (texts[0], texts[923]) == ("row BBBBBBWWWWWW", "row WWWWWWBBBBBB")
        assert texts[924] == "BB>BBB@1"
        assert texts[924 + uses(45)] == "take BB>BBB@1"
        assert texts[924 + 2 * uses(45)] == "discard BB=BBB"
        words = 924 + 2 * uses(45) + 32
        assert texts[words : words + 3] == ("draw", "stop", "go on")
        assert texts[words + 3] == "regroup BB=BBB,BB=BBB,BB=BBW,BB=BBW"
        assert texts[-1] == "regroup WW=WWB,WW=WWB,WW=WWW,WW=WWW"
