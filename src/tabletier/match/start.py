"""Ways to begin a match: new, or from a position; games from elsewhere to begin one of."""

import sys
from importlib.util import find_spec
from typing import Any

from tabletier.games.kernel import registry
from tabletier.games.kernel.contract import Game, Position
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.steps import bridge
from tabletier.games.kernel.text import Text
from tabletier.match.chance import checked_chance
from tabletier.match.log import EXPLICIT, NO_PROMISE, SEEDED, Chance
from tabletier.match.match import Match
from tabletier.match.options import fill, quoted, whole_number
from tabletier.match.seed import SEED_LIMIT, commitment, fresh_seed


def new(
    game: str, options: Any = None, seed: str | None = None, *, chance: Chance = SEEDED
) -> Match:
    """A new match. Draws come from its seed; without one, from a seed that nobody can guess.

    With `chance="explicit"` there is no seed: the match stops at every draw, `chances` says what
    may come and `draw` goes on.

    >>> import tabletier as tt
    >>> tt.new("punto", {"players": 3}, seed="any text").to_move
    0
    >>> tt.new("punto", chance="explicit").to_move == tt.CHANCE
    True
    """
    found = find(game)
    agreed = fill(found, options, quoted)
    secret = _luck(seed, chance)
    state = found.start(agreed)
    memory = found.remember(None, None, -1, state)
    return _open(found, agreed, secret, None, state, memory)


def setup(
    game: str,
    position: Any,
    options: Any = None,
    seed: str | None = None,
    *,
    chance: Chance = SEEDED,
) -> Match:
    """A match that begins in a given position. Raises BadPosition, which says what is wrong.

    Seed and chance are as in `new`.

    >>> import tabletier as tt
    >>> match = tt.new("expion", seed="any text").play("e9-e6")
    >>> tt.setup("expion", match.position(), seed="another").legal_moves() == match.legal_moves()
    True
    """
    found = find(game)
    agreed = fill(found, options, quoted)
    secret = _luck(seed, chance)
    state, memory = found.setup(position, agreed)
    start = found.position(state, memory)
    return _open(found, agreed, secret, start, state, memory)


def _open(
    game: Game,
    options: dict[str, Any],
    seed: str | None,
    start: Position | None,
    state: Any,
    memory: Any,
) -> Match:
    """The match, once everything is drawn that comes before the first decision.

    Without a seed draws are chosen, so it stands at the first of them.
    """
    waiting = bridge(game).waiting(state)
    promise = NO_PROMISE if seed is None else commitment(seed)
    match = Match(game, options, seed, promise, start, state, memory, waiting)
    if seed is None:
        match = match._with(chance=EXPLICIT)
    return match._draw()._count_repetition()


def _luck(seed: str | None, chance: object) -> str | None:
    """The seed that draws come from; None where they are chosen."""
    return None if checked_chance(chance, seed) == EXPLICIT else checked_seed(seed)


def register(package: str) -> str:
    """Make a game known that lives outside the house; its key.

    `package` is the dotted name of its package, whose last part is the key and whose `GAME` is the
    game. Nothing is loaded yet. Raises ValueError if another game has that key already, or if
    there can be no game: this is no name of a package, nothing here is called so, or it is a part
    of Python itself.
    """
    if type(package) is not str:
        raise ValueError(f"expected a package's name such as my_project.my_game, not {package!r}")
    top = package.partition(".")[0]
    if top in sys.stdlib_module_names:
        raise ValueError(f"{package[:80]}: this is a part of Python, not a game's package")
    if top.isidentifier() and top not in sys.modules and find_spec(top) is None:
        raise ValueError(f"{package[:80]}: there is no package {top!r} here; is it installed?")
    return registry.register(package)


def checked_seed(seed: object) -> str:
    """A usable seed: the given text, or a fresh one."""
    if seed is None:
        return fresh_seed()
    if isinstance(seed, str) and 0 < len(seed) <= SEED_LIMIT and _encodes(seed):
        return seed
    fr = f"La graine est un texte de 1 à {SEED_LIMIT} caractères"
    en = f"The seed is a text of 1 to {SEED_LIMIT} characters"
    if isinstance(seed, str):
        raise BadOption(Text(f"{fr}.", f"{en}."))
    raise BadOption(Text(f"{fr}, pas {quoted(seed)}.", f"{en}, not {quoted(seed)}."))


def luck_of(seed: object) -> str:
    """What a search or the laboratory draws from: as `checked_seed`; a whole number is a text."""
    number = whole_number(seed)
    return checked_seed(seed if number is None else str(number))


def checked_match(match: object) -> Match:
    """The same match, where it is one. Raises BadOption."""
    if isinstance(match, Match):
        return match
    raise BadOption(
        Text(
            f"Il faut une partie, comme tabletier.new(…) en donne une, pas {quoted(match)}.",
            f"A match is expected, such as tabletier.new(…) gives, not {quoted(match)}.",
        )
    )


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
