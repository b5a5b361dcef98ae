"""The referee of an arena: which decks are whole, and when a test has its verdict."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from tabletier.lab.playing import Played
from tabletier.lab.sprt import UNDECIDED, Sprt, Weighing

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
