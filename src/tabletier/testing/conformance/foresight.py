"""What is foreseen of a move is what happens, and could be worked out from the mover's view."""

import random

import pytest

import tabletier as tt
from tabletier.match.history import foreseen
from tabletier.match.match import Match
from tabletier.testing.conformance.tables import Trial

pytestmark = pytest.mark.clause("events, hidden, imagine")

MOVES = 6
WORLDS = 3


def some_moves(match: Match, dice: random.Random) -> list[str]:
    legal = match.legal_moves()
    return dice.sample(legal, min(MOVES, len(legal)))


def tried(table: Trial) -> list[tuple[Match, list[str]]]:
    """Many positions of a match, with some of the moves there."""
    dice, course = random.Random(str(table)), table.whole_match()[:-1]
    return [(match, some_moves(match, dice)) for match in course[:: max(1, len(course) // 30)]]


def test_it_is_how_what_happens_begins(table: Trial) -> None:
    told = 0
    for match, moves in tried(table):
        caused = foreseen(match, moves)
        assert list(caused) == moves
        for move, events in caused.items():
            assert match.play(move).events_for(match.to_move)[: len(events)] == events
            told += len(events)
    assert told > 0 or table.game.hidden(match.view(match.to_move)["table"])


def test_it_holds_in_every_world_that_the_mover_may_think_of(table: Trial) -> None:
    for match, moves in tried(table):
        view = match.view(match.to_move)["table"]
        caused = foreseen(match, moves)
        for number in range(WORLDS):
            imagined = table.game.imagine(view, table.options, random.Random(number))
            other = tt.setup(table.key, imagined, table.options, f"another seed {number}")
            for move, events in foreseen(other, moves).items():
                ours = [event for event in caused[move] if event["type"] != "over"]
                assert [event for event in events if event["type"] != "over"] == ours, move


def test_no_draw_is_needed(table: Trial) -> None:
    for match, moves in tried(table):
        assert foreseen(match._with(seed=None), moves) == foreseen(match, moves)
