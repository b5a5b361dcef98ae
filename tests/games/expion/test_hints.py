"""Why a move of Ex*pion is good: the sentences, and that they are true."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import tabletier as tt
from tests.games.expion.tables import PLACES, before_capture, marbles, table
from tests.games.remarks import remark, said

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
CELL = re.compile(r"\b[a-i][1-9]\b")


# Who stands where (North is in turn unless it says otherwise), the move, and what is said of it.
SAID: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "the Ex*pion goes into a base": (
        *({"turn": "w", "w": "e7", "n": "b9", "expion": "e8"}, "e7-e8"),
        "pousse l’Ex*pion dans la base de Nord et gagne la partie",
        "pushes the Ex*pion into North’s base and wins the game",
    ),
    "the last marble is captured": (
        *({"n": "d6", "s": "g6", "e": "e6", "expion": "c3"}, "g6-f6"),
        "capture la dernière bille adverse et gagne la partie",
        "captures the last enemy marble and wins the game",
    ),
    "a hundred quiet turns are a draw": (
        *({"n": "d6", "s": "g6", "e": "e4", "quiet": 99}, "g6-g7"),
        "achève cent tours sans progrès : la partie est nulle",
        "completes a hundred turns without progress: the game is drawn",
    ),
    "pushing the Ex*pion away keeps the base closed": (
        *({"n": "d8 b9", "e": "e7", "expion": "e8"}, "d8-e8"),
        "garde la base de Nord fermée : la bille d’Est en e7 ne peut plus y pousser l’Ex*pion",
        "keeps North’s base closed: East’s marble on e7 can no longer push the Ex*pion into it",
    ),
    "so does capturing the marble that would push it": (
        *({"n": "d7 b9", "s": "f6", "e": "e7", "w": "b2", "expion": "e8"}, "f6-f7"),
        "capture la bille d’Est en e7, qui pouvait pousser l’Ex*pion dans la base de Nord",
        "captures East’s marble on e7, which could have pushed the Ex*pion into North’s base",
    ),
    "a marble at home that stays there does": (
        *({"n": "e9 b3", "e": "e7", "expion": "e8"}, "b3-b2"),
        "garde la base de Nord fermée : la bille en e9 y reste",
        "keeps North’s base closed: the marble on e9 stays there",
    ),
    "too far away to threaten a base": (
        *({"n": "f4", "s": "b2", "e": "i2 h6", "expion": "h5"}, "f4-f5"),
        "rapproche une bille de l’Ex*pion",
        "brings a marble nearer to the Ex*pion",
    ),
    "a threat to enter the base of the other side": (
        *({"n": "g4", "s": "b2", "e": "i2 h6 g6", "expion": "h5"}, "g4-g5"),
        "menace de pousser l’Ex*pion dans la base d’Est",
        "threatens to push the Ex*pion into East’s base",
    ),
    "a threat that nothing can stop": (
        *({"n": "g4", "s": "b2", "e": "i2", "expion": "h5"}, "g4-g5"),
        "permettra de pousser l’Ex*pion dans la base d’Est, quelle que soit la réponse",
        "will let you push the Ex*pion into East’s base next turn, whatever the reply",
    ),
    "capturing one marble": (
        *({"n": "d6", "s": "g6", "e": "e6 i2", "expion": "c3"}, "g6-f6"),
        "capture la bille d’Est en e6",
        "captures East’s marble on e6",
    ),
    "capturing the last of a player": (
        *({"players": 4, "n": "d6 g6", "s": "b2", "e": "e6", "w": "a2", "expion": "c3"}, "g6-f6"),
        "capture la bille d’Est en e6 et élimine Est",
        "captures East’s marble on e6 and eliminates East",
    ),
    "going out of danger": (
        *({"n": "e6 b2", "e": "d6 g6 i2", "expion": "c3"}, "e6-e7"),
        "met la bille de Nord en e6 à l’abri d’une capture, en e7",
        "saves North’s marble on e6 from capture by going to e7",
    ),
    "protecting another marble": (
        *({"n": "e6 f7 b2", "e": "d6 g6 i2", "expion": "c3"}, "f7-f6"),
        "protège la bille de Nord en e6 d’une capture",
        "protects North’s marble on e6 from capture",
    ),
    "threatening one": (
        *({"n": "c7 e7", "e": "d6 i2", "expion": "c3"}, "c7-c6"),
        "menace de capturer la bille d’Est en d6",
        "threatens to capture East’s marble on d6",
    ),
    "capturing comes before threatening": (
        *({"n": "c7 e7 c4", "e": "d6 c5 i2", "expion": "g3"}, "c7-c6"),
        "capture la bille d’Est en c5",
        "captures East’s marble on c5",
    ),
    "threatening two": (
        *({"n": "c7 e7 b4", "e": "d6 c5 i2", "expion": "g3"}, "c7-c6"),
        "menace les billes en c5 et d6",
        "threatens the marbles on c5 and d6",
    ),
    "pushing the Ex*pion towards a base": (
        *({"n": "d5", "e": "i2 i5"}, "d5-e5"),
        "pousse l’Ex*pion vers la base d’Est",
        "pushes the Ex*pion towards East’s base",
    ),
    "a pass is the only move": (
        *({"n": "b8", "e": "c8 b7 i5"}, "pass"),
        "est le seul coup permis",
        "is the only move allowed",
    ),
    "the next player must pass": (
        *({"turn": "e", "n": "b8", "e": "c8 b6 i5"}, "b6-b7"),
        "oblige Nord et Sud à passer",
        "forces North and South to pass",
    ),
    "getting ready to push": (
        *({"n": "d6", "e": "i2 i5"}, "d6-d5"),
        "prépare une poussée de l’Ex*pion vers la base d’Est",
        "prepares a push of the Ex*pion towards East’s base",
    ),
    "hunting the last marbles": (
        *({"n": "c3 b9", "e": "c8", "expion": "g3"}, "c3-c4"),
        "rapproche une bille de la bille d’Est en c8",
        "brings a marble nearer to East’s marble on c8",
    ),
}


@pytest.mark.rule("EXPION-22", "EXPION-23", "EXPION-33", "EXPION-34", "EXPION-35")
@pytest.mark.parametrize(("standing", "move", "fr", "en"), SAID.values(), ids=SAID)
def test_what_is_said_of_a_move(standing: dict[str, Any], move: str, fr: str, en: str) -> None:
    assert said(table(**standing), move) == (fr, en)


@pytest.mark.rule("EXPION-25")
def test_what_is_said_of_capturing_several() -> None:
    match = before_capture(n="b5 d7 f5 d4", e="c5 d6", w="e5", expion="g3")
    assert said(match, "d4-d5") == (
        "capture trois billes en c5, d6 et e5",
        "captures three marbles on c5, d6 and e5",
    )


@pytest.mark.rule("EXPION-12")
def test_what_is_said_at_the_beginning() -> None:
    match = tt.new("expion", seed="x")
    assert said(match, "c9-c7") == (
        "fait sortir une bille du camp de Nord, en c7",
        "brings a marble out of North’s camp, to c7",
    )
    match = match.play("b9-b8").play("i5-f5").play("h9-h8")
    assert said(match, "f5-e5")[1] == "drives the Ex*pion away from East’s base"


def with_turn(match: tt.Match, cycle: int) -> tt.Match:
    """The same board with the turn at another place."""
    return tt.setup("expion", {**match.position(), "cycle": cycle}, match.options, seed="x")


def enters(match: tt.Match) -> bool:
    """Whether the player in turn can push the Ex*pion into a base."""
    endings = (match.play(move).result for move in match.legal_moves())
    return any(result is not None and result.reason == "base" for result in endings)


def takes(match: tt.Match, cell: str) -> bool:
    """Whether the player in turn can capture the marble on a cell."""
    return any(cell not in marbles(match.play(move)) for move in match.legal_moves())


def rival_turns(match: tt.Match) -> list[int]:
    """The other side's places that have marbles, the next one first."""
    here = match.position()["cycle"]
    found = []
    for place in ((here + 1) & 3, (here + 3) & 3):
        both = match.options["players"] == 2 or (match.options["players"] == 3 and place & 1 == 0)
        own = PLACES[place] + (PLACES[place ^ 2] if both else "")
        if any(letter in own for letter in marbles(match).values()):
            found.append(place)
    return found


