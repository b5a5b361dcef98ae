"""The rule sheet, The turn: where a card may go."""

import pytest

import tabletier as tt
from tests.games.punto.boards import caused, new, places, table


def around(*cells: tuple[int, int]) -> set[str]:
    """Every place that touches one of these by a side or a corner."""
    near = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {f"{x},{y}" for x, y in near - set(cells)}


class TestATurn:
    """Turn over the top card, and place it at once."""

    @pytest.mark.rule("PUNTO-9")
    def test_only_the_card_turned_over_may_be_placed(self) -> None:
        match = new("M2")
        assert match.to_move is not None
        (turned,) = match.position()["hands"][match.to_move]
        assert match.legal_moves() == (f"{turned}@0,0",)

    @pytest.mark.rule("PUNTO-9")
    def test_one_cannot_pass(self) -> None:
        with pytest.raises(tt.BadNotation):
            new("M2").play("pass")

    @pytest.mark.rule("PUNTO-9")
    def test_one_cannot_swap_it_for_another_card_of_the_pile(self) -> None:
        match = table("M2", "b5", {0: "r5"})
        assert "g9" in match.position()["piles"][0]
        with pytest.raises(tt.IllegalMove, match="that card must be placed"):
            match.play("g9@0,0")

    @pytest.mark.rule("PUNTO-9")
    def test_then_the_neighbour_turns_over_the_top_card_of_his_own_pile(self) -> None:
        before = table("M2", "b5", {0: "r5"})
        after = before.play("r5@1,0")
        (turned,) = caused(after, "turned")
        assert turned["seat"] == after.to_move == 1
        assert after.position()["hands"] == [[], [turned["card"]]]
        assert turned["card"] in before.position()["piles"][1]
        assert after.position()["pile_sizes"][1] == before.position()["pile_sizes"][1] - 1

    @pytest.mark.rule("PUNTO-9")
    def test_a_card_lies_where_it_was_placed(self) -> None:
        match = table("M2", "b5", {0: "r5"}).play("r5@-1,1")
        assert match.position()["board"] == {"0,0": ["b5"], "-1,1": ["r5"]}


class TestBeside:
    """An empty place that touches a card by a side or a corner."""

    @pytest.mark.rule("PUNTO-10")
    def test_all_eight_places_round_a_card(self) -> None:
        assert places(table("M2", "b5", {0: "r5"}), "r5") == around((0, 0))

    @pytest.mark.rule("PUNTO-10")
    def test_a_corner_is_enough(self) -> None:
        match = table("M2", "b5", {0: "r5"}).play("r5@1,1")
        assert match.position()["board"]["1,1"] == ["r5"]

    @pytest.mark.rule("PUNTO-10")
    def test_a_place_two_away_is_not_beside(self) -> None:
        match = table("M2", "b5", {0: "r5"})
        for place in ("2,0", "0,2", "-2,0", "0,-2", "2,2", "-2,1", "1,-2"):
            assert f"r5@{place}" not in match.legal_moves()

    @pytest.mark.rule("PUNTO-10")
    def test_places_round_several_cards(self) -> None:
        match = table("M2", ".  y9\nb5 .", {0: "r5"})
        assert places(match, "r5") == around((0, 0), (1, 1))


class TestTheFirstCard:
    """The first card of a round goes to the middle."""

    @pytest.mark.rule("PUNTO-11")
    @pytest.mark.parametrize("mode", ["M2", "M3", "M4", "T4", "T6", "T8"])
    def test_there_is_only_one_place_for_the_first_card(self, mode: str) -> None:
        (move,) = new(mode).legal_moves()
        assert move.endswith("@0,0")

    @pytest.mark.rule("PUNTO-11")
    def test_the_first_card_of_every_round_goes_to_the_middle(self) -> None:
        match = table("M4", "r1 r2 r3", {0: "r4"}).play("r4@3,0")
        (move,) = match.legal_moves()
        assert move.endswith("@0,0")

    @pytest.mark.rule("PUNTO-11")
    def test_places_are_named_from_it_though_the_cards_drift(self) -> None:
        """Cards go left and down as far as they may; the first is 0,0 all the same."""
        match = table("M2", "b5", {0: "r1"}).play("r1@-1,-1")
        for x in range(-2, -6, -1):
            (card,) = (card for hand in match.position()["hands"] for card in hand)
            match = match.play(f"{card}@{x},{x}")
        assert set(match.position()["board"]) == {f"{x},{x}" for x in range(0, -6, -1)}


