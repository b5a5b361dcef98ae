"""PUNTO-30. What a seat cannot see is imagined as the rules deal it."""

from collections import Counter
from typing import Any

import pytest

import tabletier as tt
from tabletier.games.punto.search import reshuffle
from tabletier.match.match import Match

WORLDS = 3000
FAR, FEW = 4.5, 3


def later(options: dict[str, Any], moves: int) -> Match:
    """A match after some moves, none of which ends a round."""
    match = tt.new("punto", options, seed="imagine")
    while len(match.moves) < moves:
        after = (match.play(move) for move in match.legal_moves())
        match = next(m for m in after if all(e["type"] != "new_round" for e in m.events()))
    return match


def near(found: Counter[str], expected: dict[str, float]) -> None:
    assert set(found) <= set(expected)
    for card, mean in expected.items():
        spread = (mean * max(0.0, 1 - mean / WORLDS)) ** 0.5
        assert abs(found[card] - mean) <= FAR * spread + FEW, card


@pytest.mark.rule("PUNTO-30")
@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("moves", [0, 9])
def test_a_hidden_hand_holds_any_unseen_cards_of_its_side(players: int, moves: int) -> None:
    match = later({"players": players, "expert": True}, moves)
    seat = match.decider()
    view = match.view(seat)["table"]
    other = (seat + 1) % match.seats
    unseen = Counter(view["unseen"][other % len(match.teams)])
    held = len(view["hands"][other])
    hands = [match.imagine(n).position()["hands"][other] for n in range(WORLDS)]
    total = sum(unseen.values())
    near(
        Counter(card for hand in hands for card in hand),
        {card: WORLDS * held * copies / total for card, copies in unseen.items()},
    )


@pytest.mark.rule("PUNTO-18", "PUNTO-30")
@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", [3, 6])
def test_neutral_cards_lie_anywhere_they_were_not_seen(players: int, expert: bool) -> None:
    match = later({"players": players, "expert": expert}, 7)
    seat = match.decider()
    view = match.view(seat)["table"]
    neutral = Counter(view["neutral_unseen"])
    letter = next(colour for colour, owner in view["colours"].items() if owner is None)
    worlds = [match.imagine(n).position() for n in range(WORLDS)]
    for side, count in enumerate(view["neutral_counts"]):
        seats = [s for s in range(side, match.seats, 3) if expert and s != seat]
        found = Counter(
            card
            for world in worlds
            for pile in (world["piles"][side], *(world["hands"][s] for s in seats))
            for card in pile
            if card[0] == letter
        )
        share = WORLDS * count / sum(neutral.values())
        near(found, {card: share * copies for card, copies in neutral.items()})
    assert {len(world["out"]) for world in worlds} == {view["out"]}


@pytest.mark.parametrize("options", [{"players": 6, "expert": True}, {"players": 3}, {}])
def test_it_deals_alike_interpreted_and_compiled(options: dict[str, Any]) -> None:
    match = later(options, 11)
    plain = getattr(reshuffle, "py_func", reshuffle)
    for stream in (1, 99, (1 << 61) + 5):
        dealt = reshuffle(match._state, match.decider(), stream)
        assert dealt == plain(match._state, match.decider(), stream)
