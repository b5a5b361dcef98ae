"""What the games of an arena say: points, shares with intervals, ratings, times."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

from tabletier.lab.arena import Arena, seconds_of
from tabletier.lab.playing import Clocked, Played
from tabletier.lab.rating import Estimate, elo_of, open_skill, share_of_points
from tabletier.lab.referee import Deck, Games, Referee, score, shares, whole_deck
from tabletier.lab.sprt import Sprt


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
