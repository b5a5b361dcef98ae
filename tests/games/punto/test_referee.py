"""The engine and the plain referee follow the same matches and must agree on everything."""

from itertools import product
from typing import Any

import pytest

import tabletier as tt
from tests.games.punto.boards import MODES, TWO_OF_EACH, caused, everything
from tests.games.punto.games import STYLES, all_options, played
from tests.games.punto.plain import Referee

ALL = list(all_options())
READINGS = [("skip", "stuck"), ("skip", "last"), ("block", "last")]


def follow(referee: Referee, match: tt.Match) -> None:
    """Tell the referee what the last move and the draws after it were; the events tell as much."""
    draws = [entry.text for entry in match.log[_last_move(match) :] if entry.act == "draw"]
    told = list[dict[str, Any]]()
    trophies, out = [list(cards) for cards in referee.trophies], list(referee.out)
    for event in match.events():
        kind = event["type"]
        if kind == "placed":
            lying = referee.table.get(_place(event["at"]), [None])
            assert event["covered"] == lying[-1]
            referee.play(f"{event['card']}@{event['at']}")
        elif kind == "shared":
            _deal(referee, event, draws)
        elif kind in ("colours", "starts", "turned", "drawn"):
            _bring(referee, event, draws.pop(0))
        else:
            told.append(event)
    assert not draws
    for event in told:
        if event["type"] == "round_won" and event["laid_aside"]:
            trophies[event["side"]].append(event["trophy"])
        elif event["type"] == "left":
            out += event["cards"]
        elif event["type"] == "new_round":
            assert referee.table == {}
    assert trophies == referee.trophies
    assert sorted(out) == sorted(referee.out)


def _last_move(match: tt.Match) -> int:
    """Where the lines of the log begin that belong to the last move and its draws."""
    moves = [number for number, entry in enumerate(match.log) if entry.act == "move"]
    return moves[-1] if moves else 0


def _place(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


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


def follow_all(options: dict[str, Any], number: int, style: int) -> None:
    """A whole match under two pairs of eyes."""
    referee = None
    for match in played(options, number, STYLES[style]):
        referee = referee or Referee(match.options)
        follow(referee, match)
        assert match.legal_moves() == tuple(referee.legal_moves())
        assert match.position() == referee.position()
        assert everything(match.position()) == TWO_OF_EACH
        assert match.result == referee.result
    assert match.result is not None


@pytest.mark.rule("PUNTO-1", "PUNTO-9", "PUNTO-14", "PUNTO-16", "PUNTO-17", "PUNTO-18", "PUNTO-19")
@pytest.mark.rule("PUNTO-21", "PUNTO-22", "PUNTO-29")
@pytest.mark.parametrize("number", range(len(ALL)))
def test_engine_and_referee_agree_move_by_move(number: int) -> None:
    seed = number + number // 40
    follow_all(ALL[number], seed, seed % len(STYLES))


@pytest.mark.rule("PUNTO-33", "PUNTO-34")
@pytest.mark.parametrize("number", range(12))
def test_so_they_do_under_other_readings(number: int) -> None:
    """Every mode with and without expert hands, the readings and styles of play in turn."""
    mode, expert = list(product(MODES, (False, True)))[number]
    pile, ender = READINGS[number % 3]
    edition = ("2024", "atalia")[number // 2 % 2]
    options = {**MODES[mode], "expert": expert, "edition": edition, "rounds_to_win": 3}
    readings = {"empty_pile": pile, "round_ender": ender}
    follow_all({**options, **readings}, 5, 3 if pile == "skip" else 0)


def test_matches_like_these_meet_everything_that_can_happen() -> None:
    """Every eleventh of those above, and two where players are passed over."""
    seen, reasons = set[str](), set[str]()
    for number in range(0, len(ALL), 11):
        seed = number + number // 40
        for match in played(ALL[number], seed, STYLES[seed % len(STYLES)]):
            seen |= {event["type"] for event in match.events()}
        assert match.result is not None
        reasons.add(match.result.reason)
    for mode, expert in (("M4", False), ("T8", True)):
        options = {**MODES[mode], "expert": expert, "rounds_to_win": 3, "empty_pile": "skip"}
        for match in played(options, 5, STYLES[3]):
            seen |= {event["type"] for event in caused(match, "skipped")}
    assert reasons == {"line", "blocked", "void"}
    assert seen == {
        *("colours", "starts", "shared", "left", "turned", "drawn", "placed", "blocked", "line"),
        *("round_won", "void", "new_round", "over", "skipped"),
    }
