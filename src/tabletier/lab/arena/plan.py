"""What an arena is: a game, its options, the entrants and a seed, and who takes which side when.

A *deck* is one seed, that is, all the luck of a game. A *round* is every line-up played with the
same deck, so that nobody owes a good result to good cards or to a good side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from tabletier.games.kernel.contract import Game, Options
from tabletier.games.kernel.errors import GameError
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text
from tabletier.match.options import fill
from tabletier.match.start import checked_seed
from tabletier.search.players import RANDOM, budget_for, find_player, skill_for

Lineup = tuple[int, ...]
"""The entrant at each side."""


def lineups(sides: int, entrants: int, deck: int) -> tuple[Lineup, ...]:
    """The line-ups of one round, each once.

    As many entrants as sides: they go round the table. Fewer: they alternate, and where that is
    uneven every one has the larger part in turn. More: every choice of entrants goes round the
    table. With each deck the neighbours at the table change.
    """
    return _round(sides, entrants, deck % neighbourhoods(min(sides, entrants)))


@lru_cache(maxsize=64)
def _round(sides: int, entrants: int, number: int) -> tuple[Lineup, ...]:
    found: dict[Lineup, None] = {}
    for group in combinations(range(entrants), min(sides, entrants)):
        found |= dict.fromkeys(_turns(_circle(group, number), sides))
    return tuple(found)


def round_size(sides: int, entrants: int) -> int:
    """How many games a round has."""
    return len(lineups(sides, entrants, 0))


def neighbourhoods(count: int) -> int:
    """In how many ways so many entrants can sit around a table; turning it changes nothing."""
    return 1 if count < 3 else (count - 1) * neighbourhoods(count - 1)


def _circle(group: Sequence[int], number: int) -> tuple[int, ...]:
    """One of the ways to sit around a table, by its number; the first entrant keeps its place."""
    seated, waiting = [group[0]], list(group[1:])
    while waiting:
        number, chosen = divmod(number, len(waiting))
        seated.append(waiting.pop(chosen))
    return tuple(seated)


def _turns(circle: Sequence[int], sides: int) -> list[Lineup]:
    """The circle laid along the sides, turned by every number of sides and of entrants."""
    count = len(circle)
    return [
        tuple(circle[((side + shift) % sides + turn) % count] for side in range(sides))
        for turn in range(count)
        for shift in range(sides)
    ]


LONGEST_ROUND = 1000
LONGEST_OPENING = 40
MOST_ELO = 2000


class BadArena(GameError):
    """An arena that cannot be held: too few entrants, a results file of another arena, …."""

    code = "arena/bad"


@dataclass(frozen=True)
class Plan:
    """What somebody wants to have played; `tournament.run` does it."""

    game: str
    players: tuple[str, ...]
    """As `search.players.find_player` understands them."""
    games: int = 100
    """Rounded up to whole rounds."""
    options: Options = field(default_factory=dict)
    seed: str = "tabletier"
    opening: int = 0
    """So many random moves begin each game, the same in all games of a deck: without chance, and
    with opponents that do not look at the clock, the start position gives one game again and again.
    """
    jobs: int = 1
    """Processes; 1 plays in this one."""
    results: Path | None = None
    """The file that keeps every game at once; an arena that is there already goes on."""
    records: Path | None = None
    """The folder for the record of every game."""
    sprt: tuple[float, float] | None = None
    """Two differences in Elo: the arena stops when it is clear which of them fits better."""
    ray: str | None = None
    """The address of a Ray cluster, `auto` or `local`; it takes the place of `jobs`."""


class Task(NamedTuple):
    """One game to be played, wherever: plain values only."""

    game: str
    version: str
    """Of the rules; a machine with others must not play."""
    options: dict[str, Any]
    players: tuple[str, ...]
    lineup: Lineup
    deck: int
    turn: int
    """Which line-up of the round it is; deck and turn together name the game."""
    seed: str
    """The arena's."""
    opening: int
    record: bool
    """Whether the record is wanted."""


class Arena(NamedTuple):
    """A plan that was found good: options filled in, players by their full names."""

    game: Game
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: str
    opening: int
    sides: int
    round: int
    """Games in a round."""
    decks: int
    """Rounds planned."""

    def tasks(self, record: bool) -> Iterator[Task]:
        """Every game, deck by deck."""
        for deck in range(self.decks):
            for turn, lineup in enumerate(lineups(self.sides, len(self.players), deck)):
                yield Task(
                    self.game.key,
                    self.game.version,
                    self.options,
                    self.players,
                    lineup,
                    deck,
                    turn,
                    self.seed,
                    self.opening,
                    record,
                )


def arena_of(plan: Plan) -> Arena:
    """The arena that a plan asks for. Raises a GameError that says what is wrong."""
    game = find(plan.game)
    options = fill(game, plan.options)
    players = tuple(canonical(text, game) for text in plan.players)
    sides = len(game.teams(options))
    _check(plan)
    size = round_size(sides, len(players))
    if size > LONGEST_ROUND:
        raise BadArena(_crowded(len(players), sides, size))
    seed = checked_seed(plan.seed)
    return Arena(game, options, players, seed, plan.opening, sides, size, -(-plan.games // size))


def canonical(text: str, game: Game) -> str:
    """The full name of a player. Raises BadPlayer when nobody is called so, or it cannot play."""
    player = find_player(text, game)
    if player.kind != RANDOM:
        skill_for(player, game)
    return player.name


def seconds_of(text: str, game: Game) -> float | None:
    """How many seconds a player may take for a move; None when it does not look at the clock."""
    return budget_for(find_player(text, game), game).seconds


def _check(plan: Plan) -> None:
    if len(plan.players) < 2:
        raise BadArena(
            Text(
                "Il faut au moins deux joueurs, par exemple : best random.",
                "At least two players are needed, for example: best random.",
            )
        )
    if plan.games < 1:
        raise BadArena(
            Text("Il faut au moins une partie.", "At least one game is needed."),
        )
    if not 0 <= plan.opening <= LONGEST_OPENING:
        raise BadArena(
            Text(
                f"L'ouverture compte de 0 à {LONGEST_OPENING} coups, et non {plan.opening}.",
                f"An opening has 0 to {LONGEST_OPENING} moves, not {plan.opening}.",
            )
        )
    if plan.sprt is not None:
        _check_sprt(plan.sprt, len(plan.players))


def _check_sprt(claims: tuple[float, float], entrants: int) -> None:
    if entrants != 2:
        raise BadArena(
            Text(
                f"L'arrêt SPRT compare deux joueurs ; il y en a {entrants}.",
                f"The SPRT stop compares two players; there are {entrants}.",
            )
        )
    if not -MOST_ELO <= claims[0] < claims[1] <= MOST_ELO:
        raise BadArena(
            Text(
                f"Les deux différences Elo du SPRT vont en croissant, de -{MOST_ELO} à {MOST_ELO}, "
                "par exemple : 0 50.",
                f"The two Elo differences of the SPRT are in increasing order, from -{MOST_ELO} "
                f"to {MOST_ELO}, for example: 0 50.",
            )
        )


def _crowded(entrants: int, sides: int, size: int) -> Text:
    return Text(
        f"Avec {entrants} joueurs pour {sides} camps, une ronde aurait {size} parties, plus de "
        f"{LONGEST_ROUND} ; prenez-en moins.",
        f"With {entrants} players for {sides} sides, a round would have {size} games, more than "
        f"{LONGEST_ROUND}; take fewer.",
    )
