"""Whether a match counts for ratings, seat by seat, and if not why: a part of its result.

Who agreed to a rated match plays without hints and without taking back. Who leaves one first has
lost it; the others are not rated against an empty chair, nor is who leaves after that.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.text import Text
from tabletier.server.tables.errors import Refused

LENGTH = 12
"""Signs that a reason has at most."""

UNCOUNTED: dict[str, Text] = {
    "unrated": Text("la table n'était pas classée", "the table was not rated"),
    "uneven": Text("les camps étaient inégaux", "the sides were uneven"),
    "position": Text(
        "la partie n'a pas commencé comme les règles le veulent",
        "the match did not begin as the rules have it",
    ),
    "shared": Text("une même personne tenait plusieurs places", "one person sat at several seats"),
    "alone": Text("personne n'y jouait", "no person played"),
    "short": Text(
        "la partie a été arrêtée, ou quittée, avant que chacun ait joué",
        "the match was stopped, or left, before everybody had moved",
    ),
    "takeback": Text("des coups ont été repris", "moves were taken back"),
    "forgotten": Text("quelqu'un a quitté la maison", "somebody left the house"),
    "empty_chair": Text(
        "quelqu'un est parti, et on ne se mesure pas à une chaise vide",
        "somebody left, and nobody is rated against an empty chair",
    ),
    "stand_in": Text(
        "un remplaçant a joué pour quelqu'un qui a gagné",
        "a stand-in moved for somebody who won",
    ),
}
"""Why a match did not count, by its code, as the end of a sentence."""


class Facts(NamedTuple):
    """What has to be known of a match that is over."""

    rated: bool
    teams: Sequence[Sequence[int]]
    persons: Sequence[str | None]
    """Of each seat, None for the house."""
    forgotten: bool
    """Whether somebody was forgotten while they played."""
    moved: frozenset[int]
    """The seats that made a move, not by a stand-in."""
    ruled: bool
    """Whether the rules ended it: nobody gave up or ran out of time, or agreed on a draw."""
    takebacks: int
    stood_in: frozenset[int]
    """Where a stand-in made a move."""
    left: frozenset[int]
    """Where a stand-in finished it for the person who left first."""
    won: frozenset[int]
    position: bool = False
    """Whether it began from a position."""


def uncounted(facts: Facts) -> tuple[str, ...]:
    """For each seat why the match does not count, empty where it does."""
    seats = range(len(facts.persons))
    reason = _for_nobody(facts)
    if reason:
        return tuple(reason for _ in seats)
    if facts.left:
        return tuple("" if seat in facts.left else "empty_chair" for seat in seats)
    if facts.stood_in & facts.won:
        return tuple("stand_in" for _ in seats)
    return tuple("" for _ in seats)


def _for_nobody(facts: Facts) -> str:
    """Why a match counts for nobody, empty where it may count."""
    persons = [person for person in facts.persons if person is not None]
    seats = frozenset(range(len(facts.persons)))
    found = {
        "unrated": not facts.rated,
        "uneven": is_uneven(facts.teams),
        "position": facts.position,
        "alone": not persons,
        "shared": len(set(persons)) < len(persons),
        "takeback": facts.takebacks > 0,
        "forgotten": facts.forgotten,
        "short": (not facts.ruled or bool(facts.left)) and not seats <= facts.moved,
    }
    return next((reason for reason, holds in found.items() if holds), "")


def is_uneven(teams: Sequence[Sequence[int]]) -> bool:
    """Whether one side has more players than another: their strengths cannot be compared."""
    return len({len(team) for team in teams}) > 1


def check_rated(game: Game, options: Options, position: bool) -> None:
    """Whether such a table can be rated. Raises Refused."""
    if position:
        raise Refused(
            "table/position",
            Text(
                "Une partie qui commence dans une position ne peut pas être classée.",
                "A match that begins in a position cannot be rated.",
            ),
        )
    if is_uneven(game.teams(options)):
        sizes = " – ".join(str(len(team)) for team in game.teams(options))
        raise Refused(
            "table/uneven",
            Text(
                f"À {sizes}, les camps sont inégaux : une telle table ne peut pas être classée.",
                f"With {sizes} the sides are uneven: such a table cannot be rated.",
            ),
        )
