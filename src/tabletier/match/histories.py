"""A match as the list of matches it went through, for going back and for looking again."""

from collections.abc import Iterator

from tabletier.games.kernel.errors import SeedHidden
from tabletier.games.kernel.texts import Text
from tabletier.match.match import Entry, Match
from tabletier.match.table import new, setup

NEVER_ASKED = "a seed for a match in which nothing is drawn"
DEEDS = ("move", "resign", "agree")


def history(match: Match) -> list[Match]:
    """Every match from the set-up to this one. Raises SeedHidden when its draws are secret."""
    return list(unfolding(match))


def unfolding(match: Match) -> Iterator[Match]:
    """The same, one after the other."""
    if match.seed is None and any(entry.act == "draw" for entry in match.log):
        raise SeedHidden(_HIDDEN)
    seed = match.seed or NEVER_ASKED
    if match.start is None:
        then = new(match.game, match.options, seed)
    else:
        then = setup(match.game, match.start, match.options, seed)
    yield then
    for entry in match.log:
        if entry.act in DEEDS:
            then = _after(then, entry)
            yield then


def _after(match: Match, deed: Entry) -> Match:
    if deed.act == "move":
        return match.play(deed.text)
    return match.resign(deed.by) if deed.act == "resign" else match.draw_by_agreement()


_HIDDEN = Text(
    "La graine de cette partie est encore secrète : ses tirages ne peuvent pas être refaits.",
    "The seed of this match is still secret: its draws cannot be made again.",
)
