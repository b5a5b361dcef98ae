"""The worked examples that the rules were digested into, one test each."""

import pytest

from tests.games.punto.boards import caused, places, table


@pytest.mark.rule("PUNTO-13")
def test_example_1_the_floating_square() -> None:
    """Columns 0-5 close -1 and 6; columns 0-4 leave -1 and 5 open, and one closes the other."""
    six = table("M2", "b1 y1 b2 y2 b3 y3", {0: "r1"})
    assert {place.split(",")[0] for place in places(six, "r1")} == set("012345")
    five = table("M2", "b1 y1 b2 y2 b3", {0: "r1"})
    assert {place.split(",")[0] for place in places(five, "r1")} == {"-1", *"012345"}
    left = {move.split("@")[1].split(",")[0] for move in five.play("r1@-1,0").legal_moves()}
    assert left == {"-1", *"01234"}
    right = {move.split("@")[1].split(",")[0] for move in five.play("r1@5,0").legal_moves()}
    assert right == set("012345")


@pytest.mark.rule("PUNTO-13")
def test_example_1_the_same_for_rows() -> None:
    six = table("M2", "b1\ny1\nb2\ny2\nb3\n*y3", {0: "r1"})
    assert {place.split(",")[1] for place in places(six, "r1")} == set("012345")
    five = table("M2", "b1\ny1\nb2\ny2\n*b3", {0: "r1"})
    assert {place.split(",")[1] for place in places(five, "r1")} == {"-1", *"012345"}
    down = {move.split("@")[1].split(",")[1] for move in five.play("r1@0,-1").legal_moves()}
    assert down == {"-1", *"01234"}


@pytest.mark.rule("PUNTO-12")
def test_example_2_covering() -> None:
    """4 with 5 legal, 5 with 5 illegal, 9 never covered."""
    assert "0,0" in places(table("M2", "b4", {0: "r5"}), "r5")
    assert "0,0" not in places(table("M2", "b5", {0: "r5"}), "r5")
    assert "0,0" not in places(table("M2", "b9", {0: "r9"}), "r9")


@pytest.mark.rule("PUNTO-5")
def test_example_3_red_red_blue_red_red_of_one_owner_is_not_a_line() -> None:
    colours: dict[str, int | None] = {"r": 0, "b": 0, "g": 1, "y": 1}
    match = table("M2", "r1 r2 b3 r4 .", {0: "r5"}, colours=colours).play("r5@4,0")
    assert match.to_move == 1
    assert match.position()["rounds_won"] == [0, 0]


@pytest.mark.rule("PUNTO-15")
def test_example_4_four_neutral_cards_in_a_row_and_play_goes_on() -> None:
    match = table("M3", "y1 y2 y3 .", {0: "y4"}).play("y4@3,0")
    assert match.to_move == 1
    assert match.position()["rounds_won"] == [0, 0, 0]


@pytest.mark.rule("PUNTO-22")
@pytest.mark.parametrize(("edition", "winner"), [("2024", 0), ("atalia", 1)])
def test_example_5_a_blocked_round_of_four(edition: str, winner: int) -> None:
    """Red 12 and 9, green 6 and 16, the others one line: 21 < 22, but the cheapest is 6."""
    drawing = """
        r3 r4 r5 g1 g2 g3
        b1 b2 b3 y1 y2 y3
        g5 g2 g9 r2 r3 r4
        g1/g3/g4/g5/g6/g7/g8/g9 . . . . g4/g6/g7/g8
    """
    match = table("M4", drawing, {0: "r1"}, edition=edition).play("r1@1,0")
    assert [event["side"] for event in caused(match, "round_won")] == [winner]


@pytest.mark.rule("PUNTO-18")
def test_example_6_eleven_played_neutral_cards() -> None:
    """Three for each player, two leave the game."""
    drawing = "r1 r2 r3 .\ny1-5 y1-6 . ."
    neutral = ("y6 y7", "y7 y8", "y8 y9 y9")
    match = table("M3", drawing, {0: "r9"}, neutral=neutral).play("r9@3,1")
    position = match.position()
    held = [position["piles"][side] + position["hands"][side] for side in range(3)]
    assert [sum(card[0] == "y" for card in cards) for cards in held] == [5, 5, 6]
    assert len(position["out"]) == 2
