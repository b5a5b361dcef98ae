"""How long a new process takes to its first game; the benchmark runs this module as a program.

`python -m tabletier.lab.firstgame bulk|match GAME` prints one JSON object with the seconds of
processor time that the first random game, or the first move of a match, took after importing.
Whatever is not in the compiler's cache is compiled within that time.
"""

import json
import sys
import time

from tabletier.games.kernel.registry import find
from tabletier.lab.bulk import play_games
from tabletier.match.options import fill
from tabletier.match.start import new


def first_bulk(key: str) -> None:
    """Play one random game in compiled code."""
    game = find(key)
    play_games(game, fill(game, None), 1, "first")


def first_match(key: str) -> None:
    """Open a match, list its moves and play one."""
    match = new(key, seed="first")
    match.play(match.legal_moves()[0])


KINDS = {"bulk": first_bulk, "match": first_match}


def main(kind: str, key: str) -> None:
    """Measure one kind of beginning and print it."""
    find(key)
    begun = time.process_time()
    KINDS[kind](key)
    sys.stdout.write(json.dumps({"seconds": time.process_time() - begun}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
