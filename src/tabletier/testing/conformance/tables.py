"""Tables to play at: every game of the registry under a spread of option sets, naming none."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

import tabletier as tt
from tabletier.games.kernel.contract import Game
from tabletier.games.kernel.errors import BadOption
from tabletier.games.kernel.registry import find, house_keys
from tabletier.match.match import Match
from tabletier.match.options import fill

MOST_MOVES = 20_000
"""No random game takes longer; a game that does has no end."""

Agreed = tuple[tuple[str, Any], ...]
Choice = tuple[tuple[str, str], ...]
"""Some options with their values, written as JSON so that 1 and true are two things."""


@dataclass(frozen=True)
class Trial:
    """A game under one option set."""

    key: str
    agreed: Agreed

    @property
    def game(self) -> Game:
        return find(self.key)

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.agreed)

    @property
    def seats(self) -> range:
        return range(sum(len(team) for team in self.game.teams(self.options)))

    @property
    def onlookers(self) -> tuple[int | None, ...]:
        """Everyone who may look: the seats and a spectator."""
        return (None, *self.seats)

    def __str__(self) -> str:
        ours = {option.key: json.dumps(option.default) for option in self.game.options}
        chosen = (f"{key}={value}" for key, value in self.agreed if json.dumps(value) != ours[key])
        return "-".join([self.key, *chosen])

    def new(self, seed: str = "conformance") -> Match:
        return tt.new(self.key, self.options, seed)

    def whole_match(self, seed: str = "conformance") -> tuple[Match, ...]:
        """A random match from start to end: the match after every move.

        Half of the moves are curious, and rather bring about what has seldom happened so far.
        """
        return _whole_match(self, seed)

    def sample(self, count: int, seed: str = "conformance") -> list[Match]:
        """Some matches out of a whole one that still go on, evenly spread."""
        going_on = self.whole_match(seed)[:-1]
        step = max(1, len(going_on) // count)
        return list(going_on[::step])


@cache
def _whole_match(table: Trial, seed: str) -> tuple[Match, ...]:
    dice = random.Random(f"{table} {seed}")
    match = table.new(seed)
    played, seen = [match], _kinds(match)
    while match.to_move is not None:
        assert len(played) <= MOST_MOVES, f"{table} does not end"
        moves = match.legal_moves()
        tried = dice.sample(moves, min(len(moves), dice.choice((1, 6))))
        match = min((match.play(move) for move in tried), key=lambda after: _novelty(after, seen))
        played.append(match)
        seen += _kinds(match)
    return tuple(played)


def _kinds(match: Match) -> Counter[str]:
    return Counter(event["type"] for event in match.events())


def _novelty(match: Match, seen: Counter[str]) -> int:
    """How often the rarest thing that just happened has happened before."""
    return min((seen[kind] for kind in _kinds(match)), default=0)


def _valid_sets(game: Game) -> Iterator[dict[str, Any]]:
    """Every option set that players can agree on, as it holds once settled."""
    seen = set()
    for values in product(*(option.values for option in game.options)):
        given = {option.key: value for option, value in zip(game.options, values, strict=True)}
        try:
            settled = fill(game, given)
        except BadOption:
            continue
        written = json.dumps(settled, sort_keys=True)
        if written not in seen:
            seen.add(written)
            yield settled


def choices(options: dict[str, Any], size: int) -> set[Choice]:
    """Every choice of `size` values that an option set makes."""
    written = [(key, json.dumps(value)) for key, value in sorted(options.items())]
    return set(combinations(written, size))


@cache
def spread(key: str, size: int = 1) -> tuple[Trial, ...]:
    """Few tables that together make every possible choice of `size` values at once.

    The defaults come first; then, again and again, the set that adds the most.
    """
    game = find(key)
    rest = [(options, choices(options, size)) for options in (fill(game, {}), *_valid_sets(game))]
    missing = {choice for _, made in rest for choice in made}
    chosen: list[Trial] = []
    best, adds = rest[0]
    while missing or not chosen:  # a game without options has one table
        chosen.append(Trial(key, tuple(best.items())))
        missing -= adds
        best, adds = max(rest, key=lambda one: len(one[1] & missing))
    return tuple(chosen)


_chosen: list[str] = []


def choose_games(keys: tuple[str, ...]) -> None:
    """Try these games, and not those of the house."""
    _chosen[:] = keys


def chosen_games() -> tuple[str, ...]:
    """The games that are tried."""
    return tuple(_chosen) or house_keys()


def all_tables(size: int = 1) -> list[Trial]:
    """The spread of every game that is tried."""
    return [table for key in chosen_games() for table in spread(key, size)]
