"""What somebody answers to which moves, said in advance: lines of moves, played while they fit.

A plan is the moves of both seats in turn, as they may be played from where the match stands. It
grows shorter with every move that is played as foreseen, and is gone with the first that is not.
"""

from collections.abc import Sequence
from itertools import zip_longest

from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.server.tables.errors import Refused, refused_by_rules

Lines = tuple[tuple[str, ...], ...]
Plans = dict[int, Lines]
"""The plan of each seat that has one."""
MOST_LINES, LONGEST_LINE = 16, 24
MOST_MOVES = 64
"""Moves of a plan, those that its lines share counted once: each is tried when it is made."""


def advanced(plans: Plans, before: Match, move: str) -> Plans:
    """What is left of all plans after a move."""
    found: Plans = {}
    for seat, lines in plans.items():
        fit = tuple(line[1:] for line in lines if line[1:] and is_same(before, line[0], move))
        if fit:
            found[seat] = fit
    return found


def without(plans: Plans, seat: int) -> Plans:
    """All plans but one."""
    return {other: lines for other, lines in plans.items() if other != seat}


def is_same(match: Match, one: str, other: str) -> bool:
    """Whether two texts make the same of a match."""
    if one == other:
        return True
    try:
        return match.play(one).position() == match.play(other).position()
    except GameError:
        return False


def checked(match: Match, seat: int, lines: Sequence[Sequence[str]]) -> Lines:
    """A plan whose moves are all legal, with one answer to everything. Raises Refused."""
    known: dict[tuple[str, ...], Match] = {(): match}
    answers: dict[tuple[str, ...], str] = {}
    for number, line in enumerate(lines, 1):
        for length, move in enumerate(line):
            before, after = tuple(line[:length]), tuple(line[: length + 1])
            if known[before].to_move == seat and answers.setdefault(before, move) != move:
                raise _two_answers(number, answers[before], move)
            if after not in known:
                if len(known) > MOST_MOVES:
                    raise _too_much()
                known[after] = _played(known[before], move, number)
        last = tuple(line[:-1])
        if not line or known[last].to_move != seat:
            raise _no_answer(number)
    found = sorted({tuple(line) for line in lines})
    return tuple(
        line
        for line, after in zip_longest(found, found[1:], fillvalue=())
        if after[: len(line)] != line
    )


def _played(match: Match, move: str, number: int) -> Match:
    try:
        return match.play(move)
    except GameError as error:
        refused = refused_by_rules(error)
        raise Refused(
            refused.code,
            Text(
                f"Ligne {number}, coup « {move} » : {error.text.fr}",
                f"Line {number}, move '{move}': {error.text.en}",
            ).printable(),
            refused.rule,
            refused.cells,
            422,
        ) from error


def _two_answers(number: int, one: str, other: str) -> Refused:
    return Refused(
        "plan/two-answers",
        Text(
            f"Ligne {number} : au même coup vous répondez « {one} » et « {other} ». "
            "Gardez une seule réponse.",
            f"Line {number}: you answer the same move with '{one}' and with '{other}'. Keep one.",
        ).printable(),
        status=422,
    )


def _no_answer(number: int) -> Refused:
    return Refused(
        "plan/no-answer",
        Text(
            f"La ligne {number} doit finir par un coup de vous, votre réponse.",
            f"Line {number} must end with a move of yours, the answer.",
        ),
        status=422,
    )


def _too_much() -> Refused:
    return Refused(
        "plan/too-much",
        Text(
            f"Un plan a {MOST_MOVES} coups au plus, toutes lignes ensemble.",
            f"A plan has {MOST_MOVES} moves at most, all its lines together.",
        ),
        status=422,
    )
