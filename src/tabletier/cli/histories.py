"""A match as the list of matches it went through, for going back and for stepping through."""

from tabletier.cli.errors import BadInput
from tabletier.cli.i18n import say
from tabletier.games.kernel.errors import SeedHidden
from tabletier.match.history import history as matches_of
from tabletier.match.match import Match


def history(match: Match) -> list[Match]:
    """Every match from the set-up to this one. Raises BadInput when its draws are still secret."""
    try:
        return matches_of(match)
    except SeedHidden as error:
        raise BadInput(say("error.seed")) from error
