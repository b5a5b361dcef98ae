"""Which legal moves a manner of an opponent likes best."""

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.search.manners import liking


def likings(match: tt.Match, manner: str) -> dict[str, float]:
    """How much a manner likes every legal move."""
    game = find(match.game)
    state = game.setup(match.position(), match.options)[0]
    return {move: liking(game, state, manner, move) for move in match.legal_moves()}


def favourites(match: tt.Match, manner: str) -> set[str]:
    """The moves that a manner likes best."""
    found = likings(match, manner)
    return {move for move, liked in found.items() if liked == max(found.values())}
