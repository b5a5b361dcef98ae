"""Why a move or a tile of Barrier is good: the sentences, and that they are true."""

import random
import re
from collections.abc import Callable

import pytest

import tabletier as tt
from tests.games.barrier.tables import laid, table
from tests.games.remarks import remark, said

CELL = re.compile(r"\b[a-h][1-8]\b")


# Pawns on the board, yellow to move, the move, and what is said of it.
MOVES: dict[str, tuple[str, str, str, str]] = {
    "the last pawn is taken": (
        *("y: c2, c: c3", "c2xc4"),
        "prend le dernier pion d'Incolore et gagne la partie",
        "takes Colourless's last pawn and wins the game",
    ),
    "the other side is left without a move": (
        *("Y: a1 c1, c: a2", "c1-b1"),
        "ne laisse aucun coup à Incolore et gagne la partie",
        "leaves Colourless no move and wins the game",
    ),
    "one pawn is taken": (
        *("y: c1, C: c2, c: h8", "c1xc3"),
        "prend le pion incolore couronné en c2",
        "takes the crowned colourless pawn on c2",
    ),
    "several are taken": (
        *("Y: a1, c: a2 b3 h8", "a1xa3xc3"),
        "prend deux pions incolores en a2 et b3",
        "takes two colourless pawns on a2 and b3",
    ),
    "taking and being crowned": (
        *("y: c6, c: c7 h8", "c6xc8"),
        "prend le pion incolore en c7 et fait couronner le vôtre en c8",
        "takes the colourless pawn on c7 and has yours crowned on c8",
    ),
    "going out of danger": (
        *("Y: c6, c: c7 g8", "c6-d7"),
        "met le pion de c6 à l’abri, en d7",
        "takes the pawn on c6 out of danger, to d7",
    ),
    "protecting another pawn": (
        *("y: b2, Y: a1, C: b3, c: h8", "a1-b1"),
        "protège le pion en b2",
        "protects the pawn on b2",
    ),
    "threatening": (
        *("Y: a1, c: c3 h8", "a1-b2"),
        "menace de prendre le pion incolore en c3",
        "threatens to take the colourless pawn on c3",
    ),
    "a pawn is crowned": (
        *("y: c7, c: h6", "c7-c8"),
        "fait couronner un pion en c8",
        "has a pawn crowned on c8",
    ),
    "the other side is kept from it": (
        *("Y: b1 d1 b2, c: c2, C: h8", "b2-c1"),
        "empêche Incolore de faire couronner un pion en c1",
        "keeps Colourless from having a pawn crowned on c1",
    ),
    "a crowning is prepared": (
        *("y: c6, c: h6", "c6-c7"),
        "prépare un couronnement en b8",
        "prepares a crowning on b8",
    ),
    "crossing the barrier": (
        *("y: c5, c: h8 a7", "c5-c6"),
        "fait franchir la barrière à un pion, en c6",
        "brings a pawn across the barrier, to c6",
    ),
    "entering it": (
        *("y: c3, c: h8", "c3-c4"),
        "amène un pion sur la barrière en c4 : on en sort par le nord-est ou le nord-ouest",
        "brings a pawn onto the barrier on c4: the way out is north-east or north-west",
    ),
    "a crowned pawn hunts": (
        *("Y: a1, C: d8", "a1-a2"),
        "rapproche un pion couronné du pion incolore couronné en d8",
        "brings a crowned pawn nearer to the crowned colourless pawn on d8",
    ),
    "advancing out of reach": (
        *("y: c1, c: h8", "c1-c2"),
        "avance un pion en c2, hors d’atteinte",
        "advances a pawn to c2, out of reach",
    ),
}
# Tiles laid before, the tile, and what is said of it.
TILES: dict[str, tuple[tuple[str, ...], str, str, str]] = {
    "a tile for oneself": (
        *((), "8@c4"),
        "ne laisse sortir de c4 que vers l’avant pour vous, en arrière pour Incolore",
        "lets pawns leave c4 only forward for you, back for Colourless",
    ),
    "a way across": (
        *(("8@c4", "1@b4"), "1@b5"),
        "ouvre une traversée à vos pions par b4 et b5",
        "opens a way across for your pawns by b4 and b5",
    ),
    "a way across, aslant": (
        *(("8@c4", "6@h4"), "1@b5"),
        "ouvre une traversée à vos pions par c4 et b5",
        "opens a way across for your pawns by c4 and b5",
    ),
    "a trap": (
        *((), "7@a4"),
        "ferme a4 : la flèche ne mène que hors du damier",
        "closes a4: the arrow leads off the board only",
    ),
    "nothing for the other side": (
        *((), "1@c4"),
        "n’offre à Incolore aucune sortie vers l’avant en c4",
        "gives Colourless no way forward on c4",
    ),
    "one way forward": (
        *((), "5@c4"),
        "donne à vos pions une sortie vers l’avant en c4, par le nord-est",
        "gives your pawns a way forward on c4: north-east",
    ),
}


@pytest.mark.rule("BARRIER-1", "BARRIER-14", "BARRIER-15", "BARRIER-16", "BARRIER-19", "BARRIER-22")
@pytest.mark.rule("BARRIER-25", "BARRIER-27")
@pytest.mark.parametrize(("pawns", "move", "fr", "en"), MOVES.values(), ids=MOVES)
def test_what_is_said_of_a_move(pawns: str, move: str, fr: str, en: str) -> None:
    barrier = {"c5-c6": laid(c5=1), "c3-c4": laid(c4=8)}.get(move)
    assert said(table(pawns, barrier), move) == (fr, en)


