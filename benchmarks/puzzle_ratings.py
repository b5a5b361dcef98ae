"""The first ratings of the puzzles that ship, from how often today's levels solve them.

    python -m benchmarks.puzzle_ratings                      # prints how far they have moved
    python -m benchmarks.puzzle_ratings --game NAME --write  # writes them into the game's folder

To be run after levels were changed. The levels of the scale try every puzzle as they did when it
was found (the first four of the game six times, the strongest twice, in simulations or positions);
nothing else of a puzzle changes, and neither does the day on which it comes.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

import msgspec

from tabletier.games.kernel.registry import folder_of, keys
from tabletier.lab.puzzles.mine import rating_from, solved_by_levels
from tabletier.match.puzzles import FILE, Puzzle, read_puzzles, start_of, write_puzzles

SEED = "levels"


def rated_anew(game: str, puzzle: Puzzle) -> Puzzle:
    """The same puzzle, with what today's levels say of it."""
    levels = solved_by_levels(start_of(game, puzzle), puzzle.steps[0], f"{SEED}/{puzzle.id}")
    return msgspec.structs.replace(puzzle, levels=levels, rating=rating_from(levels))


def main() -> int:
    """Try all puzzles, print the change, write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=keys())
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    print("| game | puzzles | mean rating before | now | moved by |\n|---|---|---|---|---|")
    with ProcessPoolExecutor(asked.jobs) as workers:
        for game in asked.game or keys():
            file = folder_of(game) / FILE
            old = read_puzzles(file.read_bytes())
            new = list(workers.map(rated_anew, [game] * len(old), old, chunksize=5))
            moved = fmean(abs(a.rating - b.rating) for a, b in zip(old, new, strict=True))
            before, now = fmean(p.rating for p in old), fmean(p.rating for p in new)
            print(f"| {game} | {len(old)} | {before:.0f} | {now:.0f} | {moved:.0f} |", flush=True)
            if asked.write:
                file.write_bytes(write_puzzles(new))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
