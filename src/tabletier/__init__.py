"""Tabletier: a games library that is open day and night.

>>> import tabletier as tt
>>> tt.games()
('barrier', 'expion', 'point', 'punto')
"""

from typing import Any as _Any

from tabletier.games.kernel.errors import (
    BadBox,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    GameError,
    GameOver,
    IllegalMove,
    NoSuchSeat,
    NotAllowed,
    SeedHidden,
    UnknownGame,
)
from tabletier.games.kernel.guests import BrokenGuest
from tabletier.games.kernel.registry import find as _find
from tabletier.games.kernel.registry import keys as games
from tabletier.games.kernel.registry import register
from tabletier.match.match import Match, Result
from tabletier.match.options import schema as _schema
from tabletier.match.record import load, verify
from tabletier.match.spaces import ActionSpace, Observation, ObservationSpace, actions, observations
from tabletier.match.start import new, setup
from tabletier.match.stepwise import Stepwise, stepwise

__all__ = [
    "ActionSpace",
    "BadBox",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BrokenGuest",
    "GameError",
    "GameOver",
    "IllegalMove",
    "Match",
    "NoSuchSeat",
    "NotAllowed",
    "Observation",
    "ObservationSpace",
    "Result",
    "SeedHidden",
    "Stepwise",
    "UnknownGame",
    "actions",
    "games",
    "load",
    "new",
    "observations",
    "options",
    "register",
    "setup",
    "stepwise",
    "verify",
]

__version__ = "0.1.0"


def options(game: str) -> dict[str, _Any]:
    """A JSON schema of a game's options: every value, default and label (fr, en)."""
    return _schema(_find(game))
