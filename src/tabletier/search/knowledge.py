"""What an opponent is told: its seat's view and the public record, and nothing else."""

from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Options, View
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match


class Knowledge(NamedTuple):
    """Everything an opponent may use."""

    game: str
    options: Options
    seat: int
    table: View
    """The seat's view of the table."""
    past: tuple[Any, ...] = ()
    """What earlier positions are compared by; all can see them in the games that count them."""


def knowledge_of(match: Match) -> Knowledge:
    """What the seat to move in a match knows."""
    seat = match.to_move
    if seat is None:
        raise ValueError("nobody is to move: the match is over")
    return Knowledge(match.game, match.options, seat, match.view(seat)["table"], match.seen)


def side_of(known: Knowledge) -> int:
    """The side that the seat belongs to."""
    teams = find(known.game).teams(known.options)
    return next(side for side, team in enumerate(teams) if known.seat in team)