class TestOnTop:
    """Any lying card of strictly lower value, whatever the colour."""

    @pytest.mark.rule("PUNTO-12")
    @pytest.mark.parametrize("value", range(1, 10))
    @pytest.mark.parametrize("under", range(1, 10))
    def test_only_strictly_lower_cards_are_covered(self, value: int, under: int) -> None:
        match = table("M2", f"b{under}", {0: f"r{value}"})
        assert (f"r{value}@0,0" in match.legal_moves()) == (under < value)

    @pytest.mark.rule("PUNTO-12")
    def test_an_opponents_card_ones_own_and_ones_other_colour(self) -> None:
        match = table("M2", "b4 r4 g4 y4", {0: "r5"})
        assert places(match, "r5") >= {"0,0", "1,0", "2,0", "3,0"}

    @pytest.mark.rule("PUNTO-12")
    def test_a_neutral_card_is_covered_and_covers(self) -> None:
        assert "0,0" in places(table("M3", "y4", {0: "r5"}), "r5")
        assert "0,0" in places(table("M3", "r4", {0: "y5"}), "y5")

    @pytest.mark.rule("PUNTO-12")
    def test_the_covered_card_need_not_touch_another_and_the_span_does_not_matter(self) -> None:
        alone = table("M2", "b1", {0: "r5"})
        assert "0,0" in places(alone, "r5")
        wide = table("M2", "b1 y1 b2 y2 b3 y3", {0: "r5"})
        assert places(wide, "r5") >= {"0,0", "5,0"}

    @pytest.mark.rule("PUNTO-12")
    def test_only_the_top_card_of_a_stack_counts(self) -> None:
        match = table("M2", "b1/y2/r7", {0: "g5"})
        assert "0,0" not in places(match, "g5")
        assert "0,0" in places(table("M2", "b1/y2/r4", {0: "g5"}), "g5")

    @pytest.mark.rule("PUNTO-12")
    def test_covered_cards_stay_in_the_stack(self) -> None:
        match = table("M2", "b1/y2", {0: "r5"}).play("r5@0,0")
        assert match.position()["board"] == {"0,0": ["b1", "y2", "r5"]}
        assert caused(match, "placed")[0]["covered"] == "y2"

    @pytest.mark.rule("PUNTO-12")
    def test_a_stack_that_does_not_rise_cannot_be(self) -> None:
        for stack in ("b2/y2", "b3/y2"):
            with pytest.raises(tt.BadPosition, match="strictly rising"):
                table("M2", stack, {0: "r5"})


class TestSixBySix:
    """The square floats until the cards fix it."""

    ROW = "b1 y1 b2 y2 b3"

    @pytest.mark.rule("PUNTO-13")
    def test_five_columns_leave_room_on_both_sides(self) -> None:
        open_places = places(table("M2", self.ROW, {0: "r1"}), "r1")
        assert {"-1,0", "-1,1", "-1,-1", "5,0", "5,1", "5,-1"} <= open_places

    @pytest.mark.rule("PUNTO-13")
    @pytest.mark.parametrize(("taken", "closed"), [("-1", "5"), ("5", "-1")])
    def test_taking_one_side_closes_the_other(self, taken: str, closed: str) -> None:
        match = table("M2", self.ROW, {0: "r1"}).play(f"r1@{taken},0")
        columns = {move.split("@")[1].split(",")[0] for move in match.legal_moves()}
        assert closed not in columns
        assert len(columns) == 6

    @pytest.mark.rule("PUNTO-13")
    @pytest.mark.parametrize(("taken", "closed"), [("-1", "5"), ("5", "-1")])
    def test_rows_likewise(self, taken: str, closed: str) -> None:
        drawing = "\n".join([*self.ROW.split()[:-1], "*b3"])
        before = table("M2", drawing, {0: "r1"})
        assert {"0,-1", "1,-1", "0,5", "1,5"} <= places(before, "r1")
        after = before.play(f"r1@0,{taken}")
        rows = {move.split("@")[1].split(",")[1] for move in after.legal_moves()}
        assert closed not in rows
        assert len(rows) == 6

    @pytest.mark.rule("PUNTO-13")
    def test_columns_and_rows_are_independent(self) -> None:
        """Six columns are used and one row: rows are still open, above and below."""
        match = table("M2", self.ROW + " y3", {0: "r1"})
        assert {"0,1", "5,-1"} <= places(match, "r1")
        assert all(not place.startswith(("-1,", "6,")) for place in places(match, "r1"))

    @pytest.mark.rule("PUNTO-13")
    def test_the_square_may_lie_anywhere_round_the_first_card(self) -> None:
        for first in range(6):
            row = [*self.ROW.split(), "y3"]
            row[first] = "*" + row[first]
            match = table("M2", " ".join(row), {0: "r1"})
            columns = {int(place.split(",")[0]) for place in places(match, "r1")}
            assert columns == set(range(-first, 6 - first))

    @pytest.mark.rule("PUNTO-13")
    def test_a_position_of_seven_columns_cannot_be(self) -> None:
        with pytest.raises(tt.BadPosition, match=r"the cards exceed 6 by 6\."):
            table("M2", self.ROW + " y3 b4", {0: "r1"})
