"""The engine against the slow referee of `plain.py`, over whole random games and all options."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tabletier as tt
from tests.games.point import plain
from tests.games.point.tables import ALL_OPTIONS


def draws_after(match: tt.Match, lines: int) -> Iterator[str]:
    """The cards that chance drew after so many lines of the log."""
    return iter(
        entry.text.removeprefix("draw ") for entry in match.log[lines:] if entry.act == "draw"
    )


def eager(rng: random.Random, position: dict[str, Any], moves: tuple[str, ...]) -> str:
    """A move of a player who mostly wants more of the right colour, so that games get somewhere."""
    if rng.random() < 0.25:
        return rng.choice(moves)
    colour = position["colours"][position["to_move"]]
    uses = [move for move in moves if ">" in move]

    def gain(move: str) -> int:
        give, take = move.removeprefix("take ").split("@")[0].split(">")
        wrong = "W" if colour == "B" else "B"
        return give.count(wrong) - take.count(wrong)

    return max(uses, key=gain) if uses else rng.choice(moves)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("seed", range(5))
def test_engine_and_plain_referee_agree(options: dict[str, Any], seed: int) -> None:
    rng = random.Random(f"{seed} {options}")
    match = tt.new("point", options, seed=f"plain {seed}")
    while match.position()["phase"] == "rows":
        match = match.play(f"row {rng.choice(plain.ALL_ROWS)}")
    position = match.position()
    while match.to_move is not None:
        legal = match.legal_moves()
        assert set(legal) == plain.legal(position, options)
        move = eager(rng, position, legal)
        lines = len(match.log)
        match = match.play(move)
        draws = draws_after(match, lines)
        position = plain.play(position, options, move, draws)
        assert next(draws, None) is None
        assert match.position() == position
    assert match.result is not None
    assert match.result.winners == plain.winners(position, options)
    pure = any(plain.has_won(position, options, seat) for seat in range(match.seats))
    assert match.result.reason == ("pure" if pure else "pile")
