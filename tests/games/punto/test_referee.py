"""The engine and the plain referee follow the same matches and must agree on everything."""

from itertools import islice
from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.games import STYLES, all_options, played
from tests.games.punto.plain import Referee

ALL = list(all_options())


def follow(referee: Referee, match: tt.Match) -> None:
    """Tell the referee what the last move and the draws after it were."""
    log = match.log[-_caused_by_log(match) :]
    draws = [entry.text for entry in log if entry.act == "draw"]
    for event in match.events():
        kind = event["type"]
        if kind == "placed":
            referee.play(f"{event['card']}@{event['at']}")
        elif kind == "shared":
            _deal(referee, event, draws)
        elif kind in ("colours", "starts", "turned", "drawn"):
            _bring(referee, event, draws.pop(0))
    assert not draws


def _deal(referee: Referee, event: dict[str, Any], draws: list[str]) -> None:
    """Neutral cards, one to each side in turn; the event tells what every side has in the end."""
    number = 0
    while draws and draws[0].startswith("share "):
        assert referee.due == "share"
        referee.share(-number % 3, draws.pop(0).split()[1])
        number += 1
    neutral = next(letter for letter, side in referee.owner.items() if side is None)
    held = [sorted(card for card in pile if card[0] == neutral) for pile in referee.piles]
    assert event["cards"] == held


def _caused_by_log(match: tt.Match) -> int:
    """How many lines of the log belong to the last move and its draws."""
    lines = len(match.log)
    moves = [number for number, entry in enumerate(match.log) if entry.act == "move"]
    return lines - moves[-1] if moves else lines


def _bring(referee: Referee, event: dict[str, Any], text: str) -> None:
    """One draw, as the log has it; the event tells for whom."""
    verb, drawn = text.split()
    assert verb == referee.due
    if verb == "colours":
        assert list(drawn) == sorted(drawn, key=lambda c: _rank(event["colours"][c], c))
        referee.colours(event["colours"])
    elif verb == "starts":
        referee.starts(int(drawn))
    else:
        referee.draw(event["seat"], drawn)


def _rank(side: int | None, letter: str) -> tuple[int, int]:
    """Colours in the order of the sides, the neutral one last, else red, green, blue, yellow."""
    return 9 if side is None else side, "rgby".index(letter)


def compare(match: tt.Match, referee: Referee) -> None:
    assert match.legal_moves() == tuple(referee.legal_moves())
    assert match.position() == referee.position()
    assert match.result == referee.result


def follow_all(options: dict[str, Any], number: int) -> tt.Match:
    """A whole match under two pairs of eyes."""
    referee = None
    match = None
    for match in played(options, number, STYLES[number % len(STYLES)]):
        referee = referee or Referee(match.options)
        follow(referee, match)
        compare(match, referee)
    assert match is not None
    return match


@pytest.mark.rule("PUNTO-9", "PUNTO-14", "PUNTO-16", "PUNTO-18", "PUNTO-19", "PUNTO-21", "PUNTO-22")
@pytest.mark.parametrize("number", range(len(ALL)))
def test_engine_and_referee_agree_move_by_move(number: int) -> None:
    match = follow_all(ALL[number], number + number // 40)
    assert match.result is not None


def test_the_matches_above_meet_everything_that_can_happen() -> None:
    reasons, events = set(), set()
    for number, options in islice(enumerate(ALL), 0, None, 11):
        for match in played(options, number + number // 40, STYLES[(number + number // 40) % 4]):
            events |= {event["type"] for event in match.events()}
            if match.result is not None:
                reasons.add(match.result.reason)
    assert reasons == {"line", "blocked", "void"}
    assert events == {
        *("colours", "starts", "shared", "left", "turned", "drawn", "placed", "blocked", "line"),
        *("round_won", "void", "new_round", "over"),
    }