def check_base(match: tt.Match, move: str, words: str) -> None:
    after = match.play(move)
    if "stays there" in words:
        assert marbles(after)[CELL.findall(words)[0]] in "nesw"
        return
    rival = rival_turns(match)[0]
    assert enters(with_turn(match, rival)), words
    assert not enters(with_turn(after, rival)), words


def check_captures(match: tt.Match, move: str, words: str) -> None:
    before, after = marbles(match), marbles(match.play(move))
    if "last enemy" in words:
        check_wins(match, move, words)
        return
    if "could have" in words:
        check_base(match, move, words)
        words = words.split(",")[0]
    taken = CELL.findall(words)
    assert len(before) - len(after) == len(taken), words
    source = move[:2]
    assert set(taken) == set(before) - set(after) - {source}


def check_wins(match: tt.Match, move: str, words: str) -> None:
    result = match.play(move).result
    if "wins" in words:
        assert result is not None
        assert match.to_move in result.winners


def check_threat(match: tt.Match, move: str, words: str) -> None:
    here = match.position()["cycle"]
    after = with_turn(match.play(move), here)
    if "base" in words:
        assert enters(after)
    for cell in [] if "base" in words else CELL.findall(words):
        assert takes(after, cell)
        assert not takes(match, cell)


def check_safe(match: tt.Match, move: str, words: str) -> None:
    after, rival = match.play(move), rival_turns(match)[0]
    cells = CELL.findall(words)
    assert takes(with_turn(match, rival), cells[0])
    assert not takes(with_turn(after, rival), cells[-1])


