"""Mistakes that other programs of the game make; ours must not."""

from collections import Counter

import pytest

from tests.games.punto.boards import CARDS, caused, everything, new, places, table


@pytest.mark.rule("PUNTO-13")
def test_mistake_1_a_fixed_grid_with_a_fixed_centre() -> None:
    """The square may lie anywhere: six columns to the left of the first card and none right."""
    match = table("M2", "b1 y1 b2 y2 b3 *y3", {0: "r1"})
    assert "-5,1" in places(match, "r1")
    assert "1,0" not in places(match, "r1")


@pytest.mark.rule("PUNTO-15")
def test_mistake_2_a_neutral_line_accepted_or_ending_the_round() -> None:
    for mode in ("M3", "T6"):
        match = table(mode, "y1 y2 y3 .", {1: "y4"}, to_move=1).play("y4@3,0")
        assert match.position()["rounds_won"] == [0, 0, 0]
        assert len(match.position()["board"]) == 4


@pytest.mark.rule("PUNTO-16")
def test_mistake_3_the_trophy_not_removed_or_both_copies_removed() -> None:
    match = table("M4", "r9 r9 r3", {0: "r1"}).play("r1@3,0")
    position = match.position()
    assert position["trophies"][0] == ["r9"]
    assert (position["piles"][0] + position["hands"][0]).count("r9") == 1
    assert len(position["piles"][0] + position["hands"][0]) == 17


@pytest.mark.rule("PUNTO-18")
def test_mistake_4_covered_neutral_cards_are_lost() -> None:
    match = table("M3", "y1/r2 y2/r3 y3/r4 .", {0: "r9"}).play("r9@3,0")
    assert everything(match.position()) == Counter(dict.fromkeys(CARDS, 2))
    assert len(caused(match, "shared")) == 1
    assert sum(entry.text.startswith("share") for entry in match.log) == 3


@pytest.mark.rule("PUNTO-1")
def test_mistake_5_one_copy_of_each_value() -> None:
    assert set(everything(new("M2").position()).values()) == {2}


@pytest.mark.rule("PUNTO-10")
def test_mistake_6_no_touching_rule_or_corners_refused() -> None:
    match = table("M2", "b5", {0: "r1"})
    assert "1,1" in places(match, "r1")
    assert "2,2" not in places(match, "r1")


@pytest.mark.rule("PUNTO-19")
def test_mistake_7_a_random_starter_of_later_rounds() -> None:
    starters = {
        table("M4", "b1 b2 b3", {2: "b9"}, 2, seed=f"seed {number}").play("b9@3,0").to_move
        for number in range(20)
    }
    assert starters == {3}


@pytest.mark.rule("PUNTO-20", "PUNTO-24")
def test_mistake_8_a_crash_when_a_pile_runs_out_or_nobody_has_a_line() -> None:
    match = table("M2", "b1-9 y1-9 b1-9 y1-9", {0: "r1"}).play("r1@0,1")
    assert [event["type"] for event in match.events()][:3] == ["placed", "blocked", "void"]
    assert match.to_move == 0
    assert len(match.legal_moves()) == 1


@pytest.mark.rule("PUNTO-5")
@pytest.mark.parametrize(
    "drawing",
    [
        "b1 g1 y1 b2 r1 r2\nr3 g2 y2 b3 g3 .",  # rows one after the other
        "r3 g2 y2 b3 g3 .\nb1 g1 y1 b2 r1 r2",
        "b1 g1 y1 b2 g2 r1\nr2 g3 y2 b3 y3 .\nb4 r3 y4 g4 y5 .",  # diagonals
    ],
)
def test_mistake_9_runs_that_wrap_round_an_edge(drawing: str) -> None:
    """Red cards that would be neighbours only in a flat list of six by six cells."""
    match = table("M4", drawing, {0: "r9"})
    for move in match.legal_moves():
        assert match.play(move).position()["rounds_won"] == [0, 0, 0, 0]


@pytest.mark.rule("PUNTO-22")
def test_mistake_10_totals_taken_from_the_last_line_found() -> None:
    """Red 24 and 3, blue 9 and 12: any single line of red would mislead; blue's sum is lower."""
    drawing = """
        r8 r9 r7 b2 b3 b4
        g1-9 y1 g1-9 y2 . .
        r1 r1 r2 b3 b4 b5
    """
    match = table("M4", drawing, {0: "r4"}).play("r4@3,3")
    assert match.position()["rounds_won"] == [0, 0, 1, 0]
