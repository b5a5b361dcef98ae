"""Point in numbers: its moves as actions, and what a seat sees as planes and scalars."""

from tabletier.games.kernel.bits import pick
from tabletier.games.kernel.contract import Extent, Options
from tabletier.games.point.cards import CARDS, KINDS
from tabletier.games.point.options import table_of
from tabletier.games.point.rules.setup import PATTERN_COUNT
from tabletier.games.point.space.actions import action_of, mark, step_of, texts
from tabletier.games.point.space.seen import grid, observe, planes, scalars
from tabletier.games.point.state import CAP, SEATS, TEAMS

__all__ = [
    "HIGH",
    "action_of",
    "extent",
    "grid",
    "mark",
    "observe",
    "planes",
    "scalars",
    "step_of",
    "texts",
]

HIGH = 1


def extent(options: Options) -> Extent:
    """POINT-22, POINT-23. All cards are drawn once, and once more whenever the pile is rebuilt.

    A turn takes a card from the pile (to draw rather than take the card left face up, to regroup,
    to use or discard one, to stop or go on), or a card left face up, which somebody drew before
    (to take it, to stop or go on); or it ends with a stop, which each seat makes once at most. Only
    partners regroup, stop and go on.
    """
    table = table_of(options)
    seats, teams = pick(SEATS, table.mode), table.mode == TEAMS
    drawn = CARDS * (1 + CAP)
    by_hand, by_lot = (0, seats) if table.random_rows else (seats, 0)
    return Extent(
        actions=by_hand + drawn * (4 if teams else 2) + drawn * (2 if teams else 1) + seats * teams,
        draws=by_lot + drawn + 1,
        outcomes=PATTERN_COUNT if by_lot else KINDS,
    )
