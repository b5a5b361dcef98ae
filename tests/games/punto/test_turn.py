"""The rule sheet, The turn: where a card may go."""

import pytest

import tabletier as tt
from tests.games.punto.boards import MODES, caused, new, places, table


def around(*cells: tuple[int, int]) -> set[str]:
    """Every place that touches one of these by a side or a corner."""
    near = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return {f"{x},{y}" for x, y in near - set(cells)}


class TestATurn:
    """Turn over the top card, and place it at once."""

    @pytest.mark.rule("PUNTO-9", "PUNTO-11")
    @pytest.mark.parametrize("mode", MODES)
    def test_only_the_card_turned_over_may_be_placed_the_first_in_the_middle(
        self, mode: str
    ) -> None:
        match = new(mode)
        assert match.to_move is not None
        (turned,) = match.position()["hands"][match.to_move]
        assert match.legal_moves() == (f"{turned}@0,0",)

    @pytest.mark.rule("PUNTO-9")
    def test_one_cannot_pass(self) -> None:
        with pytest.raises(tt.BadNotation):
            new("M2").play("pass")

    @pytest.mark.rule("PUNTO-9")
    def test_then_the_neighbour_turns_over_the_top_card_of_his_own_pile(self) -> None:
        before = table("M2", "b5", {0: "r5"})
        after = before.play("r5@-1,1")
        assert after.position()["board"] == {"0,0": ["b5"], "-1,1": ["r5"]}
        (turned,) = caused(after, "turned")
        assert turned["seat"] == after.to_move == 1
        assert after.position()["hands"] == [[], [turned["card"]]]
        assert turned["card"] in before.position()["piles"][1]
        assert after.position()["pile_sizes"][1] == before.position()["pile_sizes"][1] - 1


@pytest.mark.rule("PUNTO-10")
class TestBeside:
    """An empty place that touches a card by a side or a corner, and no other."""

    def test_all_eight_places_round_a_card(self) -> None:
        assert places(table("M2", "b5", {0: "r5"}), "r5") == around((0, 0))

    def test_places_round_several_cards(self) -> None:
        match = table("M2", ".  y9\nb5 .", {0: "r5"})
        assert places(match, "r5") == around((0, 0), (1, 1))


@pytest.mark.rule("PUNTO-11")
class TestTheFirstCard:
    """The first card of a round goes to the middle; places are counted from it."""

    def test_so_does_the_first_card_of_every_later_round(self) -> None:
        match = table("M4", "r1 r2 r3", {0: "r4"}).play("r4@3,0")
        (move,) = match.legal_moves()
        assert move.endswith("@0,0")

    def test_places_are_named_from_it_though_the_cards_drift(self) -> None:
        """Cards go left and down as far as they may; the first is 0,0 all the same."""
        match = table("M2", "b5", {0: "r1"}).play("r1@-1,-1")
        for x in range(-2, -6, -1):
            (card,) = (card for hand in match.position()["hands"] for card in hand)
            match = match.play(f"{card}@{x},{x}")
        assert set(match.position()["board"]) == {f"{x},{x}" for x in range(0, -6, -1)}


@pytest.mark.rule("PUNTO-12")
class TestOnTop:
    """Any lying card of strictly lower value, whatever the colour."""

    @pytest.mark.parametrize("value", range(1, 10))
    def test_only_strictly_lower_cards_are_covered(self, value: int) -> None:
        for under in range(1, 10):
            match = table("M2", f"b{under}", {0: f"r{value}"})
            assert ("0,0" in places(match, f"r{value}")) == (under < value)

    @pytest.mark.parametrize(
        ("mode", "drawing", "card", "covered"),
        [
            ("M2", "b4 r4 g4 y4", "r5", {"0,0", "1,0", "2,0", "3,0"}),
            ("M3", "y4", "r5", {"0,0"}),
            ("M3", "r4", "y5", {"0,0"}),
            ("M2", "b1 y1 b2 y2 b3 y3", "r5", {f"{x},0" for x in range(6)}),
            ("M2", "b1/y2/r4", "g5", {"0,0"}),
            ("M2", "b1/y2/r7", "g5", set()),
        ],
        ids=[
            "an opponent's card, one's own and one's other colour",
            "a neutral card is covered",
            "a neutral card covers",
            "whatever the cards span",
            "a stack by its top card",
            "only its top card counts",
        ],
    )
    def test_which_cards_are_covered(
        self, mode: str, drawing: str, card: str, covered: set[str]
    ) -> None:
        match = table(mode, drawing, {0: card})
        assert places(match, card) & set(match.position()["board"]) == covered

    def test_the_covered_card_stays_below(self) -> None:
        match = table("M2", "b1/y2", {0: "r5"}).play("r5@0,0")
        assert match.position()["board"] == {"0,0": ["b1", "y2", "r5"]}
        assert caused(match, "placed")[0]["covered"] == "y2"


@pytest.mark.rule("PUNTO-13")
class TestSixBySix:
    """The square floats until the cards fix it; columns and rows likewise (axis 0 and 1)."""

    SIX = ("b1", "y1", "b2", "y2", "b3", "y3")

    def row(self, axis: int, cards: tuple[str, ...], first: int = 0) -> tt.Match:
        """Cards in a row to the right or upwards, the first card of the round among them."""
        tokens = [f"*{card}" if n == first else card for n, card in enumerate(cards)]
        drawing = " ".join(tokens) if axis == 0 else "\n".join(reversed(tokens))
        return table("M2", drawing, {0: "r1"})

    def reached(self, match: tt.Match, axis: int) -> set[int]:
        """The columns (rows) in which something may be placed."""
        return {int(move.split("@")[1].split(",")[axis]) for move in match.legal_moves()}

    @pytest.mark.parametrize("axis", [0, 1], ids=["columns", "rows"])
    @pytest.mark.parametrize("first", range(6))
    def test_six_in_a_row_are_the_square_wherever_the_first_card_lies(
        self, first: int, axis: int
    ) -> None:
        match = self.row(axis, self.SIX, first)
        assert self.reached(match, axis) == set(range(-first, 6 - first))
        assert self.reached(match, 1 - axis) == {-1, 1}

    @pytest.mark.parametrize("axis", [0, 1], ids=["columns", "rows"])
    @pytest.mark.parametrize(("taken", "open_after"), [(-1, range(-1, 5)), (5, range(6))])
    def test_five_leave_room_on_both_sides_and_taking_one_closes_the_other(
        self, axis: int, taken: int, open_after: range
    ) -> None:
        match = self.row(axis, self.SIX[:5])
        assert self.reached(match, axis) == set(range(-1, 6))
        place = f"{taken},0" if axis == 0 else f"0,{taken}"
        assert self.reached(match.play(f"r1@{place}"), axis) == set(open_after)

    def test_a_position_of_seven_columns_cannot_be(self) -> None:
        with pytest.raises(tt.BadPosition, match=r"the cards exceed 6 by 6"):
            self.row(0, (*self.SIX, "b4"))
