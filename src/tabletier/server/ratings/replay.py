"""Ratings from results, match by match in the order in which they ended.

The same results in the same order give the same ratings, to the last digit: `RatingBook.read` is
all that an end of a match, a look back and a rebuild have to do.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tabletier.server.ratings.anchors import LEVEL, Anchors
from tabletier.server.ratings.model import LEAST, Rating, Setting, rate, rest


class Seated(NamedTuple):
    """Who sat at a seat of a match that counts for somebody."""

    seat: int
    player: str
    """A person's id, or a level (`level_key`)."""
    side: int
    outcome: str
    """`won`, `lost` or `drawn`."""
    counts: bool
    """Whether the match counts for this seat."""
    left: bool
    """Whether somebody else finished it: who left has lost, however it ended."""


class FinishedMatch(NamedTuple):
    """A match that is over."""

    table: str
    ended: int
    """Milliseconds since 1970."""
    seats: tuple[Seated, ...]


class RatingChange(NamedTuple):
    """What a match did to the rating of a seat's player."""

    table: str
    seat: int
    player: str
    ended: int
    before: Rating
    after: Rating


class RatingBook:
    """The ratings of everybody at one game, after some matches."""

    def __init__(self, anchors: Anchors) -> None:
        self.anchors = anchors
        self.ratings: dict[str, Rating] = {}
        self.matches: dict[str, int] = {}
        """How many matches counted for each."""
        self._settings: dict[tuple[int, ...], Setting] = {}

    def rating(self, player: str) -> Rating:
        """What somebody is rated now."""
        found = self.ratings.get(player)
        return self.anchors.first(player) if found is None else found

    def read(self, matches: Iterable[FinishedMatch]) -> Iterator[RatingChange]:
        """Take in matches, and tell what each changed."""
        for match in matches:
            yield from self.take(match)

    def take(self, match: FinishedMatch) -> list[RatingChange]:
        """Take in one match."""
        seats = match.seats
        before = [self.rating(seated.player) for seated in seats]
        if _is_plain(seats):
            return self._take_plain(match, before)
        sides: list[list[int]] = [[] for _ in range(1 + max(seated.side for seated in seats))]
        for index, seated in enumerate(seats):
            sides[seated.side].append(index)
        ready = [_ready(rating, s.player) for rating, s in zip(before, seats, strict=True)]
        given = [[ready[index] for index in side] for side in sides]
        setting = self._setting(tuple(map(len, sides)))
        after: dict[int, Rating] = {}
        if any(seated.counts and not seated.left for seated in seats):
            _put(after, sides, rate(given, _shares(seats, sides), setting))
        for index, seated in enumerate(seats):
            if seated.counts and seated.left:  # nobody else is rated against their chair
                lost = [0.0 if n == seated.side else None for n in range(len(sides))]
                found: dict[int, Rating] = {}
                _put(found, sides, rate(given, lost, setting))
                after[index] = found[index]
        rated = [index for index, seated in enumerate(seats) if seated.counts]
        own: dict[str, list[int]] = {}
        for index in rated:
            own.setdefault(seats[index].player, []).append(index)
        for player, indices in own.items():
            joint = after[indices[0]]
            if len(indices) > 1:
                joint = _joined(before[indices[0]], [after[index] for index in indices])
            self.ratings[player] = joint
            self.matches[player] = self.matches.get(player, 0) + 1
        ratings, table, ended = self.ratings, match.table, match.ended
        return [
            RatingChange(table, seat, player, ended, before[index], ratings[player])
            for index in rated
            for seat, player, *_ in (seats[index],)
        ]

    def _take_plain(self, match: FinishedMatch, before: list[Rating]) -> list[RatingChange]:
        """The same, in half the time, for a match of single players which counts for all."""
        seats, table, ended = match.seats, match.table, match.ended
        given = [(_ready(rating, s.player),) for rating, s in zip(before, seats, strict=True)]
        won = sum([seated.outcome == "won" for seated in seats])
        share = 1 / (won or len(seats))
        shares = [share if s.outcome == "won" or not won else 0.0 for s in seats]
        after = rate(given, shares, self._setting((1,) * len(seats)))
        changes = []
        for seated, old, (new,) in zip(seats, before, after, strict=True):
            player = seated.player
            self.ratings[player] = new
            self.matches[player] = self.matches.get(player, 0) + 1
            changes.append(RatingChange(table, seated.seat, player, ended, old, new))
        return changes

    def _setting(self, sizes: tuple[int, ...]) -> Setting:
        known = self._settings.get(sizes)
        if known is None:
            known = self._settings[sizes] = self.anchors.setting("v".join(map(str, sizes)))
        return known


def _is_plain(seats: Sequence[Seated]) -> bool:
    """Whether everybody plays alone, against others, and the match counts for all of them."""
    for number, seated in enumerate(seats):
        if seated.side != number or not seated.counts or seated.left:
            return False
    return len({seated.player for seated in seats}) == len(seats)


def _put(after: dict[int, Rating], sides: list[list[int]], found: list[list[Rating]]) -> None:
    """Say which seat has which of the ratings that were found side by side."""
    for side, ratings in zip(sides, found, strict=True):
        after.update(zip(side, ratings, strict=True))


def _joined(before: Rating, after: list[Rating]) -> Rating:
    """What all seats of one player teach about them together: a level may have several."""
    prior = 1 / before.sigma**2
    known = [1 / rating.sigma**2 for rating in after]
    total = prior + sum(one - prior for one in known)
    slope = sum((rating.mu - before.mu) * one for rating, one in zip(after, known, strict=True))
    return Rating(before.mu + slope / total, max(LEAST, total**-0.5))


def _ready(rating: Rating, player: str) -> Rating:
    return rating if player.startswith(LEVEL) else rest(rating)


def _shares(seats: Sequence[Seated], sides: list[list[int]]) -> list[float | None]:
    """One point, shared among the sides that won, or among all when nobody did."""
    won = [any(seats[index].outcome == "won" for index in side) for side in sides]
    count = sum(won)
    if not count:
        return [1 / len(sides)] * len(sides)
    return [1 / count if side else 0.0 for side in won]
