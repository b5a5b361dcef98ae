"""The arrays of a vector environment: what there is of each match, a row a match."""

from typing import Any, NamedTuple

from tabletier.games.kernel.columns import width
from tabletier.games.kernel.contract import Game
from tabletier.match.spaces import ActionSpace, ObservationSpace


class RowArrays(NamedTuple):
    """Everything about each of N matches; `stepping.py` reads and writes it.

    RowArrays of bytes are padded to whole words of eight bytes and can be reached either way.
    """

    states: Any
    """int64[N, words]: the state, see `kernel/columns.py`."""
    seeds: Any
    """int64[N]: where its draws come from."""
    draws: Any
    """int64[N]: how many draws there have been."""
    samples: Any
    """int64[N]: how many random actions have been asked for."""
    positions: Any
    """int64[N]: how many positions of the match have been counted."""
    lengths: Any
    """int64[N]: how many moves the match has had so far."""
    seen: Any
    """int64[N, HISTORY]: digests of the last positions; one column where nobody counts them."""
    planes: Any
    """int8[N, …]: what the seat to move sees."""
    plane_words: Any
    """int64[N, …]: the same bytes."""
    scalars: Any
    """float32[N, S]"""
    mask: Any
    """int8[N, A, padded]: what it may do."""
    mask_words: Any
    """int64[N, …]: the same bytes."""
    to_move: Any
    """int64[N]: the seat to move."""
    reward: Any
    """float32[N]: what the seat that acted last got for it."""
    rewards: Any
    """float32[N, seats]: what each seat got."""
    done: Any
    """bool[N]: the match ended with this step, and another has begun."""
    reasons: Any
    """int64[N]: how the last match of the row ended."""
    illegal: Any
    """bool[N]: the action was none of the legal ones; nothing happened."""
    final_planes: Any
    """int8[N, …]: what the last to act saw of a match that ended; or one row for nobody."""
    final_words: Any
    final_scalars: Any
    final_lengths: Any
    """int64[N]: how many moves the last match of the row had."""


class Sizes(NamedTuple):
    """How long the rows are."""

    states: int
    seen: int
    planes: int
    """In words of eight bytes."""
    scalars: int
    mask: int
    """In words of eight bytes."""
    seats: int


def sizes(
    game: Game, start: Any, shown: ObservationSpace, space: ActionSpace, history: int
) -> Sizes:
    """The lengths of all rows, for a game under one option set."""
    planes, height, wide = shown.shape
    return Sizes(
        states=width(start),
        seen=history if hasattr(game.rules, "repetition_key") else 1,
        planes=_words(planes * height * wide),
        scalars=len(shown.scalars),
        mask=_words(len(space)),
        seats=sum(len(team) for team in game.teams(space.options)),
    )


def _words(count: int) -> int:
    return (count + 7) // 8


def allocate(new: Any, as_bytes: Any, count: int, size: Sizes, *, final: bool) -> RowArrays:
    """Arrays of 0 for `count` matches.

    `new(shape, dtype)` makes one, `as_bytes(words)` shows int64 words as int8.
    """
    planes, mask = new((count, size.planes), "int64"), new((count, size.mask), "int64")
    kept = count if final else 1
    last = new((kept, size.planes), "int64")
    return RowArrays(
        states=new((count, size.states), "int64"),
        seeds=new((count,), "int64"),
        draws=new((count,), "int64"),
        samples=new((count,), "int64"),
        positions=new((count,), "int64"),
        lengths=new((count,), "int64"),
        seen=new((count, size.seen), "int64"),
        planes=as_bytes(planes),
        plane_words=planes,
        scalars=new((count, size.scalars), "float32"),
        mask=as_bytes(mask),
        mask_words=mask,
        to_move=new((count,), "int64"),
        reward=new((count,), "float32"),
        rewards=new((count, size.seats), "float32"),
        done=new((count,), "bool"),
        reasons=new((count,), "int64"),
        illegal=new((count,), "bool"),
        final_planes=as_bytes(last),
        final_words=last,
        final_scalars=new((kept, size.scalars), "float32"),
        final_lengths=new((count,), "int64"),
    )
