"""What a game remarks on a move, asked of its record through a match's public position."""

from typing import Any

import tabletier as tt
from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import Text


def remark(match: tt.Match, move: str) -> Text | None:
    """The remark on a legal move, whatever chance draws after it."""
    game = find(match.game)
    state: Any = game.setup(match.position(), match.options)[0]
    steps = game.read(state, move)
    assert steps is not None
    after = state
    for step in steps:
        after = game.rules.apply(after, step)
    return game.remark(state, steps, after)


def said(match: tt.Match, move: str) -> tuple[str, str]:
    """The remark on a move, which must have one, in French and in English."""
    assert move in match.legal_moves(), f"{move} is not legal"
    text = remark(match, move)
    assert text is not None, f"nothing is said of {move}"
    return text.fr, text.en
