"""Ratings from results, match by match in the order in which they ended.

The same results in the same order give the same ratings, to the last digit: `RatingBook.read` is
all that an end of a match, a look back and a rebuild have to do.
"""

from collections.abc import Iterable, Iterator
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
        before = {seated.seat: self.rating(seated.player) for seated in match.seats}
        leavers = [seated for seated in match.seats if seated.counts and seated.left]
        staying = [seated for seated in match.seats if seated.counts and not seated.left]
        after: dict[int, Rating] = {}
        if staying:
            after = self._rated(match, before, None)
        for leaver in leavers:  # each by themselves: nobody else is rated against their chair
            after[leaver.seat] = self._rated(match, before, leaver)[leaver.seat]
        rated = sorted((*staying, *leavers))
        for player in {seated.player: None for seated in rated}:
            seats = [seated.seat for seated in rated if seated.player == player]
            joint = _joined(before[seats[0]], [after[seat] for seat in seats])
            after |= dict.fromkeys(seats, joint)
            self.ratings[player] = joint
            self.matches[player] = self.matches.get(player, 0) + 1
        return [
            RatingChange(match.table, seat, player, match.ended, before[seat], after[seat])
            for seat, player, *_ in rated
        ]

    def _rated(
        self, match: FinishedMatch, before: dict[int, Rating], leaver: Seated | None
    ) -> dict[int, Rating]:
        """The ratings of all seats after a match, or as if a leaver had lost it."""
        sides: list[list[Seated]] = [[] for _ in range(1 + max(s.side for s in match.seats))]
        for seated in match.seats:
            sides[seated.side].append(seated)
        shares: list[float | None]
        if leaver is None:
            shares = _shares(sides)
        else:
            shares = [0.0 if side == leaver.side else None for side in range(len(sides))]
        ready = [[_ready(before[s.seat], s.player) for s in side] for side in sides]
        after = rate(ready, shares, self._setting(tuple(map(len, sides))))
        return {
            seated.seat: rating
            for side, ratings in zip(sides, after, strict=True)
            for seated, rating in zip(side, ratings, strict=True)
        }

    def _setting(self, sizes: tuple[int, ...]) -> Setting:
        known = self._settings.get(sizes)
        if known is None:
            known = self._settings[sizes] = self.anchors.setting("v".join(map(str, sizes)))
        return known


def _joined(before: Rating, after: list[Rating]) -> Rating:
    """What all seats of one player teach about them together: a level may have several."""
    if len(after) == 1:
        return after[0]
    prior = 1 / before.sigma**2
    known = [1 / rating.sigma**2 for rating in after]
    total = prior + sum(one - prior for one in known)
    slope = sum((rating.mu - before.mu) * one for rating, one in zip(after, known, strict=True))
    return Rating(before.mu + slope / total, max(LEAST, total**-0.5))


def _ready(rating: Rating, player: str) -> Rating:
    return rating if player.startswith(LEVEL) else rest(rating)


def _shares(sides: list[list[Seated]]) -> list[float | None]:
    """One point, shared among the sides that won, or among all when nobody did."""
    won = [any(seated.outcome == "won" for seated in side) for side in sides]
    if not any(won):
        return [1 / len(sides)] * len(sides)
    return [1 / sum(won) if side else 0.0 for side in won]
