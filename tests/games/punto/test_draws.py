"""Luck is fair: exactly so over all tickets, and within what chance allows over many seeds."""

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import product
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find
from tests.games.punto.boards import LETTERS, MODES, cards_of, caused, new, table

RULES = find("punto").rules
WRITE = find("punto").write

# Chi-square values that a fair draw exceeds once in a thousand times, by degrees of freedom.
ONE_IN_A_THOUSAND = {1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52, 8: 26.12}


def draws_of(match: tt.Match, verb: str) -> list[Any]:
    """The states before each draw of one kind that the last move (or the set-up) caused."""
    before = [t.before for t in match._last]
    return [state for state in before if RULES.to_move(state) == -1 and _verb(state) == verb]


def _verb(state: Any) -> str:
    text: str = WRITE(state, (RULES.chance(state, 0),))
    return text.split()[0]


def outcomes(state: Any) -> Counter[str]:
    """What each ticket of a draw brings."""
    tickets = range(RULES.tickets(state))
    return Counter(WRITE(state, (RULES.chance(state, n),)).split()[1] for n in tickets)


class TestEveryTicket:
    """Exact: all tickets of a draw, one by one."""

    @pytest.mark.rule("PUNTO-7", "PUNTO-9")
    @pytest.mark.parametrize("mode", list(MODES))
    def test_every_card_of_a_pile_has_one_ticket(self, mode: str) -> None:
        match = new(mode)
        (state,) = draws_of(match, "draw")
        assert match.to_move is not None
        assert outcomes(state) == Counter(cards_of(match, match.to_move % len(match.teams)))

    @pytest.mark.rule("PUNTO-9")
    def test_also_when_trophies_and_played_cards_are_gone(self) -> None:
        before = table("M2", "b1/b2 r1 y5", {0: "r5"}, trophies=("r9", "y9"))
        (state,) = draws_of(before.play("r5@0,1"), "draw")
        assert outcomes(state) == Counter(before.position()["piles"][1])

    @pytest.mark.rule("PUNTO-8")
    @pytest.mark.parametrize(("mode", "ways"), [("M2", 6), ("T4", 6), ("M3", 24), ("T8", 24)])
    def test_every_way_to_give_colours_has_one_ticket(self, mode: str, ways: int) -> None:
        (state,) = draws_of(new(mode), "colours")
        found = outcomes(state)
        assert len(found) == ways
        assert set(found.values()) == {1}

    @pytest.mark.rule("PUNTO-28")
    @pytest.mark.parametrize("mode", list(MODES))
    def test_every_seat_has_one_ticket_to_start(self, mode: str) -> None:
        (state,) = draws_of(new(mode), "starts")
        assert outcomes(state) == Counter(str(seat) for seat in range(MODES[mode]["players"]))

    @pytest.mark.rule("PUNTO-4", "PUNTO-18")
    def test_every_neutral_card_has_one_ticket(self) -> None:
        states = draws_of(new("M3"), "share")
        assert [outcomes(state).total() for state in states] == list(range(18, 0, -1))
        assert set(outcomes(states[0]).values()) == {2}

    @pytest.mark.rule("PUNTO-18")
    def test_after_a_round_only_the_played_ones_are_drawn_again(self) -> None:
        match = table("M3", "r1 r2 r3\ny1/b2 y2/b4 y3/g5\ny3 . .", {0: "r9"}).play("r9@3,2")
        states = draws_of(match, "share")
        assert outcomes(states[0]) == Counter({"y1": 1, "y2": 1, "y3": 2})
        assert len(states) == 3

    @pytest.mark.rule("PUNTO-26")
    def test_an_experts_draws_come_from_his_sides_pile(self) -> None:
        hands = {0: "r1 r2", 1: "g1 g2", 2: "b1 b2", 3: "y1 y2"}
        before = table("M4", "b5", hands, expert=True)
        (state,) = draws_of(before.play("r1@1,0"), "draw")
        assert outcomes(state) == Counter(before.position()["piles"][0])

    @pytest.mark.rule("PUNTO-29", "PUNTO-9")
    @pytest.mark.parametrize("mover", [3, 7])
    def test_either_team_mate_may_turn_over_any_card_of_the_team(self, mover: int) -> None:
        before = table("T8", "b5", {mover: "y1"}, mover)
        (state,) = draws_of(before.play("y1@1,0"), "draw")
        assert outcomes(state) == Counter(before.position()["piles"][0])


def is_fair(found: Iterable[Hashable], categories: Iterable[Hashable]) -> bool:
    """Pearson's test that all categories are equally likely."""
    kinds = list(categories)
    counts = Counter(found)
    assert set(counts) <= set(kinds)
    expected = counts.total() / len(kinds)
    square = sum((counts[kind] - expected) ** 2 / expected for kind in kinds)
    return square < ONE_IN_A_THOUSAND[len(kinds) - 1]


class TestManySeeds:
    """Statistical, with fixed seeds, from the seed to the table: the same answer every time."""

    @pytest.mark.rule("PUNTO-8", "PUNTO-9", "PUNTO-28")
    def test_who_starts_with_which_colours_and_which_card(self) -> None:
        matches = [new("M2", seed=f"fair {number}") for number in range(800)]
        tables = [match.position() for match in matches]
        owners = [tuple(position["colours"].values()) for position in tables]
        cards = [card for position in tables for hand in position["hands"] for card in hand]
        assert is_fair([match.to_move for match in matches], range(2))
        assert is_fair(owners, [some for some in product((0, 1), repeat=4) if sum(some) == 2])
        assert is_fair([card[1] for card in cards], "123456789")
        assert is_fair([card[0] for card in cards], LETTERS)

    @pytest.mark.rule("PUNTO-4")
    def test_which_side_gets_a_neutral_card_and_which_one_first(self) -> None:
        matches = [new("M3", seed=f"nine {number}") for number in range(400)]
        shares = [caused(match, "shared")[0]["cards"] for match in matches]
        nines = [s for cards in shares for s in range(3) for card in cards[s] if card[1] == "9"]
        first = [next(e.text for e in match.log if e.text.startswith("share")) for match in matches]
        assert is_fair(nines, range(3))
        assert is_fair([text[-1] for text in first], "123456789")

    @pytest.mark.rule("PUNTO-18")
    def test_which_played_neutral_cards_leave_the_game(self) -> None:
        """Four were played, one leaves: each of the four values equally often."""
        gone = []
        for number in range(400):
            start = table("M3", "r1 r2 r3\ny1 y2 y3\ny4 . .", {0: "r9"}, seed=f"gone {number}")
            gone += start.play("r9@3,2").position()["out"]
        assert is_fair(gone, ("y1", "y2", "y3", "y4"))

    def test_the_test_itself_sees_an_unfair_draw(self) -> None:
        assert not is_fair([0] * 60 + [1] * 20, range(2))
        assert is_fair([0] * 45 + [1] * 35, range(2))
