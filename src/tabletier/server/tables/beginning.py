"""Where a match begins: at the beginning, in a position somebody made, or where another stood.

A table that begins in a position says so, is never rated, and keeps the position in its log. What
chance still draws comes from the table's own seed, so its record can be checked like any other.
"""

from itertools import islice
from typing import TYPE_CHECKING, Any

from tabletier.games.kernel.contract import Game, Position
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.history import unfolding
from tabletier.match.log import EXPLICIT
from tabletier.match.match import Match
from tabletier.match.start import new, setup
from tabletier.server.background import paced
from tabletier.server.tables.acts import Beginning
from tabletier.server.tables.errors import Refused, refused_by_rules, wrong_time

if TYPE_CHECKING:
    from tabletier.server.tables.table import Table


def first_match(table: "Table") -> Match:
    """The match of a table before its first move."""
    if table.position is None:
        return new(table.game, table.options, table.seed)
    return setup(table.game, table.position, table.options, table.seed)


def set_up(game: Game, position: Any, options: Any) -> Match:
    """The match of a position, before chance draws anything. Raises Refused."""
    try:
        return setup(game.key, position, options, chance=EXPLICIT)
    except GameError as error:
        raise refused_by_rules(error) from error


def playable(game: Game, position: Any, options: Any) -> Position:
    """A position from which there is something to play, in full. Raises Refused."""
    match = set_up(game, position, options)
    if match.result is not None:
        raise _over()
    assert match.start is not None
    return match.start


def stage(match: Match, moves: int) -> Match:
    """A match as it stood after so many of its moves. Raises Refused.

    This takes a while: it is nothing for the event loop.
    """
    if moves > len(match.moves):
        raise Refused(
            "position/no-move",
            Text(
                f"Cette partie n'a que {len(match.moves)} coups, pas {moves}.",
                f"This match has only {len(match.moves)} moves, not {moves}.",
            ),
            status=422,
        )
    try:
        return next(islice(paced(unfolding(match)), moves, None))
    except GameError as error:  # a record that keeps its seed secret
        raise refused_by_rules(error) from error


def continued(match: Match, moves: int, table: str) -> tuple[Position, Beginning]:
    """Where somebody plays on after so many moves of a finished match. Raises Refused.

    What the seat to move then could not know is drawn anew, and so is all that chance has yet to
    draw: whoever has seen the whole match knows no more than was known then. It takes a while.
    """
    then = stage(match, moves)
    if then.result is not None:
        raise _over()
    game = find(match.game)
    hides = then.secret or game.hidden(then.view(then.to_move)["table"])
    position: Position = (then.imagine() if hides else then).position()
    redrawn = hides or game.draws(match.options) == "play"
    return position, Beginning(table, moves, redrawn)


def finished(table: "Table") -> Match:
    """The match of a table where it is over. Raises Refused."""
    if table.match is None or table.status != "over":
        raise wrong_time(
            "On continue une partie une fois qu'elle est terminée.",
            "A match can be played on once it is over.",
        )
    return table.match


def _over() -> Refused:
    return Refused(
        "position/over",
        Text(
            "Dans cette position la partie est terminée : il n'y a plus rien à jouer.",
            "In this position the match is over: there is nothing left to play.",
        ),
        status=422,
    )
