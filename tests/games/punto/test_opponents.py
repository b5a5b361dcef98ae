"""The five opponents at Punto: what they see, and what the strongest never misses."""

import pytest

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.games.punto.board import targets
from tabletier.games.punto.search import SKILLS, threatened
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.players import choose, find_player
from tabletier.search.tree_search import think
from tests.games.punto.boards import MODES, SIDES, caused, table

BOTH = pytest.mark.parametrize("expert", [False, True], ids=["normal", "expert"])
EVERY_MODE = pytest.mark.parametrize("mode", MODES)
SOME = Budget(simulations=3000)
LETTERS = "rgby"


def hands(mode: str, mine: str, expert: bool) -> dict[int, str]:
    """The first seat has this card; with expert hands everybody has two, of his own colour."""
    if not expert:
        return {0: mine}
    sides, seats = SIDES[mode], MODES[mode]["players"]
    colours = LETTERS if sides > 2 else LETTERS[::2]
    letters = {seat: colours[seat % sides] for seat in range(1, seats)}
    return {0: f"{mine} r1", **{seat: f"{own}1 {own}7" for seat, own in letters.items()}}


def strongest(match: tt.Match) -> str:
    """What the fifth level chooses, after a fixed number of simulations."""
    return think(knowledge_of(match), SOME, "x", SKILLS[4]).move


@BOTH
@EVERY_MODE
def test_the_strongest_takes_a_round_that_one_card_wins(mode: str, expert: bool) -> None:
    row = "y9 r2 r3 r4 r5 ." if SIDES[mode] == 2 else "y9 r2 r3 r4 . ."
    match = table(mode, row, hands(mode, "r6", expert), expert=expert)
    after = match.play(strongest(match))
    assert [event["side"] for event in caused(after, "round_won")] == [0]


@BOTH
@EVERY_MODE
def test_the_strongest_stops_a_line_of_the_next_player(mode: str, expert: bool) -> None:
    """A red nine on the free end, or on a card of the line, and the line can never be made."""
    row = "r9 b2 b3 b4 b5 ." if SIDES[mode] == 2 else "r9 g2 g3 g5 . ."
    match = table(mode, row, hands(mode, "r9", expert), expert=expert)
    after = match.play(strongest(match))
    state = find("punto").setup(after.position(), after.options)[0]
    assert threatened(state.board, state.table.mode, 0) & targets(state.board, 9) == 0


@pytest.mark.parametrize("edition", ["2024", "atalia"])
def test_three_in_a_row_and_free_ends_are_worth_something(edition: str) -> None:
    """The same cards side by side and scattered: with the line the chances are better."""
    near = table("M2", "*r6 r7 r8\nb1 y9 .", {0: "g1"}, edition=edition)
    far = table("M2", "*r6 b1 r7\nr8 y9 .", {0: "g1"}, edition=edition)
    chances = [think(knowledge_of(match), SOME, "x", SKILLS[4]).value for match in (near, far)]
    assert chances[0][0] > chances[1][0]
    for value in chances:
        assert sum(value) == pytest.approx(1.0)


def test_the_first_level_finishes_a_line_that_lies_on_the_table() -> None:
    """What comes to mind first is not overlooked."""
    match = table("M2", "y9 r2 r3 r4 r5 .", {0: "r6"}, rounds_to_win=1)
    known, level = knowledge_of(match), find_player("1", find("punto"))
    assert {choose(level, known, f"{seed}").move for seed in range(30)} == {"r6@5,0"}


def test_a_strong_opponent_beats_the_first_level() -> None:
    """Few simulations and fixed seeds, so that this never depends on the machine."""
    strong, weak = find_player("best:300", find("punto")), find_player("1", find("punto"))
    won = 0
    for number in range(6):
        match = tt.new("punto", {"rounds_to_win": 1}, seed=f"levels {number}")
        while match.to_move is not None:
            player = strong if match.to_move == number % 2 else weak
            match = match.play(choose(player, knowledge_of(match), f"{number}").move)
        won += match.result is not None and number % 2 in match.result.winners
    assert won >= 5
