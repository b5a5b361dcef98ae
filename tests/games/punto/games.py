"""Matches of Punto played out by players who are neither clever nor quite random."""

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import tabletier as tt
from tests.games.punto.boards import MODES

Style = Callable[[random.Random, tt.Match], str]


def anything(rng: random.Random, match: tt.Match) -> str:
    """Any legal move; matches are long and rounds often end blocked."""
    return rng.choice(match.legal_moves())


def builder(rng: random.Random, match: tt.Match) -> str:
    """Looks for neighbours of its own colour, so that rounds mostly end by a line."""
    moves = match.legal_moves()
    some = rng.sample(moves, min(12, len(moves)))
    board = match.position()["board"]
    tops = {place: cards[-1] for place, cards in board.items()}

    def friends(move: str) -> int:
        x, y = map(int, move.split("@")[1].split(","))
        near = (f"{x + dx},{y + dy}" for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        return sum(tops.get(place, " ")[0] == move[0] for place in near if place != f"{x},{y}")

    return max(some, key=friends)


def spreader(rng: random.Random, match: tt.Match) -> str:
    """Prefers empty places, so that the square fills up."""
    moves = match.legal_moves()
    board = match.position()["board"]
    empty = [move for move in moves if move.split("@")[1] not in board]
    return rng.choice(empty or moves)


def coverer(rng: random.Random, match: tt.Match) -> str:
    """Covers whenever it can, so that piles run out on a small table."""
    moves = match.legal_moves()
    board = match.position()["board"]
    covering = [move for move in moves if move.split("@")[1] in board]
    return rng.choice(covering or moves)


STYLES: tuple[Style, ...] = (anything, builder, spreader, coverer)


def all_options() -> Iterator[dict[str, Any]]:
    """Every mode in every edition, with and without expert hands, for every number of rounds."""
    for mode, edition, expert, rounds in product(
        MODES, ("2024", "atalia"), (False, True), range(1, 6)
    ):
        yield {**MODES[mode], "edition": edition, "expert": expert, "rounds_to_win": rounds}


def played(options: dict[str, Any], number: int, style: Style) -> Iterator[tt.Match]:
    """A match from its beginning to its end, after every move."""
    rng = random.Random(number)
    match = tt.new("punto", options, seed=f"played {number}")
    yield match
    while match.to_move is not None:
        match = match.play(style(rng, match))
        yield match


def somewhere(number: int, choices: list[dict[str, Any]] | None = None) -> tt.Match:
    """A match in the middle or at its end, all of it decided by one number."""
    rng = random.Random(number)
    options = rng.choice(list(all_options()) if choices is None else choices)
    style = rng.choice(STYLES)
    match = tt.new("punto", options, seed=f"somewhere {number}")
    for _ in range(rng.randrange(90)):
        if match.to_move is None:
            break
        match = match.play(style(rng, match))
    return match
