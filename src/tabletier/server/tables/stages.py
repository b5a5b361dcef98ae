"""The matches that a table went through, or enough of them that going back takes no time.

The last few are kept and, further back, one in every stretch: whatever was not kept is played
again from the one before it, never more than a stretch.
"""

from collections.abc import Sequence

from tabletier.match.match import Match

RECENT = 8
"""Matches kept before the one that stands."""
STRETCH = 32
"""Before those, every match after so many moves."""


class Stages:
    """What stood after none, one, two … of the moves that stand."""

    __slots__ = ("_kept",)

    def __init__(self, start: Match) -> None:
        self._kept = {0: start}

    def __len__(self) -> int:
        return len(self._kept)

    def __copy__(self) -> "Stages":
        other = Stages(self._kept[0])
        other._kept = dict(self._kept)
        return other

    def add(self, count: int, match: Match) -> None:
        """The match that stands after so many moves."""
        self._kept[count] = match
        if count - 1 in self._kept:
            self._kept[count - 1].put_away()
        old = count - RECENT
        if old > 0 and old % STRETCH:
            self._kept.pop(old, None)

    def back_to(self, count: int, moves: Sequence[str]) -> Match:
        """The match as it stood after so many of the moves; those after it are dropped."""
        for later in [known for known in self._kept if known > count]:
            del self._kept[later]
        known = max(self._kept)
        for number in range(known, count):
            self.add(number + 1, self._kept[number].play(moves[number]))
        return self._kept[count]
