"""Asking the house about a match, from Python: a move, a hint, an analysis.

Whoever thinks is told what the seat to move may know, and nothing else.
"""

from numbers import Real

from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.match import Match
from tabletier.match.options import quoted, whole_number
from tabletier.match.record import load
from tabletier.match.start import checked_match, luck_of
from tabletier.search.analysis import Analysis
from tabletier.search.analysis import analyse as look_again
from tabletier.search.hints import Hint
from tabletier.search.hints import hint as hint_for
from tabletier.search.knowledge import Budget, knowledge_of
from tabletier.search.players import LONGEST, RANDOM, BadPlayer, Player, find_player
from tabletier.search.players import choose as decide
from tabletier.search.tree_search import Thought

LOOK = Budget(simulations=1000)
"""What an analysis spends on one look at one position, where nobody says otherwise."""
MOST = 10**12 - 1
"""Simulations: as many as the name of an opponent may ask for."""
MOMENT = Budget(seconds=1.0)
"""How long a hint takes, where nobody says otherwise."""


def choose(
    match: Match,
    player: str | int = "best",
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: str | int | None = None,
    threads: int = 1,
) -> str:
    """The move that an opponent of the house would make now; `think` also says why.

    `player` is a level of the game (1 to 5 or more), or a text as the arena takes it: `master`,
    `random`, `tree:500`, `best@0.2`. `seconds` and `simulations` say how long it may think, in
    place of its own time. The same simulations and seed give the same move; without a seed each
    call is another.

    >>> import tabletier as tt
    >>> match = tt.new("expion", seed="any text")
    >>> tt.choose(match, 2, seed="any text") in match.legal_moves()
    True
    """
    return think(
        match, player, seconds=seconds, simulations=simulations, seed=seed, threads=threads
    ).move


def think(
    match: Match,
    player: str | int = "best",
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: str | int | None = None,
    threads: int = 1,
) -> Thought:
    """The same with all that came of thinking: every move weighed, how often, each side's chances.

    >>> import tabletier as tt
    >>> thought = tt.think(tt.new("expion"), "tree", simulations=200, seed="any text")
    >>> sum(candidate.visits for candidate in thought.candidates) >= 200
    True
    """
    known = knowledge_of(checked_match(match))
    asked = _with_time(named(player, find(known.game)), seconds, simulations)
    return decide(asked, known, luck_of(seed), threads=_checked_threads(threads))


def hint(
    match: Match,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: str | int | None = None,
    threads: int = 1,
) -> Hint:
    """A good move for whoever is to move, and the reason in words, French and English.

    >>> import tabletier as tt
    >>> found = tt.hint(tt.new("expion", seed="any text"), simulations=200, seed="any text")
    >>> len(found.reason.en) > 0, len(found.alternatives)
    (True, 3)
    """
    budget = _budget(seconds, simulations) or MOMENT
    known = knowledge_of(checked_match(match))
    return hint_for(known, budget, luck_of(seed), threads=_checked_threads(threads))


def analyse(
    match: Match | str,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: str | int = "analysis",
    threads: int = 1,
) -> Analysis:
    """A match, or the text of a record, looked at again: chances, mistakes, luck and skill.

    `simulations` or `seconds` are for one look at one position; a move takes a few looks. The same
    simulations and seed give the same analysis. Raises SeedHidden while the seed is secret.

    >>> import tabletier as tt
    >>> match = tt.new("expion", seed="any text").play("e9-e6").play("i4-f4")
    >>> [ply.move for ply in tt.analyse(match.record(), simulations=50).plies]
    ['e9-e6', 'i4-f4']
    """
    played = load(match) if isinstance(match, str) else checked_match(match)
    budget = _budget(seconds, simulations) or LOOK
    return look_again(played, budget, luck_of(seed), threads=_checked_threads(threads))


def named(player: str | int, game: Game) -> Player:
    """The opponent that a level's number or a text names in a game. Raises BadPlayer, NoLevel."""
    return find_player(str(player) if type(player) is int else player, game)


def _with_time(player: Player, seconds: float | None, simulations: int | None) -> Player:
    budget = _budget(seconds, simulations)
    if budget is None:
        return player
    if player.kind == RANDOM:
        raise BadPlayer(_THOUGHTLESS)
    return player._replace(budget=budget)


def _budget(seconds: float | None, simulations: int | None) -> Budget | None:
    """The time somebody asked for; None where nobody did. Raises BadPlayer."""
    if seconds is None and simulations is None:
        return None
    time, count = _time(seconds), whole_number(simulations)
    if seconds is not None and time is None:
        raise BadPlayer(
            Text(
                f"On réfléchit de 0 à {LONGEST:g} secondes, pas {quoted(seconds)}.",
                f"Thinking takes more than 0 and up to {LONGEST:g} seconds, not {quoted(seconds)}.",
            )
        )
    if simulations is not None and (count is None or not 1 <= count <= MOST):
        raise BadPlayer(
            Text(
                f"On réfléchit de 1 à {MOST} simulations, pas {quoted(simulations)}.",
                f"Thinking takes 1 to {MOST} simulations, not {quoted(simulations)}.",
            )
        )
    return Budget(count, time)


def _checked_threads(threads: object) -> int:
    count = whole_number(threads)
    if count is not None and count >= 1:
        return count
    raise BadOption(
        Text(
            f"« threads » est un nombre de fils, 1 au moins, pas {quoted(threads)}.",
            f"'threads' is a number of threads, at least 1, not {quoted(threads)}.",
        )
    )


def _time(seconds: object) -> float | None:
    """Seconds, as Python has them; None where these are none to think in."""
    if isinstance(seconds, bool) or not isinstance(seconds, Real):
        return None
    try:
        time = float(seconds)
    except OverflowError:
        return None
    return time if 0 < time <= LONGEST else None


_THOUGHTLESS = Text(
    "« random » ne réfléchit pas : retirez le temps de réflexion.",
    "'random' does not think: leave out the time to think.",
)
