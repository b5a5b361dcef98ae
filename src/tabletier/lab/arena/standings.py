"""What the games of an arena say: which decks are whole, points, ratings, times, verdicts."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

from tabletier.lab.arena.plan import Arena, seconds_of
from tabletier.lab.arena.play import Clocked, Played
from tabletier.lab.statistics import (
    UNDECIDED,
    Estimate,
    Sprt,
    Weighing,
    elo_of,
    open_skill,
    share_of_points,
)

Deck = Sequence[Played]
"""All games of one deck, in the order of its line-ups."""
Games = Mapping[tuple[int, int], Played]
"""The games that are over, by deck and line-up."""


class Referee:
    """Weighs decks in their order, because who finishes first must have no say in when to stop."""

    def __init__(self, claims: tuple[float, float] | None, size: int, games: Games) -> None:
        self._weighing = None if claims is None else Weighing(*claims)
        self._size, self._games = size, games
        self.weighed = 0
        """How many decks went into the test."""

    def decided(self) -> bool:
        """Whether the games so far give the test its verdict; without a test they never do."""
        if self._weighing is None:
            return False
        while self._weighing.verdict == UNDECIDED:
            deck = whole_deck(self.weighed, self._size, self._games)
            if deck is None:
                return False
            self._weighing.add(score(deck, 0))
            self.weighed += 1
        return True

    def stands(self) -> Sprt | None:
        """The test as it stands."""
        return None if self._weighing is None else self._weighing.stands()


def whole_deck(number: int, size: int, games: Games) -> Deck | None:
    """The games of a deck if all of them are over."""
    found = [games.get((number, turn)) for turn in range(size)]
    whole = [game for game in found if game is not None]
    return whole if len(whole) == size else None


def score(deck: Deck, entrant: int) -> float:
    """The points a game that an entrant took, of the games of one deck in which it played."""
    return fmean(points[entrant] for game in deck if entrant in (points := shares(game)))


def shares(game: Played) -> dict[int, float]:
    """The points of each entrant that played: those of all its sides together."""
    points = dict.fromkeys(game.lineup, 0.0)
    for entrant, part in zip(game.lineup, game.points, strict=True):
        points[entrant] += part
    return points


class Times(NamedTuple):
    """How long an entrant thought, in seconds."""

    moves: int
    cpu: float
    """Processor time a move, on average."""
    wall: float
    """Time on the wall a move, on average."""
    longest: float
    allowed: float | None
    """What a move may take; None: it does not look at the clock."""
    overstep: float | None
    """By how much the longest move took more than allowed; below 0, it did not."""


class Standing(NamedTuple):
    """How one entrant did."""

    player: str
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    share: Estimate
    """Points a game."""
    fair: float
    """The share of an entrant that is just as strong as the others."""
    rating: Estimate | None
    """OpenSkill, with three entrants or more."""
    times: Times


class Duel(NamedTuple):
    """Two entrants, in the games that both of them played."""

    first: int
    second: int
    games: int
    share: Estimate
    """What the first took of the points that went to either."""
    elo: Estimate
    """By how much the first is stronger."""


class Report(NamedTuple):
    """All an arena has to say. Only whole decks count, so that nobody had the better sides."""

    game: str
    version: str
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: str
    opening: int
    """Random moves at the start of every game."""
    planned: int
    """Games in the plan."""
    games: int
    """Games that count."""
    decks: int
    round: int
    finished: bool
    """False when the arena was stopped before its plan or its test was at an end."""
    moves: float
    """Moves a game, on average."""
    reasons: dict[str, int]
    """How the games ended."""
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]
    sprt: Sprt | None


def report(arena: Arena, games: Games, claims: tuple[float, float] | None) -> Report:
    """Count the games of all whole decks; with a test, up to the deck that decided it."""
    referee = Referee(claims, arena.round, games)
    decided = referee.decided()
    last = referee.weighed if decided else arena.decks
    found = (whole_deck(number, arena.round, games) for number in range(last))
    decks = [deck for deck in found if deck is not None]
    counted = [game for deck in decks for game in deck]
    return Report(
        game=arena.game.key,
        version=arena.game.version,
        options=arena.options,
        players=arena.players,
        seed=arena.seed,
        opening=arena.opening,
        planned=arena.decks * arena.round,
        games=len(counted),
        decks=len(decks),
        round=arena.round,
        finished=decided or len(decks) == arena.decks,
        moves=fmean(game.moves for game in counted) if counted else math.nan,
        reasons=dict(Counter(game.reason for game in counted).most_common()),
        standings=_standings(arena, decks),
        duels=tuple(_duels(arena, decks)),
        sprt=referee.stands(),
    )


def as_json(found: Any) -> Any:
    """A report, or a part of it, as plain values; what is unknown or without bounds is None."""
    if isinstance(found, tuple) and hasattr(found, "_asdict"):
        return {name: as_json(value) for name, value in found._asdict().items()}
    if isinstance(found, (tuple, list)):
        return [as_json(part) for part in found]
    if isinstance(found, float) and not math.isfinite(found):
        return None
    return found


def _standings(arena: Arena, decks: Sequence[Deck]) -> tuple[Standing, ...]:
    count = len(arena.players)
    games = [game for deck in decks for game in deck]
    ratings: list[Estimate | None] = [None] * count
    if count > 2:
        ratings = [*open_skill(count, map(shares, games))]
    return tuple(_standing(arena, entrant, decks, ratings[entrant]) for entrant in range(count))


def _standing(
    arena: Arena, entrant: int, decks: Sequence[Deck], rating: Estimate | None
) -> Standing:
    games = [game for deck in decks for game in deck if entrant in game.lineup]
    points = [shares(game)[entrant] for game in games]
    wins = sum(game.decided and part > 0.999 for game, part in zip(games, points, strict=True))
    losses = sum(part == 0 for part in points)
    each = len(games) // max(1, len(decks))
    return Standing(
        player=arena.players[entrant],
        games=len(games),
        points=math.fsum(points),
        wins=wins,
        draws=len(games) - wins - losses,
        losses=losses,
        share=share_of_points([score(deck, entrant) for deck in decks], each),
        fair=1 / min(arena.sides, len(arena.players)),
        rating=rating,
        times=_times(arena, entrant, games),
    )


def _times(arena: Arena, entrant: int, games: Sequence[Played]) -> Times:
    total = Clocked()
    for game in games:
        total = total.joined(game.clocks[entrant])
    allowed = seconds_of(arena.players[entrant], arena.game)
    over = None if allowed is None or not total.moves else total.longest - allowed
    moves = max(1, total.moves)
    return Times(total.moves, total.cpu / moves, total.wall / moves, total.longest, allowed, over)


def _duels(arena: Arena, decks: Sequence[Deck]) -> list[Duel]:
    found = []
    for first, second in combinations(range(len(arena.players)), 2):
        scores = [_duel_scores(deck, first, second) for deck in decks]
        each = len(scores[0]) if scores else 0
        share = share_of_points([fmean(score) for score in scores], each)
        found.append(Duel(first, second, each * len(decks), share, elo_of(share)))
    return found


def _duel_scores(deck: Deck, first: int, second: int) -> list[float]:
    """What the first took of the points that went to either; half when neither had any."""
    pairs = [(p[first], p[second]) for g in deck if {first, second} <= (p := shares(g)).keys()]
    return [one / (one + other) if one + other else 0.5 for one, other in pairs]
