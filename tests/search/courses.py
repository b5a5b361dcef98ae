"""Matches to look at again: random ones, of every table, and ones with a win to be missed."""

import contextlib
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import tabletier as tt
from tabletier.games.kernel.registry import find, keys
from tabletier.match.match import Match
from tabletier.search.evaluation import weigh
from tabletier.search.knowledge import Budget, knowledge_of, side_of
from tabletier.search.tree_search import think

FEW = Budget(simulations=200)

Table = tuple[str, dict[str, Any]]


def every_table() -> list[Table]:
    """Every game with every value of its options, one at a time, as far as they agree."""
    found: list[Table] = []
    for key in keys():
        for option in find(key).options:
            for value in option.values:
                with contextlib.suppress(tt.BadOption):
                    tt.new(key, {option.key: value}, seed="x")
                    found.append((key, {option.key: value}))
    return found


def random_match(key: str, options: dict[str, Any], moves: int, seed: int = 1) -> Match:
    """So many moves, or a whole match if it is over before."""
    chooser, match = random.Random(seed), tt.new(key, options, seed=f"{seed}")
    while match.to_move is not None and len(match.moves) < moves:
        match = match.play(chooser.choice(match.legal_moves()))
    return match


@cache
def about_to_win(key: str) -> tuple[Match, str]:
    """A match in which the seat to move can win it at once, and the move that does."""
    return next(winnable(key))


@cache
def win_to_miss(key: str) -> tuple[Match, str]:
    """A match in which the seat to move can win it at once, and a move that is far worse."""
    for won, _ in winnable(key):
        match = tt.setup(key, won.position(), won.options, seed="x")
        known = knowledge_of(match)
        for found in think(known, FEW, "x").candidates[-3:]:
            value, after = weigh(known, found.move, FEW, "x").value, match.play(found.move)
            if after.to_move is not None and value[side_of(known)] < 0.6:
                then = think(knowledge_of(after), FEW, "x").value
                if then[side_of(known)] < 0.6:
                    return match, found.move
    raise AssertionError(f"in {key} no win is worth taking")


def winnable(key: str) -> Iterator[tuple[Match, str]]:
    """Random matches before their last move, where that move wins the match."""
    for seed in range(60):
        chooser, match = random.Random(seed), tt.new(key, seed=f"{seed}")
        while match.to_move is not None:
            before, match = match, match.play(chooser.choice(match.legal_moves()))
        if match.result is not None and before.to_move in match.result.winners:
            yield before, match.moves[-1]