def check_unstoppable(match: tt.Match, move: str, words: str) -> None:
    after = match.play(move)
    assert "base next turn" in words
    assert all(enters(after.play(reply)) for reply in after.legal_moves())


def check_frees(match: tt.Match, move: str, words: str) -> None:
    after = with_turn(match.play(move), match.position()["cycle"])
    count = words.split(": ")[1].split()[0]
    free = [reply for reply in after.legal_moves() if reply != "pass"]
    assert len(free) == (int(count) if count.isdigit() else NUMBERS.index(count))
    assert len(free) > len(match.legal_moves())


def check_only(match: tt.Match, move: str, words: str) -> None:
    assert words == "is the only move allowed"
    assert match.legal_moves() == (move,)


def check_draws(match: tt.Match, move: str, words: str) -> None:
    result = match.play(move).result
    assert words.endswith("the game is drawn")
    assert result is not None
    assert result.winners == ()


CHECKS: dict[str, Callable[[tt.Match, str, str], None]] = {
    "pushes": check_wins,
    "keeps": check_base,
    "captures": check_captures,
    "threatens": check_threat,
    "saves": check_safe,
    "protects": check_safe,
    "will": check_unstoppable,
    "frees": check_frees,
    "is": check_only,
    "completes": check_draws,
}


UNCHECKED = ("brings", "drives", "prepares", "forces")
"""Where a marble goes is in the move; the rest is shown above."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_said_is_true(players: int) -> None:
    dice, seen = random.Random(players), set()
    for number in range(3):
        match = tt.new("expion", {"players": players}, seed=f"true {number}")
        while match.to_move is not None:
            moves = match.legal_moves()
            if dice.random() < 0.25:
                for move in dice.sample(moves, min(3, len(moves))):
                    text = remark(match, move)
                    verb = text.en.split()[0] if text else ""
                    seen.add(verb)
                    if text and verb not in UNCHECKED:
                        CHECKS[verb](match, move, text.en)
            match = match.play(dice.choice(moves))
    assert {"captures", "saves", "threatens"} <= seen
