"""A match as the list of matches it went through, for going back and for stepping through."""

from tabletier.cli.edge import BadInput
from tabletier.cli.speech import say
from tabletier.match.match import Match
from tabletier.match.table import new, setup

NEVER_ASKED = "a seed for a match in which nothing is drawn"


def history(match: Match) -> list[Match]:
    """Every match from the set-up to this one. Raises BadInput when its draws are still secret."""
    if match.seed is None and any(entry.act == "draw" for entry in match.log):
        raise BadInput(say("error.seed"))
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
