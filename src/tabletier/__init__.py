"""Tabletier: a games library that is open day and night.

>>> import tabletier as tt
>>> tt.games()
('barrier', 'expion', 'point', 'punto')

`new`, `setup` and `load` give a `Match`, a value: `play` leads to the next one. Opponents
(`choose`, `think`, `hint`, `analyse`) and the laboratory (`random_games`, `arena`) are imported
when they are first asked for.
"""

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from tabletier.games.kernel.contract import CHANCE
from tabletier.games.kernel.errors import (
    BadBox,
    BadDraw,
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    DrawDue,
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
from tabletier.match.match import Match, Result
from tabletier.match.options import schema as _schema
from tabletier.match.puzzles import Daily, NoPuzzle, Puzzle, daily, puzzles
from tabletier.match.record import Verification, load, verify
from tabletier.match.spaces import ActionSpace, Observation, ObservationSpace, actions, observations
from tabletier.match.start import new, register, setup
from tabletier.match.stepwise import Stepwise, stepwise

if _TYPE_CHECKING:
    from tabletier.lab.arena.standings import Report
    from tabletier.lab.trials import RandomGames, arena, random_games
    from tabletier.search.analysis import Analysis, Ply
    from tabletier.search.consult import analyse, choose, hint, think
    from tabletier.search.hints import Hint
    from tabletier.search.players import BadPlayer
    from tabletier.search.tree_search import Candidate, Thought

__all__ = [
    "CHANCE",
    "ActionSpace",
    "Analysis",
    "BadBox",
    "BadDraw",
    "BadNotation",
    "BadOption",
    "BadPlayer",
    "BadPosition",
    "BadRecord",
    "BrokenGuest",
    "Candidate",
    "Daily",
    "DrawDue",
    "GameError",
    "GameOver",
    "Hint",
    "IllegalMove",
    "Match",
    "NoPuzzle",
    "NoSuchSeat",
    "NotAllowed",
    "Observation",
    "ObservationSpace",
    "Ply",
    "Puzzle",
    "RandomGames",
    "Report",
    "Result",
    "SeedHidden",
    "Stepwise",
    "Thought",
    "UnknownGame",
    "Verification",
    "actions",
    "analyse",
    "arena",
    "choose",
    "daily",
    "games",
    "hint",
    "load",
    "new",
    "observations",
    "options",
    "puzzles",
    "random_games",
    "register",
    "setup",
    "stepwise",
    "think",
    "verify",
]

__version__ = "0.1.0"

_LATER = {
    "Analysis": "tabletier.search.analysis",
    "BadPlayer": "tabletier.search.players",
    "Candidate": "tabletier.search.tree_search",
    "Hint": "tabletier.search.hints",
    "Ply": "tabletier.search.analysis",
    "RandomGames": "tabletier.lab.trials",
    "Report": "tabletier.lab.arena.standings",
    "Thought": "tabletier.search.tree_search",
    "analyse": "tabletier.search.consult",
    "arena": "tabletier.lab.trials",
    "choose": "tabletier.search.consult",
    "hint": "tabletier.search.consult",
    "random_games": "tabletier.lab.trials",
    "think": "tabletier.search.consult",
}
"""What is imported when it is first asked for: search and laboratory are heavy."""


def options(game: str) -> dict[str, _Any]:
    """A JSON schema of a game's options: every value, default and label (fr, en).

    >>> import tabletier as tt
    >>> tt.options("expion")["properties"]["players"]["enum"]
    [2, 3, 4]
    """
    return _schema(_find(game))


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(_importlib.import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
