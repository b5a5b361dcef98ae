"""Hexapawn (Martin Gardner, 1962): the smallest chess there is, as a guest of Tabletier.

`GAME` is all that the house looks for: names, and which function does what.
"""

from hexapawn import rules
from hexapawn.table import diagram, picture, position, setup, view
from hexapawn.texts import ask, events, read, refuse, tell, write
from tabletier.games.kernel.contract import Draws, Game, Options
from tabletier.games.kernel.text import Text


def teams(options: Options) -> tuple[tuple[int, ...], ...]:  # noqa: ARG001 -- there are none
    """Two sides of one seat each."""
    return (0,), (1,)


def start(options: Options) -> rules.State:  # noqa: ARG001
    """Three pawns each."""
    return rules.initial()


def draws(options: Options) -> Draws:  # noqa: ARG001
    """Nothing is left to chance."""
    return "never"


GAME = Game(
    key="hexapawn",
    name=Text("Hexapion", "Hexapawn"),
    goal=Text(
        "Amenez un pion en face, ou bloquez l'autre.",
        "Bring a pawn across, or leave the other side without a move.",
    ),
    credits="Martin Gardner, 1962",
    version="1",
    options=(),
    rules=rules,
    teams=teams,
    start=start,
    write=write,
    read=read,
    refuse=refuse,
    position=position,
    setup=setup,
    view=view,
    events=events,
    tell=tell,
    ask=ask,
    picture=picture,
    diagram=diagram,
    endings={
        "arrived": Text("un pion est arrivé", "a pawn has arrived"),
        "stuck": Text("plus de coup", "no move left"),
    },
    minutes=(1, 3),
    draws=draws,
)
