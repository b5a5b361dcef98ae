"""Barrier's actions: which there are, and what they are called."""

import pytest

import tabletier as tt


class TestActions:
    @pytest.mark.parametrize(
        ("options", "count"),
        [
            ({}, 420 + 336 + 128 + 1),
            ({"layout": "random"}, 420 + 336 + 1),
            ({"capture": "mandatory"}, 420 + 336 + 128),
            ({"no_move": "pass", "tiles": "mixed"}, 420 + 336 + 128 + 2),
        ],
    )
    def test_there_are_as_many_as_the_board_has_room_for(
        self, options: dict[str, str], count: int
    ) -> None:
        assert len(tt.actions("barrier", options)) == count

    def test_steps_come_first_then_jumps_then_layings(self) -> None:
        texts = tt.actions("barrier").texts
        assert (texts[0], texts[419]) == ("a1-a2", "h7-g8")
        assert (texts[420], texts[755]) == ("a1xa3", "h6xf8")
        assert (texts[756], texts[883], texts[884]) == ("1@a4", "8@h5", "stop")

    def test_a_chain_is_taken_jump_by_jump(self) -> None:
        position = {
            "tiles": {},
            "hands": [[], []],
            "pawns": {"b1": "Y", "c2": "c", "c4": "c", "h8": "c"},
            "to_move": 0,
            "quiet": 0,
        }
        game = tt.new("barrier", {"layout": "random"}, seed="tiles").position()
        position["tiles"] = game["tiles"]
        match = tt.setup("barrier", position, {"layout": "random"})
        space = tt.actions("barrier", {"layout": "random"})
        jumped = tt.stepwise(match).step(space.index("b1xd3"))
        assert (jumped.match, jumped.to_move, jumped.taken) == (match, 0, (space.index("b1xd3"),))
        assert [space.text(a) for a in jumped.legal_actions()] == ["d3xb5", "stop"]
        assert jumped.step(space.index("stop")).match.moves == ("b1xd3",)
        assert jumped.step(space.index("d3xb5")).match.moves[0].startswith("b1xd3xb5")
        assert jumped.observation(0).scalars[5] == 1
        with pytest.raises(tt.IllegalMove):
            jumped.step(space.index("h8-h7"))
        with pytest.raises(tt.IllegalMove, match="stop"):
            tt.stepwise(match).step(space.index("stop"))
