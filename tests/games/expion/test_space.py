"""Ex*pion's actions: which there are, and what they are called."""

import pytest

import tabletier as tt


class TestActions:
    @pytest.mark.parametrize(
        ("options", "count"),
        [
            ({}, 168 + 84 + 1),
            ({"push": "any"}, 168 + 84 + 2 * (168 + 28) + 1),
            ({"chameleon": "choose", "pairs": "colour"}, 2 * (168 + 84) + 1),
            ({"push": "any", "chameleon": "choose"}, 2 * (168 + 84 + 2 * (168 + 28)) + 1),
        ],
    )
    def test_there_are_as_many_as_the_board_has_room_for(
        self, options: dict[str, str], count: int
    ) -> None:
        assert len(tt.actions("expion", options)) == count

    def test_steps_come_first_then_departures_and_the_pass_is_last(self) -> None:
        texts = tt.actions("expion", {"push": "any", "chameleon": "choose"}).texts
        assert (texts[0], texts[167]) == ("b7-b8", "h2-g2")
        assert (texts[168], texts[195], texts[251]) == ("b9-b8", "a2-b2", "a2-d2")
        assert texts[252:254] == ("b7-b8>c8", "b7-b8>a8")
        assert (texts[644], texts[-2], texts[-1]) == ("b7-b8~", "a2-b2>b1~", "pass")
