"""Who wins Hexapawn? Every match there is, played out with rules of our own.

    python examples/guest_game/play.py

`tt.register` makes the game known to this program. To have it on the shelf of a house, in the
terminal and in the arena, announce it instead (README.md beside this file).
"""

import sys
from functools import cache
from pathlib import Path

import tabletier as tt

sys.path.insert(0, str(Path(__file__).parent))  # where the package `hexapawn` is
tt.register("hexapawn")


@cache
def best(moves: tuple[str, ...] = ()) -> tuple[int, str]:
    """The seat that wins after some moves, and the move that does it."""
    match = tt.new("hexapawn")
    for move in moves:
        match = match.play(move)
    if match.result is not None:
        return match.result.winners[0], ""
    mover, replies = match.to_move, match.legal_moves()
    found = next((move for move in replies if best((*moves, move))[0] == mover), None)
    return (1 - (mover or 0), replies[0]) if found is None else (mover or 0, found)


if __name__ == "__main__":
    match = tt.new("hexapawn")
    print(f"{('White', 'Black')[best()[0]]} wins, if nobody errs:")
    while match.result is None:
        match = match.play(best(match.moves)[1])
    print(*match.moves)
    print(match)
