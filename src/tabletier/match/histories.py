"""A match as the list of matches it went through, for going back and for looking again."""

from tabletier.games.kernel.errors import SeedHidden
from tabletier.games.kernel.texts import Text
from tabletier.match.match import Match
from tabletier.match.table import new, setup

NEVER_ASKED = "a seed for a match in which nothing is drawn"
DEEDS = ("move", "resign", "agree")


def history(match: Match) -> list[Match]:
    """Every match from the set-up to this one. Raises SeedHidden when its draws are secret."""
    if match.seed is None and any(entry.act == "draw" for entry in match.log):
        raise SeedHidden(_HIDDEN)
    seed = match.seed or NEVER_ASKED
    if match.start is None:
        matches = [new(match.game, match.options, seed)]
    else:
        matches = [setup(match.game, match.start, match.options, seed)]
    for entry in match.log:
        if entry.act == "move":
            matches.append(matches[-1].play(entry.text))
        elif entry.act == "resign":
            matches.append(matches[-1].resign(entry.by))
        elif entry.act == "agree":
            matches.append(matches[-1].draw_by_agreement())
    return matches


_HIDDEN = Text(
    "La graine de cette partie est encore secrète : ses tirages ne peuvent pas être refaits.",
    "The seed of this match is still secret: its draws cannot be made again.",
)
