"""The laboratory from Python: many random games, and tournaments."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletier.games.kernel.contract import CHANCE
from tabletier.games.kernel.errors import BadOption, DrawDue
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.lab.arena.plan import BadArena, Plan
from tabletier.lab.arena.standings import Report
from tabletier.lab.arena.tournament import run
from tabletier.lab.bulk import BulkGames, play_from, reasons, streams
from tabletier.match.match import Match
from tabletier.match.options import fill, quoted, whole_number
from tabletier.match.start import luck_of

MOST_ROWS = np.iinfo(np.int64).max >> 8
"""More rows no array can have."""


class RandomGames(NamedTuple):
    """What became of some random games; row g of every array is game g."""

    lengths: NDArray[np.int64]
    """Moves a game; draws of chance are none."""
    winners: NDArray[np.bool_]
    """Whether each seat won, `[games, seats]`; nobody did in a drawn game."""
    reasons: NDArray[np.int64]
    """Why it ended, an index into `endings`."""
    endings: tuple[str, ...]
    """Every way in which a match can end by itself, as `Result.reason` has it."""


def random_games(
    game: str | Match,
    options: Mapping[str, Any] | None = None,
    n: int = 1000,
    seed: str | int | None = "tabletier",
) -> RandomGames:
    """Random games at compiled speed, from the beginning or on from a match.

    Every seat chooses uniformly among its steps (of a chain of jumps, each link). The same seed
    gives the same games, and game g is the same however many are asked for. On from a match, what
    is hidden is as it really is: go on from `match.imagine()` to be fair. Positions before the
    match's last are not counted for repetition.

    >>> import tabletier as tt
    >>> games = tt.random_games("expion", {"players": 2}, n=100, seed="any text")
    >>> games.lengths.shape, games.winners.shape
    ((100,), (100, 2))
    >>> on = tt.random_games(tt.new("expion").play("e9-e6"), n=10)
    >>> on.endings
    ('base', 'elimination', 'blocked', 'stall', 'repetition')
    """
    count = whole_number(n)
    if count is None or count < 0:
        raise BadOption(
            Text(
                f"« n » est un nombre de parties, pas {quoted(n)}.",
                f"'n' is a number of games, not {quoted(n)}.",
            )
        )
    luck = luck_of(seed)
    try:
        if count > MOST_ROWS:
            raise MemoryError
        if isinstance(game, Match):
            return _on_from(game, options, count, luck)
        found = find(game)
        agreed = fill(found, options, quoted)
        played = play_from(found, found.start(agreed), streams(count, luck, found.key, agreed))
        return _columns(played, sum(map(len, found.teams(agreed))), reasons(found))
    except MemoryError:
        raise BadOption(
            Text(
                f"La mémoire ne suffit pas pour {n} parties d’un coup : demandez-en moins.",
                f"There is not enough memory for {n} games at once: ask for fewer.",
            )
        ) from None


def _on_from(match: Match, options: object, n: int, seed: str) -> RandomGames:
    if options is not None:
        raise BadOption(_AGREED_ALREADY)
    endings, result = reasons(match._game), match.result
    if match.to_move == CHANCE:
        raise DrawDue(_DRAW_FIRST)
    if result is None:
        played = play_from(match._game, match._state, streams(n, seed))
        return _columns(played, match.seats, endings)
    winners = np.zeros((n, match.seats), np.bool_)
    winners[:, list(result.winners)] = True
    if result.reason not in endings:
        endings = (*endings, result.reason)
    return RandomGames(
        np.zeros(n, np.int64), winners, np.full(n, endings.index(result.reason)), endings
    )


def _columns(played: BulkGames, seats: int, endings: tuple[str, ...]) -> RandomGames:
    winners = (played.winners[:, np.newaxis] >> np.arange(seats)) & 1 == 1
    return RandomGames(played.lengths, winners, played.reasons, endings)


def arena(
    game: str,
    players: Sequence[str | int],
    *,
    games: int = 100,
    options: Mapping[str, Any] | None = None,
    seed: str | int | None = "tabletier",
    opening: int = 0,
    jobs: int = 1,
    results: Path | str | None = None,
    records: Path | str | None = None,
    sprt: tuple[float, float] | None = None,
) -> Report:
    """Let opponents play each other, as `tabletier arena` does: shares, Elo, ratings, times.

    Players are levels or texts as `choose` takes them. Everybody takes every side with the same
    luck, so `games` is rounded up to whole rounds. `opening` random moves begin every game of a
    deck alike. `jobs` is a number of processes; the same seed gives the same games whatever it is.
    `results` keeps every game in a file and goes on with what is there, `records` is a folder for
    their records, `sprt` two differences in Elo to decide between.

    >>> import tabletier as tt
    >>> report = tt.arena("expion", ["random", "random"], games=2, seed="any text")
    >>> report.games, len(report.standings)
    (2, 2)
    """
    plan = Plan(
        game=game,
        players=_players(players),
        games=_count("games", games),
        options=fill(find(game), options, quoted),
        seed=luck_of(seed),
        opening=_count("opening", opening, least=0),
        jobs=_count("jobs", jobs),
        results=_path("results", results),
        records=_path("records", records),
        sprt=_differences(sprt),
    )
    return run(plan)


def _players(given: object) -> tuple[str, ...]:
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return tuple(map(str, given))
    raise BadArena(
        Text(
            f'« players » est une liste, comme ["best", "random"], pas {quoted(given)}.',
            f'\'players\' is a list, such as ["best", "random"], not {quoted(given)}.',
        )
    )


def _count(name: str, given: object, least: int = 1) -> int:
    count = whole_number(given)
    if count is not None and count >= least:
        return count
    raise BadArena(
        Text(
            f"« {name} » est un nombre entier, {least} au moins, pas {quoted(given)}.",
            f"'{name}' is a whole number, at least {least}, not {quoted(given)}.",
        )
    )


def _path(name: str, given: object) -> Path | None:
    if given is None:
        return None
    if isinstance(given, str | Path) and str(given):
        return Path(given)
    raise BadArena(
        Text(
            f"« {name} » est le nom d’un fichier ou d’un dossier, pas {quoted(given)}.",
            f"'{name}' is the name of a file or a folder, not {quoted(given)}.",
        )
    )


def _differences(given: object) -> tuple[float, float] | None:
    if given is None:
        return None
    if isinstance(given, list | tuple) and len(given) == 2 and all(map(_is_number, given)):
        return given[0], given[1]
    raise BadArena(
        Text(
            f"« sprt » est deux différences Elo, comme (0, 50), pas {quoted(given)}.",
            f"'sprt' is two differences in Elo, such as (0, 50), not {quoted(given)}.",
        )
    )


def _is_number(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)


_AGREED_ALREADY = Text(
    "Les options d'une partie commencée sont convenues : retirez-les.",
    "The options of a match that has begun are agreed: leave them out.",
)
_DRAW_FIRST = Text(
    "Un tirage est à faire d'abord : voyez chances(), puis draw(…).",
    "A draw is due first: see chances(), then draw(…).",
)
