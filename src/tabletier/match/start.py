"""Ways to begin a match: new, or from a position."""

from typing import Any

from tabletier.games.kernel.contract import Game, Position
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.steps import bridge
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.seed import SEED_LIMIT, commitment, fresh_seed


def new(game: str, options: Any = None, seed: str | None = None) -> Match:
    """A new match; without a seed, one that nobody can guess."""
    found = find(game)
    agreed = fill(found, options)
    secret = checked_seed(seed)
    state = found.start(agreed)
    memory = found.remember(None, None, -1, state)
    return _open(found, agreed, secret, None, state, memory)


def setup(game: str, position: Any, options: Any = None, seed: str | None = None) -> Match:
    """A match that begins in a given position. Raises BadPosition, which says what is wrong."""
    found = find(game)
    agreed = fill(found, options)
    secret = checked_seed(seed)
    state, memory = found.setup(position, agreed)
    start = found.position(state, memory)
    return _open(found, agreed, secret, start, state, memory)


def _open(
    game: Game,
    options: dict[str, Any],
    seed: str,
    start: Position | None,
    state: Any,
    memory: Any,
) -> Match:
    """The match, once everything is drawn that comes before the first decision."""
    waiting = bridge(game).waiting(state)
    match = Match(game, options, seed, commitment(seed), start, state, memory, waiting)
    return match._draw()._count_repetition()


def checked_seed(seed: object) -> str:
    """A usable seed: the given text, or a fresh one."""
    if seed is None:
        return fresh_seed()
    if isinstance(seed, str) and 0 < len(seed) <= SEED_LIMIT and _encodes(seed):
        return seed
    raise BadOption(
        Text(
            f"La graine est un texte de 1 à {SEED_LIMIT} caractères.",
            f"The seed is a text of 1 to {SEED_LIMIT} characters.",
        )
    )


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