@pytest.mark.rule("BARRIER-10", "BARRIER-18")
@pytest.mark.parametrize(("before", "tile", "fr", "en"), TILES.values(), ids=TILES)
def test_what_is_said_of_a_tile(before: tuple[str, ...], tile: str, fr: str, en: str) -> None:
    match = tt.new("barrier", seed="x")
    for one in before:
        match = match.play(one)
    assert said(match, tile) == (fr, en)


@pytest.mark.rule("BARRIER-28")
def test_what_is_said_of_the_fortieth_quiet_move_of_each() -> None:
    assert said(table("Y: a1 h1, C: h8", quiet=79), "a1-a2") == (
        "achève quarante coups sans progrès de chaque camp et gagne au compte des pions",
        "completes forty moves each without progress and wins by the count of pawns",
    )
    drawn = said(table("Y: a1, C: h8", quiet=79), "a1-a2")
    assert drawn[1].endswith("the game is drawn")


def with_turn(match: tt.Match, side: int) -> tt.Match:
    """The same board with another side to move."""
    return tt.setup("barrier", {**match.position(), "to_move": side}, match.options, seed="x")


def pawns(match: tt.Match) -> dict[str, str]:
    found: dict[str, str] = match.position()["pawns"]
    return found


def takes(match: tt.Match, side: int, cell: str) -> bool:
    """Whether a side could take the pawn on a cell."""
    try:
        here = with_turn(match, side)
    except tt.BadPosition:  # that side could not move at all
        return False
    captures = (event for move in here.legal_moves() for event in here.play(move).events())
    return any(event["type"] == "captured" and event["at"] == cell for event in captures)


def crowned_at(match: tt.Match, side: int) -> set[str]:
    """Where a side could have a pawn crowned."""
    try:
        here = with_turn(match, side)
    except tt.BadPosition:
        return set()
    events = (event for move in here.legal_moves() for event in here.play(move).events())
    return {event["at"] for event in events if event["type"] == "crowned"}


def mover(match: tt.Match) -> int:
    assert match.to_move is not None
    return match.to_move


def check_takes(match: tt.Match, move: str, words: str) -> None:
    if "out of danger" in words:
        source, target = CELL.findall(words)
        assert takes(match, 1 - mover(match), source)
        assert not takes(match.play(move), 1 - mover(match), target)
        return
    events = match.play(move).events()
    taken = {event["at"] for event in events if event["type"] == "captured"}
    if "wins" not in words:
        assert taken == set(CELL.findall(words.split(" and has")[0]))
    count = len(pawns(match)) - len(pawns(match.play(move)))
    assert count == len(taken)
    assert ("has yours crowned" in words) <= any(event["type"] == "crowned" for event in events)


def check_wins(match: tt.Match, move: str, words: str) -> None:
    result = match.play(move).result
    assert result is not None
    assert result.winners == (() if "drawn" in words else (mover(match),))


def check_has(match: tt.Match, move: str, words: str) -> None:
    crowned = [e["at"] for e in match.play(move).events() if e["type"] == "crowned"]
    assert crowned == CELL.findall(words)


def check_protects(match: tt.Match, move: str, words: str) -> None:
    (cell,) = CELL.findall(words)
    assert takes(match, 1 - mover(match), cell)
    assert not takes(match.play(move), 1 - mover(match), cell)


def check_keeps(match: tt.Match, move: str, words: str) -> None:
    assert CELL.findall(words)[0] in crowned_at(match, 1 - mover(match))
    assert not crowned_at(match.play(move), 1 - mover(match))


def check_threatens(match: tt.Match, move: str, words: str) -> None:
    for cell in CELL.findall(words):
        assert takes(match.play(move), mover(match), cell)
        assert not takes(match, mover(match), cell)


def check_prepares(match: tt.Match, move: str, words: str) -> None:
    assert CELL.findall(words)[0] in crowned_at(match.play(move), mover(match))


def check_reach(match: tt.Match, move: str, words: str) -> None:
    (cell,) = CELL.findall(words)
    assert cell == re.split("[-x]", move)[-1]
    assert not takes(match.play(move), 1 - mover(match), cell)


def check_only(match: tt.Match, move: str, words: str) -> None:
    assert words == "is the only move allowed"
    assert match.legal_moves() == (move,)


CHECKS: dict[str, Callable[[tt.Match, str, str], None]] = {
    "takes": check_takes,
    "leaves": check_wins,
    "completes": check_wins,
    "has": check_has,
    "protects": check_protects,
    "keeps": check_keeps,
    "threatens": check_threatens,
    "prepares": check_prepares,
    "advances": check_reach,
    "is": check_only,
}


UNCHECKED = ("brings",)
"""Where a pawn goes is in the move."""


@pytest.mark.parametrize("capture", ["optional", "mandatory"])
@pytest.mark.parametrize("tiles", ["right_angle", "acute", "obtuse"])
def test_what_is_said_is_true(tiles: str, capture: str) -> None:
    dice, seen = random.Random(f"{tiles} {capture}"), set()
    options = {"tiles": tiles, "capture": capture, "layout": "random"}
    for number in range(2):
        match = tt.new("barrier", options, seed=f"true {number}")
        while match.to_move is not None:
            moves = match.legal_moves()
            for move in dice.sample(moves, min(3, len(moves))) if dice.random() < 0.3 else ():
                text = remark(match, move)
                verb = text.en.split()[0] if text else ""
                seen.add(verb)
                if text and verb not in UNCHECKED:
                    CHECKS[verb](match, move, text.en)
            match = match.play(dice.choice(moves))
    assert {"takes", "threatens", "advances", "has"} <= seen
