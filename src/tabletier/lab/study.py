"""What random play says about a game: how long it lasts, how it ends, whether beginning helps."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tabletier.games.kernel.contract import Game, Options
from tabletier.lab.bulk import BulkGames, label, option_sets, play_games, reasons
from tabletier.lab.statistics import Share, Spread, share, spread


class Finding(NamedTuple):
    """What became of many random games under one option set."""

    game: str
    version: str
    options: dict[str, Any]
    label: str
    games: int
    sides: int
    length: Spread
    """In moves."""
    decisive: Share
    """Games with a winner, of all."""
    first: Share
    """Games won by the seat that decided first, of the decisive ones."""
    seats: tuple[Share, ...]
    """Games won by each seat, of the decisive ones; team mates win together."""
    reasons: dict[str, Share]
    """Every way the games ended, of all."""

    @property
    def fair(self) -> float:
        """The share that the first seat would win if it made no difference to be first."""
        return 1 / self.sides

    @property
    def advantage(self) -> str:
        """Whether beginning helps: `yes`, `no` (it harms) or `?` (these games do not tell)."""
        if self.first.low > self.fair:
            return "yes"
        return "no" if self.first.high < self.fair else "?"


def study(game: Game, count: int, seed: str) -> Iterator[Finding]:
    """Play `count` random games under every option set worth trying."""
    for options in option_sets(game):
        yield examine(game, options, play_games(game, options, count, seed))


def examine(game: Game, options: Options, played: BulkGames) -> Finding:
    """Count what became of some games."""
    teams = game.teams(options)
    games, decisive = len(played.winners), played.winners != 0
    won = int(np.count_nonzero(decisive))
    begun = played.first >= 0
    by_first = begun & ((played.winners >> np.maximum(played.first, 0)) & 1 == 1)
    seats = range(sum(len(team) for team in teams))
    return Finding(
        game=game.key,
        version=game.version,
        options=dict(options),
        label=label(game, dict(options)),
        games=games,
        sides=len(teams),
        length=spread(played.lengths),
        decisive=share(won, games),
        first=share(int(np.count_nonzero(by_first)), won),
        seats=tuple(_wins(played, seat, won) for seat in seats),
        reasons=_reasons(game, played),
    )


def _wins(played: BulkGames, seat: int, decisive: int) -> Share:
    return share(int(np.count_nonzero((played.winners >> seat) & 1)), decisive)


def _reasons(game: Game, played: BulkGames) -> dict[str, Share]:
    """The reasons that occurred, the most frequent first."""
    names = reasons(game)
    counts = np.bincount(played.reasons, minlength=len(names)).tolist()
    ranked = sorted(zip(counts, names, strict=True), key=lambda pair: -pair[0])
    return {name: share(count, len(played.reasons)) for count, name in ranked if count}


def as_json(finding: Finding) -> dict[str, Any]:
    """A finding as plain values; a share of nothing has the value None."""
    return {
        **finding._asdict(),
        "length": finding.length._asdict(),
        "decisive": _plain(finding.decisive),
        "first": {**_plain(finding.first), "fair": finding.fair, "helps": finding.advantage},
        "seats": [_plain(seat) for seat in finding.seats],
        "reasons": {name: _plain(found) for name, found in finding.reasons.items()},
    }


def _plain(found: Share) -> dict[str, Any]:
    return {**found._asdict(), "value": None if math.isnan(found.value) else found.value}
